/**
 * Mean, median and standard deviation (of the population, as numpy's `std`), plain and clipped as by astropy's
 * `sigma_clipped_stats` with 3 σ and at most 5 iterations. A sample estimates the medians and the bounds of clipping. Values near
 * these are collected and sorted; the others only enter the sums. The result is exact: if the sample was misleading, another pass
 * collects more values. The values may come in parts, which each pass reads again.
 */

import { firstAtLeast } from "./orderStatistics.ts";
import { add, type Cuts, EVERYTHING, Partition, type Sums } from "./partition.ts";
import { Sample } from "./sample.ts";

export type Numbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The standard deviation of the population: divided by the count. */
export interface Moments {
  readonly mean: number;
  readonly median: number;
  readonly std: number;
}

export interface Clipped extends Moments {
  readonly count: number;
}

/** Yields the values in parts: the same parts in the same order at each call. */
export type Parts = () => Iterable<Numbers> | AsyncIterable<Numbers>;

const SIGMA = 3;
const ITERATIONS = 5;
/** How far from the estimates of the sample the first pass collects values, in standard errors. */
const SLACK = 3;
/** A smaller sample is not used. */
const LEAST = 64;

const NONE: Moments = { mean: Number.NaN, median: Number.NaN, std: Number.NaN };

export interface Spread {
  readonly plain: Moments;
  readonly clipped: Clipped;
}

/** Statistics of finite values. */
export async function spreadOf(count: number, parts: Parts): Promise<Spread> {
  const sample = new Sample(count);
  if (Sample.suits(count)) {
    for await (const part of parts()) {
      sample.take(part.length, (index) => part[index] ?? 0);
    }
  }
  const { plain, clipped } = await spreadBy(sample, async (partition) => {
    for await (const part of parts()) {
      partition.addAll(part);
    }
  });
  return { plain, clipped };
}

/**
 * `pass` adds all values to a partition; it is repeated if the sample was misleading. Without a sample all values are sorted.
 * `passed` is what the last pass returned.
 */
export async function spreadBy<T>(
  sample: Sample,
  pass: (partition: Partition) => Promise<T>,
): Promise<Spread & { readonly passed: T }> {
  const { sorted } = sample;
  const expected = windowsIn(Partition.ofSorted(sorted)) ?? [];
  for (let slack = SLACK; ; slack *= 4) {
    const partition = new Partition(cutsFor(sorted, expected, slack), expected[0]?.median ?? 0);
    const passed = await pass(partition);
    const windows = partition.count === 0 ? [] : windowsIn(partition);
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
 * According to the sample, all medians are between the inner cuts, and all bounds beyond the outer ones. At least one value of the
 * sample is on the lower cut or below it, and one on the upper cut or above it.
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
function windowsIn(partition: Partition): readonly Window[] | undefined {
  const all = windowOf(partition, -Infinity, Infinity);
  const windows = all && [all];
  let window = all;
  for (let iteration = 0; windows && window && iteration < ITERATIONS; iteration += 1) {
    const { median, std, count } = window;
    const low = Math.max(window.low, median - SIGMA * std);
    const high = Math.min(window.high, median + SIGMA * std);
    window = windowOf(partition, low, high);
    if (!window) {
      // Values whose sums are beyond what numbers hold cannot be clipped.
      return partition.cuts === EVERYTHING ? windows : undefined;
    }
    windows.push(window);
    if (window.count === count) {
      break;
    }
  }
  return windows;
}

/** The values from `low` to `high`, both included. */
function windowOf(partition: Partition, low: number, high: number): Window | undefined {
  const { core, cuts, reference } = partition;
  const isAll = cuts === EVERYTHING;
  if (!isAll && (low > cuts.low || high < cuts.high)) {
    return undefined;
  }
  const below = isAll ? within(partition.below.sorted, low, high) : partition.below.values;
  const less = sumsOf(below, low, high, reference);
  const { count, sum, square } = total([less, core, sumsOf(partition.above.values, low, high, reference)]);
  /** Undefined for a value whose rank is not known. */
  const at = (rank: number) =>
    isAll ? below[rank] : partition.middle.at(rank - less.count - partition.less);
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
