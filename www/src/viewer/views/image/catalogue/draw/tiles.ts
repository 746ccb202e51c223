/**
 * Which rows are in view, without a look at all others: rows in the order of tiles, which are the squares of a quadtree over the points. Of a
 * tile that is no larger than a dot, one row stands for all.
 */
import { breather } from "@asdf-wasm/science/sections/breathing";
import { type Camera, type Point, type Size, toScreen } from "../../camera/camera.ts";
import { TOGETHER } from "./places.ts";

/** How many rows the smallest tiles have, about, and how often the largest one is divided at most. */
const ROWS = 16;
const DEEPEST = 11;
/** Rows between two looks at the clock. */
const PORTION = 50_000;

/** Rows, and for how many each of them stands. */
export interface SeenRows {
  readonly rows: readonly number[];
  readonly counts: readonly number[];
}

/** The square around all points. */
interface Box extends Point {
  readonly side: number;
}

export class RowTiles {
  /** The rows tile after tile, and where those of each smallest tile begin. */
  readonly #rows: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #depth: number;
  readonly #box: Box;

  private constructor(rows: Uint32Array, starts: Uint32Array, depth: number, box: Box) {
    [this.#rows, this.#starts, this.#depth, this.#box] = [rows, starts, depth, box];
  }

  /** Rows without a place are in no tile. Other work goes on meanwhile. */
  static async of(points: Float64Array, signal: AbortSignal): Promise<RowTiles> {
    const breathe = breather(signal);
    const count = points.length / 2;
    const eachPortion = async (take: (row: number) => void): Promise<void> => {
      for (let start = 0; start < count; start += PORTION) {
        for (let row = start; row < Math.min(start + PORTION, count); row += 1) {
          take(row);
        }
        await breathe(start);
      }
    };
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    await eachPortion((row) => {
      const [x, y] = [points[2 * row] ?? Number.NaN, points[2 * row + 1] ?? Number.NaN];
      if (Number.isFinite(x + y)) {
        [left, right] = [x < left ? x : left, x > right ? x : right];
        [low, high] = [y < low ? y : low, y > high ? y : high];
      }
    });
    const depth = Math.min(Math.max(Math.ceil(Math.log2(count / ROWS) / 2), 0), DEEPEST);
    const [side, along] = [Math.max(right - left, high - low, 1e-9), 2 ** depth];
    const tiles = new Uint32Array(count);
    // One more than there are: of rows without a place.
    const starts = new Uint32Array(along ** 2 + 2);
    await eachPortion((row) => {
      const [x, y] = [(points[2 * row] ?? 0) - left, (points[2 * row + 1] ?? 0) - low];
      const at = (value: number) => spread(Math.min(Math.floor((value / side) * along), along - 1));
      const tile = Number.isFinite(x + y) ? at(x) + 2 * at(y) : along ** 2;
      tiles[row] = tile;
      starts[tile + 1] = (starts[tile + 1] ?? 0) + 1;
    });
    for (let tile = 1; tile < starts.length; tile += 1) {
      starts[tile] = (starts[tile] ?? 0) + (starts[tile - 1] ?? 0);
    }
    const rows = new Uint32Array(count);
    const next = starts.slice();
    await eachPortion((row) => {
      const place = next[tiles[row] ?? 0] ?? 0;
      rows[place] = row;
      next[tiles[row] ?? 0] = place + 1;
    });
    return new RowTiles(rows, starts, depth, { x: left, y: low, side });
  }

  /** The rows that may be in view; with `shares`, the row with the greatest share stands for others. */
  inView(camera: Camera, screen: Size, margin: number, shares?: Float32Array): SeenRows {
    const found: { rows: number[]; counts: number[] } = { rows: [], counts: [] };
    const visit = (level: number, tile: number, x: number, y: number): void => {
      const below = 4 ** (this.#depth - level);
      const [start, stop] = [this.#starts[tile * below] ?? 0, this.#starts[(tile + 1) * below] ?? 0];
      const side = this.#box.side / 2 ** level;
      if (start === stop || !this.#isSeen(side, x, y, camera, screen, margin)) {
        return;
      }
      if (side * camera.zoom <= TOGETHER) {
        found.rows.push(this.#standingFor(start, stop, shares));
        found.counts.push(stop - start);
      } else if (level === this.#depth) {
        for (let i = start; i < stop; i += 1) {
          found.rows.push(this.#rows[i] ?? 0);
          found.counts.push(1);
        }
      } else {
        for (let part = 0; part < 4; part += 1) {
          visit(level + 1, 4 * tile + part, 2 * x + (part % 2), 2 * y + (part >> 1));
        }
      }
    };
    visit(0, 0, 0, 0);
    return found;
  }

  #isSeen(side: number, x: number, y: number, camera: Camera, screen: Size, margin: number): boolean {
    const middle = { x: this.#box.x + (x + 0.5) * side, y: this.#box.y + (y + 0.5) * side };
    const at = toScreen(camera, screen, middle);
    const reach = margin + TOGETHER + Math.SQRT1_2 * side * camera.zoom;
    return at.x > -reach && at.y > -reach && at.x < screen.width + reach && at.y < screen.height + reach;
  }

  #standingFor(start: number, stop: number, shares: Float32Array | undefined): number {
    let found = this.#rows[start] ?? 0;
    for (let i = start + 1; shares && i < stop; i += 1) {
      const row = this.#rows[i] ?? 0;
      found = (shares[row] ?? 0) > (shares[found] ?? 0) ? row : found;
    }
    return found;
  }
}

/** The bits of a number with a zero before each: of two numbers they make the number of a tile. */
function spread(value: number): number {
  const four = (value | (value << 8)) & 0x00ff00ff;
  const two = (four | (four << 4)) & 0x0f0f0f0f;
  const one = (two | (two << 2)) & 0x33333333;
  return (one | (one << 1)) & 0x55555555;
}
