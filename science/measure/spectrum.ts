/** A spectrum: at each index of an axis, the mean, sum or median of the pixels in a region. Planes are read one after another. */

import { slice } from "asdf-wasm";
import { drawnPart, partOf } from "../elements/complex.ts";
import { memoryFor } from "../elements/pixels.ts";
import { type Numbers, spreadOf } from "../numbers/statistics.ts";
import { elementsOf } from "../sections/reading.ts";
import type { ReadableArray } from "../sections/section.ts";
import { gather, type Tile } from "./gather.ts";
import { type Bounds, membershipOf } from "./membership.ts";
import { allow, type Measuring, type Sources } from "./reading.ts";
import { boundsIn } from "./regionStatistics.ts";
import { type CollapsedBy, MeasureError } from "./results.ts";

/** Elements read at a time. */
const BATCH = 2 ** 22;

/** One value for each index of the axis. `onPlane` is told how many planes are done. */
export async function spectrumOf(
  sources: Sources,
  request: Measuring,
  axis: number,
  by: CollapsedBy,
  signal: AbortSignal,
  onPlane?: (done: number, total: number) => void,
): Promise<Float64Array<ArrayBuffer>> {
  const { data, flags } = sources;
  const { section, shape } = request;
  const length = data.array.shape[axis] ?? 0;
  if (section.axes.includes(axis) || length === 0) {
    throw new MeasureError("no-axis", "A spectrum needs an axis that is not on the stage.", "warning");
  }
  const bounds = boundsIn(data, request);
  const plane = bounds.width * bounds.height;
  allow(data, plane * length, request);
  const members = membershipOf(shape);
  const values = new Float64Array(length);
  const batch = Math.max(1, Math.floor(BATCH / plane));
  for (let start = 0; start < length; start += batch) {
    const stop = Math.min(start + batch, length);
    const [read, words] = await Promise.all([
      planesOf(data.array, request, axis, bounds, [start, stop], signal),
      flags && planesOf(flags.array, request, axis, bounds, [start, stop], signal),
    ]);
    for (let index = start; index < stop; index += 1) {
      const tile = read(index - start);
      const bits = words && { words: words(index - start).values, bits: request.flags?.bits ?? 0 };
      const taken = gather({ ...tile, flags: bits }, members);
      values[index] = await collapsed(taken, by);
    }
    onPlane?.(stop, length);
    signal.throwIfAborted();
  }
  return values;
}

/** Planes from `start` (inclusive) to `stop` (exclusive) along an axis: a function that returns each as a tile. */
async function planesOf(
  array: ReadableArray,
  { section, part }: Measuring,
  axis: number,
  bounds: Bounds,
  [start, stop]: readonly [number, number],
  signal: AbortSignal,
): Promise<(plane: number) => Tile> {
  const [down = 0, across = 0] = section.axes;
  const spans = new Map([
    [axis, slice(start, stop)],
    [down, slice(bounds.y, bounds.y + bounds.height)],
    [across, slice(bounds.x, bounds.x + bounds.width)],
  ]);
  const read = await array.read(
    section.index.map((at, other) => spans.get(other) ?? at),
    { signal },
  );
  if (read.fields) {
    throw new TypeError("records have no spectrum");
  }
  const drawn = drawnPart(array, part);
  const elements = elementsOf(read);
  const numbers = drawn ? partOf(elements.values, drawn) : elements.values;
  const kept = [...spans.keys()].sort((a, b) => a - b);
  const [along = 0, rows = 0, columns = 0] = [axis, down, across].map(
    (one) => read.stride[kept.indexOf(one)],
  );
  const planeOf = <T extends ArrayLike<unknown>>(values: T, plane: number): T => {
    const memory = memoryFor(values, bounds.width * bounds.height);
    const to: { [index: number]: unknown } = memory;
    for (let i = 0; i < memory.length; i += 1) {
      const row = Math.floor(i / bounds.width);
      to[i] = values[plane * along + row * rows + (i - row * bounds.width) * columns];
    }
    return memory;
  };
  return (plane) => ({
    ...bounds,
    values: planeOf(numbers, plane),
    mask: elements.mask && planeOf(elements.mask, plane),
  });
}

async function collapsed(values: Numbers, by: CollapsedBy): Promise<number> {
  if (values.length === 0) {
    return Number.NaN;
  }
  if (by === "median") {
    return (await spreadOf(values.length, () => [values])).plain.median;
  }
  let sum = 0;
  for (const value of values) {
    sum += value;
  }
  return by === "mean" ? sum / values.length : sum;
}
