/** Selections of parts of arrays, resolved to absolute indices along each axis. */

import type { Selection, Slice } from "../../api/arrays.ts";
import { AsdfError } from "../../api/error.ts";
import { checkSelection, slice } from "../../api/slice.ts";
import type { Tile } from "./tiles.ts";

/** The selected indices of an axis: `length` of them, from `start` on, `step` apart. */
export interface AxisRange {
  readonly start: number;
  readonly step: number;
  readonly length: number;
  /** Whether the selection is a single index, which drops the axis. */
  readonly dropped: boolean;
}

/** Applies a selection to the axes of a shape, as `NdArray.read` does. An empty part is an error. */
export function axesOf(selection: Selection, shape: readonly number[]): AxisRange[] {
  if (!Array.isArray(selection)) {
    throw bad("a selection is a list of an index, a slice or null for each axis");
  }
  checkSelection(selection);
  if (selection.length > shape.length) {
    throw bad(`${selection.length} axes selected of an array that has ${shape.length}`);
  }
  return shape.map((length, number) => {
    const entry = selection[number] ?? null;
    const axis = typeof entry === "number" ? indexed(entry, length) : sliced(entry, length);
    if (axis === undefined) {
      throw bad(`${textOf(entry)} is out of bounds on axis ${number} of length ${length}`);
    }
    if (axis.length <= 0 && entry !== null) {
      throw bad(`${textOf(entry)} takes nothing of axis ${number} of length ${length}`);
    }
    return axis;
  });
}

/** Whether the whole array is selected, unchanged. */
export function isWhole(axes: readonly AxisRange[], shape: readonly number[]): boolean {
  return axes.every(({ start, step, length, dropped }, axis) => {
    return start === 0 && step === 1 && length === shape[axis] && !dropped;
  });
}

/** Whether two parts are the same. */
export function isSame(one: readonly AxisRange[], other: readonly AxisRange[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function tileOf(axes: readonly AxisRange[]): Tile {
  return {
    start: axes.map(({ start }) => start),
    step: axes.map(({ step }) => step),
    shape: axes.map(({ length }) => length),
  };
}

/** The selection that reads a tile, or some of its rows. */
export function selectionOf({ start, step, shape }: Tile, from = 0, to = shape[0] ?? 0): Slice[] {
  return shape.map((length, axis) => {
    const stride = step?.[axis] ?? 1;
    const at = (index: number) => (start[axis] ?? 0) + index * stride;
    const [first, end] = axis === 0 ? [at(from), at(to)] : [at(0), at(length)];
    // The exclusive end must not lie beyond the axis, however large the step is.
    const stop = stride > 0 ? end - stride + 1 : end - stride - 1;
    return slice(first, stop < 0 ? null : stop, stride);
  });
}

function indexed(entry: number, length: number): AxisRange | undefined {
  const start = within(entry, length, length - 1);
  return start === undefined ? undefined : { start, step: 1, length: 1, dropped: true };
}

function sliced(entry: Slice | null, length: number): AxisRange | undefined {
  const step = entry?.step ?? 1;
  if (step === 0) {
    throw bad("a step of 0");
  }
  const [first, last, end] = step > 0 ? [0, length, length] : [length - 1, length - 1, -1];
  const bound = (given: number | null | undefined, otherwise: number) =>
    given === null || given === undefined ? otherwise : within(given, length, last);
  const start = bound(entry?.start, first);
  const stop = bound(entry?.stop, end);
  if (start === undefined || stop === undefined) {
    return undefined;
  }
  return { start, step, length: Math.ceil((stop - start) / step), dropped: false };
}

/** The absolute index, if it lies within the axis. */
function within(index: number, length: number, last: number): number | undefined {
  const absolute = index < 0 ? index + length : index;
  return absolute >= 0 && absolute <= last ? absolute : undefined;
}

function textOf(entry: number | Slice | null): string {
  if (typeof entry === "object") {
    const { start, stop, step } = entry ?? slice(null);
    return `slice(${start}, ${stop}, ${step})`;
  }
  return `index ${entry}`;
}

function bad(message: string): AsdfError {
  return new AsdfError("bad-selection", message);
}
