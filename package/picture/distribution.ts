/** The distribution of the values of an array: histograms and quantiles. */

import type { ArrayData, StructData } from "../api/arrays.ts";
import { AsdfError } from "../api/error.ts";
import { finiteOf, numbersOf, sampled, valuesOf } from "./numbers.ts";

/** Options of `histogram`. */
export interface HistogramOptions {
  /** The number of bins, which have the same width. Default 256. */
  readonly bins?: number | undefined;
  /** The lower edge of the first bin. */
  readonly min: number;
  /** The upper edge of the last bin, the only bin that includes its upper edge. */
  readonly max: number;
}

/** More bins than that take more memory than they tell. */
const MOST_BINS = 2 ** 24;

/** The number of values in each bin, as in `numpy.histogram`. Masked and non-finite values are not counted. */
export interface Histogram {
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly min: number;
  readonly max: number;
  /** The number of values below `min` and above `max`. */
  readonly below: number;
  readonly above: number;
}

/**
 * Counts the values of an array of real numbers.
 *
 * @example
 * const { counts } = histogram(part, { ...interval(part, { kind: "minmax" }), bins: 100 });
 */
export function histogram(part: ArrayData | StructData, options: HistogramOptions): Histogram {
  const numbers = numbersOf(part);
  const { min, max, bins = 256 } = options;
  if (
    !(min < max && Number.isFinite(max - min) && Number.isInteger(bins) && bins >= 1 && bins <= MOST_BINS)
  ) {
    throw new AsdfError(
      "bad-argument",
      `a histogram has bins between two finite limits: got ${bins} from ${min} to ${max}`,
    );
  }
  const counts = new Uint32Array(bins);
  const edges = Float64Array.from({ length: bins + 1 }, (_, i) =>
    i === bins ? max : min + (i * (max - min)) / bins,
  );
  let [below, above] = [0, 0];
  const values = valuesOf(numbers);
  for (let i = 0; i < values.length; i += 1) {
    const value = numbers.mask[i] ? Number.NaN : Number(values[i]);
    if (value < min) {
      below += value === Number.NEGATIVE_INFINITY ? 0 : 1;
    } else if (value > max) {
      above += value === Number.POSITIVE_INFINITY ? 0 : 1;
    } else if (value <= max) {
      const bin = Math.min(Math.floor(((value - min) / (max - min)) * bins), bins - 1);
      // Because of rounding, this can be the neighbour of the right bin.
      const off =
        value < (edges[bin] ?? min) ? -1 : value >= (edges[bin + 1] ?? max) && bin < bins - 1 ? 1 : 0;
      counts[bin + off] = (counts[bin + off] ?? 0) + 1;
    }
  }
  return { counts, min, max, below, above };
}

/** Options of `quantiles`. */
export interface QuantileOptions {
  /** The maximum number of quantiles. Default 4097, of which every sixteenth is the beginning of a colour. */
  readonly count?: number | undefined;
  /** The maximum number of values to use, evenly spread. Default: all. */
  readonly sample?: number | undefined;
}

/**
 * Quantiles that divide the finite values of an array into parts of equal size, including the least and the greatest value; all
 * sorted values, if there are no more than `count`. They are interpolated as by `numpy.quantile`. With them, the stretch
 * `"histogram"` is the same as astropy's `HistEqStretch`.
 *
 * @example
 * const stretch = { kind: "histogram", quantiles: quantiles(part) } as const;
 * const pixels = render(part, { ...interval(part, { kind: "minmax" }), stretch });
 */
export function quantiles(
  part: ArrayData | StructData,
  { count = 4097, sample }: QuantileOptions = {},
): Float64Array<ArrayBuffer> {
  const all = numbersOf(part);
  const sorted = finiteOf(sample === undefined ? all : sampled(all, sample)).sort();
  const length = Math.min(count, sorted.length);
  const step = (sorted.length - 1) / Math.max(length - 1, 1);
  return Float64Array.from({ length }, (_, i) => {
    const rank = i * step;
    const [low, high] = [Number(sorted[Math.floor(rank)]), Number(sorted[Math.ceil(rank)])];
    return low + (high - low) * (rank % 1);
  });
}
