/** Grids of pixels on the sky: what images are resampled from, and what they are resampled to. */
import { type AxisLimits, convertSky, isSkySystem, type SkySystem, type Wcs } from "asdf-wasm";
import { degreesIn } from "../wcs/stage.ts";

/** Rows and columns of pixels at directions of one reference system, in degrees. Pixels count from 0 in the centre of the first one, x first. */
export interface SkyGrid {
  readonly shape: readonly [rows: number, columns: number];
  /** The reference system, as a WCS names it: `"icrs"`. */
  readonly system: string;
  /** Outside of which pixels have no direction; null along an axis without limits. */
  readonly limits?: readonly (AxisLimits | null)[] | undefined;
  /** Longitude and latitude of pixels in turn; NaN where there is none. */
  toSky(pixels: Float64Array): Float64Array;
  /** The pixels at directions; NaN where there is none. */
  toPixels(sky: Float64Array): Float64Array;
}

/** A rectangle of pixels. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Why an image has no place on the sky, or a mosaic cannot be made. */
export class MosaicError extends Error {
  override readonly name = "MosaicError";
}

/**
 * The pixels of an image with a WCS as a grid. What is outside of the WCS's bounding box has no direction.
 *
 * @throws MosaicError if the WCS does not give directions for two pixel axes
 *
 * @example
 * const grid = gridOf(await file.wcs("roman/meta/wcs"), [4088, 4088]);
 */
export function gridOf(wcs: Wcs, shape: readonly [rows: number, columns: number]): SkyGrid {
  const { sky, frames } = wcs;
  if (!sky || wcs.pixelAxes !== 2 || wcs.worldAxes !== 2) {
    throw new MosaicError("its WCS does not give a direction on the sky for two pixel axes");
  }
  const axes = frames.at(-1)?.axes;
  const degrees = [degreesIn(axes?.[sky.longitude]), degreesIn(axes?.[sky.latitude])] as const;
  const isPlain = sky.longitude === 0 && degrees[0] === 1 && degrees[1] === 1;
  /** World coordinates as directions in degrees, or back. */
  const own = (values: Float64Array, isBack: boolean) =>
    values.map((_, i) => {
      const from = i ^ sky.longitude;
      const unit = degrees[(isBack ? from : i) % 2] ?? 1;
      return (values[from] ?? Number.NaN) * (isBack ? 1 / unit : unit);
    });
  return {
    shape,
    system: sky.reference.toLowerCase(),
    limits: wcs.boundingBox,
    toSky: (pixels) => (isPlain ? wcs.toWorld(pixels) : own(wcs.toWorld(pixels), false)),
    toPixels: (directions) => wcs.toPixels(isPlain ? directions : own(directions, true)),
  };
}

/** From pixels of one grid to pixels of another. */
export function between(from: SkyGrid, to: SkyGrid): (pixels: Float64Array) => Float64Array {
  const turned = inSystem(from, to.system);
  return (pixels) => to.toPixels(turned(from.toSky(pixels)));
}

/** Directions of a grid in another system. */
export function inSystem({ system }: SkyGrid, wanted: string): (sky: Float64Array) => Float64Array {
  if (system === wanted) {
    return (sky) => sky;
  }
  if (!isSkySystem(system) || !isSkySystem(wanted)) {
    const name = (reference: string) => reference || "no reference system";
    throw new MosaicError(`directions in ${name(system)} cannot be converted to ${name(wanted)}`);
  }
  return (sky) => convertSky(system as SkySystem, wanted as SkySystem, sky);
}

/** The centres of the pixels of a window, row by row. */
export function centresOf({ x, y, width, height }: Window): Float64Array {
  const points = new Float64Array(2 * width * height);
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      points[at] = x + column;
      points[at + 1] = y + row;
      at += 2;
    }
  }
  return points;
}

/** Points along the outer edges of the pixels of a window, `steps` for each side. */
export function outlineOf({ x, y, width, height }: Window, steps: number): Float64Array {
  const points = new Float64Array(8 * steps);
  const [left, bottom] = [x - 0.5, y - 0.5];
  for (let i = 0; i < steps; i += 1) {
    const [along, up] = [(width * i) / steps, (height * i) / steps];
    points.set([left + along, bottom, left + width, bottom + up], 8 * i);
    points.set([left + width - along, bottom + height, left, bottom + height - up], 8 * i + 4);
  }
  return points;
}

/** The whole grid. */
export function wholeOf({ shape: [height, width] }: Pick<SkyGrid, "shape">): Window {
  return { x: 0, y: 0, width, height };
}

/** The smallest window with all points, and a margin around it, inside of a grid; undefined if there is none. */
export function windowAround(
  points: Float64Array,
  { shape: [rows, columns] }: Pick<SkyGrid, "shape">,
  margin: number,
): Window | undefined {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? Number.NaN, points[i + 1] ?? Number.NaN];
    // Comparisons with NaN are false.
    left = x < left ? x : left;
    right = x > right ? x : right;
    bottom = y < bottom ? y : bottom;
    top = y > top ? y : top;
  }
  const x = Math.max(0, Math.floor(left + 0.5 - margin));
  const y = Math.max(0, Math.floor(bottom + 0.5 - margin));
  const width = Math.min(columns, Math.ceil(right + 0.5 + margin)) - x;
  const height = Math.min(rows, Math.ceil(top + 0.5 + margin)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** What two windows have in common. */
export function sharedBy(one: Window, other: Window): Window | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
