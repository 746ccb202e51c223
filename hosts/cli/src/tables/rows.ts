/** Which rows and columns of a table are meant. */
import { arranged } from "@asdf-wasm/science/tables";
import { indexOf, type TableSource } from "@asdf-wasm/science/tables/columns";
import { misuse } from "../exit.ts";

export interface RowOptions {
  readonly where: readonly string[];
  readonly sort?: string;
  readonly columns?: string;
}

/** The rows that pass every condition, in their order, and the columns that are named. */
export async function chosenRows(
  table: TableSource,
  { where, sort, columns }: RowOptions,
): Promise<TableSource> {
  const isDescending = sort?.startsWith("-") && !hasColumn(table, sort);
  const order = sort === undefined ? undefined : isDescending ? sort.slice(1) : sort;
  return asMisuse(async () => {
    const rows = await arranged(table, {
      sort: order === undefined ? undefined : { column: order, descending: isDescending },
      filters: where.map(filterOf),
    });
    return columns === undefined ? rows : withColumns(rows, columns.split(","));
  });
}

function filterOf(text: string): { readonly column: string; readonly text: string } {
  const [, column = "", comparison = ""] = /^\s*(.+?)\s*((?:<=|>=|!=|==?|<|>).*)$/s.exec(text) ?? [];
  if (comparison === "") {
    throw misuse(`--where '${text}' has no comparison: such as --where 'mag < 20'`);
  }
  return { column, text: comparison };
}

function withColumns(table: TableSource, names: readonly string[]): TableSource {
  const indices = names.map((name) => indexOf(table, name.trim()));
  const own = (columns: readonly number[]) => columns.map((column) => indices[column] ?? 0);
  const { candidates: _, narrowed: __, ...others } = table;
  return {
    ...others,
    columns: indices.flatMap((index) => table.columns[index] ?? []),
    left: [],
    read: (columns, rows, signal) => table.read(own(columns), rows, signal),
    bytes: (columns) => table.bytes(own(columns)),
  };
}

function hasColumn({ columns }: TableSource, name: string): boolean {
  return columns.some((column) => column.name === name);
}

/** Names and comparisons come from the arguments. */
export async function asMisuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof RangeError ? misuse(thrown.message) : thrown;
  }
}
