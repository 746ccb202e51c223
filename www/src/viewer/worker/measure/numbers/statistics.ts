/**
 * Mean, median and standard deviation (of the population, as numpy's `std`), plain and clipped as by astropy's
 * `sigma_clipped_stats` with 3 σ and at most 5 iterations. A sample tells about where medians and bounds of clipping are. Values near
 * those are collected and sorted, of all others only the sums are needed; the result is exact, or the sample was misleading
 * and more is collected. The values may come in parts that are read again for each pass.
 */
import type { Clipped, Moments } from "../../../protocol/measure.ts";

export type Numbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Parts of the values, the same ones in the same order each time. */
export type Parts = () => Iterable<Numbers> | AsyncIterable<Numbers>;

const SIGMA = 3;
const ITERATIONS = 5;
/** The least number of values in the sample, and its share of more. */
const SAMPLE = { least: 2 ** 13, share: 1 / 256 };
/** How far from the sample's answers values are collected at first, in their standard errors. */
const SLACK = 3;

const NONE: Moments = { mean: Number.NaN, median: Number.NaN, std: Number.NaN };

export interface Spread {
  readonly plain: Moments;
  readonly clipped: Clipped;
}

export async function spreadOf(count: number, parts: Parts): Promise<Spread> {
  if (count === 0) {
    return { plain: NONE, clipped: { ...NONE, count: 0 } };
  }
  const sample = await sampleOf(count, parts);
  const expected = windowsIn(Heaps.ofSorted(sample)) ?? [];
  let windows = sample.length === count ? expected : undefined;
  for (let slack = SLACK; !windows; slack *= 4) {
    const heaps = new Heaps(cutsFor(sample, expected, slack), expected[0]?.median ?? 0);
    for await (const part of parts()) {
      heaps.add(part);
    }
    windows = windowsIn(heaps);
  }
  const [all, last] = [windows[0], windows.at(-1)];
  return { plain: momentsOf(all), clipped: { ...momentsOf(last), count: last?.count ?? 0 } };
}

function momentsOf({ mean, median, std }: Moments = NONE): Moments {
  return { mean, median, std };
}

/** Values at equal distances, in order. */
async function sampleOf(count: number, parts: Parts): Promise<Float64Array<ArrayBuffer>> {
  const step = Math.max(Math.floor(count / Math.max(SAMPLE.least, count * SAMPLE.share)), 1);
  const sample = new Float64Array(Math.ceil(count / step));
  let [seen, taken] = [0, 0];
  for await (const part of parts()) {
    for (let i = (step - (seen % step)) % step; i < part.length; i += step) {
      sample[taken] = part[i] ?? 0;
      taken += 1;
    }
    seen += part.length;
  }
  return sample.sort();
}

/** Values below `low` and above `high` are collected, and those from `from` to `to`. */
interface Cuts {
  readonly low: number;
  readonly from: number;
  readonly to: number;
  readonly high: number;
}

const NOTHING = new Float64Array();

/** Everything is below. */
const EVERYTHING: Cuts = { low: Infinity, from: Infinity, to: Infinity, high: Infinity };

/** Between the cuts are all medians, and beyond them all bounds, as far as the sample tells. */
function cutsFor(sample: Float64Array, expected: readonly Window[], slack: number): Cuts {
  const medians = expected.map(({ median }) => median);
  const ranks = Math.ceil((slack * Math.sqrt(sample.length)) / 2);
  const first = firstAtLeast(sample, Math.min(...medians)) - ranks;
  const last = firstAtLeast(sample, Math.max(...medians)) + ranks;
  if (first < 0 || last >= sample.length) {
    return EVERYTHING;
  }
  const [from, to] = [sample[first] ?? 0, sample[last] ?? 0];
  const margin = slack * 0.05 * (expected.at(-1)?.std ?? 0);
  const low = Math.max(...expected.map((window) => window.low)) + margin;
  const high = Math.min(...expected.map((window) => window.high)) - margin;
  return { low: Math.min(low, from), from, to, high: Math.max(high, to) };
}

/** Deviations from a reference keep their digits. */
interface Sums {
  count: number;
  sum: number;
  square: number;
}

class Heaps {
  readonly below = new Pile();
  readonly middle = new Pile();
  readonly above = new Pile();
  /** Of all that is neither below nor above. */
  readonly core: Sums = { count: 0, sum: 0, square: 0 };
  /** How many of those are less than the ones in the middle. */
  less = 0;
  readonly cuts: Cuts;
  readonly reference: number;

  constructor(cuts: Cuts, reference: number) {
    this.cuts = cuts;
    this.reference = reference;
  }

  static ofSorted(values: Float64Array<ArrayBuffer>): Heaps {
    const heaps = new Heaps(EVERYTHING, values[values.length >> 1] ?? 0);
    heaps.below.fill(values);
    return heaps;
  }

  /** What is likely is free of branches, which a processor could not foresee. */
  add(values: Numbers): void {
    const { low, from, to, high } = this.cuts;
    const { reference, below, middle, above } = this;
    let [count, sum, square, less] = [0, 0, 0, 0];
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? 0;
      if (value < low) {
        below.add(value);
      } else if (value > high) {
        above.add(value);
      } else {
        const off = value - reference;
        count += 1;
        sum += off;
        square += off * off;
        const isLess = Number(value < from);
        less += isLess;
        if ((isLess | Number(value > to)) === 0) {
          middle.add(value);
        }
      }
    }
    add(this.core, { count, sum, square });
    this.less += less;
  }
}

function add(to: Sums, { count, sum, square }: Sums): void {
  to.count += count;
  to.sum += sum;
  to.square += square;
}

/** Values that are collected, and then sorted. */
class Pile {
  #values = new Float64Array(1024);
  #count = 0;
  #sorted: Float64Array<ArrayBuffer> | undefined;

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const more = new Float64Array(2 * this.#count);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  fill(sorted: Float64Array<ArrayBuffer>): void {
    this.#sorted = sorted;
  }

  get sorted(): Float64Array<ArrayBuffer> {
    this.#sorted ??= inOrder(this.#values.subarray(0, this.#count));
    return this.#sorted;
  }
}

/** Sorting equal values takes long for nothing. */
function inOrder(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const isSorted = values.every((value, i) => i === 0 || (values[i - 1] ?? 0) <= value);
  return isSorted ? values : values.sort();
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
      return undefined;
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
  const { core, less, cuts, reference } = heaps;
  if (cuts !== EVERYTHING && (low > cuts.low || high < cuts.high)) {
    return undefined;
  }
  const middle = heaps.middle.sorted;
  const [below, above] = [heaps.below, heaps.above].map(({ sorted }) => within(sorted, low, high));
  const all: Sums = { ...core };
  for (const part of [below, above]) {
    add(all, sumsOf(part ?? NOTHING, reference));
  }
  const { count } = all;
  /** Undefined for a value that was not collected. */
  const at = (rank: number): number | undefined => {
    const inside = rank - (below?.length ?? 0);
    return inside < 0
      ? below?.[rank]
      : inside < core.count
        ? middle[inside - less]
        : above?.[inside - core.count];
  };
  const [one, other] = [at(Math.floor((count - 1) / 2)), at(Math.floor(count / 2))];
  const median = ((one ?? Number.NaN) + (other ?? Number.NaN)) / 2;
  const off = all.sum / count;
  const variance = all.square / count - off * off;
  // As with numpy, squares beyond what numbers hold make it infinite.
  const std = Number.isNaN(variance) ? Infinity : Math.sqrt(Math.max(variance, 0));
  return Number.isNaN(median) ? undefined : { low, high, count, mean: reference + off, median, std };
}

function sumsOf(values: Float64Array, reference: number): Sums {
  let [sum, square] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const off = (values[i] ?? 0) - reference;
    sum += off;
    square += off * off;
  }
  return { count: values.length, sum, square };
}

function within(sorted: Float64Array, low: number, high: number): Float64Array {
  let stop = firstAtLeast(sorted, high);
  while (sorted[stop] === high) {
    stop += 1;
  }
  return sorted.subarray(firstAtLeast(sorted, low), stop);
}

/** The first of sorted values that is not less. */
function firstAtLeast(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) >= value) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from;
}
