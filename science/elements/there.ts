/** How much is there of an array inside whose data the file ends: the elements up to the first one that cannot be read. */
import { type NdArray, slice } from "asdf-wasm";

/** Reads elements of an axis, from `start` up to, but not including, `stop`. */
type ReadSpan = (start: number, stop: number) => Promise<unknown>;

/** The number of leading indices that can be read, found by halving. */
export async function countThere(length: number, read: ReadSpan): Promise<number> {
  const count = await lastThere(length, (index) => read(index, index + 1));
  // Parts of the heap of a table may be in another order than the rows that they belong to.
  const isAll = count === 0 || (await isThere(() => read(0, count)));
  return isAll ? count : lastThere(count - 1, (index) => read(0, index + 1));
}

async function lastThere(length: number, read: (index: number) => Promise<unknown>): Promise<number> {
  let [there, missing] = [0, length];
  while (there < missing) {
    const middle = (there + missing) >> 1;
    if (await isThere(() => read(middle))) {
      there = middle + 1;
    } else {
      missing = middle;
    }
  }
  return there;
}

/** The lengths of the leading part of an array; of the first axis without a whole index, the first index only. */
export async function lengthsThere(array: NdArray): Promise<readonly number[]> {
  const { shape } = array;
  for (const [axis, length] of shape.entries()) {
    const before = shape.slice(0, axis).map(() => 0);
    const count = await countThere(length, (start, stop) => array.read([...before, slice(start, stop)]));
    if (count > 0) {
      return [...before.map(() => 1), count, ...shape.slice(axis + 1)];
    }
  }
  return shape.map(() => 0);
}

async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (cause) {
    if (isTruncated(cause)) {
      return false;
    }
    throw cause;
  }
}

/** Whether something failed because the file ends too early. */
export function isTruncated(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "truncated";
}
