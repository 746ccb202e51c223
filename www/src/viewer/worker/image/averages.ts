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
import { countsOf, type Words, wordsOf } from "./flags.ts";
import { narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** How many elements are read at a time. */
const PART = 2 ** 20;
/** About how many values tell how all are distributed. */
const SAMPLE = 2 ** 16;
/** Values of different files are compared: none is shifted or scaled. */
const FRAME: Readonly<Frame> = { reference: 0, unit: 1 };

type Readable = readonly [path: string, array: ReadableArray];

/** Of `flags`, the bits are as large as the means. */
export async function readAverages(
  image: Readable,
  flags: Readable | undefined,
  { section, part, excerpt, isQuick, leavesOut }: AveragesRequest,
  signal: AbortSignal,
): Promise<Averages> {
  const [, array] = image;
  const { x, y, width, height, step } = excerpt;
  const read = async ([path, array]: Readable, rows: Excerpt) =>
    elementsOf(await readSection(path, array, section, rows, { signal }));
  const readPart = async (rows: Excerpt) => {
    const { values, mask } = await read(image, rows);
    const words = flags && wordsOf((await read(flags, rows)).values);
    const display = narrow(values, drawnPart(array, part), mask, FRAME);
    const isOut = (i: number) => leavesOut && words !== undefined && ((words[i] ?? 0) & DO_NOT_USE) !== 0;
    return {
      words,
      values: leavesOut ? display.map((value, i) => (isOut(i) ? Number.NaN : value)) : display,
    };
  };
  // What is not compressed can be read without the pixels between others.
  const isStored = (await compressionOf(array, signal)) === null;
  const isDecimated = step > 1 && isQuick && isStored;
  const display = new Float32Array(Math.ceil(width / step) * Math.ceil(height / step));
  const bits = flags && new Uint32Array(display.length);
  const counts = Array.from({ length: 32 }, () => 0);
  const sample: number[] = [];
  const stride = Math.ceil((width * height) / SAMPLE / (isDecimated ? step ** 2 : 1));
  const across = isDecimated ? Math.ceil(width / step) : width;
  // What is compressed is decoded in one go: between parts, the reader would keep what it decoded.
  const most = isStored ? step * Math.max(1, Math.floor(PART / across / (isDecimated ? 1 : step))) : height;
  for (let top = 0, done = 0, next = 0; top < height; top += most) {
    const rows = Math.min(most, height - top);
    const part = { x, y: y + top, width, height: rows, step: isDecimated ? step : 1 };
    const { values, words } = await readPart(part);
    for (; next < done + values.length; next += stride) {
      sample.push(values[next - done] ?? Number.NaN);
    }
    done += values.length;
    const means = isDecimated || step === 1 ? values : squareMeans(values, width, rows, step);
    const from = (top / step) * Math.ceil(width / step);
    display.set(means, from);
    if (words && bits) {
      addBits(words, across, isDecimated ? 1 : step, bits.subarray(from));
      for (const [bit, count] of countsOf(words).entries()) {
        counts[bit] = (counts[bit] ?? 0) + count;
      }
    }
  }
  const found = { display, sample: Float32Array.from(sample), isDecimated, ...(bits && { bits, counts }) };
  return transfer(
    found,
    [found.display, found.sample, ...(bits ? [bits] : [])].map(({ buffer }) => buffer),
  );
}

/** Gives squares of `step` × `step` words, in rows of a width, all bits of these. */
function addBits(words: Words, width: number, step: number, squares: Uint32Array): void {
  const columns = Math.ceil(width / step);
  for (let at = 0, row = 0; at < words.length; row += 1) {
    const from = Math.floor(row / step) * columns;
    for (let column = 0; column < width; column += 1, at += 1) {
      const word = words[at] ?? 0;
      if (word !== 0) {
        const square = from + Math.floor(column / step);
        squares[square] = (squares[square] ?? 0) | word;
      }
    }
  }
}

/** Limits of values of any images. */
export function limitsOf(values: Float32Array<ArrayBuffer>, interval: IntervalName): PlaneLimits {
  const sample = new Sample(values.length, 1, FRAME);
  sample.add(values);
  return sample.limits(interval, false);
}
