/** How the values of a whole array are distributed, of any shape; a very large one is read with a step. */
import { type NdArray, slice } from "asdf-wasm";
import { statistics } from "asdf-wasm/image";
import { elementsOf } from "./feed.ts";
import { frameOf, narrow } from "./planes.ts";
import type { ArrayHistogram, ComplexPart, Engine } from "./protocol.ts";
import { Sample } from "./sample.ts";
import { datatypeName } from "./values.ts";

/** How many elements are read at most. */
const MOST = 2 ** 25;
const BINS = 512;

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
  const part: ComplexPart | undefined = datatypeName(array.dtype).startsWith("complex")
    ? complexPart
    : undefined;
  const { values, mask } = elementsOf(read);
  const frame = frameOf(values, part);
  const display = narrow(values, part, mask, frame);
  const sample = new Sample(display.length, 1, frame);
  sample.add(display);
  const { mean, std, count } = statistics({ data: display, shape: [display.length], stride: [1] });
  const { reference, unit } = frame;
  return {
    histogram: sample.histogram(undefined, BINS, true),
    ...{ mean: mean * unit + reference, std: std * unit, count, sampled: step },
  };
}
