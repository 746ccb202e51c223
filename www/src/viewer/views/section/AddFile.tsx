/** Adds another open file to a chart. */
import type { ChosenFiles } from "../../state/chosenFiles.ts";

export function AddFile({ files, label }: { files: ChosenFiles; label: string }) {
  const offered = files.offered.value;
  return offered.length === 0 ? null : (
    <select
      aria-label={label}
      title={label}
      value=""
      onChange={({ currentTarget }) => {
        const file = offered[currentTarget.selectedIndex - 1];
        if (file) {
          files.add(file);
        }
        currentTarget.value = "";
      }}
    >
      <option value="">+ File</option>
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
