/**
 * Moments along an axis as in spectral-cube, and how many of them may be noise: σ is the median distance of the values of
 * neighbouring planes over 0.6745 √2, which lines in less than half of the planes hardly change.
 */

import { type Block, each, type Reducer } from "./block.ts";
import { medianOf } from "./median.ts";
import type { MomentNoise, Reduction } from "./reductions.ts";

/** Coordinates along the depth: the one of each index, and its distance to the next. */
export interface Coordinates {
  readonly x: ArrayLike<number>;
  readonly widths: ArrayLike<number>;
  /** Values up to this one are left out. */
  readonly above?: number | undefined;
}

/** The largest number of differences that the noise is estimated from. */
const MOST = 2 ** 18;
/** Fewer differences give no estimate. */
const LEAST = 16;
/** A sum below this many σ may be noise. */
const CLEAR = 3;

export class Moments implements Reducer {
  readonly #by: Reduction;
  readonly #width: number;
  readonly #coordinates: Coordinates;
  /** The origin of the coordinates in the sums: in the middle, where squares stay small. */
  readonly #origin: number;
  readonly #counts: Uint32Array<ArrayBuffer>;
  /** Σ v w or Σ v, Σ v x and Σ v x² of each pixel. */
  readonly #zeroth: Float64Array<ArrayBuffer>;
  readonly #first: Float64Array<ArrayBuffer>;
  readonly #second: Float64Array<ArrayBuffer>;
  readonly #steps: Steps | undefined;
  #impossible = 0;

  constructor(by: Reduction, width: number, size: number, coordinates: Coordinates) {
    [this.#by, this.#width, this.#coordinates] = [by, width, coordinates];
    this.#origin = coordinates.x[coordinates.x.length >> 1] ?? 0;
    this.#counts = new Uint32Array(size);
    this.#zeroth = new Float64Array(size);
    this.#first = new Float64Array(by === "moment0" ? 0 : size);
    this.#second = new Float64Array(by === "moment0" || by === "moment1" ? 0 : size);
    this.#steps = by === "moment0" ? undefined : new Steps(size, coordinates.x.length);
  }

  add(block: Block): void {
    const [counts, zeroth, first, second] = [this.#counts, this.#zeroth, this.#first, this.#second];
    const { x: along, widths, above = Number.NEGATIVE_INFINITY } = this.#coordinates;
    const origin = this.#origin;
    const steps = this.#steps;
    each(block, this.#width, (value, pixel, index) => {
      steps?.add(value, pixel, index);
      if (value <= above) {
        return;
      }
      if (!steps) {
        counts[pixel] = (counts[pixel] ?? 0) + 1;
        zeroth[pixel] = (zeroth[pixel] ?? 0) + value * (widths[index] ?? 1);
        return;
      }
      const x = (along[index] ?? index) - origin;
      if (Number.isFinite(x)) {
        counts[pixel] = (counts[pixel] ?? 0) + 1;
        zeroth[pixel] = (zeroth[pixel] ?? 0) + value;
        first[pixel] = (first[pixel] ?? 0) + value * x;
        if (second.length > 0) {
          second[pixel] = (second[pixel] ?? 0) + value * x * x;
        }
      }
    });
  }

  result(): Float64Array<ArrayBuffer> {
    const [low, high] = extent(this.#coordinates.x);
    this.#impossible = 0;
    return this.#zeroth.map((sum, pixel) =>
      this.#counts[pixel] ? this.#of(sum, pixel, low - this.#origin, high - this.#origin) : Number.NaN,
    );
  }

  noise(): MomentNoise | undefined {
    const sigma = this.#steps?.sigma();
    if (sigma === undefined) {
      return undefined;
    }
    const counts = this.#counts;
    const pixels = counts.reduce((total, count) => total + Math.min(count, 1), 0);
    const weak = this.#zeroth.reduce((total, sum, pixel) => {
      const count = counts[pixel] ?? 0;
      return total + Number(count > 0 && sum < CLEAR * sigma * Math.sqrt(count));
    }, 0);
    return { pixels, weak, impossible: this.#impossible, sigma };
  }

  #of(sum: number, pixel: number, low: number, high: number): number {
    if (this.#by === "moment0") {
      return sum;
    }
    const mean = (this.#first[pixel] ?? 0) / sum;
    const variance = (this.#second[pixel] ?? 0) / sum - mean * mean;
    const isCentre = this.#by === "moment1";
    if (!(mean >= low && mean <= high) || (!isCentre && variance < 0)) {
      this.#impossible += 1;
    }
    return isCentre ? mean + this.#origin : this.#by === "width" ? Math.sqrt(variance) : variance;
  }
}

/** Distances of values in neighbouring planes, of some pixels. */
class Steps {
  readonly #every: number;
  readonly #last: Float64Array<ArrayBuffer>;
  readonly #index: Int32Array<ArrayBuffer>;
  readonly #found: number[] = [];

  constructor(size: number, depth: number) {
    // Odd, so that it does not run down a column.
    this.#every = Math.ceil((size * depth) / MOST) | 1;
    this.#last = new Float64Array(Math.ceil(size / this.#every));
    this.#index = new Int32Array(this.#last.length).fill(-2);
  }

  add(value: number, pixel: number, index: number): void {
    if (pixel % this.#every !== 0) {
      return;
    }
    const at = pixel / this.#every;
    if (this.#index[at] === index - 1) {
      this.#found.push(Math.abs(value - (this.#last[at] ?? value)));
    }
    [this.#last[at], this.#index[at]] = [value, index];
  }

  sigma(): number | undefined {
    const { length } = this.#found;
    return length < LEAST
      ? undefined
      : medianOf(Float64Array.from(this.#found), length) / (0.6745 * Math.SQRT2);
  }
}

function extent(x: ArrayLike<number>): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < x.length; i += 1) {
    const value = x[i] ?? Number.NaN;
    // NaN, outside the bounding box, is neither.
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  return [low, high];
}
