/**
 * A WCS over a section of an array. Coordinate 0 of the WCS runs along the last axis of the array; those along axes that
 * are not on the stage are the section's indices.
 */

import { convertSky, type SkySystem, type Wcs, type WcsAxis } from "asdf-wasm";
import type { Section } from "../sections/section.ts";
import { systemOf } from "./convert.ts";
import type { Orientation, PixelRange, SkyAxes, SkyFrame } from "./facts.ts";
import { changeOf, orientationOf, pixelStep, stepOnSky } from "./local.ts";
import { shownAxis } from "./shown.ts";
import { isSolar } from "./systems.ts";

/** Steps of the search for a pixel, the error that ends it, in pixels, and the step of its derivatives. */
const STEPS = 30;
const CLOSE = 1e-7;
const STEP = 0.5;

/** Parts of the way along x and y: the middle of an image of the whole sky may have no position. */
const PLACES: readonly (readonly [number, number])[] = [0.5, 0.25, 0.75, 0.05, 0.95].flatMap((y) =>
  [0.5, 0.25, 0.75].map((x) => [x, y] as const),
);

/** Degrees in a unit of angle; astropy writes hour angles as `15deg`. */
const DEGREES: Readonly<Record<string, number>> = {
  deg: 1,
  arcmin: 1 / 60,
  arcsec: 1 / 3600,
  mas: 1 / 3_600_000,
  uas: 1 / 3_600_000_000,
  hourangle: 15,
  "15deg": 15,
  rad: 180 / Math.PI,
};

/** Names for what axes without one measure; gwcs gives spectral axes none by itself. */
const MEASURED: readonly (readonly [RegExp, string])[] = [
  [/^em\.wl\b/, "wavelength"],
  [/^em\.freq\b/, "frequency"],
  [/^em\.energy\b/, "energy"],
  [/^em\.wavenumber\b/, "wave number"],
  [/^spect\.dopplerVeloc\b/, "velocity"],
  [/^time\b/, "time"],
];

export class StageWcs {
  readonly axes: readonly WcsAxis[];
  readonly sky: SkyAxes | undefined;
  /** How the section lies on the sky in its middle. */
  readonly orientation: Orientation | undefined;
  /** The bounding box along columns and rows. */
  readonly boundingBox: readonly [PixelRange | undefined, PixelRange | undefined];
  readonly #wcs: Wcs;
  /** The pixel coordinates along columns and rows of the stage; −1 for none. */
  readonly #onStage: readonly [x: number, y: number];
  /** All pixel coordinates of the section. */
  readonly #pixel: Float64Array;
  readonly #system: SkySystem | undefined;
  /** Where searches for pixels begin. */
  #start: readonly number[] = [0, 0];
  /** Degrees in the units of longitude and latitude. */
  readonly #degrees: readonly [number, number];

  /** `isOfKeywords`: pixel axes that the array lacks are at their first pixel, as FITS has it; with a gwcs nobody knows. */
  constructor(wcs: Wcs, section: Section, shape: readonly number[], isOfKeywords = false) {
    const { pixelAxes, worldAxes, frames, boundingBox } = wcs;
    if (pixelAxes > shape.length && !isOfKeywords) {
      throw new RangeError(
        `this WCS is for arrays of at least ${pixelAxes} axes, and this array has ${shape.length}`,
      );
    }
    const last = shape.length - 1;
    const coordinateOf = (axis: number | undefined): number =>
      axis !== undefined && last - axis < pixelAxes ? last - axis : -1;
    const [rows, columns] = section.axes.length > 1 ? section.axes : [undefined, ...section.axes];
    this.#wcs = wcs;
    this.#onStage = [coordinateOf(columns), coordinateOf(rows)];
    this.#pixel = Float64Array.from({ length: pixelAxes }, (_, axis) => section.index[last - axis] ?? 0);
    this.boundingBox = [
      boundingBox[this.#onStage[0]] ?? undefined,
      boundingBox[this.#onStage[1]] ?? undefined,
    ];
    const world = frames.at(-1);
    this.axes = Array.from({ length: worldAxes }, (_, axis) => {
      const { name = "", unit = "", physicalType = "" } = world?.axes[axis] ?? {};
      const isShared = world?.axes.some((other, i) => i !== axis && other.name === name);
      const own = name || (MEASURED.find(([type]) => type.test(physicalType))?.[1] ?? "");
      const known = isShared || own === "" ? `${own || "world"} ${axis}` : own;
      return shownAxis({ name: known, unit, physicalType });
    });
    this.#system = systemOf(wcs.sky?.reference ?? "");
    const { longitude = -1, latitude = -1 } = wcs.sky ?? {};
    this.#degrees = [degreesIn(this.axes[longitude]), degreesIn(this.axes[latitude])];
    if (wcs.sky) {
      const frames: SkyFrame[] = this.#system ? ["own", "icrs", "fk5", "galactic", "ecliptic"] : ["own"];
      this.sky = { longitude, latitude, frames, isOnStage: false };
      this.orientation = this.#onStage.includes(-1) ? undefined : this.#lie(shape);
      this.sky = { ...this.sky, isOnStage: this.orientation !== undefined };
    }
  }

  /** All world coordinates, inside the bounding box and outside; those on the sky in degrees of a system. */
  toWorld(points: Float64Array, frame: SkyFrame): Float64Array {
    const world = this.#evaluate(points, false);
    const sky = this.#skyOf(world, frame);
    const { longitude, latitude } = this.sky ?? {};
    if (longitude !== undefined && latitude !== undefined) {
      for (let i = 0; i < sky.length; i += 2) {
        world[(i / 2) * this.axes.length + longitude] = sky[i] ?? Number.NaN;
        world[(i / 2) * this.axes.length + latitude] = sky[i + 1] ?? Number.NaN;
      }
    }
    return world;
  }

  /** The world coordinate, none of the sky, that changes most plainly along the columns: a wavelength or a time first. */
  varying(index: number): number | undefined {
    const width = this.axes.length;
    const world = this.#evaluate(Float64Array.of(index, 0, index + 1, 0), false);
    const changing = [...this.axes.keys()].filter(
      (axis) =>
        axis !== this.sky?.longitude &&
        axis !== this.sky?.latitude &&
        Number.isFinite(world[axis]) &&
        world[axis] !== world[width + axis],
    );
    return (
      changing.find((axis) => /^(em|spect|time)\b/.test(this.axes[axis]?.physicalType ?? "")) ?? changing[0]
    );
  }

  /** The longitude or the latitude, if a step along the columns goes mostly along it. */
  varyingOnSky(index: number): number | undefined {
    const sky = this.#skyOf(this.#evaluate(Float64Array.of(index, 0, index + 1, 0), false), "own");
    const [east = 0, north = 0] = stepOnSky(sky.subarray(0, 2), sky.subarray(2), 0).map(Math.abs);
    return east > 2 * north ? this.sky?.longitude : north > 2 * east ? this.sky?.latitude : undefined;
  }

  /** Positions on the sky, NaN outside the bounding box. */
  toSky(points: Float64Array, frame: SkyFrame): Float64Array {
    return this.#skyOf(this.#evaluate(points, true), frame);
  }

  /** Points of the section at positions on the sky. */
  toPixels(positions: Float64Array, frame: SkyFrame): Float64Array {
    const own = this.#converted(positions, frame, true);
    const isPlain = this.#pixel.length === 2 && this.axes.length === 2 && this.#wcs.invertible;
    return isPlain && !this.#onStage.includes(-1) ? this.#invert(own) : this.#search(own);
  }

  #evaluate(points: Float64Array, boundingBox: boolean): Float64Array {
    const width = this.#pixel.length;
    const pixels = new Float64Array((points.length / 2) * width);
    for (let i = 0; i < points.length / 2; i += 1) {
      pixels.set(this.#pixel, i * width);
      for (const [direction, coordinate] of this.#onStage.entries()) {
        if (coordinate >= 0) {
          pixels[i * width + coordinate] = points[2 * i + direction] ?? Number.NaN;
        }
      }
    }
    return this.#wcs.toWorld(pixels, { boundingBox });
  }

  #skyOf(world: Float64Array, frame: SkyFrame): Float64Array {
    const { longitude, latitude } = this.sky ?? { longitude: -1, latitude: -1 };
    const [inLongitude, inLatitude] = this.#degrees;
    const own = pick(world, this.axes.length, longitude, latitude).map(
      (value, i) => value * (i % 2 === 0 ? inLongitude : inLatitude),
    );
    return this.#converted(own, frame, false);
  }

  #invert(own: Float64Array): Float64Array {
    const [inLongitude, inLatitude] = this.#degrees;
    const { longitude, latitude } = this.sky ?? { longitude: 0, latitude: 1 };
    const world = new Float64Array(own.length);
    for (let i = 0; i < own.length; i += 2) {
      world[i + longitude] = (own[i] ?? Number.NaN) / inLongitude;
      world[i + latitude] = (own[i + 1] ?? Number.NaN) / inLatitude;
    }
    return pick(this.#wcs.toPixels(world), 2, ...this.#onStage);
  }

  /** Newton's method on the two coordinates of the stage, for all positions at once. */
  #search(own: Float64Array): Float64Array {
    const found = Float64Array.from(own, (_, i) => this.#start[i % 2] ?? 0);
    const moved = new Float64Array(own.length / 2).fill(Infinity);
    for (let step = 0; step < STEPS && moved.some((distance) => distance > CLOSE); step += 1) {
      const { at, alongX, alongY } = this.#beside(found);
      for (let i = 0; i < own.length; i += 2) {
        const change = changeOf(at, alongX, alongY, STEP, i);
        const [x, y] = pixelStep(change, ...stepOnSky(at, own, i));
        found[i] = (found[i] ?? 0) + x;
        found[i + 1] = (found[i + 1] ?? 0) + y;
        moved[i / 2] = Math.hypot(x, y);
      }
    }
    return found.map((value, i) => ((moved[Math.floor(i / 2)] ?? 1) <= CLOSE ? value : Number.NaN));
  }

  /** Positions at points and a step further along each axis. */
  #beside(points: Float64Array) {
    const sky = (x: number, y: number) =>
      this.#skyOf(
        this.#evaluate(
          points.map((value, i) => value + (i % 2 === 0 ? x : y)),
          false,
        ),
        "own",
      );
    return { at: sky(0, 0), alongX: sky(STEP, 0), alongY: sky(0, STEP) };
  }

  /** How the section lies on the sky: in the middle of its bounding box, or where else positions are known. */
  #lie(shape: readonly number[]): Orientation | undefined {
    const westwards = isSolar(this.#wcs.sky?.reference ?? "");
    for (const parts of PLACES) {
      const place = this.#onStage.map((coordinate, direction) => {
        const last = (shape[shape.length - 1 - coordinate] ?? 1) - 1;
        const [least, greatest] = this.boundingBox[direction] ?? [0, last];
        const [from, to] = [Math.max(least, 0), Math.min(greatest, last)];
        return from + (parts[direction] ?? 0) * (to - from);
      });
      const { at, alongX, alongY } = this.#beside(Float64Array.from(place));
      const found = orientationOf(changeOf(at, alongX, alongY, STEP), westwards);
      if (found) {
        this.#start = place;
        return found;
      }
    }
    return undefined;
  }

  /** Positions of the WCS's own system in another one, or back. */
  #converted(positions: Float64Array, frame: SkyFrame, isBack: boolean): Float64Array {
    const own = this.#system;
    const other = systemOf(frame);
    if (!own || !other || own === other) {
      return positions;
    }
    return isBack ? convertSky(other, own, positions) : convertSky(own, other, positions);
  }
}

/** Degrees in the unit of an axis of angles. */
export function degreesIn(axis: WcsAxis | undefined): number {
  return DEGREES[axis?.unit ?? "deg"] ?? 1;
}

/** Two coordinates of each point. */
function pick(points: Float64Array, width: number, first: number, second: number): Float64Array {
  const pairs = new Float64Array((2 * points.length) / width);
  for (let i = 0; i < pairs.length; i += 2) {
    pairs[i] = points[(i / 2) * width + first] ?? Number.NaN;
    pairs[i + 1] = points[(i / 2) * width + second] ?? Number.NaN;
  }
  return pairs;
}
