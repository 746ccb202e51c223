/**
 * Collapses an axis, piece by piece: the finite values that belong to one pixel become one number. Sums run in double
 * precision about a value near the mean, so that the spread of large numbers is kept.
 */

import { type Block, each, type Reducer } from "./block.ts";
import { medianOf } from "./median.ts";
import { type Coordinates, Moments } from "./moments.ts";
import type { Reduction } from "./reductions.ts";

export function reducer(
  by: Reduction,
  width: number,
  height: number,
  coordinates: Coordinates | undefined,
): Reducer {
  const size = width * height;
  switch (by) {
    case "median":
      return new Medians(width, size);
    case "mean":
    case "sum":
    case "std":
      return new Sums(by, width, size);
    case "min":
    case "max":
      return new Extremes(by, width, size);
    default:
      return new Moments(by, width, size, coordinates ?? { x: [], widths: [] });
  }
}

class Sums implements Reducer {
  readonly #by: "mean" | "sum" | "std";
  readonly #width: number;
  readonly #counts: Uint32Array<ArrayBuffer>;
  /** Means and sums of squared distances from them, by Welford's recurrence; for a sum, the sums. */
  readonly #means: Float64Array<ArrayBuffer>;
  readonly #squares: Float64Array<ArrayBuffer>;

  constructor(by: "mean" | "sum" | "std", width: number, size: number) {
    [this.#by, this.#width] = [by, width];
    this.#counts = new Uint32Array(size);
    this.#means = new Float64Array(size);
    this.#squares = new Float64Array(by === "std" ? size : 0);
  }

  add(block: Block): void {
    const [counts, means, squares] = [this.#counts, this.#means, this.#squares];
    const isStd = this.#by === "std";
    each(block, this.#width, (value, pixel) => {
      const count = (counts[pixel] ?? 0) + 1;
      const mean = means[pixel] ?? 0;
      counts[pixel] = count;
      if (isStd) {
        const next = mean + (value - mean) / count;
        means[pixel] = next;
        squares[pixel] = (squares[pixel] ?? 0) + (value - mean) * (value - next);
      } else {
        means[pixel] = mean + value;
      }
    });
  }

  result(): Float64Array<ArrayBuffer> {
    return this.#counts.length === 0
      ? this.#means
      : this.#means.map((found, pixel) => this.#of(found, pixel));
  }

  #of(found: number, pixel: number): number {
    const count = this.#counts[pixel] ?? 0;
    if (count === 0) {
      return Number.NaN;
    }
    switch (this.#by) {
      case "sum":
        return found;
      case "mean":
        return found / count;
      default:
        return Math.sqrt((this.#squares[pixel] ?? 0) / count);
    }
  }
}

class Extremes implements Reducer {
  readonly #isMin: boolean;
  readonly #width: number;
  readonly #found: Float64Array<ArrayBuffer>;

  constructor(by: "min" | "max", width: number, size: number) {
    [this.#isMin, this.#width] = [by === "min", width];
    this.#found = new Float64Array(size).fill(Number.NaN);
  }

  add(block: Block): void {
    const found = this.#found;
    const isMin = this.#isMin;
    each(block, this.#width, (value, pixel) => {
      const known = found[pixel] ?? Number.NaN;
      // NaN, for no value yet, is neither less nor greater.
      if (Number.isNaN(known) || (isMin ? value < known : value > known)) {
        found[pixel] = value;
      }
    });
  }

  result(): Float64Array<ArrayBuffer> {
    return this.#found;
  }
}

class Medians implements Reducer {
  readonly #width: number;
  readonly #found: Float64Array<ArrayBuffer>;

  constructor(width: number, size: number) {
    this.#width = width;
    this.#found = new Float64Array(size).fill(Number.NaN);
  }

  add({ values, mask, rows, columns, depth }: Block): void {
    const column = new Float64Array(depth.length);
    for (let y = 0; y < rows.length; y += 1) {
      for (let x = 0; x < columns.length; x += 1) {
        const first = y * rows.stride + x * columns.stride;
        let count = 0;
        for (let k = 0; k < depth.length; k += 1) {
          const at = first + k * depth.stride;
          const value = Number(values[at]);
          if (Number.isFinite(value) && !mask?.[at]) {
            column[count] = value;
            count += 1;
          }
        }
        this.#found[(rows.start + y) * this.#width + columns.start + x] = medianOf(column, count);
      }
    }
  }

  result(): Float64Array<ArrayBuffer> {
    return this.#found;
  }
}

/** Distances between neighbouring coordinates, as numpy.gradient has them, without their sign. */
export function widthsOf(x: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const last = x.length - 1;
  return Float64Array.from({ length: x.length }, (_, i) => {
    const [before, after] = [Math.max(i - 1, 0), Math.min(i + 1, last)];
    return after > before ? Math.abs(((x[after] ?? 0) - (x[before] ?? 0)) / (after - before)) : 1;
  });
}
