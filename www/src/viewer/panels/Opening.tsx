/** While a file is being opened: how far it is, and a way out. */
import type { Tab } from "../tabs/model.ts";
import { ProgressBar } from "./ProgressBar.tsx";

export function Opening({ tab, onCancel }: { tab: Tab; onCancel: () => void }) {
  return (
    <section class="opening" aria-label="Opening">
      <ProgressBar label={`Opening ${tab.name.value}`} progress={tab.session.progress.value} />
      <button type="button" data-first onClick={onCancel}>
        Cancel
      </button>
    </section>
  );
}
