/** The header: open files, facts about the one shown, and actions. */

import { formatOf } from "@asdf-wasm/science/format/dialects";
import { bytes, cut } from "@asdf-wasm/science/format/format";
import { side, toggleSide } from "../state/settings/layout.ts";
import { ariaKey, SHORTCUTS } from "../ui/commands.ts";
import { SaveMenu } from "./saving/SaveMenu.tsx";
import { ChangedMark } from "./tabs/ChangedMark.tsx";
import { canStack, openStack } from "./tabs/stacking.ts";
import { TabStrip } from "./tabs/TabStrip.tsx";
import type { Tabs } from "./tabs/tabs.ts";

interface HeaderProps {
  readonly tabs: Tabs;
  readonly onPick: () => void;
  readonly onTheme: () => void;
  readonly onKeys: () => void;
}

export function Header({ tabs, onPick, onTheme, onKeys }: HeaderProps) {
  const tab = tabs.shown.value;
  const several = tabs.all.value.length > 1;
  const isHosted = tabs.hosted.value;
  const isEmpty = tab.session.phase.value === "empty";
  const name = tab.name.value;
  return (
    <header class="header" part="header">
      <h1 class={several ? "sr-only" : "title"}>
        {name ? (
          <bdi class="file-name" title={cut(name)}>
            {cut(name)}
          </bdi>
        ) : (
          "ASDF viewer"
        )}
      </h1>
      {!several && tab.isChanged.value && <ChangedMark />}
      {several && <TabStrip tabs={tabs} />}
      {!isEmpty && !isHosted && (
        <button
          type="button"
          class="quiet square"
          aria-label="New tab"
          title="Open another file beside this one"
          onClick={() => tabs.addEmpty()}
        >
          +
        </button>
      )}
      <Shown tabs={tabs} />
      <div class="actions">
        {!isEmpty && !isHosted && (
          <button type="button" class="quiet" onClick={onPick}>
            Open…
          </button>
        )}
        {tab.session.phase.value === "open" && <SaveMenu key={tab.id} tabs={tabs} />}
        {(several || !isEmpty) && !isHosted && (
          <button
            type="button"
            class="quiet square"
            aria-label={`Close ${cut(name) || "this tab"}`}
            title="Close this file"
            onClick={() => tabs.askToClose(tab)}
          >
            ×
          </button>
        )}
        {tab.session.phase.value === "open" && (
          <button
            type="button"
            class="quiet square"
            aria-label="Sidebar"
            aria-expanded={side.value === "shown"}
            aria-keyshortcuts={isHosted ? undefined : ariaKey(SHORTCUTS.sidebar)}
            title={`${side.value === "shown" ? "Hide" : "Show"} the sidebar${isHosted ? "" : " (Ctrl+B)"}`}
            onClick={toggleSide}
          >
            <span aria-hidden="true">◧</span>
          </button>
        )}
        {tab.session.phase.value === "open" && (
          <button
            type="button"
            class="quiet square"
            aria-label="Fill the window"
            aria-keyshortcuts={SHORTCUTS.alone}
            title="Fill the window with what is shown (F)"
            onClick={() => {
              tabs.alone.value = true;
            }}
          >
            <svg class="glyph" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M0 0h5v2H2v3H0zM12 0H7v2h3v3h2zM0 12h5v-2H2V7H0zM12 12H7v-2h3V7h2z" />
            </svg>
          </button>
        )}
        <button
          type="button"
          class="quiet square keys"
          aria-label="Keys"
          aria-keyshortcuts={SHORTCUTS.keys}
          title="Keys (?)"
          onClick={onKeys}
        >
          ?
        </button>
        {!isHosted && (
          <button
            type="button"
            class="quiet square theme"
            aria-label="Switch between light and dark"
            onClick={onTheme}
          >
            <span aria-hidden="true">◐</span>
          </button>
        )}
      </div>
    </header>
  );
}

/** The file shown, of files opened together, and its version and size. */
function Shown({ tabs }: { tabs: Tabs }) {
  const { session, isStack } = tabs.shown.value;
  const file = session.file.value;
  const mains = session.mains.value;
  return (
    <>
      {mains.length > 1 && (
        <select
          class="mains"
          aria-label="File shown"
          title="More than 100 files were opened together: they share this tab, and are offered where images are compared"
          value={session.main.value}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.value;
            currentTarget.value = session.main.value;
            tabs.leave(tabs.shown.value, () => void session.choose(wanted));
          }}
        >
          {mains.map((path) => (
            <option key={path} value={path}>
              {cut(path)}
            </option>
          ))}
        </select>
      )}
      {canStack(tabs) && (
        <button
          type="button"
          class="quiet"
          title="The array that is shown, of all files that are open, as one array with a plane for each file"
          onClick={() => void openStack(tabs)}
        >
          As one cube
        </button>
      )}
      {file && !isStack.value && <p class="facts">{`${formatOf(file)} · ${bytes(file.size)}`}</p>}
    </>
  );
}
