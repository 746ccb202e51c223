/**
 * Where part of an image lies on the plane: a grid of points that its WCS gave, and triangles between them. The points halfway between
 * those tell how far the triangles are from the truth, so that a finer grid is asked for where it would be seen. Coordinates of pixels are
 * those of cameras: 0 at the edge of the first one.
 */

import type { Vector } from "@asdf-wasm/science/regions/sphere";
import type { Point, Rect } from "../../image/camera/camera.ts";
import { TangentPlane, vectorsOf } from "./plane.ts";

/** The fewest and the most cells on each side. */
export const CELLS = { least: 8, most: 128 } as const;

/** How far a point on an edge may seem to be outside, as a part of the triangle. */
const ROUNDING = 1e-9;
/** The length of a mean of directions that has none. */
const NOWHERE = 0.01;

/** Longitudes and latitudes of points of a section, in degrees; coordinates of those are 0 in the middle of the first pixel. */
export type ToSky = (points: Float64Array) => Promise<Float64Array>;

export class Mesh {
  readonly rect: Rect;
  /** Cells on each side. */
  readonly cells: number;
  /** Unit vectors on a grid of twice as many cells. */
  readonly #vectors: Float64Array;
  #on: OnPlane | undefined;

  constructor(rect: Rect, cells: number, vectors: Float64Array) {
    [this.rect, this.cells, this.#vectors] = [rect, cells, vectors];
  }

  on(plane: TangentPlane): OnPlane {
    if (this.#on?.plane !== plane) {
      this.#on = new OnPlane(plane, this, plane.pointsAt(this.#vectors));
    }
    return this.#on;
  }

  /** The mean of the directions of its points: of length 1 for a small image, and 0 for the whole sky. */
  get mean(): Vector {
    const sum: [number, number, number] = [0, 0, 0];
    let count = 0;
    for (let i = 0; i < this.#vectors.length; i += 3) {
      const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = this.#vectors.subarray(i, i + 3);
      if (Number.isFinite(x + y + z)) {
        sum[0] += x;
        sum[1] += y;
        sum[2] += z;
        count += 1;
      }
    }
    return [sum[0] / count, sum[1] / count, sum[2] / count];
  }

  /** The direction of its middle. */
  get middle(): Vector {
    const at = 3 * 2 * this.cells * (this.cells + 1);
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = this.#vectors.subarray(at, at + 3);
    return [x, y, z];
  }
}

interface Placed {
  readonly mesh: Mesh;
  /** Arcseconds in a pixel. */
  readonly scale: number;
}

/**
 * The plane for images, in their finest pixels: about one, or about all. Of images that no plane shows together, those farthest from the
 * middle of all have no part in it.
 */
export function planeOf(images: readonly Placed[], about: Mesh | undefined): TangentPlane {
  for (let left = about ? [about] : images.map(({ mesh }) => mesh); ; ) {
    const whole = new TangentPlane(centreOf(left), 1);
    const near = images.filter(({ mesh }) => mesh.on(whole).isSomewhere);
    if (left.every((mesh) => mesh.on(whole).isSomewhere) || left.length < 2) {
      const plane = new TangentPlane(centreOf(left), Math.min(...near.map(({ scale }) => scale)));
      return plane.framed(near.map(({ mesh }) => mesh.on(plane).points));
    }
    const distances = left.map((mesh) => whole.distanceTo(mesh.mean));
    // Of two that are as far, the one that was opened first stays.
    const farthest = distances.findLastIndex((distance) => distance > Math.max(...distances) - ROUNDING);
    left = left.toSpliced(farthest, 1);
  }
}

function centreOf(meshes: readonly Mesh[]): readonly number[] {
  const means = meshes.map(({ mean }) => mean);
  const sum = ([0, 1, 2] as const).map((axis) => means.reduce((sum, mean) => sum + mean[axis], 0));
  return Math.hypot(...sum) > NOWHERE * meshes.length ? sum : (meshes[0]?.middle ?? []);
}

export async function meshOf(rect: Rect, cells: number, toSky: ToSky): Promise<Mesh> {
  const side = 2 * cells;
  const points = new Float64Array(2 * (side + 1) ** 2);
  for (let row = 0, i = 0; row <= side; row += 1) {
    for (let column = 0; column <= side; column += 1, i += 2) {
      points[i] = rect.x + (column * rect.width) / side - 0.5;
      points[i + 1] = rect.y + (row * rect.height) / side - 0.5;
    }
  }
  return new Mesh(rect, cells, vectorsOf(await toSky(points)));
}

/** A mesh on a plane. */
export class OnPlane {
  readonly plane: TangentPlane;
  /** Pairs x, y of the corners of cells, row by row. */
  readonly points: Float64Array;
  /** The corners of triangles; cells that are not wholly on the plane have none. */
  readonly triangles: Uint16Array;
  /** The greatest distance between where a point is drawn and where it is; infinite where an edge of the sky cuts cells. */
  readonly error: number;
  /** The rectangle around it. */
  readonly bounds: Rect;
  readonly #mesh: Mesh;

  constructor(plane: TangentPlane, mesh: Mesh, fine: Float64Array) {
    [this.plane, this.#mesh] = [plane, mesh];
    const { cells } = mesh;
    const wide = 2 * cells + 1;
    this.points = new Float64Array(2 * (cells + 1) ** 2);
    for (let row = 0, i = 0; row <= cells; row += 1) {
      for (let column = 0; column <= cells; column += 1, i += 2) {
        const from = 2 * (2 * row * wide + 2 * column);
        this.points[i] = fine[from] ?? Number.NaN;
        this.points[i + 1] = fine[from + 1] ?? Number.NaN;
      }
    }
    const triangles: number[] = [];
    let error = 0;
    for (let row = 0; row < cells; row += 1) {
      for (let column = 0; column < cells; column += 1) {
        const first = 2 * row * wide + 2 * column;
        const [a, b, c, d] = [first, first + 2, first + 2 * wide, first + 2 * wide + 2];
        const known = [a, b, c, d].filter((at) => Number.isFinite(fine[2 * at])).length;
        if (known === 4) {
          const at = row * (cells + 1) + column;
          triangles.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1);
          for (const [one, other] of [
            [a, b],
            [a, c],
            [a, d],
            [b, d],
            [c, d],
          ] as const) {
            error = Math.max(error, bend(fine, one, other));
          }
        } else if (known > 0) {
          error = Infinity;
        }
      }
    }
    this.triangles = Uint16Array.from(triangles);
    this.error = error;
    this.bounds = around(triangles.map((at) => this.#point(at)));
  }

  /** Whether any of it is on the plane. */
  get isSomewhere(): boolean {
    return this.triangles.length > 0;
  }

  /** The cells, by the rectangles around them on the plane, and their pixels. */
  *around(): Iterable<{ readonly on: Rect; readonly pixels: Rect }> {
    const { cells, rect } = this.#mesh;
    const [width, height] = [rect.width / cells, rect.height / cells];
    for (let i = 0; i < this.triangles.length; i += 6) {
      const first = this.triangles[i] ?? 0;
      const [column, row] = [first % (cells + 1), Math.floor(first / (cells + 1))];
      const corners = [first, first + 1, first + cells + 1, first + cells + 2].map((at) => this.#point(at));
      yield {
        on: around(corners),
        pixels: { x: rect.x + column * width, y: rect.y + row * height, width, height },
      };
    }
  }

  /** The point of the image that is drawn at a point of the plane. */
  pixelAt(point: Point): Point | undefined {
    const { x, y, width, height } = this.bounds;
    const [beside, above] = [2 * ROUNDING * width, 2 * ROUNDING * height];
    const isNear =
      point.x >= x - beside &&
      point.y >= y - above &&
      point.x <= x + width + beside &&
      point.y <= y + height + above;
    if (!isNear) {
      return undefined;
    }
    for (let i = 0; i < this.triangles.length; i += 3) {
      const pixel = this.#pixelIn(i, point);
      if (pixel) {
        return pixel;
      }
    }
    return undefined;
  }

  /** Visits the points of a grid on the plane that are inside, with the points of the image there. */
  visit(step: number, visit: (column: number, row: number, pixel: Point) => void): void {
    for (let i = 0; i < this.triangles.length; i += 3) {
      const { x, y, width, height } = around(
        [...this.triangles.subarray(i, i + 3)].map((at) => this.#point(at)),
      );
      for (let row = Math.ceil(y / step); row * step <= y + height; row += 1) {
        for (let column = Math.ceil(x / step); column * step <= x + width; column += 1) {
          const pixel = this.#pixelIn(i, { x: column * step, y: row * step });
          if (pixel) {
            visit(column, row, pixel);
          }
        }
      }
    }
  }

  /** The point of the image at a point of the plane, if that is in the triangle whose corners begin at `i`. */
  #pixelIn(i: number, { x, y }: Point): Point | undefined {
    const { cells, rect } = this.#mesh;
    const { triangles, points } = this;
    const [a = 0, b = 0, c = 0] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    const [ax = 0, ay = 0] = [points[2 * a], points[2 * a + 1]];
    const [ux, uy] = [(points[2 * b] ?? 0) - ax, (points[2 * b + 1] ?? 0) - ay];
    const [vx, vy] = [(points[2 * c] ?? 0) - ax, (points[2 * c + 1] ?? 0) - ay];
    const area = ux * vy - uy * vx;
    const u = ((x - ax) * vy - (y - ay) * vx) / area;
    const v = (ux * (y - ay) - uy * (x - ax)) / area;
    if (!(u > -ROUNDING && v > -ROUNDING && u + v < 1 + ROUNDING)) {
      return undefined;
    }
    const place = (of: (at: number) => number) => of(a) + u * (of(b) - of(a)) + v * (of(c) - of(a));
    return {
      x: rect.x + (place((at) => at % (cells + 1)) * rect.width) / cells,
      y: rect.y + (place((at) => Math.floor(at / (cells + 1))) * rect.height) / cells,
    };
  }

  /** Where a point of the image is drawn on the plane. */
  pointAt(pixel: Point): Point {
    const { cells, rect } = this.#mesh;
    const [across, up] = [
      ((pixel.x - rect.x) / rect.width) * cells,
      ((pixel.y - rect.y) / rect.height) * cells,
    ];
    const [column, row] = [across, up].map((at) => Math.min(Math.max(Math.floor(at), 0), cells - 1));
    const [u, v] = [across - (column ?? 0), up - (row ?? 0)];
    const first = (row ?? 0) * (cells + 1) + (column ?? 0);
    const [a, d] = [this.#point(first), this.#point(first + cells + 2)];
    // The diagonal goes from the first corner to the last.
    const b = u > v ? this.#point(first + 1) : this.#point(first + cells + 1);
    const [along, beside] = u > v ? [u - v, v] : [v - u, u];
    return {
      x: a.x + along * (b.x - a.x) + beside * (d.x - a.x),
      y: a.y + along * (b.y - a.y) + beside * (d.y - a.y),
    };
  }

  #point(at: number): Point {
    return { x: this.points[2 * at] ?? Number.NaN, y: this.points[2 * at + 1] ?? Number.NaN };
  }
}

/** The smallest rectangle around others. */
export function aroundAll(rects: readonly Rect[]): Rect | undefined {
  const corners = rects.flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ]);
  return corners.length > 0 ? around(corners) : undefined;
}

function around(points: readonly Point[]): Rect {
  let [left, low, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [low, top] = [Math.min(low, y), Math.max(top, y)];
  }
  return { x: left, y: low, width: right - left, height: top - low };
}

/** How far the point halfway between two of a grid is from the straight line; the three are in one row, one column or one diagonal. */
function bend(fine: Float64Array, one: number, other: number): number {
  const half = one + other;
  const of = (offset: number) =>
    (fine[half + offset] ?? Number.NaN) -
    ((fine[2 * one + offset] ?? Number.NaN) + (fine[2 * other + offset] ?? Number.NaN)) / 2;
  const distance = Math.hypot(of(0), of(1));
  return Number.isNaN(distance) ? Infinity : distance;
}
