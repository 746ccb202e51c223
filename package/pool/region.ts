/** The region of a result where the elements of a piece go: rows of consecutive elements. */
import { copyTo } from "./buffers.ts";

export interface Region {
  /** The size of an element in bytes; 0 if the piece only writes to the mask. */
  readonly item: number;
  /** The number of the first element. */
  readonly first: number;
  /** The length of a row of consecutive elements; 0 if all elements are consecutive. */
  readonly row: number;
  /** The axes along which rows lie, the innermost first. */
  readonly outer: readonly { readonly length: number; readonly stride: number }[];
}

/** The region from the numbers of `TaskSplitter.region()`. */
export function regionOf([item = 0, first = 0, row = 0, ...axes]: Float64Array): Region {
  const outer = Array.from({ length: axes.length / 2 }, (_, i) => {
    const [length = 1, stride = 0] = axes.slice(2 * i);
    return { length, stride };
  });
  return { item, first, row, outer: outer.reverse() };
}

/** Copies elements of `item` bytes into the region; `start` is the number of the first one in the piece. */
export function scatter(
  bytes: Uint8Array,
  item: number,
  region: Region,
  start: number,
  result: Uint8Array,
): void {
  const { row } = region;
  if (row === 0) {
    copyTo(result, start * item, bytes);
    return;
  }
  for (let done = 0, element = start; done < bytes.length; ) {
    const count = Math.min(row - (element % row), (bytes.length - done) / item);
    copyTo(result, elementAt(region, element) * item, bytes.subarray(done, done + count * item));
    done += count * item;
    element += count;
  }
}

/** The number in the result of an element of the piece. */
export function elementAt({ first, row, outer }: Region, element: number): number {
  if (row === 0) {
    return element;
  }
  let at = first + (element % row);
  let rest = Math.floor(element / row);
  for (const { length, stride } of outer) {
    at += (rest % length) * stride;
    rest = Math.floor(rest / length);
  }
  return at;
}
