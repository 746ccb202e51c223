/** The menu of edits to the selected node. */
import type { NodeDetail } from "../protocol/facts.ts";
import type { TreeEditing } from "../state/editing/treeEditing.ts";
import { menuKey } from "../ui/commands.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { ADD, EDIT_KEY, EDIT_VALUE, REMOVE } from "./keys.ts";

export function EditMenu({ editing, detail }: { editing: TreeEditing; detail: NodeDetail }) {
  const { id, kind } = detail;
  const isCollection = kind === "map" || kind === "sequence";
  return (
    <div class="edit-menu">
      <MenuButton
        label="Edit"
        items={[
          { name: "Value", ...menuKey(EDIT_VALUE), action: () => void editing.begin(id, "value") },
          { name: "Key", ...menuKey(EDIT_KEY), action: () => void editing.begin(id, "key") },
          {
            name: isCollection ? "Add inside" : "Add below",
            ...menuKey(ADD),
            action: () => void editing.add(id, isCollection),
          },
          {
            name: "Whole tree as YAML…",
            note: "",
            action: () => {
              editing.asText.value = true;
            },
          },
          { name: "Remove", ...menuKey(REMOVE), action: () => void editing.remove(id) },
        ]}
      />
    </div>
  );
}
