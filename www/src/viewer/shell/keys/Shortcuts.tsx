/** The dialog that lists all keys, and helps to report a problem. */

import { SHORTCUTS } from "../../ui/commands.ts";
import { useModal } from "../../ui/dialog.ts";
import { Report } from "../Report.tsx";
import type { Tabs } from "../tabs/tabs.ts";
import { keyGroups } from "./keyGroups.ts";
import type { ShellCommands } from "./shellKeys.ts";
import styles from "./shortcuts.css?inline";

export interface ShortcutsProps {
  /** The commands of the whole viewer. */
  readonly own: ShellCommands;
  readonly onClose: () => void;
  readonly tabs: Tabs;
}

export function Shortcuts({ own, onClose, tabs }: ShortcutsProps) {
  const [linked, hosted] = [tabs.linked.value, tabs.hosted.value];
  const dialog = useModal(styles);
  return (
    <dialog ref={dialog} class="shortcuts" aria-labelledby="shortcuts" onClose={onClose} closedby="any">
      <header>
        <h2 id="shortcuts">Keys</h2>
        <button type="button" class="quiet square" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <div class="groups">
        {keyGroups(own).map(({ where, commands }) => (
          <section key={where} aria-label={where}>
            <h3>{where}</h3>
            <dl>
              {commands
                .filter(
                  (command) =>
                    (linked || !command.keys.includes(SHORTCUTS.link)) && !(hosted && command.ofPage),
                )
                .map(({ label, keys, written = keys.join(" ") }) => (
                  <div key={label} class="shortcut-row">
                    <dt>{written}</dt>
                    <dd>{label}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Report tabs={tabs} />
    </dialog>
  );
}
