/** Rows of several tables of the same columns, one behind the other. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { indexOf, type TableSource } from "@asdf-wasm/science/tables/columns";
import { joinedParts } from "@asdf-wasm/science/tables/parts";
import { takenRows } from "@asdf-wasm/science/tables/picked";
import type { ArrayData } from "asdf-wasm";

/** A table, and which of its rows there are, in their order; by default all. */
export interface Part {
  readonly table: Pick<TableSource, "rows" | "columns" | "read" | "bytes">;
  readonly rows: Uint32Array | undefined;
}

export function countOf({ table, rows }: Part): number {
  return rows?.length ?? table.rows;
}

/** Some rows of columns, which are found by their names in each part. */
export async function readParts(
  parts: readonly Part[],
  names: readonly string[],
  { start, stop }: Span,
  signal: AbortSignal,
): Promise<ArrayData[]> {
  const found: ArrayData[][] = names.map(() => []);
  let before = 0;
  for (const part of parts) {
    const { table, rows } = part;
    const [from, to] = [Math.max(start - before, 0), Math.min(stop - before, countOf(part))];
    before += countOf(part);
    if (from < to) {
      const wanted = rows?.subarray(from, to);
      const [first, last] = [wanted?.[0] ?? from, wanted?.at(-1) ?? to - 1];
      const columns = names.map((name) => indexOf(table, name));
      const read = await table.read(columns, { start: first, stop: last + 1 }, signal);
      const shifted = wanted?.map((row) => row - first);
      for (const [i, data] of read.entries()) {
        found[i]?.push(shifted ? takenRows(data, shifted) : data);
      }
    }
  }
  return found.map((columns) => joinedParts(columns, []));
}
