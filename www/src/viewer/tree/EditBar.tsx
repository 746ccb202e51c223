/** The number of changes to the tree, undo and redo, and why something cannot be edited. */
import { cut, many } from "@asdf-wasm/science/format/format";
import type { TreeEditing } from "../state/editing/treeEditing.ts";
import { ariaKey, SHORTCUTS } from "../ui/commands.ts";

export function EditBar({ editing }: { editing: TreeEditing }) {
  const { undo, redo, isChanged, changed } = editing.state.value;
  const problem = editing.problem.value;
  if (undo === undefined && redo === undefined && problem === "") {
    return null;
  }
  return (
    <div class="edit-bar">
      <span role="status">
        {problem
          ? sentence(cut(problem))
          : isChanged
            ? many(new Set(changed).size || 1, "change")
            : "No changes"}
      </span>
      {!editing.isHosted && <Steps editing={editing} />}
    </div>
  );
}

function Steps({ editing }: { editing: TreeEditing }) {
  const { undo, redo } = editing.state.value;
  return (
    <>
      <button
        type="button"
        class="quiet"
        disabled={undo === undefined}
        title={undo && `Undo ${undo} (Ctrl+Z)`}
        aria-keyshortcuts={ariaKey(SHORTCUTS.undo)}
        onClick={() => void editing.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        class="quiet"
        disabled={redo === undefined}
        title={redo && `Redo ${redo} (Ctrl+Shift+Z)`}
        aria-keyshortcuts={ariaKey(SHORTCUTS.redo)}
        onClick={() => void editing.redo()}
      >
        Redo
      </button>
    </>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
