/** Which indices of its axes a selection takes of an array that is itself a part of a larger one. */
import type { Selection, Slice } from "../api/arrays.ts";
import { AsdfError } from "../api/error.ts";
import { boundsOf, slice } from "../api/slice.ts";

/** Indices of an axis: `count` of them from `start` on, `step` apart. An axis that is not `kept` is one index. */
export interface Axis {
  readonly start: number;
  readonly step: number;
  readonly count: number;
  readonly kept: boolean;
}

/** A whole axis. */
export function wholeAxis(length: number): Axis {
  return { start: 0, step: 1, count: length, kept: true };
}

/** What an index or `start:stop:step` of Python takes of an axis: bounds are clipped to it, as Python does. */
export function pythonAxis(entry: number | Slice, length: number): Axis {
  if (typeof entry === "number") {
    return indexAxis(entry, length);
  }
  const step = entry.step ?? 1;
  const [least, most] = step > 0 ? [0, length] : [-1, length - 1];
  const clipped = (bound: number | null, otherwise: number) =>
    bound === null ? otherwise : Math.min(Math.max(bound < 0 ? bound + length : bound, least), most);
  const start = clipped(entry.start, step > 0 ? least : most);
  const stop = clipped(entry.stop, step > 0 ? most : least);
  return { start, step, count: Math.max(0, Math.ceil((stop - start) / step)), kept: true };
}

function indexAxis(entry: number, length: number): Axis {
  const start = entry < 0 ? entry + length : entry;
  if (start < 0 || start >= length) {
    throw new AsdfError("bad-selection", `the index ${entry} is out of bounds of an axis of ${length}`);
  }
  return { start, step: 1, count: 1, kept: false };
}

/** What a selection takes of the axes that were kept, as indices of all of them. */
export function selectedAxes(selection: Selection, axes: readonly Axis[]): Axis[] {
  const entries = [...selection];
  const { length } = axes.filter(({ kept }) => kept);
  if (entries.length > length) {
    const message = `the selection has ${entries.length} entries, and the array ${length} axes`;
    throw new AsdfError("bad-selection", message);
  }
  return axes.map((axis) => {
    const entry = axis.kept ? (entries.shift() ?? null) : null;
    if (entry === null) {
      return axis;
    }
    const own =
      typeof entry === "number"
        ? indexAxis(entry, axis.count)
        : { ...boundsOf(entry, axis.count), kept: true };
    return { ...own, start: axis.start + own.start * axis.step, step: axis.step * own.step };
  });
}

/** The selection that takes these indices of axes, at least one of each. */
export function selectionOf(axes: readonly Axis[]): Selection {
  return axes.map(({ start, step, count, kept }) => {
    const stop = start + (count - 1) * step + Math.sign(step);
    return kept ? slice(start, stop < 0 ? null : stop, step) : start;
  });
}

/** Indices of an axis that lie in one of several parts of it. */
export interface Run {
  /** The number of the part. */
  readonly number: number;
  /** What they are in it. */
  readonly axis: Axis;
  /** Which of the indices of the axis is the first of them. */
  readonly at: number;
}

/** The indices of an axis by the parts of it, each of this length, in which they lie. */
export function runsOf({ start, step, count, kept }: Axis, length: number): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < count; ) {
    const index = start + at * step;
    const number = Math.floor(index / length);
    const within = index - number * length;
    const left = step > 0 ? length - 1 - within : within;
    const own = Math.min(count - at, Math.floor(left / Math.abs(step)) + 1);
    runs.push({ number, axis: { start: within, step, count: own, kept }, at });
    at += own;
  }
  return runs;
}
