/**
 * A large plane as one coarse tile of single elements: uploaded before all others, it shows the whole image within a frame, and
 * is enough where the image is drawn small.
 */
import type { Plane } from "../../../protocol/plane.ts";
import type { Camera } from "../camera/camera.ts";
import { SIDE, type Tile } from "./tiles.ts";

/** Undefined for a plane that is one tile anyway. */
export function coarseTile({ display, width, height, step, whole }: Plane): Tile | undefined {
  const every = Math.ceil(Math.max(width, height) / SIDE);
  if (every === 1) {
    return undefined;
  }
  const [columns, rows] = [Math.ceil(width / every), Math.ceil(height / every)];
  const values = new Float32Array(columns * rows);
  const middle = (at: number, length: number): number =>
    Math.min(at * every + Math.floor(every / 2), length - 1);
  for (let row = 0; row < rows; row += 1) {
    const from = middle(row, height) * width;
    for (let column = 0; column < columns; column += 1) {
      values[row * columns + column] = display[from + middle(column, width)] ?? Number.NaN;
    }
  }
  const place = { x: 0, y: 0, ...whole, left: 0, top: 0 };
  return { ...place, step: step * every, columns, rows, values, stride: columns };
}

/** Whether a pane has as many elements of a tile in each pixel as are drawn of it at most. */
export function isEnough({ step }: Tile, { zoom }: Camera, most: number): boolean {
  return zoom * step * most <= 1;
}
