/** The points of all lines of a chart as a file: CSV, or ECSV with units. */

import { quoted } from "@asdf-wasm/science/format/csvCell";
import { titled } from "@asdf-wasm/science/format/format";
import type { Line } from "../../protocol/lines.ts";

interface Column {
  readonly name: string;
  readonly unit?: string | undefined;
  readonly datatype: "string" | "float64";
  readonly cell: (line: Line, i: number) => string | number | undefined;
}

/** Each point is a row. Where axes or units of lines differ, rows say their own. */
export function chartText(lines: readonly Line[], isEcsv: boolean): string {
  const [first] = lines;
  const axisOf = ({ along = "index", alongUnit }: Line) => titled(along, alongUnit);
  const isOneAxis = lines.every((line) => first && axisOf(line) === axisOf(first));
  const isOneUnit = lines.every(({ unit }) => (unit ?? "") === (first?.unit ?? ""));
  const text = (name: string, of: (line: Line) => string): Column => ({
    name,
    datatype: "string",
    cell: (line) => quoted(of(line)),
  });
  const unit = isOneUnit ? first?.unit : undefined;
  const axis = isOneAxis ? { name: first?.along ?? "index", unit: first?.alongUnit } : { name: "coordinate" };
  const columns: readonly Column[] = [
    text("line", ({ name }) => name),
    ...(isOneAxis ? [] : [text("axis", axisOf)]),
    { ...axis, datatype: "float64", cell: ({ x }, i) => x[i] },
    { name: "value", unit, datatype: "float64", cell: ({ y }, i) => y[i] },
    ...(lines.some(({ error }) => error)
      ? [{ name: "error", unit, datatype: "float64", cell: ({ error }, i) => error?.[i] } satisfies Column]
      : []),
    ...(isOneUnit ? [] : [text("unit", ({ unit = "" }) => unit)]),
  ];
  const rows = lines.flatMap((line) =>
    Array.from(line.x, (_, i) => columns.map(({ cell }) => cell(line, i) ?? "").join()),
  );
  const titles = columns.map(({ name, unit }) => quoted(isEcsv || !unit ? name : `${name} [${unit}]`));
  const head = isEcsv ? ecsvHead(columns) : "";
  return head + [titles.join(), ...rows].map((row) => `${row}${isEcsv ? "\n" : "\r\n"}`).join("");
}

/** What an ECSV file says of its columns; JSON is YAML. */
function ecsvHead(columns: readonly Column[]): string {
  const lines = columns.map(
    ({ name, unit, datatype }) => `# - ${JSON.stringify({ name, ...(unit && { unit }), datatype })}\n`,
  );
  return `# %ECSV 1.0\n# ---\n# delimiter: ','\n# datatype:\n${lines.join("")}# schema: astropy-2.0\n`;
}
