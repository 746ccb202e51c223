/**
 * Resampling by interpolation: each pixel of the target has the value of the image where its centre is, of the nearest pixel or between the
 * centres of four. Up to half a pixel beyond the outermost centres, where there is none to go between, a pixel has the value of the edge.
 */

import { between, centresOf, type Window, windowAround } from "./grid.ts";
import type { Kernel, Piece, Resampling } from "./piece.ts";
import { valuesIn } from "./skyImage.ts";

/** The side of the squares of the target whose pixels are looked up together: what they need of an image is a small part of it. */
const TILE = 512;
/** The most pixels of the image that are read for one: of coarser targets, smaller squares are looked up. */
const MOST = 2 ** 22;
/** Pixels that go to the image and come back farther away than this are of another branch of its WCS. */
const ASTRAY = 1;
/** One of so many pixels of a row, and of a column, is tried; all are only if one of those went astray. */
const SOME = 8;

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
  if (wanted.width * wanted.height > MOST && at.width * at.height > 1) {
    for (const half of halvesOf(at)) {
      await tile(of, piece, half, isNearest);
      await of.breathe();
    }
    return;
  }
  const values = await valuesIn(image, wanted, calibrated, signal);
  const [rows, columns] = grid.shape;
  const first = wanted.y * wanted.width + wanted.x;
  for (let i = 0; i < places.length; i += 2) {
    const x = Math.min(Math.max(places[i] ?? Number.NaN, 0), columns - 1);
    const y = Math.min(Math.max(places[i + 1] ?? Number.NaN, 0), rows - 1);
    if (Number.isNaN(x + y)) {
      continue;
    }
    const [left, bottom] = isNearest
      ? [Math.floor(x + 0.5), Math.floor(y + 0.5)]
      : [Math.floor(x), Math.floor(y)];
    const from = bottom * wanted.width + left - first;
    // Beyond the last centre, the pixel before it takes its place, with no weight.
    const right = left + 1 < columns ? 1 : -Math.min(left, 1);
    const up = (bottom + 1 < rows ? 1 : -Math.min(bottom, 1)) * wanted.width;
    const found = isNearest
      ? (values[from] ?? Number.NaN)
      : bilinear(values, from, right, up, x - left, y - bottom);
    if (!Number.isNaN(found)) {
      const [column, row] = [(i / 2) % at.width, Math.floor(i / 2 / at.width)];
      const to = (at.y + row - piece.y) * piece.width + at.x + column - piece.x;
      piece.values[to] = found;
      piece.footprint[to] = 1;
    }
  }
}

function halvesOf(at: Window): readonly Window[] {
  const { x, y, width, height } = at;
  const [across, up] = [width >> 1, height >> 1];
  return width > height
    ? [
        { ...at, width: across },
        { ...at, x: x + across, width: width - across },
      ]
    : [
        { ...at, height: up },
        { ...at, y: y + up, height: height - up },
      ];
}

/** A pixel that is not there takes part in its neighbours with any weight, also with none. */
function bilinear(values: Float64Array, at: number, right: number, up: number, u: number, v: number): number {
  const value = (index: number) => values[index] ?? Number.NaN;
  return (
    (1 - v) * ((1 - u) * value(at) + u * value(at + right)) +
    v * ((1 - u) * value(at + up) + u * value(at + up + right))
  );
}

/** Where the pixels of a window of the target are in the image; NaN for those outside. */
function placesOf(of: Resampling, at: Window): Float64Array {
  const centres = centresOf(at);
  const places = between(of.target, of.grid)(centres);
  const [rows, columns] = of.grid.shape;
  for (let i = 0; i < places.length; i += 2) {
    const x = places[i] ?? Number.NaN;
    const y = places[i + 1] ?? Number.NaN;
    const isIn = x >= -0.5 && y >= -0.5 && x < columns - 0.5 && y < rows - 0.5;
    if (!isIn) {
      places.fill(Number.NaN, i, i + 2);
    }
  }
  const some = latticeOf(at);
  const pick = (points: Float64Array) => some.map((i) => points[i] ?? Number.NaN);
  if (strays(of, pick(centres), pick(places)).length > 0) {
    for (const i of strays(of, centres, places)) {
      places.fill(Number.NaN, i, i + 2);
    }
  }
  return places;
}

/** The indices of the coordinates of some pixels of a window: where another branch of a WCS begins, it is larger than that. */
function latticeOf({ width, height }: Window): Float64Array {
  const found: number[] = [];
  for (let row = 0; row < height; row += SOME) {
    for (let column = 0; column < width; column += SOME) {
      found.push(2 * (row * width + column), 2 * (row * width + column) + 1);
    }
  }
  return Float64Array.from(found);
}

/** The indices of places that do not lead back to the centres that they are of. */
function strays({ grid, target }: Resampling, centres: Float64Array, places: Float64Array): number[] {
  const back = between(grid, target)(places);
  const found: number[] = [];
  for (let i = 0; i < places.length; i += 2) {
    const across = Math.abs((back[i] ?? 0) - (centres[i] ?? 0));
    const up = Math.abs((back[i + 1] ?? 0) - (centres[i + 1] ?? 0));
    if (across > ASTRAY || up > ASTRAY) {
      found.push(i);
    }
  }
  return found;
}
