/** The histogram, statistics and limits of a whole array of any shape; a very large one is read with steps. */

import { drawnPart } from "@asdf-wasm/science/elements/complex";
import { fromFrame, limitsFromFrame } from "@asdf-wasm/science/elements/frame";
import type { ComplexPart, PlaneValues } from "@asdf-wasm/science/elements/values";
import type { ArrayHistogram, HistogramChoice } from "@asdf-wasm/science/measure/bins";
import { binsFor, wholeBins } from "@asdf-wasm/science/measure/bins";
import { elementsOf } from "@asdf-wasm/science/sections/reading";
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import { type ReadOptions, slice } from "asdf-wasm";
import type { Progress } from "../../protocol/facts.ts";
import type { IntervalName, PlaneLimits, WholeArray } from "../../protocol/plane.ts";
import { frameOf, narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** The most elements read for a histogram, and for limits. */
const MOST = { histogram: 2 ** 25, limits: 2 ** 23 } as const;
/** The fewest planes that limits come from, if the array has as many. */
const PLANES = 16;

/** What was found of arrays, by what was asked. An edit may put another array in the place of one. */
export interface KeptFindings {
  histograms?: WeakMap<ReadableArray, Map<string, ArrayHistogram>>;
}

export async function readHistogram(
  kept: KeptFindings,
  array: ReadableArray,
  request: WholeArray & HistogramChoice,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayHistogram> {
  kept.histograms ??= new WeakMap();
  const known = kept.histograms.get(array) ?? new Map<string, ArrayHistogram>();
  kept.histograms.set(array, known);
  const question = JSON.stringify(request);
  const found = known.get(question) ?? (await findHistogram(array, request, signal, onProgress));
  known.set(question, found);
  return found;
}

async function findHistogram(
  array: ReadableArray,
  { part: complexPart, bins, range, exact }: WholeArray & HistogramChoice,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ArrayHistogram> {
  const step = Math.min(array.shape[0] ?? 1, Math.ceil(array.size / MOST.histogram));
  const { sample, frame, values, part, statistics } = await readSample(array, complexPart, [step], {
    signal,
    onProgress,
  });
  const { mean, std, count, ...found } = statistics;
  const most = bins ?? binsFor(count);
  const integers = range
    ? { min: Math.ceil(range.min), max: Math.floor(range.max) }
    : limitsFromFrame(found, frame);
  const whole = isWhole(values) && !part && !exact ? wholeBins(integers, most) : undefined;
  const shown = whole?.range ?? range;
  const histogram = shown
    ? sample.histogramOf(shown, whole?.bins ?? most, true)
    : sample.histogram(undefined, most, true);
  return {
    histogram: histogram && { ...histogram, whole: whole !== undefined },
    mean: fromFrame(mean, frame),
    std: std * frame.unit,
    count,
    sampled: step,
  };
}

/** The last limits' array and the sample of its values: another interval costs no reading. */
export interface KeptSample {
  sample?: { readonly array: ReadableArray; readonly part: ComplexPart; readonly sample: Sample };
}

export async function readLimits(
  kept: KeptSample,
  array: ReadableArray,
  { part, interval }: WholeArray & { readonly interval: IntervalName },
  signal: AbortSignal,
): Promise<PlaneLimits> {
  const [planes = 1, rows = 1] = array.shape;
  const step = Math.ceil(array.size / MOST.limits);
  const first = Math.min(step, Math.max(1, Math.floor(planes / PLANES)));
  const second = Math.min(Math.ceil(step / first), rows);
  let known = kept.sample;
  if (known?.array !== array || known.part !== part) {
    const { sample } = await readSample(array, part, [first, second], { signal });
    known = { array, part, sample };
    kept.sample = known;
  }
  const limits = known.sample.limits(interval, false);
  return { ...limits, sampled: limits.sampled * first * second };
}

/** Reads an array with steps along its first axes. */
async function readSample(
  array: ReadableArray,
  complexPart: ComplexPart,
  steps: readonly number[],
  options: Pick<ReadOptions, "signal" | "onProgress">,
) {
  const selection = array.shape.map((_, axis) => slice(null, null, steps[axis] ?? 1));
  const read = await array.read(selection, options);
  if (read.fields) {
    throw new TypeError("records have no histogram: choose one of their fields");
  }
  const part = drawnPart(array, complexPart);
  const { values, mask } = elementsOf(read);
  const frame = frameOf(values, part);
  const display = narrow(values, part, mask, frame);
  const sample = new Sample(display.length, 1, frame);
  return { values, part, frame, sample, statistics: sample.add(display) };
}

function isWhole(values: PlaneValues): boolean {
  return ArrayBuffer.isView(values)
    ? !(values instanceof Float32Array || values instanceof Float64Array)
    : typeof values[0] === "bigint";
}
