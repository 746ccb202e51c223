/** How the values of an array are distributed: counted in bins, and by rank. */

import type { ArrayData, StructData } from "../api/arrays.ts";
import { finiteOf, numbersOf, sampled, valuesOf } from "./numbers.ts";

/** Options of `histogram`. */
export interface HistogramOptions {
  /** How many bins, of the same width. Default 256. */
  readonly bins?: number | undefined;
  /** Where the first bin begins. */
  readonly min: number;
  /** Where the last bin ends: it is the only one that its end belongs to. */
  readonly max: number;
}

/** How many values are in each bin; as that of `numpy.histogram`. Those that are not finite, or masked, are nowhere. */
export interface Histogram {
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly min: number;
  readonly max: number;
  /** How many are less than `min` and more than `max`. */
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
  if (!(min < max && Number.isFinite(max - min) && bins >= 1)) {
    throw new RangeError(`a histogram has bins between two finite limits: got ${bins} from ${min} to ${max}`);
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
      // Rounding may lead to the bin beside that whose edges it is between.
      const off =
        value < (edges[bin] ?? min) ? -1 : value >= (edges[bin + 1] ?? max) && bin < bins - 1 ? 1 : 0;
      counts[bin + off] = (counts[bin + off] ?? 0) + 1;
    }
  }
  return { counts, min, max, below, above };
}

/** Options of `quantiles`. */
export interface QuantileOptions {
  /** How many at most. Default 4097, of which every sixteenth begins a colour. */
  readonly count?: number | undefined;
  /** Look at this many values at most, spread evenly. Default: at all. */
  readonly sample?: number | undefined;
}

/**
 * Values that divide the finite ones of an array into equally many, the least and the greatest included: all in order,
 * if that are no more. Between two neighbours they are interpolated, as by `numpy.quantile`. With them the stretch
 * `"histogram"` is that of astropy's `HistEqStretch`.
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
