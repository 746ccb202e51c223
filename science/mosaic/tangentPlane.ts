/**
 * A plane that touches the sky at a point: pixels of one size in the gnomonic projection `TAN` (FITS WCS Paper II, section 5.1.3). Great
 * circles are straight lines in it.
 */
import type { Card } from "../export/fits/cards.ts";
import { tangentKeywords } from "../export/wcs/keywords.ts";
import type { Position } from "../export/wcs/tangent.ts";
import { type Vector, vectorOf } from "../regions/sphere.ts";
import type { SkyGrid } from "./grid.ts";

const DEGREE = Math.PI / 180;
/** The least cosine of the distance from the centre: a plane is unlimited, and no image is. */
const LEAST = 0.02;

/** What a tangent plane is made of. */
export interface TangentPlaneOptions {
  /** Where it touches the sky, in degrees. */
  readonly center: Position;
  /** The side of a pixel at the centre, in arcseconds. */
  readonly scale: number;
  readonly shape: readonly [rows: number, columns: number];
  /** The pixel of the centre; by default the middle. */
  readonly pixel?: readonly [x: number, y: number] | undefined;
  /** The position angle of the y axis in degrees, from north through east; by default 0, north up and east left. */
  readonly rotation?: number | undefined;
  /** The reference system of the centre; by default ICRS. */
  readonly system?: string | undefined;
}

/**
 * A grid of square pixels on a plane that touches the sky: what images are resampled to.
 *
 * @example
 * const target = new TangentPlane({ center: [83.6, -5.4], scale: 0.055, shape: [4000, 4000] });
 */
export class TangentPlane implements SkyGrid {
  readonly shape: readonly [rows: number, columns: number];
  readonly system: string;
  /** Where it touches the sky, in degrees. */
  readonly center: Position;
  /** The pixel of the centre, from 0. */
  readonly pixel: readonly [x: number, y: number];
  /** The side of a pixel at the centre, in arcseconds. */
  readonly scale: number;
  /** The position angle of the y axis in degrees. */
  readonly rotation: number;
  readonly #towards: Vector;
  /** On the sky, one pixel along x and along y, in radians. */
  readonly #x: Vector;
  readonly #y: Vector;

  constructor({ center, scale, shape, pixel, rotation = 0, system = "icrs" }: TangentPlaneOptions) {
    const [longitude, latitude] = center;
    const isWhole = shape.length === 2 && shape.every((length) => Number.isSafeInteger(length) && length > 0);
    if (
      !(Number.isFinite(longitude) && Math.abs(latitude) <= 90 && scale > 0 && scale < 360_000 && isWhole)
    ) {
      throw new RangeError(
        `no tangent plane has the centre ${center.join(", ")}, pixels of ${scale} arcseconds and the shape [${shape.join(", ")}]`,
      );
    }
    this.center = center;
    this.scale = scale;
    this.shape = shape;
    this.rotation = rotation;
    this.system = system;
    this.pixel = pixel ?? [(shape[1] - 1) / 2, (shape[0] - 1) / 2];
    this.#towards = vectorOf(longitude, latitude);
    const east = vectorOf(longitude + 90, 0);
    const north = vectorOf(longitude, latitude + 90);
    const [eastX, eastY, northX, northY] = linearOf(this);
    this.#x = sumOf(east, eastX * DEGREE, north, northX * DEGREE);
    this.#y = sumOf(east, eastY * DEGREE, north, northY * DEGREE);
  }

  toSky(pixels: Float64Array): Float64Array {
    const sky = new Float64Array(pixels.length);
    const [x0, y0] = this.pixel;
    const [cx, cy, cz] = this.#towards;
    const [xx, xy, xz] = this.#x;
    const [yx, yy, yz] = this.#y;
    for (let i = 0; i < sky.length; i += 2) {
      const [u, v] = [(pixels[i] ?? Number.NaN) - x0, (pixels[i + 1] ?? Number.NaN) - y0];
      const [x, y, z] = [cx + u * xx + v * yx, cy + u * xy + v * yy, cz + u * xz + v * yz];
      const longitude = Math.atan2(y, x) / DEGREE;
      sky[i] = longitude < 0 ? longitude + 360 : longitude;
      sky[i + 1] = Math.atan2(z, Math.sqrt(x * x + y * y)) / DEGREE;
    }
    return sky;
  }

  toPixels(sky: Float64Array): Float64Array {
    const pixels = new Float64Array(sky.length);
    const [x0, y0] = this.pixel;
    const [cx, cy, cz] = this.#towards;
    const [xx, xy, xz] = this.#x;
    const [yx, yy, yz] = this.#y;
    const area = ((this.scale / 3600) * DEGREE) ** 2;
    for (let i = 0; i < sky.length; i += 2) {
      const [longitude, latitude] = [(sky[i] ?? Number.NaN) * DEGREE, (sky[i + 1] ?? Number.NaN) * DEGREE];
      const along = Math.cos(latitude);
      const [x, y, z] = [along * Math.cos(longitude), along * Math.sin(longitude), Math.sin(latitude)];
      const depth = cx * x + cy * y + cz * z;
      const each = depth > LEAST ? 1 / (depth * area) : Number.NaN;
      pixels[i] = x0 + (xx * x + xy * y + xz * z) * each;
      pixels[i + 1] = y0 + (yx * x + yy * y + yz * z) * each;
    }
    return pixels;
  }

  /** A plane around positions, which are in the same system: as small as it can be, the first pixel at a corner. */
  around(positions: Float64Array): TangentPlane {
    const pixels = this.toPixels(positions);
    const [x0, y0] = this.pixel;
    const xs = pixels.filter((_, i) => i % 2 === 0);
    const ys = pixels.filter((_, i) => i % 2 === 1);
    const [left, bottom] = [leastOf(xs), leastOf(ys)];
    const size = (values: Float64Array, least: number) =>
      Math.max(1, Math.round(values.reduce((most, value) => Math.max(most, value), -Infinity) - least));
    return new TangentPlane({
      ...this.options(),
      shape: [size(ys, bottom), size(xs, left)],
      // The outer edges of the first pixel are half a pixel before its centre.
      pixel: [x0 - left - 0.5, y0 - bottom - 0.5],
    });
  }

  options(): Required<TangentPlaneOptions> {
    const { center, scale, shape, pixel, rotation, system } = this;
    return { center, scale, shape, pixel, rotation, system };
  }

  /** As FITS keywords; undefined for a system that has none. */
  keywords(): readonly Card[] | undefined {
    return tangentKeywords({ centre: this.center, pixel: this.pixel, linear: linearOf(this) }, this.system);
  }
}

/** Degrees to the east of a pixel along x and along y, then to the north: the matrix `CD` of FITS. */
export function linearOf({ scale, rotation }: Pick<TangentPlane, "scale" | "rotation">) {
  const side = scale / 3600;
  const [sin, cos] = [side * Math.sin(rotation * DEGREE), side * Math.cos(rotation * DEGREE)];
  return [-cos, sin, sin, cos] as const;
}

function sumOf(one: Vector, times: number, other: Vector, otherTimes: number): Vector {
  const [x, y, z] = one;
  const [u, v, w] = other;
  return [times * x + otherTimes * u, times * y + otherTimes * v, times * z + otherTimes * w];
}

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}
