/** Rows of a table from anywhere in it. */
import type { ArrayData } from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { lengthOf } from "../elements/shapes.ts";
import { firstAtLeast } from "../numbers/orderStatistics.ts";
import { inTurns } from "../sections/inTurns.ts";
import type { TableSource } from "./columns.ts";
import { joinedParts, withMask } from "./parts.ts";

/** The row that no table has, in place of a row that is not there: its elements are masked. */
export const NO_ROW = 2 ** 32 - 1;

/** Some rows of a table as a table. Columns are read whole, once: their rows are taken from anywhere. Of large ones parts are read. */
export function pickedRows(source: TableSource, order: Uint32Array): TableSource {
  const read = new Map<number, ArrayData>();
  // Statistics of the file, and parts of the sky, are of spans of its own rows.
  const { candidates: _, narrowed: __, sky: ___, ...others } = source;
  const taken: TableSource["read"] = async (columns, rows, signal) => {
    const wanted = rows ? order.subarray(rows.start, rows.stop) : order;
    const missing = columns.filter((column) => !read.has(column));
    if (rows && isReadInParts(source, missing)) {
      return readRowsAt(source, columns, wanted, signal);
    }
    const parts = missing.length > 0 ? await source.read(missing, undefined, signal) : [];
    for (const [i, part] of parts.entries()) {
      read.set(missing[i] ?? 0, part);
    }
    return columns.flatMap((column) => {
      const part = read.get(column);
      return part ? [takenRows(part, wanted, isComplex(source.columns[column]?.datatype ?? ""))] : [];
    });
  };
  return {
    ...others,
    rows: order.length,
    read: order.includes(NO_ROW) ? async (...wanted) => (await taken(...wanted)).map(withMask) : taken,
  };
}

/** Columns of more bytes are not kept in memory, if the file has row groups, of which few are read for few rows. */
const MOST_KEPT = 2 ** 26;
/** Rows that are not further apart are read together. */
const NEAR = 2 ** 10;

/** Whether rows from anywhere are read where they are, and columns not whole. */
export function isReadInParts({ candidates, bytes }: TableSource, columns: readonly number[]): boolean {
  return candidates !== undefined && bytes(columns) > MOST_KEPT;
}

/** Rows from anywhere, in any order, of columns with one element in each row. */
export async function readRowsAt(
  source: TableSource,
  columns: readonly number[],
  rows: Uint32Array,
  signal: AbortSignal,
): Promise<ArrayData[]> {
  const spans: { start: number; stop: number }[] = [];
  for (const row of rows.filter((row) => row !== NO_ROW).sort()) {
    const last = spans.at(-1);
    if (last && row < last.stop + NEAR) {
      last.stop = Math.max(last.stop, row + 1);
    } else {
      spans.push({ start: row, stop: row + 1 });
    }
  }
  if (spans.length === 0) {
    // Of rows that are not there, elements are of the type of the column, too.
    spans.push({ start: 0, stop: 0 });
  }
  const parts = await inTurns(spans, (span) => source.read(columns, span, signal));
  const stops = Float64Array.from(spans, ({ stop }) => stop);
  const before = [0];
  for (const { start, stop } of spans) {
    before.push((before.at(-1) ?? 0) + stop - start);
  }
  const places = rows.map((row) => {
    const span = firstAtLeast(stops, row + 1);
    return row === NO_ROW ? row : row - (spans[span]?.start ?? 0) + (before[span] ?? 0);
  });
  return columns.map((_, i) =>
    takenRows(
      joinedParts(
        parts.flatMap((part) => part[i] ?? []),
        [],
      ),
      places,
    ),
  );
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
