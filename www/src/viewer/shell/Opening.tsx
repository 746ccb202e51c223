/** A file being opened: its progress, and a button to cancel. */

import { many } from "@asdf-wasm/science/format/format";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { Tab } from "./tabs/tab.ts";

export function Opening({ tab, onCancel }: { tab: Tab; onCancel: () => void }) {
  const { url } = tab;
  const progress = tab.session.progress.value;
  return (
    // The section has the focus, not the button: a key held down would press that.
    <section class="opening" part="opening" aria-label="Opening" tabIndex={-1} data-first>
      <ProgressBar label={`Opening ${tab.name.value}`} progress={progress} />
      {url !== undefined && URL.canParse(url) && progress === undefined && (
        <p class="hint waiting">Waiting for the first bytes from {new URL(url).host}…</p>
      )}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      {progress?.rows && (
        <ul class="first-rows" aria-label="The beginning, while the rest is read">
          {progress.rows.map(({ id, key, kind, text, children }) => (
            <li key={id}>
              {key}{" "}
              <span class="value">
                {kind === "map" || kind === "sequence" ? many(children, "entry") : text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
