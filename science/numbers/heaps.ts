/**
 * Many values in three heaps, for medians and clipping that are exact without sorting all of them: cuts tell which values are
 * likely to be a median or near a bound of clipping. Those are kept; of all others only sums are.
 */

import { Middle, Pile } from "./piles.ts";

/** Values below `low` and above `high` are kept, and those from `from` to `to`. */
export interface Cuts {
  readonly low: number;
  readonly from: number;
  readonly to: number;
  readonly high: number;
}

/** Everything is below. */
export const EVERYTHING: Cuts = { low: Infinity, from: Infinity, to: Infinity, high: Infinity };

/** Deviations from a reference keep their digits. */
export interface Sums {
  count: number;
  sum: number;
  square: number;
}

/** A value, and where it was met first. */
export interface Met {
  value: number;
  at: number;
}

/** For values that are converted to float64; it stays in the processor's cache. */
const CHUNK = 2 ** 12;

export class Heaps {
  readonly cuts: Cuts;
  readonly below = new Pile();
  readonly above = new Pile();
  /** Values between the cuts in the middle. If those are one number, all of these are. */
  readonly middle: Middle;
  /** Of all that is neither below nor above. */
  readonly core: Sums = { count: 0, sum: 0, square: 0 };
  /** How many of those are less than the ones in the middle. */
  less = 0;
  /** How many are in no heap because they are not finite. */
  notFinite = 0;
  sum = 0;
  readonly least: Met = { value: Infinity, at: -1 };
  readonly greatest: Met = { value: -Infinity, at: -1 };
  readonly #reference: number;
  /** Values from one to the other are in the core, and neither the least nor the greatest. */
  #bottom: number;
  #top: number;
  /** Where the values are that are not in the core. */
  readonly #unlikely = new Int32Array(CHUNK);

  constructor(cuts: Cuts, reference: number) {
    this.cuts = cuts;
    this.middle = new Middle(cuts.from, cuts.to);
    this.#reference = reference;
    this.#bottom = justAbove(cuts.low);
    this.#top = -justAbove(-cuts.high);
  }

  static ofSorted(values: Float64Array<ArrayBuffer>): Heaps {
    const heaps = new Heaps(EVERYTHING, 0);
    heaps.below.fill(values);
    return heaps;
  }

  /** What deviations are from: about the median. */
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
   * Adds the first `length` values, a chunk at most, of which the first one is at `at`. It is written for V8's compiler: the loop
   * calls nothing, meets one type of array, and in the likely case has no branch that a processor could not foresee.
   */
  add(values: Float64Array, length: number, at: number): void {
    const { from, to } = this.cuts;
    const reference = this.#reference;
    const bottom = this.#bottom;
    const top = this.#top;
    const near = this.middle.room(length);
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
