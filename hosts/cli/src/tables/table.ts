/** `table`: the columns of a table of any format, its rows, or statistics of them. */
import { grouped, many, oneLine } from "@asdf-wasm/science/format/format";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { cellsOf } from "@asdf-wasm/science/tables/table";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { nameOf } from "../reading/open.ts";
import { columns } from "../terminal/table.ts";
import { listsOf } from "../text/values.ts";
import { checkTarget } from "../writing/files.ts";
import { writeTableTo } from "./conversion.ts";
import { type OpeningOptions, openedTable, tellOfRows } from "./open.ts";
import type { PlaceOptions } from "./places.ts";
import { chosenRows, type RowOptions } from "./rows.ts";
import { type ColumnStatistics, statisticsOf } from "./statistics.ts";

/** Characters of a cell that are printed. */
const MOST_CELL = 60;

export interface TableOptions extends OpeningOptions, RowOptions, PlaceOptions {
  /** A file of regions. */
  readonly inside?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly head: number;
  readonly stats?: boolean;
}

export async function run(context: Context, args: readonly string[], options: TableOptions): Promise<number> {
  const [source = ""] = args;
  const { inside, output, force = false } = options;
  if (output !== undefined) {
    checkTarget(output, force);
  }
  const opened = await openedTable(context, source, options);
  using _told = tellOfRows(context, opened);
  const found =
    inside === undefined
      ? opened
      : await (await import("./regionsFile.ts")).rowsInFile(context, opened, inside, options);
  const table = await chosenRows(found, options);
  if (output !== undefined) {
    await writeTableTo(context, output, table, "table", [opened]);
    context.note(`${grouped(table.rows)} of ${many(opened.rows, "row")}`);
    return EXIT.done;
  }
  const stats = options.stats ? await statisticsOf(table) : undefined;
  const rows = { start: 0, stop: Math.min(options.head, table.rows) };
  const parts = await table.read([...table.columns.keys()], rows, new AbortController().signal);
  if (context.json) {
    const values = parts.map((part, i) => listsOf(part, datatypeOf(table.columns[i]?.datatype ?? "")));
    context.printJson({
      ...{ format: opened.format, tables: opened.tables, rows: opened.rows, matching: table.rows },
      columns: table.columns.map(({ isText: _, sortable: __, ...column }) => column),
      head: Array.from({ length: rows.stop }, (_, row) =>
        Object.fromEntries(
          table.columns.map(({ name }, i) => {
            const list = values[i];
            return [name, Array.isArray(list) ? list[row] : null];
          }),
        ),
      ),
      ...(stats && { stats }),
      left: table.left,
      warnings: opened.warnings,
    });
    return EXIT.done;
  }
  const { style } = context;
  const all = table.rows === opened.rows ? "" : `${grouped(table.rows)} of `;
  context.print(
    style.key(
      `${nameOf(source)}: ${opened.format}, ${all}${many(opened.rows, "row")}, ${many(table.columns.length, "column")}`,
    ),
    ...(opened.tables.length > 1 ? [`tables: ${opened.tables.join(", ")}`] : []),
    "",
    ...(stats ? statisticsTable(stats) : columnsTable(table)),
    ...(table.left.length > 0 ? [`Without ${table.left.join(", ")}, which no array holds.`] : []),
  );
  if (rows.stop > 0) {
    const cells = parts.map((part, i) => cellsOf(part, rows.stop, table.columns[i]?.datatype ?? ""));
    const lines = Array.from({ length: rows.stop }, (_, row) =>
      cells.map(({ text }) => oneLine(text(row), MOST_CELL)),
    );
    const right = table.columns.flatMap(({ isText }, i) => (isText ? [] : [i]));
    context.print("", ...columns([table.columns.map(({ name }) => name), ...lines], right));
  }
  if (rows.stop < table.rows && rows.stop > 0) {
    context.print(style.faint(`… ${many(table.rows - rows.stop, "row")} more`));
  }
  return EXIT.done;
}

function columnsTable({ columns: all }: TableSource): string[] {
  return columns([
    ["column", "datatype", "unit", "ucd", "description"],
    ...all.map(({ name, datatype, unit, ucd = "", description }) => [name, datatype, unit, ucd, description]),
  ]);
}

function statisticsTable(stats: readonly ColumnStatistics[]): string[] {
  return columns(
    [
      ["column", "values", "missing", "min", "max", "mean", "std"],
      ...stats.map(({ name, count, missing, min = "", max = "", mean = "", std = "" }) => [
        ...[name, grouped(count), grouped(missing), min, max],
        ...[String(mean), String(std)],
      ]),
    ],
    [1, 2, 3, 4, 5, 6],
  );
}

/** What the printing of elements needs to know of a column. */
function datatypeOf(name: string) {
  return name === "bool8" || name === "complex64" || name === "complex128" || name === "complex32"
    ? name
    : "float64";
}
