/**
 * A WCS over a section of an array. Coordinate 0 of the WCS runs along the last axis of the array; those along axes that
 * are not on the stage are the section's indices.
 */
import type { Section } from "../../protocol/plane.ts";
import type { PixelRange, SkyAxes, SkyFrame, WcsAxis } from "../../protocol/wcs.ts";
import { convertSky, type Wcs } from "./wcs.ts";

/** Steps of the search for a pixel, the error that ends it, in pixels, and the step of its derivatives. */
const STEPS = 30;
const CLOSE = 1e-7;
const STEP = 0.5;

/** Degrees in a unit of angle. */
const DEGREES: Readonly<Record<string, number>> = {
  deg: 1,
  arcmin: 1 / 60,
  arcsec: 1 / 3600,
  mas: 1 / 3_600_000,
  rad: 180 / Math.PI,
};

/** Names of reference systems as the package converts them. */
const SYSTEMS: Readonly<Record<string, Exclude<SkyFrame, "own">>> = {
  icrs: "icrs",
  fk5: "fk5",
  galactic: "galactic",
  barycentricmeanecliptic: "ecliptic",
  barycentrictrueecliptic: "ecliptic",
};
const CONVERTED: Readonly<Record<Exclude<SkyFrame, "own">, string>> = {
  icrs: "icrs",
  fk5: "fk5",
  galactic: "galactic",
  ecliptic: "barycentricmeanecliptic",
};

export class StageWcs {
  readonly axes: readonly WcsAxis[];
  readonly sky: SkyAxes | undefined;
  readonly #wcs: Wcs;
  /** The pixel coordinates along columns and rows of the stage; −1 for none. */
  readonly #onStage: readonly [x: number, y: number];
  /** All pixel coordinates of the section. */
  readonly #pixel: Float64Array;
  readonly #system: Exclude<SkyFrame, "own"> | undefined;
  /** Degrees in the units of longitude and latitude. */
  readonly #degrees: readonly [number, number];

  constructor(wcs: Wcs, section: Section, shape: readonly number[]) {
    const { pixelAxes, worldAxes, frames } = wcs;
    const last = shape.length - 1;
    const columns = section.axes.at(-1) ?? -1;
    const rows = section.axes.length > 1 ? (section.axes.at(-2) ?? -1) : -1;
    const coordinateOf = (axis: number): number => (axis >= 0 && last - axis < pixelAxes ? last - axis : -1);
    const world = frames.at(-1);
    this.#wcs = wcs;
    this.#onStage = [coordinateOf(columns), coordinateOf(rows)];
    this.#pixel = Float64Array.from({ length: pixelAxes }, (_, axis) => section.index[last - axis] ?? 0);
    this.axes = Array.from({ length: worldAxes }, (_, axis) => {
      const { name = "", unit = "", physicalType = "" } = world?.axes[axis] ?? {};
      return { name: name || `world ${axis}`, unit, physicalType };
    });
    const [longitude, latitude] = skyAxesOf(this.axes, world?.kind ?? "");
    this.#system = SYSTEMS[world?.reference ?? ""];
    this.#degrees = [degreesIn(this.axes[longitude]), degreesIn(this.axes[latitude])];
    if (longitude >= 0 && latitude >= 0) {
      const frames: SkyFrame[] = this.#system ? ["own", "icrs", "fk5", "galactic", "ecliptic"] : ["own"];
      this.sky = { longitude, latitude, frames, isOnStage: false };
      this.sky = { ...this.sky, isOnStage: this.#isSolvable(shape) };
    }
  }

  get boundingBox(): [PixelRange | undefined, PixelRange | undefined] {
    const [x, y] = this.#onStage;
    return [this.#wcs.boundingBox[x] ?? undefined, this.#wcs.boundingBox[y] ?? undefined];
  }

  get invertible(): boolean {
    return this.#wcs.invertible;
  }

  /** All world coordinates; positions on the sky in degrees of a reference system, the others in their units. */
  toWorld(points: Float64Array, frame: SkyFrame): Float64Array {
    const count = points.length / 2;
    const width = this.#pixel.length;
    const pixels = new Float64Array(count * width);
    for (let i = 0; i < count; i += 1) {
      pixels.set(this.#pixel, i * width);
      for (const [direction, coordinate] of this.#onStage.entries()) {
        if (coordinate >= 0) {
          pixels[i * width + coordinate] = points[2 * i + direction] ?? Number.NaN;
        }
      }
    }
    const world = this.#wcs.toWorld(pixels);
    const sky = this.#skyOf(world);
    const converted = sky && this.#converted(sky, frame, false);
    if (this.sky && converted) {
      for (let i = 0; i < count; i += 1) {
        world[i * this.axes.length + this.sky.longitude] = converted[2 * i] ?? Number.NaN;
        world[i * this.axes.length + this.sky.latitude] = converted[2 * i + 1] ?? Number.NaN;
      }
    }
    return world;
  }

  /** Positions on the sky. */
  toSky(points: Float64Array, frame: SkyFrame): Float64Array {
    const { axes, sky } = this;
    const world = this.toWorld(points, frame);
    return pick(world, axes.length, sky?.longitude ?? -1, sky?.latitude ?? -1);
  }

  /** Points of the section at positions on the sky. */
  toPixels(positions: Float64Array, frame: SkyFrame): Float64Array {
    const own = this.#converted(positions, frame, true);
    const isPlain = this.#pixel.length === 2 && this.axes.length === 2 && this.invertible;
    return isPlain && this.sky?.isOnStage ? this.#invert(own) : this.#search(own);
  }

  #invert(own: Float64Array): Float64Array {
    const [degreesX, degreesY] = this.#degrees;
    const world = new Float64Array(own.length);
    for (let i = 0; i < own.length; i += 2) {
      world[i + (this.sky?.longitude ?? 0)] = (own[i] ?? Number.NaN) / degreesX;
      world[i + (this.sky?.latitude ?? 1)] = (own[i + 1] ?? Number.NaN) / degreesY;
    }
    return pick(this.#wcs.toPixels(world), 2, ...this.#onStage);
  }

  /** Newton's method on the two coordinates of the stage, for all positions at once. */
  #search(own: Float64Array): Float64Array {
    const start = this.boundingBox.map((range) => (range ? (range[0] + range[1]) / 2 : 0));
    const found = Float64Array.from(own, (_, i) => start[i % 2] ?? 0);
    const moved = new Float64Array(own.length / 2).fill(Infinity);
    for (let step = 0; step < STEPS && moved.some((distance) => distance > CLOSE); step += 1) {
      const { at, alongX, alongY } = this.#derivatives(found);
      for (let i = 0; i < own.length; i += 2) {
        const shrink = Math.cos(((own[i + 1] ?? 0) * Math.PI) / 180);
        const part = (from: Float64Array, to: Float64Array): [number, number] => [
          wrapped((to[i] ?? Number.NaN) - (from[i] ?? Number.NaN)) * shrink,
          (to[i + 1] ?? Number.NaN) - (from[i + 1] ?? Number.NaN),
        ];
        const [a, c] = part(at, alongX);
        const [b, d] = part(at, alongY);
        const [u, v] = part(at, own);
        const determinant = (a * d - b * c) / STEP;
        const [dx, dy] = [(d * u - b * v) / determinant, (a * v - c * u) / determinant];
        found[i] = (found[i] ?? 0) + dx;
        found[i + 1] = (found[i + 1] ?? 0) + dy;
        moved[i / 2] = Math.hypot(dx, dy);
      }
    }
    return found.map((value, i) => ((moved[Math.floor(i / 2)] ?? 1) <= CLOSE ? value : Number.NaN));
  }

  /** Positions at points and beside them. */
  #derivatives(points: Float64Array) {
    const beside = (dx: number, dy: number) => points.map((value, i) => value + (i % 2 === 0 ? dx : dy));
    return {
      at: this.toSky(points, "own"),
      alongX: this.toSky(beside(STEP, 0), "own"),
      alongY: this.toSky(beside(0, STEP), "own"),
    };
  }

  /** Whether the position determines the point, in the middle of the section. */
  #isSolvable(shape: readonly number[]): boolean {
    if (this.#onStage.includes(-1)) {
      return false;
    }
    const last = shape.length - 1;
    const middle = this.#onStage.map((coordinate, direction) => {
      const [least, greatest] = this.boundingBox[direction] ?? [0, (shape[last - coordinate] ?? 1) - 1];
      return (least + greatest) / 2;
    });
    const { at, alongX, alongY } = this.#derivatives(Float64Array.from(middle));
    const step = (to: Float64Array, i: number): number => wrapped((to[i] ?? 0) - (at[i] ?? 0));
    const area = step(alongX, 0) * step(alongY, 1) - step(alongX, 1) * step(alongY, 0);
    const lengths =
      Math.hypot(step(alongX, 0), step(alongX, 1)) * Math.hypot(step(alongY, 0), step(alongY, 1));
    return Math.abs(area) > 1e-9 * lengths;
  }

  #skyOf(world: Float64Array): Float64Array | undefined {
    const { sky, axes } = this;
    const [inLongitude, inLatitude] = this.#degrees;
    return (
      sky &&
      pick(world, axes.length, sky.longitude, sky.latitude).map(
        (value, i) => value * (i % 2 === 0 ? inLongitude : inLatitude),
      )
    );
  }

  /** Positions of the WCS's own system in another one, or back. */
  #converted(positions: Float64Array, frame: SkyFrame, isBack: boolean): Float64Array {
    const system = this.#system;
    if (frame === "own" || frame === system || !system) {
      return positions;
    }
    const [own, other] = [CONVERTED[system], CONVERTED[frame]];
    return isBack ? convertSky(other, own, positions) : convertSky(own, other, positions);
  }
}

/** The two coordinates of each point that are a position on the sky; −1 for none. */
function skyAxesOf(axes: readonly WcsAxis[], kind: string): [longitude: number, latitude: number] {
  const index = (type: RegExp, name: RegExp) => {
    const typed = axes.findIndex(({ physicalType }) => type.test(physicalType));
    return typed >= 0 ? typed : axes.findIndex((axis) => name.test(axis.name));
  };
  const found: [number, number] = [
    index(/^(custom:)?pos\.(.*\.)?(ra|lon)$/, /^(lon|longitude|ra|right ascension|alpha)$/i),
    index(/^(custom:)?pos\.(.*\.)?(dec|lat)$/, /^(lat|latitude|dec|declination|delta)$/i),
  ];
  return found.includes(-1) && kind === "celestial_frame" && axes.length === 2 ? [0, 1] : found;
}

function degreesIn(axis: WcsAxis | undefined): number {
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

/** A difference of longitudes, the short way round. */
function wrapped(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}
