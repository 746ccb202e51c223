/**
 * Keys of the ARIA tree pattern: arrows move and unfold, Home and End jump, Enter opens, F2, Insert and Delete
 * edit, letters move to the next key that starts with them.
 */
import type { TreeEditing } from "../state/editing/treeEditing.ts";
import type { TreeModel } from "../state/tree.ts";

const TYPEAHEAD_MS = 600;

export interface TreeKeys {
  /** Whether the key was handled. */
  handle(event: KeyboardEvent): boolean;
}

export function treeKeys(
  tree: TreeModel,
  page: () => number,
  select: (id: number) => void,
  activate: (id: number) => void,
  editing: TreeEditing,
): TreeKeys {
  let typed = "";
  let typedAt = 0;

  const go = (index: number): void => {
    const rows = tree.rows.value;
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row) {
      select(row.node.id);
    }
  };

  const typeahead = (letter: string, index: number): void => {
    const now = performance.now();
    const again = now - typedAt > TYPEAHEAD_MS || typed === letter;
    typed = again ? letter : typed + letter;
    typedAt = now;
    const found = tree.match(typed, again ? index + 1 : index);
    if (found >= 0) {
      go(found);
    }
  };

  const handle = (event: KeyboardEvent): boolean => {
    const index = tree.indexOf(tree.selected.value);
    const row = tree.rows.value[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    if (editing.typeAhead(event.key)) {
      return true;
    }
    if (event.key.length > 1) {
      typed = "";
    }
    switch (event.key) {
      case "ArrowDown":
        go(index + 1);
        return true;
      case "ArrowUp":
        go(index - 1);
        return true;
      case "PageDown":
        go(index + page());
        return true;
      case "PageUp":
        go(index - page());
        return true;
      case "Home":
        go(0);
        return true;
      case "End":
        go(tree.rows.value.length - 1);
        return true;
      case "ArrowRight":
        if (row.unfolded) {
          go(index + 1);
        } else {
          tree.toggle(row);
        }
        return true;
      case "ArrowLeft":
        if (row.unfolded) {
          tree.toggle(row);
        } else if (tree.parentOf(index) >= 0) {
          go(tree.parentOf(index));
        }
        return true;
      case "Enter":
      case " ":
        tree.toggle(row);
        activate(row.node.id);
        return true;
      case "F2":
        void editing.begin(row.node.id, event.shiftKey ? "key" : undefined);
        return true;
      case "Insert":
        void editing.add(row.node.id, row.node.kind === "map" || row.node.kind === "sequence");
        return true;
      case "Delete":
        void editing.remove(row.node.id);
        return true;
      default:
        // These belong to the whole viewer: search, list of keys, next file.
        if (event.key.length !== 1 || "/?[]".includes(event.key)) {
          return false;
        }
        typeahead(event.key.toLowerCase(), index);
        return true;
    }
  };

  return { handle };
}
