/** Slices, and the first check of selections. */

import type { Selection, Slice } from "./arrays.ts";
import { AsdfError } from "./error.ts";

/**
 * A range of indices along one axis, as in Python: from `start` (default: the beginning) up to but excluding `stop`
 * (default: the end), every `step`-th (default 1). Negative numbers count from the end; a negative step goes backwards.
 *
 * @example
 * slice(10)               // the first 10
 * slice(2, 10)            // 2, 3, … 9
 * slice(null, null, 4)    // every 4th
 * slice(null, null, -1)   // all, in reverse order
 */
export function slice(stop: number | null): Slice;
export function slice(start: number | null, stop: number | null, step?: number | null): Slice;
export function slice(first: number | null, second?: number | null, step: number | null = null): Slice {
  return second === undefined ? { start: null, stop: first, step } : { start: first, stop: second, step };
}

/** @internal Rejects selections that are invalid for every array, such as fractions. */
export function checkSelection(selection: Selection): Selection {
  if (!Array.isArray(selection)) {
    const given: unknown = selection;
    const isOptions = typeof given === "object" && given !== null;
    const shown = isOptions ? "an object" : typeof given === "string" ? `"${given}"` : String(given);
    const expected = "expected a list with an index, a slice or null for each axis, such as [0, slice(10)]";
    const options = isOptions ? "; options come behind it, as in read([], { signal })" : "";
    throw new AsdfError("bad-selection", `the selection is ${shown}: ${expected}${options}`);
  }
  for (const [axis, entry] of selection.entries()) {
    if (typeof entry === "object" && entry !== null && !("start" in entry && "stop" in entry)) {
      const [from = 0, to = 10] = Array.isArray(entry) ? entry : [];
      const meant = `slice(${String(from)}, ${String(to)})`;
      const message = `the selection of axis ${axis} is ${Array.isArray(entry) ? "a list" : "an object"}: expected an index, a slice such as \`${meant}\`, or null for the whole axis`;
      throw new AsdfError("bad-selection", message);
    }
    const numbers =
      typeof entry === "object" && entry !== null ? [entry.start, entry.stop, entry.step] : [entry];
    for (const number of numbers) {
      if (number !== null && !Number.isSafeInteger(number)) {
        const message = `the selection of axis ${axis} holds ${String(number)}, where a whole number, a slice or null is expected`;
        throw new AsdfError("bad-selection", message);
      }
    }
  }
  return selection;
}

/** @internal The indices of an axis that a slice takes: `count` of them, from `start` on, `step` apart. */
export function boundsOf(
  entry: Slice | null,
  length: number,
): { readonly start: number; readonly step: number; readonly count: number } {
  checkSelection([entry]);
  const step = entry?.step ?? 1;
  const [first, last, end] = step > 0 ? [0, length, length] : [length - 1, length - 1, -1];
  const within = (bound: number | null | undefined, otherwise: number) => {
    const absolute = bound === null || bound === undefined ? otherwise : bound < 0 ? bound + length : bound;
    const isInside = bound === null || bound === undefined || (absolute >= 0 && absolute <= last);
    return isInside ? absolute : Number.NaN;
  };
  const start = within(entry?.start, first);
  const stop = within(entry?.stop, end);
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (step === 0 || Number.isNaN(count)) {
    const { start: from = null, stop: to = null } = entry ?? {};
    throw new AsdfError(
      "bad-selection",
      `rows ${from} to ${to} by ${step} are out of bounds of ${length} rows`,
    );
  }
  return { start, step, count };
}
