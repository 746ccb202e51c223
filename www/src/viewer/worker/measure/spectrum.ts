/** A spectrum: at each index of an axis, the mean, sum or median of the pixels in a region. Planes are read one after another. */

import { drawnPart, partOf } from "@asdf-wasm/science/elements/complex";
import { roomFor } from "@asdf-wasm/science/elements/pixels";
import { gather, type Tile } from "@asdf-wasm/science/measure/gather";
import { type Bounds, membershipOf } from "@asdf-wasm/science/measure/membership";
import { type Numbers, spreadOf } from "@asdf-wasm/science/numbers/statistics";
import { elementsOf } from "@asdf-wasm/science/sections/reading";
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import { slice } from "asdf-wasm";
import type { Progress } from "../../protocol/facts.ts";
import type { Line } from "../../protocol/lines.ts";
import type { Collapse, MeasureRequest } from "../../protocol/measure.ts";
import { lineOf } from "./lineOf.ts";
import { allow, notice, type Sources } from "./reading.ts";
import { boundsIn } from "./regionStatistics.ts";

/** Elements read at a time. */
const BATCH = 2 ** 22;

/** World coordinates along the axis. */
export interface Along {
  readonly name: string;
  readonly unit: string;
  readonly values: ArrayLike<number>;
}

export async function spectrumOf(
  sources: Sources,
  request: MeasureRequest,
  axis: number,
  by: Collapse,
  along: Along | undefined,
  unit: string | undefined,
  signal: AbortSignal,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<Line> {
  const { data, flags } = sources;
  const { section, shape } = request;
  const length = data.array.shape[axis] ?? 0;
  if (section.axes.includes(axis) || length === 0) {
    throw notice("no-axis", "A spectrum needs an axis that is not on the stage.", "warning");
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
    onProgress?.({ loaded: stop, total: length, phase: "planes" });
    signal.throwIfAborted();
  }
  return lineOf({
    ...{ name: data.path, quantity: by, unit, y: values },
    ...(along
      ? { axisName: along.name, alongUnit: along.unit, along: along.name, x: Float64Array.from(along.values) }
      : { axisName: `index on axis ${axis}`, x: Float64Array.from(values, (_, index) => index) }),
  });
}

/** Planes from `start` (inclusive) to `stop` (exclusive) along an axis: a function that gives each as a tile. */
async function planesOf(
  array: ReadableArray,
  { section, part }: MeasureRequest,
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
    const room = roomFor(values, bounds.width * bounds.height);
    const to: { [index: number]: unknown } = room;
    for (let i = 0; i < room.length; i += 1) {
      const row = Math.floor(i / bounds.width);
      to[i] = values[plane * along + row * rows + (i - row * bounds.width) * columns];
    }
    return room;
  };
  return (plane) => ({
    ...bounds,
    values: planeOf(numbers, plane),
    mask: elements.mask && planeOf(elements.mask, plane),
  });
}

async function collapsed(values: Numbers, by: Collapse): Promise<number> {
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
