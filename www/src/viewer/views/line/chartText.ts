/** The points of all lines of a chart as a file: CSV, or ECSV with units. */

import { quoted } from "@asdf-wasm/science/format/csvCell";
import type { Line } from "../../protocol/lines.ts";

/** `names`: of the lines. Each point is a row. */
export function chartText(lines: readonly Line[], isEcsv: boolean): string {
  const [{ along = "index", alongUnit = "", unit = "" } = {}] = lines;
  const hasErrors = lines.some(({ error }) => error);
  const columns = [
    ["line", "", "string"],
    [along, alongUnit, "float64"],
    ["value", unit, "float64"],
    ...(hasErrors ? [["error", unit, "float64"] as const] : []),
  ] as const;
  const rows = lines.flatMap(({ name, x, y, error }) =>
    Array.from(x, (at, i) => [quoted(name), at, y[i], ...(hasErrors ? [error?.[i] ?? ""] : [])].join()),
  );
  const titles = columns.map(([name, unit]) => quoted(isEcsv || unit === "" ? name : `${name} [${unit}]`));
  const head = isEcsv ? ecsvHead(columns) : "";
  return head + [titles.join(), ...rows].map((row) => `${row}${isEcsv ? "\n" : "\r\n"}`).join("");
}

/** What an ECSV file says of its columns; JSON is YAML. */
function ecsvHead(columns: readonly (readonly [name: string, unit: string, datatype: string])[]): string {
  const lines = columns.map(
    ([name, unit, datatype]) => `# - ${JSON.stringify({ name, ...(unit && { unit }), datatype })}\n`,
  );
  return `# %ECSV 1.0\n# ---\n# delimiter: ','\n# datatype:\n${lines.join("")}# schema: astropy-2.0\n`;
}
