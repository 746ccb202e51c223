/** How the values of a whole array are distributed, of any shape; a very large one is read with a step. */
import { type NdArray, slice } from "asdf-wasm";
import { drawnPart } from "./complex.ts";
import { elementsOf } from "./feed.ts";
import { fromFrame } from "./frame.ts";
import { frameOf, narrow } from "./planes.ts";
import type { ArrayHistogram, Engine } from "./protocol.ts";
import { Sample } from "./sample.ts";

/** How many elements are read at most. */
const MOST = 2 ** 25;
/** How many bins there are: fewer where there would be fewer values in each, on the average. */
const BINS = { least: 16, most: 512, values: 8 };

export async function readHistogram(
  array: NdArray,
  signal: AbortSignal,
  ...[, , complexPart, onProgress]: Parameters<Engine["histogramOf"]>
): Promise<ArrayHistogram> {
  const [first = 1, ...others] = array.shape;
  const step = Math.min(first, Math.ceil(array.size / MOST));
  const selection = array.ndim === 0 ? [] : [slice(null, null, step), ...others.map(() => null)];
  const read = await array.read(selection, { signal, onProgress });
  if (read.fields) {
    throw new TypeError("records have no histogram: choose one of their fields");
  }
  const part = drawnPart(array, complexPart);
  const { values, mask } = elementsOf(read);
  const frame = frameOf(values, part);
  const display = narrow(values, part, mask, frame);
  const sample = new Sample(display.length, 1, frame);
  const { mean, std, count } = sample.add(display);
  const bins = Math.max(BINS.least, Math.min(Math.floor(count / BINS.values), BINS.most));
  return {
    histogram: sample.histogram(undefined, bins, true),
    ...{ mean: fromFrame(mean, frame), std: std * frame.unit, count, sampled: step },
  };
}
