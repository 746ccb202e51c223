/** Asks before unsaved changes are discarded. */
import { useId } from "preact/hooks";
import { useModal } from "../../ui/dialog.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { asItself } from "./jobs.ts";
import styles from "./saving.css?inline";

export function LeaveDialog({ tabs }: { tabs: Tabs }) {
  const dialog = useModal(styles);
  const id = useId();
  const leaving = tabs.leaving.value;
  if (!leaving) {
    return null;
  }
  const { tab, leave } = leaving;
  const after = (action?: () => void) => () => {
    dialog.current?.close();
    action?.();
  };
  return (
    <dialog
      ref={dialog}
      class="saving"
      aria-labelledby={id}
      onClose={() => {
        tabs.leaving.value = undefined;
      }}
    >
      <div class="save-fields">
        <h2 id={id}>{tab.name.value} has unsaved changes</h2>
        <div class="buttons">
          <button type="button" onClick={after(leave)}>
            Discard changes
          </button>
          <button type="button" onClick={after()}>
            Keep editing
          </button>
          <button
            type="button"
            class="primary"
            onClick={after(() => {
              tab.session.saving.job.value = asItself(tab.session, tabs);
            })}
          >
            Save…
          </button>
        </div>
      </div>
    </dialog>
  );
}
