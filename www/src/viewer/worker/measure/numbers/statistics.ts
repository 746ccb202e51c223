/**
 * Mean, median and standard deviation (of the population, as numpy's `std`), plain and clipped as by astropy's
 * `sigma_clipped_stats` with 3 σ and at most 5 iterations. Values are counted in bins once; medians and bounds of clipping are then exact
 * after a look at the few bins that they are in. Nothing is sorted but those. The values may come in parts that are read
 * again for each pass.
 */
import type { Clipped, Moments } from "../../../protocol/measure.ts";

export type Numbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Parts of the values, the same ones in the same order each time. */
export type Parts = () => Iterable<Numbers> | AsyncIterable<Numbers>;

const SIGMA = 3;
const ITERATIONS = 5;
/** Bins of many values; few values are sorted. */
const BINS = 2 ** 14;
const FEW = 2 ** 12;
/** The number of values that the range of the bins comes from. */
const SAMPLE = 1024;

export interface Spread {
  readonly plain: Moments;
  readonly clipped: Clipped;
}

export async function spreadOf(count: number, parts: Parts): Promise<Spread> {
  if (count === 0) {
    const none = { mean: Number.NaN, median: Number.NaN, std: Number.NaN };
    return { plain: none, clipped: { ...none, count: 0 } };
  }
  const bins = new Bins(count > FEW ? BINS : 1, await sampleOf(count, parts));
  for await (const part of parts()) {
    bins.count(part);
  }
  for (;;) {
    const missing = new Set<number>();
    const spread = spreadIn(bins, missing);
    if (missing.size === 0) {
      return spread;
    }
    const look = bins.look(missing);
    for await (const part of parts()) {
      look.add(part);
    }
    look.end();
  }
}

async function sampleOf(count: number, parts: Parts): Promise<Float64Array> {
  const step = Math.max(Math.floor(count / SAMPLE), 1);
  const sample: number[] = [];
  let seen = 0;
  for await (const part of parts()) {
    for (let i = (step - (seen % step)) % step; i < part.length; i += step) {
      sample.push(part[i] ?? 0);
    }
    seen += part.length;
  }
  return Float64Array.from(sample).sort();
}

class Bins {
  readonly counts: Float64Array;
  /** Of deviations from `reference`, and of their squares. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** A value in the midst of the others: deviations from it keep their digits. */
  readonly reference: number;
  /** The values of bins that were looked into, in order. */
  readonly sorted = new Map<number, Numbers>();
  readonly #low: number;
  readonly #scale: number;

  /** The range is wider than that of most of the sample, and its first and last bin are open. */
  constructor(size: number, sample: Float64Array) {
    const at = (share: number) => sample[Math.round(share * (sample.length - 1))] ?? 0;
    const [low, high] = [at(0.005), at(0.995)];
    this.counts = new Float64Array(size);
    this.sums = new Float64Array(size);
    this.squares = new Float64Array(size);
    this.reference = at(0.5);
    const width = high - low > 0 ? (high - low) * 2 : Math.max(Math.abs(low) * 1e-3, 1e-300);
    this.#low = (low + high) / 2 - width / 2;
    this.#scale = Math.min(size / width, Number.MAX_VALUE);
  }

  get size(): number {
    return this.counts.length;
  }

  /** Never less for a greater value. */
  of(value: number): number {
    const bin = (value - this.#low) * this.#scale;
    return bin > 0 ? Math.min(Math.floor(bin), this.size - 1) : 0;
  }

  /** The lower edge of a bin, about. */
  edge(bin: number): number {
    return this.#low + bin / this.#scale;
  }

  count(values: Numbers): void {
    const { counts, sums, squares, reference } = this;
    const [low, scale, last] = [this.#low, this.#scale, this.size - 1];
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? 0;
      const place = (value - low) * scale;
      const bin = place > 0 ? (place < last ? Math.floor(place) : last) : 0;
      const off = value - reference;
      counts[bin] = (counts[bin] ?? 0) + 1;
      sums[bin] = (sums[bin] ?? 0) + off;
      squares[bin] = (squares[bin] ?? 0) + off * off;
    }
  }

  /** Collects the values of some bins. */
  look(wanted: ReadonlySet<number>): { add: (values: Numbers) => void; end: () => void } {
    const rooms = new Map<number, Float64Array<ArrayBuffer>>();
    for (const bin of wanted) {
      rooms.set(bin, new Float64Array(this.counts[bin] ?? 0));
    }
    const marks = new Uint8Array(this.size);
    const filled = new Uint32Array(this.size);
    for (const bin of wanted) {
      marks[bin] = 1;
    }
    const [low, scale, last] = [this.#low, this.#scale, this.size - 1];
    return {
      add: (values) => {
        for (let i = 0; i < values.length; i += 1) {
          const value = values[i] ?? 0;
          const place = (value - low) * scale;
          const bin = place > 0 ? (place < last ? Math.floor(place) : last) : 0;
          if (marks[bin]) {
            const room = rooms.get(bin);
            const at = filled[bin] ?? 0;
            if (room) {
              room[at] = value;
            }
            filled[bin] = at + 1;
          }
        }
      },
      end: () => {
        for (const [bin, room] of rooms) {
          this.sorted.set(bin, room.sort());
        }
      },
    };
  }
}

interface Window extends Clipped {
  readonly low: number;
  readonly high: number;
}

/** Bins whose values are not known but matter are added to `missing`; the result is an estimate then. */
function spreadIn(bins: Bins, missing: Set<number>): Spread {
  let window = windowOf(bins, -Infinity, Infinity, missing);
  const { count: _, low: __, high: ___, ...plain } = window;
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const { median, std, count } = window;
    const reach = SIGMA * std;
    const low = Math.max(window.low, median - reach);
    const high = Math.min(window.high, median + reach);
    window = windowOf(bins, low, high, missing);
    if (window.count === count) {
      break;
    }
  }
  const { count, mean, median, std } = window;
  return { plain, clipped: { count, mean, median, std } };
}

/** The values from `low` to `high`, both included. */
function windowOf(bins: Bins, low: number, high: number, missing: Set<number>): Window {
  const { counts, sums, squares, reference } = bins;
  const [first, last] = [bins.of(low), bins.of(high)];
  const ends = new Map<number, End>();
  for (const bin of new Set([low > -Infinity ? first : -1, high < Infinity ? last : -1])) {
    if (bin >= 0) {
      ends.set(bin, endOf(bins, bin, low, high, missing));
    }
  }
  let [count, sum, square] = [0, 0, 0];
  for (let bin = first; bin <= last; bin += 1) {
    const end = ends.get(bin);
    count += end ? end.stop - end.start : (counts[bin] ?? 0);
    sum += end ? end.sum : (sums[bin] ?? 0);
    square += end ? end.square : (squares[bin] ?? 0);
  }
  const ranks = [Math.floor((count - 1) / 2), Math.floor(count / 2)];
  const [lower = Number.NaN, upper = Number.NaN] = ranks.map((rank) => {
    let before = 0;
    for (let bin = first; bin <= last; bin += 1) {
      const end = ends.get(bin);
      const here = end ? end.stop - end.start : (counts[bin] ?? 0);
      if (rank < before + here) {
        return valueAt(bins, bin, (end?.start ?? 0) + rank - before, missing);
      }
      before += here;
    }
    return Number.NaN;
  });
  const off = sum / count;
  return {
    ...{ low, high, count, mean: reference + off, median: lower + (upper - lower) / 2 },
    std: Math.sqrt(Math.max(square / count - off * off, 0)),
  };
}

/** The part of a bin's values that is within bounds. */
interface End {
  readonly start: number;
  readonly stop: number;
  readonly sum: number;
  readonly square: number;
}

function endOf(bins: Bins, bin: number, low: number, high: number, missing: Set<number>): End {
  const values = bins.sorted.get(bin);
  if (!values) {
    wantAround(bins, bin, missing);
    const all = bins.counts[bin] ?? 0;
    const middle = (bins.edge(bin) + bins.edge(bin + 1)) / 2;
    const isIn = middle >= low && middle <= high;
    return isIn
      ? { start: 0, stop: all, sum: bins.sums[bin] ?? 0, square: bins.squares[bin] ?? 0 }
      : { start: 0, stop: 0, sum: 0, square: 0 };
  }
  const start = firstWhere(values, (value) => value >= low);
  const stop = firstWhere(values, (value) => value > high);
  let [sum, square] = [0, 0];
  for (let i = start; i < stop; i += 1) {
    const off = (values[i] ?? 0) - bins.reference;
    sum += off;
    square += off * off;
  }
  return { start, stop, sum, square };
}

/** The value of a rank in a bin. */
function valueAt(bins: Bins, bin: number, rank: number, missing: Set<number>): number {
  const values = bins.sorted.get(bin);
  if (values) {
    return values[rank] ?? Number.NaN;
  }
  wantAround(bins, bin, missing);
  return bins.edge(bin) + (rank / Math.max(bins.counts[bin] ?? 1, 1)) * (bins.edge(bin + 1) - bins.edge(bin));
}

/** With its neighbours, because estimates are off by less than a bin; the open ends only if they are needed themselves. */
function wantAround(bins: Bins, bin: number, missing: Set<number>): void {
  for (const near of [bin - 1, bin, bin + 1]) {
    const isOpen = near <= 0 || near >= bins.size - 1;
    if ((near === bin || !isOpen) && !bins.sorted.has(near)) {
      missing.add(near);
    }
  }
}

function firstWhere(values: Numbers, holds: (value: number) => boolean): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(values[middle] ?? 0)) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from;
}
