/** A table in the order and with the rows in which it is shown, as a table of its own. */

import type { ArrayData } from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { lengthOf } from "../elements/shapes.ts";
import type { TableSource } from "./columns.ts";
import { Table } from "./table.ts";
import type { Arrangement } from "./window.ts";

/** The row that no table has, in place of a row that is not there: its elements are masked. */
export const NO_ROW = 2 ** 32 - 1;

export async function arrangedTable(
  source: TableSource,
  arrangement: Arrangement,
  signal: AbortSignal,
  table = new Table(source),
): Promise<TableSource> {
  const order = await table.order(arrangement, signal);
  return order ? pickedRows(source, order) : source;
}

/** Some rows of a table as a table. Columns are read whole, once: their rows are taken from anywhere. */
export function pickedRows(source: TableSource, order: Uint32Array): TableSource {
  const read = new Map<number, ArrayData>();
  // Statistics of the file are of spans of its own rows.
  const { candidates: _, ...others } = source;
  return {
    ...others,
    rows: order.length,
    read: async (columns, rows, signal) => {
      const missing = columns.filter((column) => !read.has(column));
      const parts = missing.length > 0 ? await source.read(missing, undefined, signal) : [];
      for (const [i, part] of parts.entries()) {
        read.set(missing[i] ?? 0, part);
      }
      const wanted = rows ? order.subarray(rows.start, rows.stop) : order;
      return columns.flatMap((column) => {
        const part = read.get(column);
        return part ? [takenRows(part, wanted, isComplex(source.columns[column]?.datatype ?? ""))] : [];
      });
    },
  };
}

/** Some rows of a column, which may have several elements in each. Of complex numbers elements are pairs. */
export function takenRows(
  { data, mask, shape, stride }: ArrayData,
  rows: Uint32Array,
  isPair = false,
): ArrayData {
  const inner = shape.slice(1);
  const each = lengthOf(inner);
  const marks = takenMask(mask, each, rows);
  const result = {
    shape: [rows.length, ...inner],
    stride: [each, ...stride.slice(1)],
    ...(marks && { mask: marks }),
  };
  if (Array.isArray(data)) {
    const all: readonly (string | bigint)[] = data;
    const none = Array<string | bigint>(each).fill(typeof all[0] === "bigint" ? 0n : "");
    const values = Array.from(rows, (row) =>
      row === NO_ROW ? none : all.slice(row * each, (row + 1) * each),
    ).flat();
    return { ...result, data: values as typeof data };
  }
  const bytes = takenBytes(data, isPair ? 2 * each : each, rows);
  return { ...result, data: Reflect.construct(data.constructor, [bytes]) };
}

function takenMask(
  mask: Uint8Array<ArrayBuffer> | undefined,
  each: number,
  rows: Uint32Array,
): Uint8Array<ArrayBuffer> | undefined {
  if (!mask && !rows.includes(NO_ROW)) {
    return undefined;
  }
  const taken = mask ? new Uint8Array(takenBytes(mask, each, rows)) : new Uint8Array(rows.length * each);
  for (let at = rows.indexOf(NO_ROW); at >= 0; at = rows.indexOf(NO_ROW, at + 1)) {
    taken.fill(1, at * each, (at + 1) * each);
  }
  return taken;
}

/** Copies so many elements of each row. */
function takenBytes(
  {
    buffer,
    byteOffset,
    byteLength,
    BYTES_PER_ELEMENT: item,
  }: ArrayBufferView<ArrayBuffer> & { readonly BYTES_PER_ELEMENT: number },
  each: number,
  rows: Uint32Array,
): ArrayBuffer {
  const View = item % 4 === 0 ? Uint32Array : item === 2 ? Uint16Array : Uint8Array;
  const from: ArrayLike<number> = new View(buffer, byteOffset, byteLength / View.BYTES_PER_ELEMENT);
  const units = (each * item) / View.BYTES_PER_ELEMENT;
  const to = new View(rows.length * units);
  let next = 0;
  for (const row of rows) {
    for (let i = row * units, end = i + units; i < end; i += 1) {
      to[next] = from[i] ?? 0;
      next += 1;
    }
  }
  return to.buffer;
}
