/**
 * A partition of many values, for medians and clipping that are exact without sorting all values. Cuts tell which values are
 * likely to be a median or near a bound of clipping. These are kept; the others only enter the sums.
 */

import { BinnedValues, SortedValues } from "./orderStatistics.ts";

/** Values below `low` and above `high` are kept, and those from `from` to `to`. */
export interface Cuts {
  readonly low: number;
  readonly from: number;
  readonly to: number;
  readonly high: number;
}

/** All values count as below. */
export const EVERYTHING: Cuts = { low: Infinity, from: Infinity, to: Infinity, high: Infinity };

/** Sums of deviations from a reference: sums of the values themselves would lose digits. */
export interface Sums {
  count: number;
  sum: number;
  square: number;
}

/** A value, and the index of its first occurrence. */
export interface Met {
  value: number;
  at: number;
}

/** Values that are converted to float64 at a time: they fit in the processor's cache. */
const CHUNK = 2 ** 12;

export class Partition {
  readonly cuts: Cuts;
  readonly below = new SortedValues();
  readonly above = new SortedValues();
  /** Values between the cuts in the middle. If those are one number, all of these are. */
  readonly middle: BinnedValues;
  /** Sums of the values that are neither below nor above. */
  readonly core: Sums = { count: 0, sum: 0, square: 0 };
  /** How many values of the core are less than those in the middle. */
  less = 0;
  /** How many values were left out because they are not finite. */
  notFinite = 0;
  sum = 0;
  readonly least: Met = { value: Infinity, at: -1 };
  readonly greatest: Met = { value: -Infinity, at: -1 };
  readonly #reference: number;
  /** Values from `#bottom` to `#top` are in the core, and neither the least nor the greatest. */
  #bottom: number;
  #top: number;
  /** Indices of the values outside `#bottom` and `#top`, within a chunk. */
  readonly #unlikely = new Int32Array(CHUNK);

  constructor(cuts: Cuts, reference: number) {
    this.cuts = cuts;
    this.middle = new BinnedValues(cuts.from, cuts.to);
    this.#reference = reference;
    this.#bottom = justAbove(cuts.low);
    this.#top = -justAbove(-cuts.high);
  }

  static ofSorted(values: Float64Array<ArrayBuffer>): Partition {
    const partition = new Partition(EVERYTHING, 0);
    partition.below.fill(values);
    return partition;
  }

  /** The number from which deviations are measured, near the median. */
  get reference(): number {
    const { sorted } = this.below;
    return this.cuts === EVERYTHING ? (sorted[sorted.length >> 1] ?? 0) : this.#reference;
  }

  get count(): number {
    return this.below.count + this.core.count + this.above.count;
  }

  addAll(values: Float32Array | Float64Array): void {
    const chunk = new Float64Array(Math.min(values.length, CHUNK));
    for (let at = 0; at < values.length; at += CHUNK) {
      const part = values.subarray(at, at + CHUNK);
      chunk.set(part);
      this.add(chunk, part.length, at);
    }
  }

  /**
   * Adds the first `length` values, at most a chunk; the first has the index `at`. It is written for V8's compiler: the loop
   * calls no function, sees one type of array, and in the likely case has no branch that a processor would mispredict.
   */
  add(values: Float64Array, length: number, at: number): void {
    const { from, to } = this.cuts;
    const reference = this.#reference;
    const bottom = this.#bottom;
    const top = this.#top;
    const near = this.middle.reserve(length);
    const { kept } = this.middle;
    const unlikely = this.#unlikely;
    let count = this.middle.count;
    let total = 0;
    let sum = 0;
    let square = 0;
    let less = 0;
    let others = 0;
    for (let i = 0; i < length; i += 1) {
      const value = values[i] ?? 0;
      if (value >= bottom && value <= top) {
        const off = value - reference;
        total += value;
        sum += off;
        square += off * off;
        const isLess = Number(value < from);
        less += isLess;
        if ((isLess | Number(value > to)) === 0) {
          near[count & kept] = value;
          count += 1;
        }
      } else {
        unlikely[others] = i;
        others += 1;
      }
    }
    this.middle.count = count;
    this.sum += total;
    add(this.core, { count: length - others, sum, square });
    this.less += less;
    for (let i = 0; i < others; i += 1) {
      const index = unlikely[i] ?? 0;
      this.#addUnlikely(values[index] ?? 0, at + index);
    }
  }

  #addUnlikely(value: number, at: number): void {
    const { cuts, least, greatest } = this;
    if (value - value !== 0) {
      this.notFinite += 1;
      return;
    }
    this.sum += value;
    if (value < least.value) {
      [least.value, least.at] = [value, at];
    }
    if (value > greatest.value) {
      [greatest.value, greatest.at] = [value, at];
    }
    // No value in the core can be less or greater from now on.
    this.#bottom = least.value <= cuts.low ? cuts.low : this.#bottom;
    this.#top = greatest.value >= cuts.high ? cuts.high : this.#top;
    if (value < cuts.low) {
      this.below.add(value);
    } else if (value > cuts.high) {
      this.above.add(value);
    } else {
      this.#addToCore(value);
    }
  }

  #addToCore(value: number): void {
    const { from, to } = this.cuts;
    const off = value - this.#reference;
    add(this.core, { count: 1, sum: off, square: off * off });
    if (value < from) {
      this.less += 1;
    } else if (value <= to) {
      this.middle.add(value);
    }
  }
}

/** A number that is somewhat greater. */
function justAbove(value: number): number {
  return value + Math.abs(value) * 2 * Number.EPSILON + Number.MIN_VALUE;
}

export function add(to: Sums, { count, sum, square }: Sums): void {
  to.count += count;
  to.sum += sum;
  to.square += square;
}
