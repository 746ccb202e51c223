/** While a file is being opened: how far it is, and a way out. */

import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { Tab } from "./tabs/model.ts";

export function Opening({ tab, onCancel }: { tab: Tab; onCancel: () => void }) {
  return (
    // It has the focus rather than the button, which a key that is held down would press.
    <section class="opening" aria-label="Opening" tabIndex={-1} data-first>
      <ProgressBar label={`Opening ${tab.name.value}`} progress={tab.session.progress.value} />
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </section>
  );
}
