/** The keys of the whole viewer. */
import { ExportModel } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { toggleSide } from "../../state/settings/layout.ts";
import { type Command, SHORTCUTS } from "../../ui/commands.ts";
import { isEditingText, isWriting } from "../../ui/keys.ts";
import { toPane } from "../panes.ts";
import { asAsdf, asItself } from "../saving/jobs.ts";
import { copyLink } from "../tabs/copyLink.ts";
import { CLOSE } from "../tabs/TabStrip.tsx";
import type { Tabs } from "../tabs/tabs.ts";

interface Shell {
  readonly tabs: Tabs;
  /** The file in the current tab. */
  readonly session: Session;
  /** Whether it is open. */
  readonly isOpen: boolean;
  readonly viewer: HTMLElement | null;
  /** Lists the keys. */
  readonly explain: () => void;
}

const isOpen = ({ isOpen }: Shell): boolean => isOpen;
/** Keys of one character, or of none, are for fields first. */
const isFree = (_: Shell, event: KeyboardEvent): boolean => !isWriting(event) && !event.defaultPrevented;

const NEXT_FILE: Command<Shell> = {
  label: "Previous and next file",
  keys: ["[", "]"],
  written: "[ and ]",
  ofPage: true,
  when: isFree,
  run: ({ tabs }, { key }) => tabs.step(key === "]" ? 1 : -1),
};

const BROWSE: Command<Shell> = {
  label: "Browse a bucket",
  keys: ["Control+o"],
  written: "Ctrl+O",
  ofPage: true,
  when: ({ tabs }) => !tabs.hosted.value,
  run: ({ tabs }) => {
    tabs.browsed.value ??= "";
  },
};

const SAVE: Command<Shell> = {
  label: "Save, save as ASDF",
  keys: [SHORTCUTS.save, SHORTCUTS.saveAs],
  written: "Ctrl+S, Ctrl+Shift+S",
  ofPage: true,
  when: ({ isOpen, tabs }) => isOpen && !tabs.hosted.value,
  run: ({ tabs, session }, { shiftKey }) => {
    const isCopy = shiftKey || !session.saving.isInPlace.value;
    if (!isCopy && !session.editing.state.value.isChanged) {
      tabs.say("Nothing has changed since the file was saved");
    } else if (!session.saving.job.value) {
      session.saving.job.value = isCopy ? asAsdf(session) : asItself(session, tabs);
    }
  },
};

const EXPORT: Command<Shell> = {
  label: "Export as picture, FITS, CSV …",
  keys: [SHORTCUTS.export],
  written: "Ctrl+E",
  when: isOpen,
  run: ({ session }) => {
    session.model(ExportModel).wish.value ??= "shown";
  },
};

const COPY_LINK: Command<Shell> = {
  label: "Copy a link to what is shown",
  keys: [SHORTCUTS.link],
  written: "Ctrl+Shift+L",
  when: ({ isOpen, tabs }) => isOpen && tabs.linked.value,
  run: ({ tabs }) => copyLink(tabs),
};

const SIDEBAR: Command<Shell> = {
  label: "Hide or show the sidebar",
  keys: [SHORTCUTS.sidebar, "Control+Shift+b"],
  written: "Ctrl+B",
  ofPage: true,
  when: ({ isOpen, tabs }, event) => isOpen && !tabs.hosted.value && !isWriting(event),
  run: toggleSide,
};

const PANES: Command<Shell> = {
  label: "Next pane: tree, controls, image …",
  keys: ["F6", "Shift+F6"],
  written: "F6, Shift+F6",
  ofPage: true,
  // A host has panes of its own.
  when: ({ isOpen, tabs }) => isOpen && !tabs.hosted.value,
  run: ({ viewer }, { shiftKey }) => viewer && toPane(viewer, shiftKey ? -1 : 1),
};

const ALONE: Command<Shell> = {
  label: "Fill the window with what is shown",
  keys: [SHORTCUTS.alone, "Escape"],
  written: "f",
  when: (shell, event) =>
    shell.isOpen && isFree(shell, event) && (event.key === "f" || shell.tabs.alone.value),
  run: ({ tabs: { alone } }) => {
    alone.value = !alone.value;
  },
};

const HISTORY: Command<Shell> = {
  label: "Undo, redo: display and edits",
  keys: [SHORTCUTS.undo, SHORTCUTS.redo, "Control+y"],
  written: "Ctrl+Z, Ctrl+Shift+Z",
  when: ({ isOpen, tabs, session: { history } }, event) =>
    isOpen &&
    !isEditingText(event) &&
    // Edits are undone by a page that owns the file.
    (!tabs.hosted.value || (isRedo(event) ? history.redoesDisplay : history.undoesDisplay)),
  run: ({ tabs, session: { history } }, event) => {
    const what = isRedo(event) ? history.redo() : history.undo();
    if (what !== undefined) {
      tabs.say(`${isRedo(event) ? "Redid" : "Undid"}: ${what}`);
    }
  },
};

const isRedo = ({ key, shiftKey }: KeyboardEvent): boolean => shiftKey || key === "y";

const KEYS: Command<Shell> = {
  label: "These keys",
  keys: [SHORTCUTS.keys],
  when: isFree,
  run: ({ explain }) => explain(),
};

const SHELL_KEYS: readonly Command<Shell>[] = [
  ...[NEXT_FILE, BROWSE, SAVE, EXPORT, COPY_LINK, SIDEBAR, PANES, ALONE, HISTORY],
  { label: "Open a copied address or file", keys: [], written: "Ctrl+V", ofPage: true },
  KEYS,
];

export const SHELL_COMMANDS = { everywhere: SHELL_KEYS, tabs: [CLOSE] } as const;
export type ShellCommands = typeof SHELL_COMMANDS;
