/** Rows of several tables of the same columns, one behind the other. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { takenRows } from "@asdf-wasm/science/tables/arranged";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { ArrayData } from "asdf-wasm";

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
      const columns = names.map((name) => table.columns.findIndex((column) => column.name === name));
      const read = await table.read(columns, { start: first, stop: last + 1 }, signal);
      const shifted = wanted.map((row) => row - first);
      for (const [i, data] of read.entries()) {
        found[i]?.push(takenRows(data, last + 1 - first, shifted));
      }
    }
  }
  return found.map(joined);
}

function joined(parts: readonly ArrayData[]): ArrayData {
  const [first] = parts;
  if (!first || parts.length === 1) {
    return first ?? { data: [], shape: [0], stride: [1] };
  }
  const length = parts.reduce((sum, { data }) => sum + data.length, 0);
  const result = { shape: [length], stride: [1], data: joinedData(first, parts, length) };
  if (parts.every(({ mask }) => mask === undefined)) {
    return result;
  }
  const mask = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    mask.set(part.mask ?? [], at);
    at += part.data.length;
  }
  return { ...result, mask };
}

function joinedData(
  { data: first }: ArrayData,
  parts: readonly ArrayData[],
  length: number,
): ArrayData["data"] {
  if (Array.isArray(first)) {
    return parts.flatMap(({ data }) => data as string[]);
  }
  const all: typeof first = Reflect.construct(first.constructor, [length]);
  const bytes = new Uint8Array(all.buffer);
  let at = 0;
  for (const { data } of parts) {
    if (ArrayBuffer.isView(data)) {
      bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
      at += data.byteLength;
    }
  }
  return all;
}
