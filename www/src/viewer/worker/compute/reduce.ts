/**
 * Collapses an axis, piece by piece: the finite values that belong to one pixel become one number. Sums run in double
 * precision about a value near the mean, so that the spread of large numbers is kept.
 */
import type { Reduction } from "../../protocol/computed/reductions.ts";

/** Numbers along three axes: how far apart neighbours on each are. */
export interface Block {
  readonly values: ArrayLike<number | bigint>;
  readonly mask?: Uint8Array | undefined;
  /** Rows, columns and depth, the axis that is collapsed: first index and length of the piece, distance of neighbours. */
  readonly rows: BlockAxis;
  readonly columns: BlockAxis;
  readonly depth: BlockAxis;
}

export interface BlockAxis {
  readonly start: number;
  readonly length: number;
  readonly stride: number;
}

export interface Reducer {
  /** Adds values. For the median, a piece has the whole depth. */
  add(block: Block): void;
  /** One number for each pixel, row by row; NaN where no value is finite. */
  result(): Float64Array<ArrayBuffer>;
}

/** Coordinates along the depth: the one of each index, and its distance to the next. */
export interface Coordinates {
  readonly x: ArrayLike<number>;
  readonly widths: ArrayLike<number>;
}

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

/** Calls back with each finite value, its pixel and its index along the depth. */
function each(
  { values, mask, rows, columns, depth }: Block,
  width: number,
  take: (value: number, pixel: number, index: number) => void,
): void {
  for (let k = 0; k < depth.length; k += 1) {
    for (let y = 0; y < rows.length; y += 1) {
      let at = k * depth.stride + y * rows.stride;
      let pixel = (rows.start + y) * width + columns.start;
      for (let x = 0; x < columns.length; x += 1) {
        const value = Number(values[at]);
        if (Number.isFinite(value) && !mask?.[at]) {
          take(value, pixel, depth.start + k);
        }
        at += columns.stride;
        pixel += 1;
      }
    }
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

class Moments implements Reducer {
  readonly #by: Reduction;
  readonly #width: number;
  readonly #coordinates: Coordinates;
  /** The origin of the coordinates in the sums: in the middle, where squares stay small. */
  readonly #origin: number;
  readonly #known: Uint8Array<ArrayBuffer>;
  /** Σ v w, Σ v x and Σ v x² of each pixel. */
  readonly #zeroth: Float64Array<ArrayBuffer>;
  readonly #first: Float64Array<ArrayBuffer>;
  readonly #second: Float64Array<ArrayBuffer>;

  constructor(by: Reduction, width: number, size: number, coordinates: Coordinates) {
    [this.#by, this.#width, this.#coordinates] = [by, width, coordinates];
    this.#origin = coordinates.x[coordinates.x.length >> 1] ?? 0;
    this.#known = new Uint8Array(size);
    this.#zeroth = new Float64Array(size);
    this.#first = new Float64Array(by === "moment0" ? 0 : size);
    this.#second = new Float64Array(by === "moment0" || by === "moment1" ? 0 : size);
  }

  add(block: Block): void {
    const [known, zeroth, first, second] = [this.#known, this.#zeroth, this.#first, this.#second];
    const { x: along, widths } = this.#coordinates;
    const origin = this.#origin;
    const isZeroth = this.#by === "moment0";
    each(block, this.#width, (value, pixel, index) => {
      known[pixel] = 1;
      if (isZeroth) {
        zeroth[pixel] = (zeroth[pixel] ?? 0) + value * (widths[index] ?? 1);
        return;
      }
      const x = (along[index] ?? index) - origin;
      if (Number.isFinite(x)) {
        zeroth[pixel] = (zeroth[pixel] ?? 0) + value;
        first[pixel] = (first[pixel] ?? 0) + value * x;
        if (second.length > 0) {
          second[pixel] = (second[pixel] ?? 0) + value * x * x;
        }
      }
    });
  }

  result(): Float64Array<ArrayBuffer> {
    return this.#zeroth.map((sum, pixel) => (this.#known[pixel] ? this.#of(sum, pixel) : Number.NaN));
  }

  #of(sum: number, pixel: number): number {
    if (this.#by === "moment0") {
      return sum;
    }
    const mean = (this.#first[pixel] ?? 0) / sum;
    if (this.#by === "moment1") {
      return mean + this.#origin;
    }
    const variance = (this.#second[pixel] ?? 0) / sum - mean * mean;
    return this.#by === "width" ? Math.sqrt(variance) : variance;
  }
}

/** The median of the first `count` numbers, which are put into another order; of an even count, the mean of the middle two. */
export function medianOf(numbers: Float64Array, count: number): number {
  if (count === 0) {
    return Number.NaN;
  }
  const half = count >> 1;
  const upper = nth(numbers, count, half);
  if (count % 2 === 1) {
    return upper;
  }
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < half; i += 1) {
    lower = Math.max(lower, numbers[i] ?? lower);
  }
  return (lower + upper) / 2;
}

/** The number that sorting would put at an index; lesser ones come before it. */
function nth(numbers: Float64Array, count: number, index: number): number {
  let [left, right] = [0, count - 1];
  while (left < right) {
    const pivot = numbers[(left + right) >> 1] ?? 0;
    let [i, j] = [left, right];
    while (i <= j) {
      while ((numbers[i] ?? pivot) < pivot) {
        i += 1;
      }
      while ((numbers[j] ?? pivot) > pivot) {
        j -= 1;
      }
      if (i <= j) {
        const moved = numbers[i] ?? 0;
        numbers[i] = numbers[j] ?? 0;
        numbers[j] = moved;
        i += 1;
        j -= 1;
      }
    }
    if (index <= j) {
      right = j;
    } else if (index >= i) {
      left = i;
    } else {
      return pivot;
    }
  }
  return numbers[left] ?? Number.NaN;
}

/** Distances between neighbouring coordinates, as numpy.gradient has them, without their sign. */
export function widthsOf(x: ArrayLike<number>): Float64Array<ArrayBuffer> {
  const last = x.length - 1;
  return Float64Array.from({ length: x.length }, (_, i) => {
    const [before, after] = [Math.max(i - 1, 0), Math.min(i + 1, last)];
    return after > before ? Math.abs(((x[after] ?? 0) - (x[before] ?? 0)) / (after - before)) : 1;
  });
}
