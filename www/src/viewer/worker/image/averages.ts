/**
 * Images drawn small: the mean of every square of pixels, which keeps the stars that single pixels between others would lose. What is stored
 * without compression is read part by part, or, from a server, as single pixels.
 */

import { squareMeans } from "@asdf-wasm/science/compute/squares";
import { drawnPart } from "@asdf-wasm/science/elements/complex";
import { DO_NOT_USE } from "@asdf-wasm/science/elements/flags";
import type { Frame } from "@asdf-wasm/science/elements/values";
import { compressionOf, elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { Excerpt, ReadableArray } from "@asdf-wasm/science/sections/section";
import { transfer } from "comlink";
import type { Averages, AveragesRequest, IntervalName, PlaneLimits } from "../../protocol/plane.ts";
import { narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** How many elements are read at a time. */
const PART = 2 ** 20;
/** About how many values tell how all are distributed. */
const SAMPLE = 2 ** 16;
/** Values of different files are compared: none is shifted or scaled. */
const FRAME: Readonly<Frame> = { reference: 0, unit: 1 };

type Readable = readonly [path: string, array: ReadableArray];

/** `flags` are those whose pixels with DO_NOT_USE do not count. */
export async function readAverages(
  image: Readable,
  flags: Readable | undefined,
  { section, part, excerpt, isQuick }: AveragesRequest,
  signal: AbortSignal,
): Promise<Averages> {
  const [, array] = image;
  const { x, y, width, height, step } = excerpt;
  const read = async ([path, array]: Readable, rows: Excerpt) =>
    elementsOf(await readSection(path, array, section, rows, { signal }));
  const readPart = async (rows: Excerpt): Promise<Float32Array<ArrayBuffer>> => {
    const { values, mask } = await read(image, rows);
    const bits = flags && (await read(flags, rows)).values;
    const display = narrow(values, drawnPart(array, part), mask, FRAME);
    return bits ? display.map((value, i) => (Number(bits[i]) & DO_NOT_USE ? Number.NaN : value)) : display;
  };
  // What is not compressed can be read without the pixels between others.
  const isStored = (await compressionOf(array, signal)) === null;
  const isDecimated = step > 1 && isQuick && isStored;
  const display = new Float32Array(Math.ceil(width / step) * Math.ceil(height / step));
  const sample: number[] = [];
  const stride = Math.ceil((width * height) / SAMPLE / (isDecimated ? step ** 2 : 1));
  const across = isDecimated ? Math.ceil(width / step) : width;
  // What is compressed is decoded in one go: between parts, the reader would keep what it decoded.
  const most = isStored ? step * Math.max(1, Math.floor(PART / across / (isDecimated ? 1 : step))) : height;
  for (let top = 0, done = 0, next = 0; top < height; top += most) {
    const rows = Math.min(most, height - top);
    const values = await readPart({ x, y: y + top, width, height: rows, step: isDecimated ? step : 1 });
    for (; next < done + values.length; next += stride) {
      sample.push(values[next - done] ?? Number.NaN);
    }
    done += values.length;
    const means = isDecimated || step === 1 ? values : squareMeans(values, width, rows, step);
    display.set(means, (top / step) * Math.ceil(width / step));
  }
  const found = { display, sample: Float32Array.from(sample), isDecimated };
  return transfer(found, [found.display.buffer, found.sample.buffer]);
}

/** Limits of values of any images. */
export function limitsOf(values: Float32Array<ArrayBuffer>, interval: IntervalName): PlaneLimits {
  const sample = new Sample(values.length, 1, FRAME);
  sample.add(values);
  return sample.limits(interval, false);
}
