/**
 * Lines of equal value through a grid of numbers, by marching squares: as contourpy draws them (which matplotlib uses) without
 * masked corners. There are no lines through cells with a corner that is no number, where the lines of d3-contour run along
 * what is missing. In a saddle, the mean of the corners decides which are joined.
 */

import { spreadOf } from "../numbers/statistics.ts";

/** The values that levels are multiples of σ above: the median and the standard deviation without outliers. */
export interface Background {
  readonly median: number;
  readonly sigma: number;
}

/** Lines one after another; points are pairs of column and row, 0 in the middle of the first element. */
export interface Lines {
  readonly points: number[];
  /** The index of the first point of each line. */
  readonly starts: number[];
}

/** The edges between which lines pass a cell, for each pattern of corners above the level: lower, right, upper, left. */
const [LOWER, RIGHT, UPPER, LEFT] = [0, 1, 2, 3];
const PASSES: readonly (readonly number[])[] = [
  ...[[], [LEFT, LOWER], [LOWER, RIGHT], [LEFT, RIGHT], [RIGHT, UPPER], [], [LOWER, UPPER], [LEFT, UPPER]],
  ...[[UPPER, LEFT], [UPPER, LOWER], [], [UPPER, RIGHT], [RIGHT, LEFT], [RIGHT, LOWER], [LOWER, LEFT], []],
];
/** Of the two saddles, if the middle is above the level, and if it is not. */
const SADDLES = {
  5: { above: [LEFT, UPPER, LOWER, RIGHT], below: [LEFT, LOWER, RIGHT, UPPER] },
  10: { above: [LOWER, LEFT, UPPER, RIGHT], below: [LOWER, RIGHT, UPPER, LEFT] },
} as const;

/** Finds lines in one grid, of one level after another: the memory for joining their pieces is used again. */
export class Contouring {
  readonly #values: ArrayLike<number>;
  readonly #columns: number;
  readonly #rows: number;
  /** For each edge, the other ends, plus one, of the up to two pieces that end on it; horizontal and vertical edges alternate. */
  readonly #ends: Int32Array<ArrayBuffer>;

  constructor(values: ArrayLike<number>, columns: number, rows: number) {
    [this.#values, this.#columns, this.#rows] = [values, columns, rows];
    this.#ends = new Int32Array(4 * columns * rows);
  }

  lines(level: number): Lines {
    const edges = this.#pass(level);
    const found: Lines = { points: [], starts: [] };
    // Lines that end at the rim first: what is left then is closed.
    for (const isOpen of [true, false]) {
      for (const edge of edges) {
        const [one, other] = this.#at(edge);
        if (((one === 0) !== (other === 0)) === isOpen && (one !== 0 || other !== 0)) {
          this.#walk(edge, level, found);
        }
      }
    }
    return found;
  }

  #at(edge: number): [number, number] {
    return [this.#ends[2 * edge] ?? 0, this.#ends[2 * edge + 1] ?? 0];
  }

  /** Notes the pieces of all cells; returns the edges on which they begin. */
  #pass(level: number): number[] {
    const [values, columns] = [this.#values, this.#columns];
    const edges: number[] = [];
    for (let y = 0; y + 1 < this.#rows; y += 1) {
      for (let x = 0; x + 1 < columns; x += 1) {
        const at = y * columns + x;
        const [a, b] = [values[at] ?? Number.NaN, values[at + 1] ?? Number.NaN];
        const [d, c] = [values[at + columns] ?? Number.NaN, values[at + columns + 1] ?? Number.NaN];
        const pattern = (a > level ? 1 : 0) + (b > level ? 2 : 0) + (c > level ? 4 : 0) + (d > level ? 8 : 0);
        if (pattern === 0 || pattern === 15 || !Number.isFinite(a + b + c + d)) {
          continue;
        }
        const isAbove = (a + b + c + d) / 4 > level;
        const passes =
          pattern === 5 || pattern === 10
            ? SADDLES[pattern][isAbove ? "above" : "below"]
            : (PASSES[pattern] ?? []);
        for (let i = 0; i + 1 < passes.length; i += 2) {
          const [from, to] = [this.#edge(at, passes[i] ?? 0), this.#edge(at, passes[i + 1] ?? 0)];
          this.#join(from, to);
          this.#join(to, from);
          edges.push(from, to);
        }
      }
    }
    return edges;
  }

  #edge(at: number, side: number): number {
    switch (side) {
      case LOWER:
        return 2 * at;
      case UPPER:
        return 2 * (at + this.#columns);
      case LEFT:
        return 2 * at + 1;
      default:
        return 2 * (at + 1) + 1;
    }
  }

  #join(edge: number, other: number): void {
    this.#ends[2 * edge + (this.#ends[2 * edge] === 0 ? 0 : 1)] = other + 1;
  }

  /** Follows pieces from an edge to the end of the line or around, and takes them away. */
  #walk(start: number, level: number, { points, starts }: Lines): void {
    starts.push(points.length / 2);
    this.#put(start, level, points);
    for (let edge = start; ; ) {
      const next = this.#take(edge);
      if (next === undefined) {
        return;
      }
      this.#put(next, level, points);
      edge = next;
    }
  }

  /** The other end of a piece from an edge, which is taken away at both ends. */
  #take(edge: number): number | undefined {
    const [one, other] = this.#at(edge);
    const end = (one || other) - 1;
    if (end < 0) {
      return undefined;
    }
    this.#ends[2 * edge + (one ? 0 : 1)] = 0;
    this.#ends[2 * end + (this.#ends[2 * end] === edge + 1 ? 0 : 1)] = 0;
    return end;
  }

  /** Where the level is reached on an edge. */
  #put(edge: number, level: number, points: number[]): void {
    const columns = this.#columns;
    const at = edge >> 1;
    const isVertical = edge % 2 === 1;
    const from = this.#values[at] ?? 0;
    const to = this.#values[at + (isVertical ? columns : 1)] ?? 0;
    const part = (level - from) / (to - from);
    const [x, y] = [at % columns, Math.floor(at / columns)];
    points.push(isVertical ? x : x + part, isVertical ? y + part : y);
  }
}

/** The background of some values: median and standard deviation without outliers. Undefined if none is finite. */
export async function backgroundOf(values: Float64Array<ArrayBuffer>): Promise<Background | undefined> {
  const finite = values.filter(Number.isFinite);
  const { clipped } = await spreadOf(finite.length, () => [finite]);
  return finite.length === 0 ? undefined : { median: clipped.median, sigma: clipped.std };
}
