/** Rows of numbers under their headings. */
import type { Rows } from "./rows.ts";

export function RowsTable({ label, groups }: { label: string; groups: readonly Rows[] }) {
  return (
    <table class="measured-rows" aria-label={label}>
      {groups.map(({ heading, rows }) => (
        <tbody key={heading ?? ""}>
          {heading && (
            <tr>
              <th class="heading" colSpan={3} scope="rowgroup">
                {heading}
              </th>
            </tr>
          )}
          {rows.map(({ label: name, text, unit, note, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number" title={value}>
                {text}
                {note && <span class="note">{note}</span>}
              </td>
              <td class="unit">{unit}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
