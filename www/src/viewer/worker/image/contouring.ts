/** Contours of what is in view. Means of squares as large as a pixel of the screen are taken, larger ones where lines are too many. */

import { backgroundOf, Contouring } from "@asdf-wasm/science/compute/contour";
import { filtered } from "@asdf-wasm/science/compute/filter";
import { squareMeans } from "@asdf-wasm/science/compute/squares";
import { drawnPart } from "@asdf-wasm/science/elements/complex";
import { breather } from "@asdf-wasm/science/sections/breathing";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { Excerpt, ReadableArray } from "@asdf-wasm/science/sections/section";
import { allOf, sizeOf } from "@asdf-wasm/science/sections/section";
import { transfer } from "comlink";
import type { Contour, ContourCalls, ContourRequest, Contours, Scale } from "../../protocol/over/contours.ts";
import { numbersOf } from "./filtering.ts";
import { frameOf, narrow, stepFor } from "./planes.ts";
import { Sample } from "./sample.ts";

/** The most points of all lines: more cannot be told apart, and take too long to draw. */
const POINTS = 2 ** 17;
/** The most elements read for contours; of more, every second, fourth, … is read. */
const ELEMENTS = 2 ** 24;
/** The most elements that levels go by. */
const SAMPLED = 2 ** 22;

interface Means {
  readonly key: string;
  readonly array: ReadableArray;
  /** Where the first square starts. */
  readonly x: number;
  readonly y: number;
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: ArrayLike<number>;
}

/** The means that the last contours were of: other levels need no reading. */
export interface KeptMeans {
  means?: Means;
}

export async function readContours(
  kept: KeptMeans,
  path: string,
  array: ReadableArray,
  request: ContourRequest,
  signal: AbortSignal,
): Promise<Contours> {
  const withStep = (step: number) => ({ ...request, excerpt: { ...request.excerpt, step } });
  for (let step = request.excerpt.step; ; step *= 2) {
    const means = await meansOf(kept, path, array, withStep(step), signal);
    const contours = await linesOf(means, request.levels, signal);
    if (contours) {
      const buffers = contours.flatMap(({ points, starts }) => [points.buffer, starts.buffer]);
      return transfer({ contours, step }, buffers);
    }
  }
}

/** Undefined if there are too many lines. */
async function linesOf(
  means: Means,
  levels: readonly number[],
  signal: AbortSignal,
): Promise<Contour[] | undefined> {
  const { x, y, step, columns, rows, values } = means;
  const contouring = new Contouring(values, columns, rows);
  const breathe = breather(signal);
  const contours: Contour[] = [];
  let count = 0;
  for (const level of levels) {
    const { points, starts } = contouring.lines(level);
    count += points.length / 2;
    if (count > POINTS && Math.min(columns, rows) > 64) {
      return undefined;
    }
    const placed = Float32Array.from(points, (at, i) => (i % 2 === 0 ? x : y) + (at + 0.5) * step);
    contours.push({ level, points: placed, starts: Uint32Array.from(starts) });
    await breathe(0);
  }
  return contours;
}

async function meansOf(
  kept: KeptMeans,
  path: string,
  array: ReadableArray,
  request: ContourRequest,
  signal: AbortSignal,
): Promise<Means> {
  const { section, part, smooth, excerpt } = request;
  const key = JSON.stringify([path, section, part, smooth, excerpt]);
  const known = kept.means;
  if (known?.key === key && known.array === array) {
    return known;
  }
  const { step } = excerpt;
  const wide = widened(excerpt, 4 * smooth, sizeOf(array, section));
  const every = wide.width * wide.height <= ELEMENTS ? 1 : step;
  const elements = elementsOf(await readSection(path, array, section, { ...wide, step: every }, { signal }));
  const numbers = numbersOf(elements, drawnPart(array, part));
  const [width, height] = [Math.ceil(wide.width / every), Math.ceil(wide.height / every)];
  const side = step / every;
  const means = Float64Array.from(side === 1 ? numbers : squareMeans(numbers, width, height, side));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const grid = { x: 0, y: 0, step, columns, rows };
  const breathe = breather(signal);
  const values =
    smooth > 0 ? await filtered(means, grid, { smooth: { kind: "gaussian", size: smooth } }, breathe) : means;
  const read = { key, array, x: wide.x, y: wide.y, step, columns, rows, values };
  kept.means = read;
  return read;
}

/** The excerpt with as much around it as smoothing reaches, in whole squares. */
function widened(
  { x, y, width, height, step }: Excerpt,
  reach: number,
  [rows, columns]: readonly [number, number],
): Excerpt {
  const around = (Math.ceil(reach / step) + 1) * step;
  const [left, low] = [x, y].map((at) => Math.max(Math.floor((at - around) / step) * step, 0));
  const [right, top] = [Math.min(x + width + around, columns), Math.min(y + height + around, rows)];
  return { x: left ?? 0, y: low ?? 0, width: right - (left ?? 0), height: top - (low ?? 0), step };
}

/** Of every second, third, … row and column of a large image. */
export async function readScale(
  path: string,
  array: ReadableArray,
  { section, part: wanted, interval }: Parameters<ContourCalls["scale"]>[0],
  signal: AbortSignal,
): Promise<Scale> {
  const [height, width] = sizeOf(array, section);
  const every = allOf(array, section, stepFor(width, height, SAMPLED));
  const { values, mask } = elementsOf(await readSection(path, array, section, every, { signal }));
  const part = drawnPart(array, wanted);
  const frame = frameOf(values, part);
  const display = narrow(values, part, mask, frame);
  const sample = new Sample(display.length, 1, frame);
  sample.add(display);
  return { limits: sample.limits(interval, false), background: await backgroundOf(sample.taken()) };
}
