/** Parts of arrays: what a selection takes of each axis, in numbers that need no array to be understood. */

import type { Selection, Slice } from "../../api/arrays.ts";
import { AsdfError } from "../../api/error.ts";
import { checkSelection, slice } from "../../api/slice.ts";
import type { Tile } from "./tiles.ts";

/** What is taken of an axis: `length` indices from `start` on, each `step` further. */
export interface Axis {
  readonly start: number;
  readonly step: number;
  readonly length: number;
  /** Whether it was a single index, which drops the axis. */
  readonly dropped: boolean;
}

/** Applies a selection to the axes of a shape, as `NdArray.read` does; a part without elements is none. */
export function axesOf(selection: Selection, shape: readonly number[]): Axis[] {
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
      throw bad(`${wordsOf(entry)} is out of bounds on axis ${number} of length ${length}`);
    }
    if (axis.length <= 0 && entry !== null) {
      throw bad(`${wordsOf(entry)} takes nothing of axis ${number} of length ${length}`);
    }
    return axis;
  });
}

/** Whether all of the axes is taken, as it is. */
export function isWhole(axes: readonly Axis[], shape: readonly number[]): boolean {
  return axes.every(({ start, step, length, dropped }, axis) => {
    return start === 0 && step === 1 && length === shape[axis] && !dropped;
  });
}

/** Whether two parts take the same of each axis. */
export function isSame(one: readonly Axis[], other: readonly Axis[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function tileOf(axes: readonly Axis[]): Tile {
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
    const [first, behind] = axis === 0 ? [at(from), at(to)] : [at(0), at(length)];
    // The last index of a step may lie far from the end of the axis: that is no reason to go beyond it.
    const stop = stride > 0 ? behind - stride + 1 : behind - stride - 1;
    return slice(first, stop < 0 ? null : stop, stride);
  });
}

function indexed(entry: number, length: number): Axis | undefined {
  const start = within(entry, length, length - 1);
  return start === undefined ? undefined : { start, step: 1, length: 1, dropped: true };
}

function sliced(entry: Slice | null, length: number): Axis | undefined {
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

/** An index counted from the beginning, if it lies on the axis. */
function within(index: number, length: number, last: number): number | undefined {
  const absolute = index < 0 ? index + length : index;
  return absolute >= 0 && absolute <= last ? absolute : undefined;
}

function wordsOf(entry: number | Slice | null): string {
  if (typeof entry === "object") {
    const { start, stop, step } = entry ?? slice(null);
    return `slice(${start}, ${stop}, ${step})`;
  }
  return `index ${entry}`;
}

function bad(message: string): AsdfError {
  return new AsdfError("bad-selection", message);
}
