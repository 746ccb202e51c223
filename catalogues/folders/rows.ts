/** Rows of several tables of the same columns, one behind the other. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { indexOf, type TableSource } from "@asdf-wasm/science/tables/columns";
import { joinedParts, withMask } from "@asdf-wasm/science/tables/parts";
import { takenRows } from "@asdf-wasm/science/tables/picked";
import type { ArrayData } from "asdf-wasm";

/** A table, and which of its rows there are, in their order; by default all. */
export interface Part {
  readonly table: Pick<TableSource, "rows" | "columns" | "read" | "bytes">;
  readonly rows: Uint32Array | undefined;
}

/** The rows of all parts, with columns that are found by their names in each. */
export function rowsOfParts(
  parts: readonly Part[],
  columns: readonly { readonly name: string }[],
): Pick<TableSource, "rows" | "read"> {
  const rows = parts.reduce((sum, part) => sum + countOf(part), 0);
  const nullable = nullableIn(parts);
  return {
    rows,
    read: (wanted, span = { start: 0, stop: rows }, signal) =>
      readParts(
        parts,
        wanted.flatMap((index) => columns[index]?.name ?? []),
        nullable,
        span,
        signal,
      ),
  };
}

function countOf({ table, rows }: Part): number {
  return rows?.length ?? table.rows;
}

/** The names of columns in which a row of any part may have no value. */
function nullableIn(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ table }) => table.columns.flatMap(({ name, nulls }) => (nulls === 0 ? [] : name))),
  );
}

async function readParts(
  parts: readonly Part[],
  names: readonly string[],
  nullable: ReadonlySet<string>,
  { start, stop }: Span,
  signal: AbortSignal,
): Promise<ArrayData[]> {
  const found: ArrayData[][] = names.map(() => []);
  const columnsIn = ({ table }: Part) => names.map((name) => indexOf(table, name));
  let before = 0;
  for (const part of parts) {
    const { table, rows } = part;
    const [from, to] = [Math.max(start - before, 0), Math.min(stop - before, countOf(part))];
    before += countOf(part);
    if (from < to) {
      const wanted = rows?.subarray(from, to);
      const [first, last] = [wanted?.[0] ?? from, wanted?.at(-1) ?? to - 1];
      const read = await table.read(columnsIn(part), { start: first, stop: last + 1 }, signal);
      const shifted = wanted?.map((row) => row - first);
      for (const [i, data] of read.entries()) {
        found[i]?.push(shifted ? takenRows(data, shifted) : data);
      }
    }
  }
  const [one] = parts;
  // Without rows, too, each column has its type.
  const none =
    one && start >= stop ? await one.table.read(columnsIn(one), { start: 0, stop: 0 }, signal) : [];
  return found.map((columns, i) => {
    const data = joinedParts([...columns, ...none.slice(i, i + 1)], []);
    return nullable.has(names[i] ?? "") ? withMask(data) : data;
  });
}
