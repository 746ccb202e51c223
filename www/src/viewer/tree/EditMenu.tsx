/** The menu of edits to the selected node. */
import type { NodeDetail } from "../protocol/facts.ts";
import type { TreeEditing } from "../state/editing/treeEditing.ts";
import { MenuButton } from "../ui/MenuButton.tsx";

export function EditMenu({ editing, detail }: { editing: TreeEditing; detail: NodeDetail }) {
  const { id, kind } = detail;
  const isCollection = kind === "map" || kind === "sequence";
  return (
    <div class="edit-menu">
      <MenuButton
        label="Edit"
        items={[
          { name: "Value", note: "F2", shortcut: "F2", action: () => void editing.begin(id, "value") },
          {
            name: "Key",
            note: "Shift+F2",
            shortcut: "Shift+F2",
            action: () => void editing.begin(id, "key"),
          },
          {
            name: isCollection ? "Add inside" : "Add below",
            note: "Insert",
            shortcut: "Insert",
            action: () => void editing.add(id, isCollection),
          },
          {
            name: "Whole tree as YAML…",
            note: "",
            action: () => {
              editing.asText.value = true;
            },
          },
          { name: "Remove", note: "Delete", shortcut: "Delete", action: () => void editing.remove(id) },
        ]}
      />
    </div>
  );
}
