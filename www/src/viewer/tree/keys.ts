/**
 * Keys of the ARIA tree pattern: arrows move and unfold, Home and End jump, Enter opens, F2, Insert and Delete
 * edit, letters move to the next key that starts with them. And the keys of a search.
 */
import type { TreeEditing } from "../state/editing/treeEditing.ts";
import type { TreeModel } from "../state/tree.ts";
import type { Row } from "../state/treeRows.ts";
import { type Command, obey, SHORTCUTS } from "../ui/commands.ts";
import { isWriting } from "../ui/keys.ts";

const TYPEAHEAD_MS = 600;

interface TreeContext {
  readonly tree: TreeModel;
  readonly editing: TreeEditing;
  /** The rows of a page. */
  readonly page: () => number;
  readonly select: (id: number) => void;
  readonly activate: (id: number) => void;
}

/** The selected row. */
interface Selected extends TreeContext {
  readonly index: number;
  readonly row: Row;
}

export const EDIT_VALUE = "F2";
export const EDIT_KEY = "Shift+F2";
export const ADD = "Insert";
export const REMOVE = "Delete";

const MOVES: readonly Command<Selected>[] = [
  {
    label: "Move",
    keys: ["ArrowUp", "ArrowDown", "PageUp", "PageDown"],
    written: "↑ ↓ Page Up and Down",
    run: (context, { key }) => {
      const step = key.startsWith("Page") ? context.page() : 1;
      go(context, context.index + (key.endsWith("Up") ? -step : step));
    },
  },
  {
    label: "First and last row",
    keys: ["Home", "End"],
    run: (context, { key }) => go(context, key === "Home" ? 0 : context.tree.rows.value.length - 1),
  },
  {
    label: "Unfold and fold",
    keys: ["ArrowRight", "ArrowLeft"],
    written: "→ ←",
    run: (context, { key }) => {
      const { tree, row, index } = context;
      const isRight = key === "ArrowRight";
      if (isRight !== row.unfolded) {
        tree.toggle(row);
      } else if (isRight) {
        go(context, index + 1);
      } else if (tree.rows.value.parentOf(index) >= 0) {
        go(context, tree.rows.value.parentOf(index));
      }
    },
  },
  { label: "Next key that starts with it", keys: [], written: "a letter" },
  {
    label: "Show",
    keys: ["Enter", " "],
    written: "Enter, space",
    run: ({ tree, row, activate }) => {
      tree.toggle(row);
      activate(row.node.id);
    },
  },
  {
    label: "Edit value, key",
    keys: [EDIT_VALUE, EDIT_KEY],
    written: "F2, Shift+F2",
    run: ({ row, editing }, { shiftKey }) => editing.begin(row.node.id, shiftKey ? "key" : undefined),
  },
  {
    label: "Add, remove",
    keys: [ADD, REMOVE],
    written: "Insert, Delete",
    run: ({ row: { node }, editing }, { key }) =>
      key === REMOVE
        ? editing.remove(node.id)
        : editing.add(node.id, node.kind === "map" || node.kind === "sequence"),
  },
];

export const COPY_PATH: Command<() => void> = {
  label: "Copy the path",
  keys: [SHORTCUTS.copy],
  written: "Ctrl+C",
  run: (copy) => copy(),
};

export const TREE_KEYS: readonly Command<never>[] = [
  ...MOVES,
  COPY_PATH,
  { label: "Accept, cancel", keys: [], written: "Enter, Escape" },
];

/** Returns what handles a key, and says whether it was one for the tree. */
export function treeKeys(context: TreeContext): (event: KeyboardEvent) => boolean {
  const { tree, editing } = context;
  let typed = "";
  let typedAt = 0;

  const typeahead = async (letter: string, index: number): Promise<void> => {
    const now = performance.now();
    const again = now - typedAt > TYPEAHEAD_MS || typed === letter;
    typed = again ? letter : typed + letter;
    typedAt = now;
    const wanted = typed;
    const found = await tree.match(wanted, again ? index + 1 : index);
    if (found >= 0 && typed === wanted) {
      go(context, found);
    }
  };

  return (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const index = tree.indexOf(tree.selected.value);
    const row = tree.row(index);
    if (!row || ctrlKey || metaKey || altKey) {
      return false;
    }
    if (editing.typeAhead(key)) {
      event.preventDefault();
      return true;
    }
    if (key.length > 1) {
      typed = "";
    }
    if (obey(MOVES, { ...context, index, row }, event)) {
      return true;
    }
    // These belong to the whole viewer: search, list of keys, next file.
    if (key.length !== 1 || "/?[]".includes(key)) {
      return false;
    }
    event.preventDefault();
    void typeahead(key.toLowerCase(), index);
    return true;
  };
}

function go({ tree, select }: TreeContext, index: number): void {
  const rows = tree.rows.value;
  const row = rows.at(Math.max(0, Math.min(index, rows.length - 1)));
  if (row) {
    select(row.id);
  }
}

/** What the keys of a search do. */
export interface Searching {
  /** Goes to the next match, or the one before. */
  readonly next: (step: 1 | -1) => void;
  readonly toList: () => void;
  readonly clear: () => void;
}

export const SEARCH_KEYS: readonly Command<Searching>[] = [
  {
    label: "Next and previous match",
    keys: ["Enter", "Shift+Enter"],
    written: "Enter, Shift+Enter",
    run: ({ next }, { shiftKey }) => next(shiftKey ? -1 : 1),
  },
  {
    label: "To the list, to its match",
    keys: ["ArrowDown"],
    written: "↓, then Enter",
    run: ({ toList }) => toList(),
  },
  { label: "Clear", keys: ["Escape"], run: ({ clear }) => clear() },
];

/** Leads to the field of the search. */
export const SEARCH: Command<HTMLInputElement | null> = {
  label: "Search the tree",
  keys: ["/", "Control+f"],
  written: "/ or Ctrl+F",
  when: (_, event) => event.key !== "/" || !isWriting(event),
  run: (field) => {
    field?.focus();
    field?.select();
  },
};
