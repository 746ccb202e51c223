/**
 * Resampling by area: each pixel of the image gives its value to the pixels of the target by the exact share of them that it covers. A
 * pixel is the polygon of its corners. In a tangent plane the sides of such a polygon, great circles, are straight lines; in other grids
 * they are taken for straight, which is less than 1e-4 of a pixel for pixels up to an arcminute.
 */

import { between, outlineOf, sharedBy, type Window, wholeOf, windowAround } from "./grid.ts";
import type { Piece, Resampling } from "./piece.ts";
import { valuesIn } from "./skyImage.ts";

/** The side of the squares of the image that are read and placed together. */
const BLOCK = 128;
/** Points on each side of such a square that tell where it is in the target, and by how much of its size it may reach beyond them. */
const STEPS = 16;
const LARGER = 0.02;
/** A smaller share is what rounding leaves. */
const LEAST = 1e-12;

interface Block {
  /** In the image. */
  readonly part: Window;
  /** In the target. */
  readonly place: Window;
}

/** A function that adds an image to pieces of the target. `conserves`: whether values are of a pixel, not of a unit of area. */
export function byArea(conserves: boolean) {
  let blocks: readonly Block[] | undefined;
  return async (of: Resampling, piece: Piece): Promise<void> => {
    blocks ??= blocksOf(of);
    for (const { part, place } of blocks) {
      if (sharedBy(place, piece)) {
        await add(of, part, piece, conserves);
        await of.breathe();
      }
    }
  };
}

function blocksOf({ grid, target }: Resampling): Block[] {
  const { width, height } = wholeOf(grid);
  const toTarget = between(grid, target);
  const blocks: Block[] = [];
  for (let y = 0; y < height; y += BLOCK) {
    for (let x = 0; x < width; x += BLOCK) {
      const part = { x, y, width: Math.min(BLOCK, width - x), height: Math.min(BLOCK, height - y) };
      const outline = toTarget(outlineOf(part, STEPS));
      // A side without a place says nothing of the pixels behind it.
      const around = outline.some(Number.isNaN) ? wholeOf(target) : windowAround(outline, target, 1);
      const place = around && windowAround(outlineOf(around, 1), target, marginOf(around));
      if (place) {
        blocks.push({ part, place });
      }
    }
  }
  return blocks;
}

function marginOf({ width, height }: Window): number {
  return LARGER * Math.max(width, height);
}

async function add(of: Resampling, part: Window, piece: Piece, conserves: boolean): Promise<void> {
  const { image, grid, target, calibrated, signal } = of;
  const values = await valuesIn(image, part, calibrated, signal);
  const corners = between(grid, target)(cornersOf(part));
  // In units of pixels of the piece, whose first one begins at 0.
  for (let i = 0; i < corners.length; i += 2) {
    corners[i] = (corners[i] ?? Number.NaN) + 0.5 - piece.x;
    corners[i + 1] = (corners[i + 1] ?? Number.NaN) + 0.5 - piece.y;
  }
  const across = 2 * (part.width + 1);
  const sign = orientationOf(corners, across);
  const cover = new Cover(piece);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) {
      const at = 2 * ((i % part.width) + Math.floor(i / part.width) * (part.width + 1));
      cover.add(corners, at, across, sign, value, conserves);
    }
  }
}

/** The corners of the pixels of a window. */
function cornersOf({ x, y, width, height }: Window): Float64Array {
  const corners = new Float64Array(2 * (width + 1) * (height + 1));
  let at = 0;
  for (let row = 0; row <= height; row += 1) {
    for (let column = 0; column <= width; column += 1) {
      corners[at] = x + column - 0.5;
      corners[at + 1] = y + row - 0.5;
      at += 2;
    }
  }
  return corners;
}

/** In which sense most pixels turn: one that turns otherwise is torn apart by the edge of a map of the whole sky. */
function orientationOf(corners: Float64Array, across: number): number {
  let sum = 0;
  for (let at = 0; at + across + 3 < corners.length; at += 2) {
    if ((at + 2) % across !== 0) {
      sum += Math.sign(areaOf(corners, at, across)) || 0;
    }
  }
  return Math.sign(sum);
}

/** The area of the pixel whose first corner is at an index: half the product of its diagonals, positive if it turns counterclockwise. */
function areaOf(corners: Float64Array, at: number, across: number): number {
  const along = (first: number, last: number) =>
    (corners[last] ?? Number.NaN) - (corners[first] ?? Number.NaN);
  const [second, third, fourth] = [at + 2, at + across + 2, at + across];
  return (
    (along(at, third) * along(second + 1, fourth + 1) - along(second, fourth) * along(at + 1, third + 1)) / 2
  );
}

/**
 * The shares of pixels that a polygon covers, by its sides: what is to the right of a side, up to the end of the row, is added or taken
 * away by the direction of the side. What remains is inside.
 */
class Cover {
  readonly #piece: Piece;
  /** The pixels around the polygon, and differences of shares along their rows. */
  #left = 0;
  #bottom = 0;
  #width = 0;
  #height = 0;
  #steps = new Float64Array(64);

  constructor(piece: Piece) {
    this.#piece = piece;
  }

  /** Adds a value to the pixels that the one whose first corner is at an index covers. */
  add(
    corners: Float64Array,
    at: number,
    across: number,
    sign: number,
    value: number,
    conserves: boolean,
  ): void {
    const area = areaOf(corners, at, across) * sign;
    if (!(area > 0) || !this.#begin(corners, at, at + across)) {
      return;
    }
    this.#side(corners, at, at + 2, sign);
    this.#side(corners, at + 2, at + across + 2, sign);
    this.#side(corners, at + across + 2, at + across, sign);
    this.#side(corners, at + across, at, sign);
    const { values, footprint, width } = this.#piece;
    const each = conserves ? value / area : value;
    for (let row = 0; row < this.#height; row += 1) {
      let to = (this.#bottom + row) * width + this.#left;
      let share = 0;
      for (let column = 0; column < this.#width; column += 1, to += 1) {
        share += this.#steps[row * (this.#width + 1) + column] ?? 0;
        if (share > LEAST) {
          values[to] = (values[to] ?? 0) + each * share;
          footprint[to] = (footprint[to] ?? 0) + share;
        }
      }
    }
  }

  /** False if the pixel is outside of the piece. */
  #begin(corners: Float64Array, a: number, b: number): boolean {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [corners[a], corners[a + 1], corners[a + 2], corners[a + 3]];
    const [x2 = 0, y2 = 0, x3 = 0, y3 = 0] = [corners[b], corners[b + 1], corners[b + 2], corners[b + 3]];
    this.#left = Math.max(0, Math.floor(Math.min(x0, x1, x2, x3)));
    this.#bottom = Math.max(0, Math.floor(Math.min(y0, y1, y2, y3)));
    this.#width = Math.min(this.#piece.width, Math.ceil(Math.max(x0, x1, x2, x3))) - this.#left;
    this.#height = Math.min(this.#piece.height, Math.ceil(Math.max(y0, y1, y2, y3))) - this.#bottom;
    if (!(this.#width > 0 && this.#height > 0)) {
      return false;
    }
    const length = (this.#width + 1) * this.#height;
    if (length > this.#steps.length) {
      this.#steps = new Float64Array(length);
    }
    this.#steps.fill(0, 0, length);
    return true;
  }

  #side(corners: Float64Array, first: number, last: number, sign: number): void {
    const x0 = (corners[first] ?? 0) - this.#left;
    const y0 = (corners[first + 1] ?? 0) - this.#bottom;
    const x1 = (corners[last] ?? 0) - this.#left;
    const y1 = (corners[last + 1] ?? 0) - this.#bottom;
    if (y0 === y1) {
      return;
    }
    // The region is on the left of a side that goes around it counterclockwise, on the right of one that goes down.
    const direction = y0 < y1 ? -sign : sign;
    const slope = (x1 - x0) / (y1 - y0);
    const [from, to] = [Math.max(0, Math.min(y0, y1)), Math.min(this.#height, Math.max(y0, y1))];
    for (let y = from; y < to; ) {
      const row = Math.floor(y);
      const next = Math.min(row + 1, to);
      const [start, end] = [x0 + (y - y0) * slope, x0 + (next - y0) * slope];
      this.#across(row, Math.min(start, end), Math.max(start, end), (next - y) * direction);
      y = next;
    }
  }

  /** A part of a side in one row, of a signed height. */
  #across(row: number, left: number, right: number, height: number): void {
    const first = row * (this.#width + 1);
    const each = right > left ? height / (right - left) : 0;
    const before = right <= 0 ? height : left < 0 ? -left * each : 0;
    this.#steps[first] = (this.#steps[first] ?? 0) + before;
    const end = Math.min(right, this.#width);
    for (let x = Math.max(left, 0); x < this.#width && right > 0; ) {
      const column = Math.floor(x);
      const next = Math.min(column + 1, end);
      const part = right > left ? each * (next - x) : height;
      const mean = (x + next) / 2 - column;
      const at = first + column;
      this.#steps[at] = (this.#steps[at] ?? 0) + part * (1 - mean);
      this.#steps[at + 1] = (this.#steps[at + 1] ?? 0) + part * mean;
      if (next >= end) {
        return;
      }
      x = next;
    }
  }
}
