/**
 * The image divided into cells with the position of each corner on the sky. Cells are divided further at the edge of
 * what has a position and around the poles, where lines are too curved for one cell.
 */
import type { GraticuleRequest } from "../../protocol/graticule.ts";

/** Longitudes and latitudes in degrees, point by point, of pixel centres counted from 0; NaN where there are none. */
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
  const at = (column: number, row: number): number => 2 * (row * xs.length + column);
  let open: (readonly [Corners, readonly number[]])[] = [];
  for (const [row, [y0, y1]] of pairs(ys).entries()) {
    for (const [column, [x0, x1]] of pairs(xs).entries()) {
      const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
      const sky = corners.flatMap((i) => [samples.sky[i] ?? Number.NaN, samples.sky[i + 1] ?? Number.NaN]);
      open.push([{ x0, y0, x1, y1 }, sky]);
    }
  }
  const cells: Cell[] = [];
  for (let depth = 0; open.length > 0; depth += 1) {
    const parts: Corners[] = [];
    for (const [corners, sky] of open) {
      const found = examined(corners, sky, depth);
      if (found === "divide") {
        parts.push(...quarters(corners));
      } else if (found) {
        cells.push(found);
      }
    }
    const sky = skyAt(map, Float64Array.from(parts.flatMap(around)));
    open = parts.map((corners, i) => [corners, Array.from(sky.subarray(8 * i, 8 * i + 8))]);
  }
  return { cells, samples };
}

/** The cell, or that it must be divided; undefined if it has no use. */
function examined(corners: Corners, sky: readonly number[], depth: number): Cell | "divide" | undefined {
  const known = sky.filter((_, i) => i % 2 === 0 && Number.isFinite(sky[i]) && Number.isFinite(sky[i + 1]));
  if (known.length < 4) {
    return known.length > 0 && depth < EDGE_DEPTH ? "divide" : undefined;
  }
  const longitudes = [sky[0] ?? 0];
  for (let corner = 1; corner < 4; corner += 1) {
    const before = longitudes.at(-1) ?? 0;
    longitudes.push(before + turned((sky[2 * corner] ?? 0) - before));
  }
  const [first = 0, , , last = 0] = longitudes;
  const polar = Math.abs(last + turned(first - last) - first) > 180;
  const span = Math.max(...longitudes) - Math.min(...longitudes);
  if (depth < POLE_DEPTH && (polar || span > MOST_SPAN)) {
    return "divide";
  }
  const latitudes = [1, 3, 5, 7].map((i) => sky[i] ?? 0);
  return { ...corners, longitudes, latitudes, polar };
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
