/**
 * The tangent plane on which images lie: the gnomonic projection of the sky about a centre, in pixels, with north up and east to the left. All in
 * double precision: at ×256, a hundredth of a pixel of the screen is 10⁻⁹ of the plane.
 */

import { positionOf, type Vector, vectorOf } from "@asdf-wasm/science/regions/sphere";
import type { Point, Rect, Size } from "../../image/camera/camera.ts";

const DEGREE = Math.PI / 180;
/** How far from the centre the plane reaches, in degrees: beyond, a little sky would take most of the picture. */
export const REACH = 80;
const NEAREST = Math.cos(REACH * DEGREE);
/** So near to a pole, there is no north. */
const POLE = 1e-10;

/** Positions on the sky, as longitudes and latitudes in degrees, as unit vectors. */
export function vectorsOf(positions: ArrayLike<number>): Float64Array {
  const vectors = new Float64Array((positions.length / 2) * 3);
  for (let i = 0; i < positions.length / 2; i += 1) {
    const [x, y, z] = vectorOf(positions[2 * i] ?? Number.NaN, positions[2 * i + 1] ?? Number.NaN);
    vectors[3 * i] = x;
    vectors[3 * i + 1] = y;
    vectors[3 * i + 2] = z;
  }
  return vectors;
}

export class TangentPlane {
  readonly size: Size;
  /** The point at the lower left, in pixels from the centre. */
  readonly #corner: Point;
  readonly #centre: readonly number[];
  /** Arcseconds in a pixel. */
  readonly scale: number;
  /** Unit vectors to the west, to the north, and to the centre. */
  readonly #axes: readonly [west: Vector, north: Vector, centre: Vector];
  /** Pixels in a radian at the centre. */
  readonly #pixels: number;

  /** `centre`: a vector of any length; `scale`: arcseconds in a pixel; `frame`: what is looked at, in pixels from the centre. */
  constructor(centre: readonly number[], scale: number, frame: Rect = { x: 0, y: 0, width: 1, height: 1 }) {
    const [x = 0, y = 0, z = 0] = centre;
    const across = Math.hypot(x, y);
    const length = Math.hypot(across, z);
    // At a pole, longitude 0 is where rounding would decide.
    const [cos, sin] = across > POLE * length ? [x / across, y / across] : [1, 0];
    const [flat, up] = [across / length, z / length];
    [this.#centre, this.scale, this.#corner, this.size] = [centre, scale, frame, frame];
    this.#axes = [
      [sin, -cos, 0],
      [-up * cos, -up * sin, flat],
      [flat * cos, flat * sin, up],
    ];
    this.#pixels = 3600 / DEGREE / scale;
  }

  /** The same plane about points that were found in it. */
  framed(points: Iterable<Float64Array>): TangentPlane {
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const each of points) {
      for (let i = 0; i < each.length; i += 2) {
        const [x = Number.NaN, y = Number.NaN] = [each[i], each[i + 1]];
        if (!Number.isNaN(x)) {
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
        }
      }
    }
    const frame = { x: left, y: bottom, width: right - left, height: top - bottom };
    return new TangentPlane(this.#centre, this.scale, frame);
  }

  /** The angle between its centre and a direction, in radians. */
  distanceTo([x, y, z]: Vector): number {
    const [, , [a, b, c]] = this.#axes;
    return Math.acos(Math.min(Math.max((a * x + b * y + c * z) / Math.hypot(x, y, z), -1), 1));
  }

  /** Points of the plane in directions; NaN beyond its reach. */
  pointsAt(vectors: Float64Array): Float64Array {
    const [[w0, w1], [n0, n1, n2], [c0, c1, c2]] = this.#axes;
    const points = new Float64Array((vectors.length / 3) * 2);
    for (let i = 0; i < vectors.length / 3; i += 1) {
      const [x, y, z] = [
        vectors[3 * i] ?? Number.NaN,
        vectors[3 * i + 1] ?? Number.NaN,
        vectors[3 * i + 2] ?? Number.NaN,
      ];
      const near = c0 * x + c1 * y + c2 * z;
      const scale = near > NEAREST ? this.#pixels / near : Number.NaN;
      points[2 * i] = scale * (w0 * x + w1 * y) - this.#corner.x;
      points[2 * i + 1] = scale * (n0 * x + n1 * y + n2 * z) - this.#corner.y;
    }
    return points;
  }

  /** The position on the sky at a point of the plane: longitude from 0 up to 360, and latitude, in degrees. */
  skyAt({ x, y }: Point): readonly [longitude: number, latitude: number] {
    const [west, north] = [(x + this.#corner.x) / this.#pixels, (y + this.#corner.y) / this.#pixels];
    const [[w0, w1, w2], [n0, n1, n2], [c0, c1, c2]] = this.#axes;
    return positionOf([
      c0 + w0 * west + n0 * north,
      c1 + w1 * west + n1 * north,
      c2 + w2 * west + n2 * north,
    ]);
  }

  /** The point of the plane at a position on the sky. */
  pointAt(position: readonly [number, number]): Point {
    const [x = Number.NaN, y = Number.NaN] = this.pointsAt(vectorsOf(position));
    return { x, y };
  }
}
