/**
 * Mean, median and standard deviation (of the population, as numpy's `std`), plain and clipped as by astropy's
 * `sigma_clipped_stats` with 3 σ and at most 5 iterations. A sample tells about where medians and bounds of clipping are. Values near
 * those are collected and sorted, of all others only the sums are needed; the result is exact, or the sample was misleading
 * and more is collected. The values may come in parts that are read again for each pass.
 */

import { add, type Cuts, EVERYTHING, Heaps, type Sums } from "./heaps.ts";
import { firstAtLeast } from "./piles.ts";
import { Sample } from "./sample.ts";

export type Numbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The standard deviation is that of the population: divided by the count. */
export interface Moments {
  readonly mean: number;
  readonly median: number;
  readonly std: number;
}

export interface Clipped extends Moments {
  readonly count: number;
}

/** Parts of the values, the same ones in the same order each time. */
export type Parts = () => Iterable<Numbers> | AsyncIterable<Numbers>;

const SIGMA = 3;
const ITERATIONS = 5;
/** How far from the sample's answers values are collected at first, in their standard errors. */
const SLACK = 3;
/** A sample that is smaller tells nothing. */
const LEAST = 64;

const NONE: Moments = { mean: Number.NaN, median: Number.NaN, std: Number.NaN };

export interface Spread {
  readonly plain: Moments;
  readonly clipped: Clipped;
}

/** Of finite values. */
export async function spreadOf(count: number, parts: Parts): Promise<Spread> {
  const sample = new Sample(count);
  if (Sample.suits(count)) {
    for await (const part of parts()) {
      sample.take(part.length, (index) => part[index] ?? 0);
    }
  }
  const { plain, clipped } = await spreadBy(sample, async (heaps) => {
    for await (const part of parts()) {
      heaps.addAll(part);
    }
  });
  return { plain, clipped };
}

/**
 * `pass` adds all values to heaps; it is repeated if the sample was misleading. Without a sample all values are sorted. `passed` is what
 * the last pass returned.
 */
export async function spreadBy<T>(
  sample: Sample,
  pass: (heaps: Heaps) => Promise<T>,
): Promise<Spread & { readonly passed: T }> {
  const { sorted } = sample;
  const expected = windowsIn(Heaps.ofSorted(sorted)) ?? [];
  for (let slack = SLACK; ; slack *= 4) {
    const heaps = new Heaps(cutsFor(sorted, expected, slack), expected[0]?.median ?? 0);
    const passed = await pass(heaps);
    const windows = heaps.count === 0 ? [] : windowsIn(heaps);
    if (windows) {
      const [all, last] = [windows[0], windows.at(-1)];
      const clipped = { ...momentsOf(last), count: last?.count ?? 0 };
      return { plain: momentsOf(all), clipped, passed };
    }
  }
}

function momentsOf({ mean, median, std }: Moments = NONE): Moments {
  return { mean, median, std };
}

/**
 * Between the cuts are all medians, and beyond them all bounds, as far as the sample tells. Something is on the lower cut or below
 * it, and on the upper one or above.
 */
function cutsFor(sample: Float64Array, expected: readonly Window[], slack: number): Cuts {
  const medians = expected.map(({ median }) => median);
  const ranks = Math.ceil((slack * Math.sqrt(sample.length)) / 2);
  if (sample.length < LEAST || 2 * ranks >= sample.length) {
    return EVERYTHING;
  }
  const first = firstAtLeast(sample, Math.min(...medians)) - ranks;
  const last = firstAtLeast(sample, Math.max(...medians)) + ranks;
  const from = sample[Math.max(first, 0)] ?? 0;
  const to = sample[Math.min(last, sample.length - 1)] ?? 0;
  const margin = slack * 0.05 * (expected.at(-1)?.std ?? 0);
  const low = Math.max(...expected.map((window) => window.low + margin), sample[0] ?? 0);
  const high = Math.min(...expected.map((window) => window.high - margin), sample.at(-1) ?? 0);
  return { low: Math.min(low, from), from, to, high: Math.max(high, to) };
}

interface Window extends Clipped {
  readonly low: number;
  readonly high: number;
}

/** All values, and what each iteration of clipping leaves; undefined if values that matter were not collected. */
function windowsIn(heaps: Heaps): readonly Window[] | undefined {
  const all = windowOf(heaps, -Infinity, Infinity);
  const windows = all && [all];
  let window = all;
  for (let iteration = 0; windows && window && iteration < ITERATIONS; iteration += 1) {
    const { median, std, count } = window;
    const low = Math.max(window.low, median - SIGMA * std);
    const high = Math.min(window.high, median + SIGMA * std);
    window = windowOf(heaps, low, high);
    if (!window) {
      // Values whose sums are beyond what numbers hold cannot be clipped.
      return heaps.cuts === EVERYTHING ? windows : undefined;
    }
    windows.push(window);
    if (window.count === count) {
      break;
    }
  }
  return windows;
}

/** The values from `low` to `high`, both included. */
function windowOf(heaps: Heaps, low: number, high: number): Window | undefined {
  const { core, cuts, reference } = heaps;
  const isAll = cuts === EVERYTHING;
  if (!isAll && (low > cuts.low || high < cuts.high)) {
    return undefined;
  }
  const below = isAll ? within(heaps.below.sorted, low, high) : heaps.below.values;
  const less = sumsOf(below, low, high, reference);
  const { count, sum, square } = total([less, core, sumsOf(heaps.above.values, low, high, reference)]);
  /** Undefined for a value whose rank is not known. */
  const at = (rank: number) => (isAll ? below[rank] : heaps.middle.at(rank - less.count - heaps.less));
  const [one, other] = [at(Math.floor((count - 1) / 2)), at(Math.floor(count / 2))];
  const median = ((one ?? Number.NaN) + (other ?? Number.NaN)) / 2;
  const off = sum / count;
  const variance = square / count - off * off;
  // As with numpy, squares beyond what numbers hold make it infinite.
  const std = Number.isNaN(variance) ? Infinity : Math.sqrt(Math.max(variance, 0));
  return Number.isNaN(median) ? undefined : { low, high, count, mean: reference + off, median, std };
}

function sumsOf(values: Float64Array, low: number, high: number, reference: number): Sums {
  let count = 0;
  let sum = 0;
  let square = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    if (value >= low && value <= high) {
      const off = value - reference;
      count += 1;
      sum += off;
      square += off * off;
    }
  }
  return { count, sum, square };
}

function total(parts: readonly Sums[]): Sums {
  const all: Sums = { count: 0, sum: 0, square: 0 };
  for (const part of parts) {
    add(all, part);
  }
  return all;
}

function within(sorted: Float64Array, low: number, high: number): Float64Array {
  let stop = firstAtLeast(sorted, high);
  while (sorted[stop] === high) {
    stop += 1;
  }
  return sorted.subarray(firstAtLeast(sorted, low), stop);
}
