/** The histogram and statistics of a whole array of any shape; a very large one is read with a step. */
import { type NdArray, slice } from "asdf-wasm";
import { drawnPart } from "../../elements/complex.ts";
import { fromFrame, limitsFromFrame } from "../../elements/frame.ts";
import type { ArrayHistogram, PlaneValues, ValueRange } from "../../protocol/plane.ts";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import { elementsOf } from "./feed.ts";
import { frameOf, narrow } from "./planes.ts";
import { Sample } from "./sample.ts";

/** The most elements read. */
const MOST = 2 ** 25;
/** The fewest and the most bins; between these, one bin for this many values. */
const BINS = { least: 16, most: 512, values: 8 };

export async function readHistogram(
  array: NdArray,
  signal: AbortSignal,
  ...[, , complexPart, onProgress]: Parameters<WorkerApi["histogramOf"]>
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
  const { mean, std, count, ...found } = sample.add(display);
  const most = Math.max(BINS.least, Math.min(Math.floor(count / BINS.values), BINS.most));
  const whole = isWhole(values) && !part ? wholeBins(limitsFromFrame(found, frame), most) : undefined;
  const histogram = sample.histogram(whole?.range, whole?.bins ?? most, true);
  return {
    histogram: histogram && { ...histogram, whole: whole !== undefined },
    ...{ mean: fromFrame(mean, frame), std: std * frame.unit, count, sampled: step },
  };
}

function isWhole(values: PlaneValues): boolean {
  return ArrayBuffer.isView(values)
    ? !(values instanceof Float32Array || values instanceof Float64Array)
    : typeof values[0] === "bigint";
}

/** Bins that cover the same number of integers each; undefined where integers are too large for halves between them. */
function wholeBins({ min, max }: ValueRange, most: number): { range: ValueRange; bins: number } | undefined {
  if (!Number.isSafeInteger(2 * min) || !Number.isSafeInteger(2 * max)) {
    return undefined;
  }
  const width = Math.ceil((max - min + 1) / most);
  const bins = Math.ceil((max - min + 1) / width);
  return { range: { min: min - 0.5, max: min - 0.5 + bins * width }, bins };
}
