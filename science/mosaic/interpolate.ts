/**
 * Resampling by interpolation: each pixel of the target has the value of the image where its centre is, of the nearest pixel or between the
 * centres of four. Up to half a pixel beyond the outermost centres, where there is none to go between, a pixel has the value of the edge.
 */

import { between, centresOf, type Window, windowAround } from "./grid.ts";
import type { Kernel, Piece, Resampling } from "./piece.ts";
import { valuesIn } from "./skyImage.ts";

/** The side of the squares of the target whose pixels are looked up together: what they need of an image is a small part of it. */
const TILE = 512;
/** Pixels that come back farther away than this, on the way to the image and back, are of another branch of its WCS. */
const ASTRAY = 1;

export function interpolate(kernel: Exclude<Kernel, "exact">) {
  return async (of: Resampling, piece: Piece): Promise<void> => {
    const { x, y, width, height } = piece;
    for (let top = y; top < y + height; top += TILE) {
      for (let left = x; left < x + width; left += TILE) {
        const size = { width: Math.min(TILE, x + width - left), height: Math.min(TILE, y + height - top) };
        await tile(of, piece, { x: left, y: top, ...size }, kernel === "nearest");
        await of.breathe();
      }
    }
  };
}

async function tile(of: Resampling, piece: Piece, at: Window, isNearest: boolean): Promise<void> {
  const { image, grid, calibrated, signal } = of;
  const places = placesOf(of, at);
  const wanted = windowAround(places, grid, isNearest ? 0 : 1);
  if (!wanted) {
    return;
  }
  const values = await valuesIn(image, wanted, calibrated, signal);
  const [rows, columns] = grid.shape;
  const value = (column: number, row: number) =>
    values[(row - wanted.y) * wanted.width + column - wanted.x] ?? Number.NaN;
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i] ?? Number.NaN, places[i + 1] ?? Number.NaN];
    if (!(x >= 0 && y >= 0)) {
      continue;
    }
    const found = isNearest
      ? value(Math.floor(x + 0.5), Math.floor(y + 0.5))
      : bilinear(value, x, y, columns, rows);
    if (!Number.isNaN(found)) {
      const [column, row] = [(i / 2) % at.width, Math.floor(i / 2 / at.width)];
      const to = (at.y + row - piece.y) * piece.width + at.x + column - piece.x;
      piece.values[to] = found;
      piece.footprint[to] = 1;
    }
  }
}

/** A pixel that is not there takes part in its neighbours with any weight, also with none. */
function bilinear(
  value: (column: number, row: number) => number,
  x: number,
  y: number,
  columns: number,
  rows: number,
): number {
  const [left, bottom] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - bottom];
  // Beyond the last centre, the pixel before it stands in, with no weight.
  const right = left + 1 < columns ? left + 1 : Math.max(left - 1, 0);
  const top = bottom + 1 < rows ? bottom + 1 : Math.max(bottom - 1, 0);
  return (
    (1 - v) * ((1 - u) * value(left, bottom) + u * value(right, bottom)) +
    v * ((1 - u) * value(left, top) + u * value(right, top))
  );
}

/** Where the pixels of a window of the target are in the image, in 0 to its last centres; NaN for those outside. */
function placesOf({ grid, target }: Resampling, at: Window): Float64Array {
  const centres = centresOf(at);
  const places = between(target, grid)(centres);
  const [rows, columns] = grid.shape;
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i] ?? Number.NaN, places[i + 1] ?? Number.NaN];
    const isIn = x >= -0.5 && y >= -0.5 && x < columns - 0.5 && y < rows - 0.5;
    places[i] = isIn ? x : Number.NaN;
    places[i + 1] = isIn ? y : Number.NaN;
  }
  const back = between(grid, target)(places);
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i] ?? Number.NaN, places[i + 1] ?? Number.NaN];
    const isAstray =
      Math.abs((back[i] ?? 0) - (centres[i] ?? 0)) > ASTRAY ||
      Math.abs((back[i + 1] ?? 0) - (centres[i + 1] ?? 0)) > ASTRAY;
    places[i] = isAstray ? Number.NaN : Math.min(Math.max(x, 0), columns - 1);
    places[i + 1] = isAstray ? Number.NaN : Math.min(Math.max(y, 0), rows - 1);
  }
  return places;
}
