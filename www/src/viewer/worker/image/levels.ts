/** A plane at coarser levels, each half as fine as the previous one; levels are computed on demand. */
import { memoryFor } from "@asdf-wasm/science/elements/pixels";

type Values = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** Rows, first one first. */
export interface Level<T extends Values> {
  readonly values: T;
  readonly width: number;
  readonly height: number;
}

/** Combines four elements into one. */
type Merge = (a: number, b: number, c: number, d: number) => number;

export class Levels<T extends Values> {
  readonly finest: Level<T>;
  /** The coarser levels computed so far. */
  readonly #coarser: Level<T>[] = [];
  readonly #merge: Merge;

  constructor(finest: Level<T>, merge: Merge) {
    this.finest = finest;
    this.#merge = merge;
  }

  /** The level whose elements stand for `step` × `step` ones; `step` is a power of two. */
  at(step: number): Level<T> {
    let level = this.finest;
    for (let i = 0; i < Math.log2(step); i += 1) {
      level = this.#coarser[i] ?? halved(level, this.#merge);
      this.#coarser[i] = level;
    }
    return level;
  }
}

/** An odd element at an edge also stands for its missing neighbour. */
function halved<T extends Values>({ values, width, height }: Level<T>, merge: Merge): Level<T> {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const merged = memoryFor(values, across * down);
  for (let y = 0; y < down; y += 1) {
    const upper = 2 * y * width;
    const lower = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < across; x += 1) {
      const [left, right] = [2 * x, Math.min(2 * x + 1, width - 1)];
      merged[y * across + x] = merge(
        values[upper + left] ?? 0,
        values[upper + right] ?? 0,
        values[lower + left] ?? 0,
        values[lower + right] ?? 0,
      );
    }
  }
  return { values: merged, width: across, height: down };
}

/** The bits set in any of them. */
export function anyBits(a: number, b: number, c: number, d: number): number {
  return a | b | c | d;
}

/** The mean of those that are not NaN. */
export function meanOf(a: number, b: number, c: number, d: number): number {
  const mean = (a + b + c + d) / 4;
  if (!Number.isNaN(mean)) {
    return mean;
  }
  const numbers = [a, b, c, d].filter((value) => !Number.isNaN(value));
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
