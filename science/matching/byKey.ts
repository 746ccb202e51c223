/** Rows of two tables with equal values in a column. Integers of 64 bits are compared exactly; what is masked, and NaN, equals nothing. */
import type { ArrayData } from "asdf-wasm";
import { breather } from "../sections/breathing.ts";
import { checkCount, type RowPairs } from "./onSky.ts";

/** Rows between pauses. */
const PAUSE = 4096;

/** @param find all rows with an equal key, the first, the second, and so on */
export async function pairsByKey(
  left: ArrayData,
  right: ArrayData,
  find: "all" | number,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<RowPairs> {
  const total = left.data.length + right.data.length;
  const breathe = breather(signal, (done) => onProgress?.(done / total));
  // Of equal rows the first, and after each the next.
  const first = new Map<string | number | bigint, number>();
  const next = new Int32Array(right.data.length);
  for (let row = right.data.length - 1; row >= 0; row -= 1) {
    const key = keyAt(right, row);
    if (key !== undefined) {
      next[row] = first.get(key) ?? -1;
      first.set(key, row);
    }
    if (row % PAUSE === 0) {
      await breathe(right.data.length - row);
    }
  }
  const pairs = { left: [] as number[], right: [] as number[] };
  for (let row = 0; row < left.data.length; row += 1) {
    const key = keyAt(left, row);
    let other = key === undefined ? -1 : (first.get(key) ?? -1);
    for (let place = 1; other >= 0; place += 1) {
      if (find === "all" || find === place) {
        checkCount(pairs.left.length);
        pairs.left.push(row);
        pairs.right.push(other);
      }
      other = find === place ? -1 : (next[other] ?? -1);
    }
    if (row % PAUSE === 0) {
      await breathe(right.data.length + row);
    }
  }
  return pairs;
}

/** Numbers that are equal have one key, whatever their datatypes. */
function keyAt({ data, mask }: ArrayData, row: number): string | number | bigint | undefined {
  const value = mask?.[row] ? undefined : data[row];
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    return Number.isNaN(value) ? undefined : Number.isInteger(value) ? BigInt(value) : value;
  }
  return value;
}
