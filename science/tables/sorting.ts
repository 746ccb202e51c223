/**
 * Rows in the order of a column, stably; masked elements and NaN come last in both directions. Numbers are sorted by their bits, 8 at a
 * time from the lowest: the time grows with the number of rows only, and between the passes other calls are answered. Texts are compared.
 */
import type { ArrayData, TypedArray } from "asdf-wasm";
import { breather } from "../sections/breathing.ts";

/** Values of a digit. */
const VALUES = 2 ** 8;
const SIGN = 2 ** 31;
/** Rows between two looks at the clock. */
const PORTION = 2 ** 16;

export async function sortedRows(
  rows: Uint32Array<ArrayBuffer>,
  { data, mask }: ArrayData,
  descending: boolean,
  signal: AbortSignal,
  onShare?: (share: number) => void,
): Promise<Uint32Array<ArrayBuffer>> {
  const isLast = (row: number) => mask?.[row] === 1 || Number.isNaN(data[row]);
  const known = await keptRows(rows, (row) => !isLast(row), signal);
  const last = known.length < rows.length ? await keptRows(rows, isLast, signal) : [];
  const result = new Uint32Array(rows.length);
  result.set(
    Array.isArray(data)
      ? compared(known, data, descending)
      : await byBits(known, data, descending, signal, onShare),
  );
  result.set(last, known.length);
  return result;
}

/** The rows for which a condition holds. Other calls are answered meanwhile. */
export async function keptRows(
  rows: Uint32Array,
  isKept: (row: number) => boolean,
  signal: AbortSignal,
  onDone?: (rows: number) => void,
): Promise<Uint32Array<ArrayBuffer>> {
  const breathe = breather(signal, onDone);
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let start = 0; start < rows.length; start += PORTION) {
    for (const row of rows.subarray(start, start + PORTION)) {
      if (isKept(row)) {
        kept[count] = row;
        count += 1;
      }
    }
    await breathe(start);
  }
  return kept.slice(0, count);
}

function compared(rows: Uint32Array, data: readonly (string | bigint)[], descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    const [one = "", other = ""] = [data[a], data[b]];
    return sign * (one < other ? -1 : one > other ? 1 : 0) || a - b;
  });
}

async function byBits(
  rows: Uint32Array<ArrayBuffer>,
  data: TypedArray,
  descending: boolean,
  signal: AbortSignal,
  onShare: ((share: number) => void) | undefined,
): Promise<Uint32Array<ArrayBuffer>> {
  const breathe = breather(signal, onShare);
  const { length } = rows;
  let [sorted, next] = [rows, new Uint32Array(length)];
  let [keys, nextKeys] = [new Uint32Array(length), new Uint32Array(length)];
  const words = wordsOf(data, descending);
  for (const [word, fill] of words.entries()) {
    fill(keys, sorted);
    // Keys are moved with their rows: what is read and written stays near each other.
    for (const shift of [0, 8, 16, 24]) {
      const starts = new Uint32Array(VALUES + 1);
      for (const key of keys) {
        const after = ((key >>> shift) & (VALUES - 1)) + 1;
        starts[after] = (starts[after] ?? 0) + 1;
      }
      if (starts.includes(length)) {
        continue;
      }
      for (let digit = 1; digit < VALUES; digit += 1) {
        starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
      }
      for (let i = 0; i < length; i += 1) {
        const key = keys[i] ?? 0;
        const digit = (key >>> shift) & (VALUES - 1);
        const at = starts[digit] ?? 0;
        starts[digit] = at + 1;
        next[at] = sorted[i] ?? 0;
        nextKeys[at] = key;
      }
      [sorted, next, keys, nextKeys] = [next, sorted, nextKeys, keys];
      await breathe((word + (shift + 8) / 32) / words.length);
    }
  }
  return sorted;
}

type Fill = (keys: Uint32Array, rows: Uint32Array) => void;

/** What fills in the lower, then the upper 32 bits of the numbers of rows, changed so that as unsigned integers they have the same order. */
function wordsOf(data: TypedArray, descending: boolean): Fill[] {
  const isFloat = data instanceof Float32Array || data instanceof Float64Array;
  const isSigned = isFloat || !/^(Big)?Uint/.test(data.constructor.name);
  const count = data.BYTES_PER_ELEMENT === 8 ? 2 : 1;
  const words =
    data.BYTES_PER_ELEMENT < 4
      ? Int32Array.from(data as Int16Array)
      : new Int32Array(data.buffer, data.byteOffset, count * data.length);
  const all = descending ? -1 : 0;
  return Array.from({ length: count }, (_, word): Fill => {
    const isUpper = word === count - 1;
    const flip = isSigned && isUpper ? SIGN : 0;
    return (keys, rows) => {
      for (let i = 0; i < keys.length; i += 1) {
        const at = count * (rows[i] ?? 0);
        const value = words[at + word] ?? 0;
        // Of negative numbers of floating point greater bits are less numbers, and −0 is 0.
        const isNegative = isFloat && (words[at + count - 1] ?? 0) < 0 && data[at / count] !== 0;
        const zero = isFloat && isUpper && value === -SIGN && data[at / count] === 0;
        keys[i] = (zero ? SIGN : value ^ (isNegative ? -1 : flip)) ^ all;
      }
    };
  });
}
