/**
 * The tangent plane on which images lie: the gnomonic projection of the sky about a centre, in pixels, with north up and east to the left. All in
 * double precision: at ×256, a hundredth of a pixel of the screen is 10⁻⁹ of the plane.
 */

import type { Point, Rect, Size } from "../image/camera/camera.ts";

/** How far from the centre the plane reaches: cos 80°. */
const NEAREST = Math.cos((80 * Math.PI) / 180);
/** So near to a pole, there is no north. */
const POLE = 1e-10;
const DEGREE = Math.PI / 180;

/** Positions on the sky, as longitudes and latitudes in degrees, as unit vectors. */
export function vectorsOf(positions: ArrayLike<number>): Float64Array {
  const vectors = new Float64Array((positions.length / 2) * 3);
  for (let i = 0; i < positions.length / 2; i += 1) {
    const [longitude, latitude] = [
      (positions[2 * i] ?? Number.NaN) * DEGREE,
      (positions[2 * i + 1] ?? Number.NaN) * DEGREE,
    ];
    vectors[3 * i] = Math.cos(latitude) * Math.cos(longitude);
    vectors[3 * i + 1] = Math.cos(latitude) * Math.sin(longitude);
    vectors[3 * i + 2] = Math.sin(latitude);
  }
  return vectors;
}

export class TangentPlane {
  readonly size: Size;
  /** The point at the lower left, in pixels from the centre. */
  readonly #corner: Point;
  readonly #centre: readonly number[];
  readonly #scale: number;
  /** Unit vectors to the west, to the north, and to the centre. */
  readonly #axes: readonly (readonly [number, number, number])[];
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
    [this.#centre, this.#scale, this.#corner, this.size] = [centre, scale, frame, frame];
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
    return new TangentPlane(this.#centre, this.#scale, frame);
  }

  /** Whether the plane reaches as far as a direction. */
  reaches([x, y, z]: readonly [number, number, number]): boolean {
    const [, , [a, b, c] = [0, 0, 0]] = this.#axes;
    return a * x + b * y + c * z > NEAREST * Math.hypot(x, y, z);
  }

  /** Points of the plane in directions; Number.NaN beyond its reach. */
  pointsAt(vectors: Float64Array): Float64Array {
    const [[e0, e1] = [0, 0], [n0, n1, n2] = [0, 0, 0], [c0, c1, c2] = [0, 0, 0]] = this.#axes;
    const points = new Float64Array((vectors.length / 3) * 2);
    for (let i = 0; i < vectors.length / 3; i += 1) {
      const [x, y, z] = [
        vectors[3 * i] ?? Number.NaN,
        vectors[3 * i + 1] ?? Number.NaN,
        vectors[3 * i + 2] ?? Number.NaN,
      ];
      const near = c0 * x + c1 * y + c2 * z;
      const scale = near > NEAREST ? this.#pixels / near : Number.NaN;
      points[2 * i] = scale * (e0 * x + e1 * y) - this.#corner.x;
      points[2 * i + 1] = scale * (n0 * x + n1 * y + n2 * z) - this.#corner.y;
    }
    return points;
  }

  /** The position on the sky at a point of the plane: longitude from 0 up to 360, and latitude, in degrees. */
  skyAt({ x, y }: Point): readonly [longitude: number, latitude: number] {
    const [west, north] = [(x + this.#corner.x) / this.#pixels, (y + this.#corner.y) / this.#pixels];
    const [a, b, c] = [0, 1, 2].map((i) => {
      const [w, n, o] = this.#axes.map((axis) => axis[i] ?? 0);
      return (w ?? 0) * west + (n ?? 0) * north + (o ?? 0);
    });
    const longitude = Math.atan2(b ?? 0, a ?? 0) / DEGREE;
    return [
      longitude < 0 ? longitude + 360 : longitude,
      Math.atan2(c ?? 0, Math.hypot(a ?? 0, b ?? 0)) / DEGREE,
    ];
  }

  /** The point of the plane at a position on the sky. */
  pointAt(position: readonly [number, number]): Point {
    const [x = Number.NaN, y = Number.NaN] = this.pointsAt(vectorsOf(position));
    return { x, y };
  }
}
