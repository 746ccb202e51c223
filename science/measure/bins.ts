/** Histograms: which bins suit some values, and what is known of them. */

import type { ValueRange } from "../elements/values.ts";

/** The fewest and the most bins; between these, one bin for this many values. */
const BINS = { least: 16, most: 512, values: 8 } as const;

/** Counts of a plane's values in bins of equal width, and the stride of the sample that was counted. */
export interface PlaneHistogram extends ValueRange {
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly sampled: number;
  /** Whether each bin covers the same number of integers; it then starts half below its first. */
  readonly whole?: boolean;
}

/** Which histogram of an array: in how many bins, and of which range of values. */
export interface HistogramChoice {
  /** Default: a number that suits the values. */
  readonly bins?: number | undefined;
  /** Default: the range of all values. */
  readonly range?: ValueRange | undefined;
  /** Whether bins are of exactly that range, also of whole numbers. */
  readonly exact?: boolean | undefined;
}

/** The histogram of all values of an array, if any are finite, and their statistics. */
export interface ArrayHistogram {
  readonly histogram: PlaneHistogram | undefined;
  readonly mean: number;
  readonly std: number;
  /** How many values are finite and not masked. */
  readonly count: number;
  /** The step between rows that were read. */
  readonly sampled: number;
}

/** The number of bins that suits so many values. */
export function binsFor(count: number): number {
  return Math.max(BINS.least, Math.min(Math.floor(count / BINS.values), BINS.most));
}

/** Bins that cover the same number of integers each; undefined where integers are too large for halves between them. */
export function wholeBins(
  { min, max }: ValueRange,
  most: number,
): { range: ValueRange; bins: number } | undefined {
  if (!Number.isSafeInteger(2 * min) || !Number.isSafeInteger(2 * max)) {
    return undefined;
  }
  const width = Math.ceil((max - min + 1) / most);
  const bins = Math.ceil((max - min + 1) / width);
  return { range: { min: min - 0.5, max: min - 0.5 + bins * width }, bins };
}
