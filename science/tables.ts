/**
 * The entry `asdf-wasm/tables`: the rows of a table, in windows, sorted and filtered, and those of two tables that belong together, whatever
 * a table is in the file: records, the table of an HDU, a table of astropy or the core schemas, or a map of columns. `toTable()` of the package answers a table's columns as objects of
 * the tree; this reads rows.
 */
import type { ArrayData, AsdfFile, Hdu } from "asdf-wasm";
import { arrangedTable } from "./tables/arranged.ts";
import { indexOf, type TableSource, tableOf } from "./tables/columns.ts";
import { Table } from "./tables/table.ts";

export { type RowsInsideOptions, rowsInside } from "./catalogue/inside.ts";
export { type RowRegionsOptions, rowRegions } from "./catalogue/sized.ts";
export type { RowSize } from "./catalogue/sizes.ts";
export { type MatchOptions, match } from "./matching/match.ts";
export type { Span } from "./sections/section.ts";
export type { SkyColumns } from "./tables/named.ts";
export type { TableColumn } from "./tables/window.ts";
export type { TableSource };

/** The order of rows, and which there are. Columns are called by their names. */
export interface RowOrder {
  /** Sorts rows by a column, stably; masked elements and NaN come last. */
  readonly sort?: { readonly column: string; readonly descending?: boolean | undefined } | undefined;
  /** Comparisons such as `> 3` or `!= 0`, or a text to be found; a row must pass all of them. */
  readonly filters?: readonly { readonly column: string; readonly text: string }[] | undefined;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `readRows`. */
export interface ReadRowsOptions {
  /** The names of columns; by default all. */
  readonly columns?: readonly string[] | undefined;
  /** The first row; by default 0. */
  readonly start?: number | undefined;
  /** The row behind the last one; by default all. */
  readonly stop?: number | undefined;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The table at a path of a file, or in an HDU. Nothing is read yet.
 *
 * @throws RangeError if there is nothing at the path, or the HDU has no data
 *
 * @example
 * const table = tableAt(file, "roman/source_catalog");
 * const events = tableAt(fits, fits.hdus[1]);
 * console.log(table.rows, table.columns.map(({ name, unit }) => `${name} [${unit}]`));
 */
export function tableAt(file: AsdfFile, at: string | Hdu): TableSource {
  const [name, value] = typeof at === "string" ? [at, file.get(at)] : [at.name, at.data];
  if (value == null) {
    throw new RangeError(typeof at === "string" ? `there is nothing at \`${at}\`` : "the HDU has no data");
  }
  return tableOf(name, value, file.hdus);
}

/**
 * A table with some of its rows, in another order: a table like the first one. Whole columns are read for this.
 *
 * @throws RangeError if there is no column of a name, or a filter cannot be understood
 *
 * @example
 * const bright = await arranged(table, {
 *   sort: { column: "flux", descending: true },
 *   filters: [{ column: "flux_err", text: "< 0.1" }],
 * });
 */
export async function arranged(
  table: TableSource,
  { sort, filters = [], signal = new AbortController().signal }: RowOrder,
): Promise<TableSource> {
  const arrangement = {
    sort: sort && { column: indexOf(table, sort.column), descending: sort.descending ?? false },
    filters: filters.map(({ column, text }) => ({ column: indexOf(table, column), text })),
  };
  const rows = new Table(table);
  const { complaint } = await rows.arrange(arrangement, signal);
  if (complaint !== undefined) {
    throw new RangeError(complaint);
  }
  return arrangedTable(table, arrangement, signal, rows);
}

/**
 * Columns of some rows: of each its elements in order, with a mask where there is one.
 *
 * @throws RangeError if there is no column of a name
 *
 * @example
 * const { ra, dec } = await readRows(table, { columns: ["ra", "dec"], start: 0, stop: 100 });
 */
export async function readRows(
  table: TableSource,
  { columns, start = 0, stop = table.rows, signal = new AbortController().signal }: ReadRowsOptions = {},
): Promise<Readonly<Record<string, ArrayData>>> {
  const names = columns ?? table.columns.map(({ name }) => name);
  const span = { start: Math.min(start, table.rows), stop: Math.min(stop, table.rows) };
  const parts = await table.read(
    names.map((name) => indexOf(table, name)),
    span,
    signal,
  );
  return Object.fromEntries(names.flatMap((name, i) => (parts[i] ? [[name, parts[i]]] : [])));
}
