/** The points of a plot: which rows have one, how a part of the plane looks, and which point is meant. */
import type { ValueRange } from "../elements/values.ts";
import { firstAtLeast } from "../numbers/orderStatistics.ts";
import type { NumberColumn } from "./table.ts";

export interface PlotFacts {
  /** The rows that pass the filters, and how many of them are points. */
  readonly rows: number;
  readonly points: number;
  /** Rows that are no points: masked, not finite, not positive on a logarithmic axis. */
  readonly masked: number;
  readonly notFinite: number;
  readonly notPositive: number;
  /** Places on the axes: logarithms to the base of 10 on logarithmic ones. Undefined without points. */
  readonly extent: { readonly x: ValueRange; readonly y: ValueRange } | undefined;
  /** The finite values of the column for colours. */
  readonly color: ValueRange | undefined;
}

/** A part of the plane, by places on the axes, and the cells in which points that fall together are counted. */
export interface PlotWindow {
  readonly x: ValueRange;
  readonly y: ValueRange;
  readonly width: number;
  readonly height: number;
  /** More points in view are counted in cells. */
  readonly crowd: number;
}

/** Colours are places from 0 to 1 in the range of their column; NaN where there is none. */
export type PlotPicture =
  | {
      readonly kind: "points";
      /** Pairs from 0 to 1: from the left, from the bottom. */
      readonly places: Float32Array;
      readonly rows: Uint32Array;
      readonly colors: Float32Array | undefined;
      /** 1 for each chosen row. */
      readonly chosen: Uint8Array;
    }
  | {
      readonly kind: "density";
      readonly inView: number;
      readonly width: number;
      readonly height: number;
      /** How many points cover each cell, the top row first; a point covers nine. */
      readonly counts: Float32Array;
      readonly most: number;
      /** The mean of those that cover it. */
      readonly colors: Float32Array | undefined;
      /** How many of them are chosen. */
      readonly chosen: Float32Array | undefined;
    };

/** A place on the axes; distances count in pixels of so much each. */
export interface PlotPlace {
  readonly x: number;
  readonly y: number;
  readonly perX: number;
  readonly perY: number;
  /** In pixels. */
  readonly within: number;
}

export type PlotStep = "left" | "right" | "up" | "down" | "first" | "last";

interface PlotColumns {
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  readonly color: NumberColumn | undefined;
  readonly logX: boolean;
  readonly logY: boolean;
  /** The rows that pass the filters, in increasing order; undefined for all. */
  readonly rows: Uint32Array | undefined;
}

/** Of colours without a value. */
const NONE = Number.NaN;

export class Plot {
  readonly facts: PlotFacts;
  /** Places on the axes of each point, and its row. */
  readonly #u: Float64Array;
  readonly #v: Float64Array;
  readonly #rows: Uint32Array;
  /** The colours of points, from 0 to 1. */
  readonly #colors: Float32Array | undefined;

  constructor({ x, y, color, logX, logY, rows }: PlotColumns) {
    const count = rows?.length ?? x.values.length;
    const [u, v] = [new Float64Array(count), new Float64Array(count)];
    const kept = new Uint32Array(count);
    const left = { masked: 0, notFinite: 0, notPositive: 0 };
    let points = 0;
    for (let i = 0; i < count; i += 1) {
      const row = rows?.[i] ?? i;
      const [a, b] = [x.values[row] ?? NONE, y.values[row] ?? NONE];
      if (x.mask?.[row] === 1 || y.mask?.[row] === 1) {
        left.masked += 1;
      } else if (!Number.isFinite(a) || !Number.isFinite(b)) {
        left.notFinite += 1;
      } else if ((logX && a <= 0) || (logY && b <= 0)) {
        left.notPositive += 1;
      } else {
        u[points] = logX ? Math.log10(a) : a;
        v[points] = logY ? Math.log10(b) : b;
        kept[points] = row;
        points += 1;
      }
    }
    [this.#u, this.#v, this.#rows] = [u.subarray(0, points), v.subarray(0, points), kept.subarray(0, points)];
    const range = color && rangeOf(this.#rows, color);
    this.#colors = color && range && placesIn(this.#rows, color, range);
    const [spanX, spanY] = [spanOf(this.#u), spanOf(this.#v)];
    const extent = spanX && spanY && { x: spanX, y: spanY };
    this.facts = { rows: count, points, ...left, extent, color: range };
  }

  /** What is in a window. `chosen`: a mark for each row of the table. */
  picture(window: PlotWindow, chosen: Uint8Array | undefined): PlotPicture {
    const { x, y } = window;
    let inView = 0;
    for (let i = 0; i < this.#u.length; i += 1) {
      inView += Number(isWithin(this.#u[i], x) && isWithin(this.#v[i], y));
    }
    return inView > window.crowd
      ? this.#density(window, inView, chosen)
      : this.#points(window, inView, chosen);
  }

  /** The index of the point nearest to a place. */
  nearest({ x, y, perX, perY, within }: PlotPlace): number | undefined {
    let found: number | undefined;
    let least = within ** 2;
    for (let i = 0; i < this.#u.length; i += 1) {
      const across = ((this.#u[i] ?? NONE) - x) / perX;
      const up = ((this.#v[i] ?? NONE) - y) / perY;
      const distance = across * across + up * up;
      if (distance <= least) {
        least = distance;
        found = i;
      }
    }
    return found;
  }

  /** The index of the point of a row. */
  indexOf(row: number): number | undefined {
    const index = firstAtLeast(this.#rows, row);
    return this.#rows[index] === row ? index : undefined;
  }

  at(index: number): { readonly row: number; readonly x: number; readonly y: number } {
    return { row: this.#rows[index] ?? 0, x: this.#u[index] ?? NONE, y: this.#v[index] ?? NONE };
  }

  /** The next point in the order of x or y, and of rows where these are equal, among those in a window. */
  step(from: number | undefined, step: PlotStep, { x, y }: Pick<PlotWindow, "x" | "y">): number | undefined {
    const along = step === "up" || step === "down" ? this.#v : this.#u;
    const isBack = step === "left" || step === "down" || step === "last";
    const isFree = from === undefined || step === "first" || step === "last";
    const sign = isBack ? -1 : 1;
    const order = (i: number, j: number): number => sign * ((along[i] ?? NONE) - (along[j] ?? NONE) || i - j);
    let found: number | undefined;
    for (let i = 0; i < along.length; i += 1) {
      const isSeen = isWithin(this.#u[i], x) && isWithin(this.#v[i], y);
      if (isSeen && (isFree || order(i, from) > 0) && (found === undefined || order(i, found) < 0)) {
        found = i;
      }
    }
    return found ?? from;
  }

  #points({ x, y }: PlotWindow, inView: number, chosen: Uint8Array | undefined): PlotPicture {
    const places = new Float32Array(2 * inView);
    const rows = new Uint32Array(inView);
    const colors = this.#colors && new Float32Array(inView);
    const marks = new Uint8Array(inView);
    let next = 0;
    for (let i = 0; i < this.#u.length; i += 1) {
      const [u = NONE, v = NONE, row = 0] = [this.#u[i], this.#v[i], this.#rows[i]];
      if (isWithin(u, x) && isWithin(v, y)) {
        places[2 * next] = (u - x.min) / (x.max - x.min);
        places[2 * next + 1] = (v - y.min) / (y.max - y.min);
        rows[next] = row;
        marks[next] = chosen?.[row] ?? 0;
        if (colors) {
          colors[next] = this.#colors?.[i] ?? NONE;
        }
        next += 1;
      }
    }
    return { kind: "points", places, rows, colors, chosen: marks };
  }

  #density({ x, y, width, height }: PlotWindow, inView: number, chosen: Uint8Array | undefined): PlotPicture {
    const sums = () => new Float32Array(width * height);
    const counts = sums();
    const colored = this.#colors && sums();
    const marked = chosen && sums();
    const hued = this.#colors && sums();
    const [perX, perY] = [width / (x.max - x.min), height / (y.max - y.min)];
    for (let i = 0; i < this.#u.length; i += 1) {
      const [u = NONE, v = NONE] = [this.#u[i], this.#v[i]];
      if (!isWithin(u, x) || !isWithin(v, y)) {
        continue;
      }
      const column = Math.min(Math.floor((u - x.min) * perX), width - 1);
      const cell = Math.min(Math.floor((y.max - v) * perY), height - 1) * width + column;
      add(counts, cell, 1);
      if (marked) {
        add(marked, cell, chosen[this.#rows[i] ?? 0] ?? 0);
      }
      const color = this.#colors?.[i] ?? NONE;
      if (colored && hued && !Number.isNaN(color)) {
        add(colored, cell, color);
        add(hued, cell, 1);
      }
    }
    const spread = (sums: Float32Array) => spreadOut(sums, width, height);
    const covering = spread(counts);
    const most = covering.reduce((most, count) => Math.max(most, count), 0);
    const [sum, among] = [colored && spread(colored), hued && spread(hued)];
    return {
      ...{ kind: "density", inView, width, height, most },
      counts: covering,
      colors: sum?.map((sum, i) => sum / (among?.[i] ?? 0)),
      chosen: marked && spread(marked),
    };
  }
}

function add(sums: Float32Array, cell: number, value: number): void {
  sums[cell] = (sums[cell] ?? 0) + value;
}

function isWithin(value: number | undefined, { min, max }: ValueRange): boolean {
  return value !== undefined && value >= min && value <= max;
}

/** The sum of each cell and its eight neighbours: a point alone is seen. */
function spreadOut(sums: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(sums.length);
  for (let y = 0; y < height; y += 1) {
    for (let i = y * width, end = i + width; i < end; i += 1) {
      const before = i > y * width ? (sums[i - 1] ?? 0) : 0;
      const after = i + 1 < end ? (sums[i + 1] ?? 0) : 0;
      across[i] = before + (sums[i] ?? 0) + after;
    }
  }
  return across.map((sum, i) => (across[i - width] ?? 0) + sum + (across[i + width] ?? 0));
}

function spanOf(places: Float64Array): ValueRange | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const place of places) {
    min = Math.min(min, place);
    max = Math.max(max, place);
  }
  return min <= max ? { min, max } : undefined;
}

function rangeOf(rows: Uint32Array, { values, mask }: NumberColumn): ValueRange | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const value = values[row] ?? NONE;
    if (mask?.[row] !== 1 && Number.isFinite(value)) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  return min <= max ? { min, max } : undefined;
}

function placesIn(rows: Uint32Array, { values, mask }: NumberColumn, { min, max }: ValueRange): Float32Array {
  const span = max - min || 1;
  return Float32Array.from(rows, (row) => {
    const value = values[row] ?? NONE;
    return mask?.[row] === 1 || !Number.isFinite(value) ? NONE : (value - min) / span;
  });
}
