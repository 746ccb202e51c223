/** Rows of several tables of the same columns, one behind the other. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { takenRows } from "@asdf-wasm/science/tables/arranged";
import { indexOf, type TableSource } from "@asdf-wasm/science/tables/columns";
import type { ArrayData } from "asdf-wasm";
import { joinedParts } from "../parts.ts";

/** A table, and which of its rows there are, in their order. */
export interface Part {
  readonly table: Pick<TableSource, "columns" | "read" | "bytes">;
  readonly rows: Uint32Array;
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
  for (const { table, rows } of parts) {
    const wanted = rows.subarray(Math.max(start - before, 0), Math.max(stop - before, 0));
    before += rows.length;
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (first !== undefined && last !== undefined) {
      const columns = names.map((name) => indexOf(table, name));
      const read = await table.read(columns, { start: first, stop: last + 1 }, signal);
      const shifted = wanted.map((row) => row - first);
      for (const [i, data] of read.entries()) {
        found[i]?.push(takenRows(data, last + 1 - first, shifted));
      }
    }
  }
  return found.map((columns) => joinedParts(columns, []));
}
