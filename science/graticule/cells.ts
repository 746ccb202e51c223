/**
 * The image divided into cells with the position of each corner on the sky. Cells are divided further at the edge of
 * what has a position and around the poles, where lines are too curved for one cell.
 */
import type { GraticuleRequest } from "./request.ts";

/** Longitudes and latitudes in degrees, point by point, of pixel centres counted from 0; NaN where a pixel has no position. */
export interface SkyMap {
  toSky(points: Float64Array): Float64Array;
}

/** Corners run around the cell: (x0, y0), (x1, y0), (x1, y1), (x0, y1). */
export interface Cell {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** In degrees, the later ones within 180° of their predecessors. */
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  /** Whether a pole is inside: longitudes are of no use. */
  readonly polar: boolean;
}

/** Places and their positions on the sky, point by point. */
export interface Samples {
  readonly points: Float64Array;
  readonly sky: Float64Array;
}

/** How often a cell is halved at the edge of what has a position, and around a pole. */
const EDGE_DEPTH = 3;
const POLE_DEPTH = 6;
/** The longitudes that a cell may span, in degrees. */
const MOST_SPAN = 15;

type Corners = Pick<Cell, "x0" | "y0" | "x1" | "y1">;

/** Positions on the sky of points in image coordinates. */
export function skyAt(map: SkyMap, points: Float64Array): Float64Array {
  return map.toSky(points.map((coordinate) => coordinate - 0.5));
}

export function cellsOf(map: SkyMap, { area, cell }: Pick<GraticuleRequest, "area" | "cell">) {
  const xs = divided(area.x, area.width, cell);
  const ys = divided(area.y, area.height, cell);
  const points = Float64Array.from(ys.flatMap((y) => xs.flatMap((x) => [x, y])));
  const samples: Samples = { points, sky: skyAt(map, points) };
  const cells: Cell[] = [];
  let parts: Corners[] = [];
  for (const [row, [y0, y1]] of pairs(ys).entries()) {
    for (const [column, [x0, x1]] of pairs(xs).entries()) {
      const below = row * xs.length + column;
      const above = below + xs.length;
      const corners = { x0, y0, x1, y1 };
      examine(corners, samples.sky, [below, below + 1, above + 1, above], 0, { cells, parts });
    }
  }
  for (let depth = 1; parts.length > 0; depth += 1) {
    const open = parts;
    const sky = skyAt(map, Float64Array.from(open.flatMap(around)));
    parts = [];
    for (const [i, corners] of open.entries()) {
      examine(corners, sky, [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3], depth, { cells, parts });
    }
  }
  return { cells, samples };
}

interface Found {
  readonly cells: Cell[];
  readonly parts: Corners[];
}

/** Adds a cell, or its parts if it must be divided, or nothing if it has no use. `at` are its corners' places in `sky`. */
function examine(
  corners: Corners,
  sky: Float64Array,
  at: readonly [number, number, number, number],
  depth: number,
  { cells, parts }: Found,
): void {
  const [a, b, c, d] = at;
  const [first, latitude0] = [valueAt(sky, 2 * a), valueAt(sky, 2 * a + 1)];
  const latitudes = [latitude0, valueAt(sky, 2 * b + 1), valueAt(sky, 2 * c + 1), valueAt(sky, 2 * d + 1)];
  const second = first + turned(valueAt(sky, 2 * b) - first);
  const third = second + turned(valueAt(sky, 2 * c) - second);
  const fourth = third + turned(valueAt(sky, 2 * d) - third);
  const longitudes = [first, second, third, fourth];
  const { x0, y0, x1, y1 } = corners;
  if (
    !Number.isFinite(fourth + latitude0 + (latitudes[1] ?? 0) + (latitudes[2] ?? 0) + (latitudes[3] ?? 0))
  ) {
    if (
      depth < EDGE_DEPTH &&
      at.some((i) => Number.isFinite(valueAt(sky, 2 * i) + valueAt(sky, 2 * i + 1)))
    ) {
      parts.push(...quarters(corners));
    }
    return;
  }
  const polar = Math.abs(fourth + turned(first - fourth) - first) > 180;
  const span = Math.max(first, second, third, fourth) - Math.min(first, second, third, fourth);
  if (depth < POLE_DEPTH && (polar || span > MOST_SPAN)) {
    parts.push(...quarters(corners));
  } else {
    cells.push({ x0, y0, x1, y1, longitudes, latitudes, polar });
  }
}

function valueAt(values: Float64Array, i: number): number {
  return values[i] ?? Number.NaN;
}

/** A difference of longitudes by the shorter way, in degrees. */
export function turned(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

/** The edges of cells of about a size. They are at odd places: lines at round ones do not run along them. */
function divided(start: number, length: number, size: number): number[] {
  const inner: number[] = [];
  const end = start + length;
  for (let i = 0; i < length / size; i += 1) {
    const at = start + (i + Math.SQRT1_2) * size;
    if (at > start + size / 4 && at < end - size / 4) {
      inner.push(at);
    }
  }
  // The outermost points are inside of the last pixels, so that rounding does not put them outside of a bounding box.
  const inset = 1e-9 * Math.max(Math.abs(start), Math.abs(end), 1);
  return [start + inset, ...inner, end - inset];
}

function pairs(values: readonly number[]): (readonly [number, number])[] {
  return values.slice(1).map((value, i) => [values[i] ?? value, value]);
}

function quarters({ x0, y0, x1, y1 }: Corners): Corners[] {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return [
    { x0, y0, x1: x, y1: y },
    { x0: x, y0, x1, y1: y },
    { x0, y0: y, x1: x, y1 },
    { x0: x, y0: y, x1, y1 },
  ];
}

function around({ x0, y0, x1, y1 }: Corners): number[] {
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}
