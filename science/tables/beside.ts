/** Tables of equally many rows as one, and tables of numbers that are computed. */
import type { ArrayData } from "asdf-wasm";
import type { TableSource } from "./columns.ts";

/** Numbers of each row, in memory. */
export interface ComputedColumn {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** NaN is masked. */
  readonly values: Float64Array<ArrayBuffer>;
}

/** The columns of each table after those of the one before. A name that is there already gets a number. */
export function beside(...tables: readonly TableSource[]): TableSource {
  const names = new Set<string>();
  const places = tables.flatMap((table) => [...table.columns.keys()].map((index) => ({ table, index })));
  const indicesIn = (table: TableSource, columns: readonly number[]) =>
    columns.flatMap((column) => (places[column]?.table === table ? places[column].index : []));
  return {
    rows: tables[0]?.rows ?? 0,
    columns: tables.flatMap(({ columns }) =>
      columns.map((column) => ({ ...column, name: unused(column.name, names) })),
    ),
    left: tables.flatMap(({ left }) => left),
    read: async (columns, rows, signal) => {
      const parts = new Map<TableSource, ArrayData[]>();
      for (const table of tables) {
        const indices = indicesIn(table, columns);
        parts.set(table, indices.length > 0 ? await table.read(indices, rows, signal) : []);
      }
      // Each table answers in the order in which its columns were asked for.
      return columns.flatMap((column) => {
        const table = places[column]?.table;
        return (table && parts.get(table)?.shift()) ?? [];
      });
    },
    bytes: (columns) => tables.reduce((sum, table) => sum + table.bytes(indicesIn(table, columns)), 0),
  };
}

export function computedTable(rows: number, columns: readonly ComputedColumn[]): TableSource {
  return {
    rows,
    columns: columns.map(({ values: _, ...column }) => ({
      ...column,
      ...{ datatype: "float64", isText: false, sortable: true },
    })),
    left: [],
    read: async (wanted, { start, stop } = { start: 0, stop: rows }) =>
      wanted.flatMap((column) => {
        const data = columns[column]?.values.slice(start, stop);
        const shown = { shape: [stop - start], stride: [1] };
        return data
          ? [{ ...shown, data, mask: Uint8Array.from(data, (value) => Number(Number.isNaN(value))) }]
          : [];
      }),
    bytes: (wanted) => wanted.length * rows * Float64Array.BYTES_PER_ELEMENT,
  };
}

/** The name, with a number if it is there already; it is there then. */
export function unused(name: string, names: Set<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number += 1) {
    free = `${name}_${number}`;
  }
  names.add(free);
  return free;
}
