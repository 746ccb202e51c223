/// <reference lib="esnext.disposable" preserve="true" />
/** A compiled WCS: the object that callers have. The WebAssembly module for world coordinates evaluates it. */
import { checkOptions, type OptionNames, wrong } from "../api/arguments/checks.ts";
import type { Warning } from "../api/blocks.ts";
import { AsdfError } from "../api/error.ts";
import { keepOriginal, originalOf } from "../api/marks/originals.ts";
import type { TreeValue } from "../api/tree.ts";
import type {
  AxisLimits,
  FootprintOptions,
  SkyAxes,
  SkyOrientation,
  ToPixelsOptions,
  ToWorldOptions,
  WcsFrame,
} from "../api/wcs.ts";
import { guard, release } from "../wasm/failure.ts";
import type { Coordinates } from "../wasm/wcs.ts";
import { completed } from "./complete.ts";
import { framesOf, limitsOf } from "./frames.ts";
import { inverseOf, type Jacobian, jacobianAt } from "./jacobian.ts";
import { degreesPer, skyAxesOf } from "./sky.ts";

const TO_WORLD: OptionNames<ToWorldOptions> = { boundingBox: true };
const TO_PIXELS: OptionNames<ToPixelsOptions> = { boundingBox: true };
const FOOTPRINT: OptionNames<FootprintOptions> = { limits: true, center: true };

/**
 * The world coordinates of an array, returned by `AsdfFile.wcs()`: pixels to the world and back. It is independent of the file,
 * which may be closed.
 *
 * Pixel coordinates are in the order of gwcs and FITS, x first: x runs along the **last** axis of an array. They begin at 0 in
 * the centre of the first pixel. World coordinates are in the units of the last frame, degrees for celestial ones, in the order
 * of its axes. What has no value is NaN, such as what is outside the bounding box.
 *
 * @example
 * const wcs = await file.wcs("roman/meta/wcs");
 * const [ra, dec] = wcs.pixelToWorld(2043.5, 2043.5);
 * const [x, y] = wcs.worldToPixel(270.9, -0.2);
 */
export class Wcs {
  /** How many coordinates a pixel has. */
  readonly pixelAxes: number;
  /** How many coordinates a point of the world has. */
  readonly worldAxes: number;
  /** The frames, from the frame of the pixels to the frame of the world. */
  readonly frames: readonly WcsFrame[];
  /** The limits of each pixel axis, over all cases of a compound box; null for an axis without limits. */
  readonly boundingBox: readonly (AxisLimits | null)[];
  /** Whether `worldToPixel()` and `toPixels()` can give more than NaN. */
  readonly invertible: boolean;
  /** Which world coordinates are a direction on the sky; undefined if none are. */
  readonly sky: SkyAxes | undefined;
  /** What of the file's description it leaves out: keywords that do not count, and axes without values. */
  readonly warnings: readonly Warning[];
  /** Undefined once closed. */
  #compiled: Coordinates | undefined;
  /** Degrees per unit of longitude and of latitude. */
  readonly #degrees: readonly [number, number];

  /** @internal Use `AsdfFile.wcs()`. */
  constructor(compiled: Coordinates, node: TreeValue = null, warnings: readonly Warning[] = []) {
    this.warnings = warnings;
    this.pixelAxes = compiled.pixelAxes;
    this.worldAxes = compiled.worldAxes;
    this.frames = completed(framesOf(compiled.frames()), node);
    this.boundingBox = limitsOf(compiled.boundingBox());
    this.invertible = compiled.invertible;
    const world = this.frames.at(-1);
    this.sky = skyAxesOf(world, this.worldAxes);
    const unit = (axis: number | undefined) => degreesPer(world?.axes[axis ?? -1]?.unit ?? "deg");
    this.#degrees = [unit(this.sky?.longitude), unit(this.sky?.latitude)];
    this.#compiled = compiled;
    keepOriginal(this);
  }

  /**
   * The world coordinates of one pixel. For many pixels use `toWorld()`.
   *
   * @throws AsdfError `bad-argument` if there are more or fewer numbers than `pixelAxes`
   *
   * @example
   * const [ra, dec] = wcs.pixelToWorld(x, y);
   */
  pixelToWorld(...pixel: number[]): number[] {
    checkCount("pixelToWorld()", pixel.length, this.pixelAxes);
    return [...this.toWorld(pixel)];
  }

  /**
   * The pixel of one point of the world. For many points use `toPixels()`.
   *
   * @throws AsdfError `bad-argument` if there are more or fewer numbers than `worldAxes`
   *
   * @example
   * const [x, y] = wcs.worldToPixel(ra, dec);
   */
  worldToPixel(...world: number[]): number[] {
    checkCount("worldToPixel()", world.length, this.worldAxes);
    return [...this.toPixels(world)];
  }

  /**
   * The world coordinates of many pixels: the coordinates of one pixel after the other (x, y, x, y, …), and so are those of the
   * world.
   *
   * @throws AsdfError `bad-argument` if the last point is incomplete
   *
   * @example
   * const sky = wcs.toWorld(Float64Array.of(0, 0, 4087, 0));   // [ra, dec, ra, dec]
   */
  toWorld(pixels: ArrayLike<number>, options: ToWorldOptions = {}): Float64Array {
    checkOptions(options, TO_WORLD, "toWorld()");
    const points = pointsOf("toWorld()", pixels, this.pixelAxes);
    const compiled = originalOf(this).#open();
    const bounded = options.boundingBox ?? true;
    return inParts(points, this.pixelAxes, this.worldAxes, (part) => compiled.toWorld(part, bounded));
  }

  /**
   * The pixels of many points of the world, the inverse of `toWorld()`: by the inverse in the file, or the inverse of each
   * transform, or a search to 10⁻⁶ pixels. Pixels farther than 10⁻⁶ outside the bounding box are NaN, unless it is left out by
   * `{ boundingBox: false }`.
   *
   * @throws AsdfError `bad-argument` if the last point is incomplete
   */
  toPixels(world: ArrayLike<number>, options: ToPixelsOptions = {}): Float64Array {
    checkOptions(options, TO_PIXELS, "toPixels()");
    const points = pointsOf("toPixels()", world, this.worldAxes);
    const compiled = originalOf(this).#open();
    const bounded = options.boundingBox ?? true;
    return inParts(points, this.worldAxes, this.pixelAxes, (part) => compiled.toPixels(part, bounded));
  }

  /**
   * The world coordinates of the corners of the bounding box. For two pixel axes the order is the same as in gwcs: (least, least),
   * (least, greatest), (greatest, greatest), (greatest, least); for more, the last axis varies fastest.
   *
   * @throws AsdfError `bad-argument` if there is no bounding box, and no limits were passed
   *
   * @example
   * const corners = wcs.footprint();                                          // [[ra, dec], [ra, dec], …]
   * const ofPart = wcs.footprint({ limits: [[-0.5, 511.5], [-0.5, 511.5]] });
   */
  footprint(options: FootprintOptions = {}): number[][] {
    checkOptions(options, FOOTPRINT, "footprint()");
    const { limits = this.boundingBox, center = false } = options;
    const known = limits.filter((limit) => limit !== null);
    if (known.length !== this.pixelAxes) {
      const message = "this WCS has no bounding box for each pixel axis: pass `limits` to footprint()";
      throw new AsdfError("bad-argument", message);
    }
    const ends = known.map(([least, greatest]) =>
      center ? [Math.ceil(least), Math.floor(greatest)] : [least, greatest],
    );
    let corners: number[][] = [[]];
    for (const axis of ends) {
      corners = corners.flatMap((corner) => axis.map((end) => [...corner, end]));
    }
    const [first, second, third, fourth, ...others] = corners;
    if (first && second && third && fourth && others.length === 0) {
      corners = [first, second, fourth, third];
    }
    const world = this.toWorld(corners.flat(), { boundingBox: options.limits === undefined });
    return corners.map((_, i) => [...world.subarray(i * this.worldAxes, (i + 1) * this.worldAxes)]);
  }

  /**
   * The size of a pixel on the sky in arcseconds: the root of its area, of x and y if there are more axes. NaN if the WCS has no
   * celestial axes, or outside the bounding box. `orientation()` has the lengths along x and y.
   *
   * @example
   * const arcseconds = wcs.pixelScale(2043.5, 2043.5);
   */
  pixelScale(...pixel: number[]): number {
    checkCount("pixelScale()", pixel.length, this.pixelAxes);
    const jacobian = originalOf(this).#jacobian(pixel);
    return jacobian ? Math.sqrt(Math.abs(determinant(jacobian))) : Number.NaN;
  }

  /**
   * How the image lies on the sky at a pixel: where north and east are, the position angle of the y axis, the parity, and the
   * lengths of a pixel. Undefined if the WCS has no celestial axes, or outside the bounding box.
   *
   * @example
   * const { north, parity } = wcs.orientation(2043.5, 2043.5) ?? { north: 90, parity: -1 };
   */
  orientation(...pixel: number[]): SkyOrientation | undefined {
    checkCount("orientation()", pixel.length, this.pixelAxes);
    const jacobian = originalOf(this).#jacobian(pixel);
    const inverse = jacobian && inverseOf(jacobian);
    if (!jacobian || !inverse) {
      return undefined;
    }
    const [[eastX, eastY], [northX, northY]] = jacobian;
    const [[xEast, xNorth], [yEast, yNorth]] = inverse;
    return {
      north: angle(yNorth, xNorth),
      east: angle(yEast, xEast),
      positionAngle: angle(eastY, northY),
      parity: determinant(jacobian) < 0 ? -1 : 1,
      scales: [Math.hypot(eastX, northX), Math.hypot(eastY, northY)],
    };
  }

  /** Arcseconds to the east and to the north per pixel along x and along y. */
  #jacobian(pixel: readonly number[]): Jacobian | undefined {
    const { sky } = this;
    const [longitude, latitude] = originalOf(this).#degrees;
    if (!sky || this.pixelAxes < 2) {
      return undefined;
    }
    return jacobianAt(pixel, (pixels) => {
      const world = this.toWorld(pixels);
      const directions: [number, number][] = [];
      for (let at = 0; at < world.length; at += this.worldAxes) {
        const coordinate = (axis: number) => world[at + axis] ?? Number.NaN;
        directions.push([coordinate(sky.longitude) * longitude, coordinate(sky.latitude) * latitude]);
      }
      return directions;
    });
  }

  /** Frees its memory at once; without, that happens when it is no longer referred to. Using it then fails with the code `closed`. */
  close(): void {
    const own = originalOf(this);
    if (own.#compiled) {
      release(own.#compiled);
      own.#compiled = undefined;
    }
  }

  #open(): Coordinates {
    if (!this.#compiled) {
      throw new AsdfError("closed", "the WCS was closed");
    }
    return this.#compiled;
  }

  /** Calls `close()` at the end of the scope of a `using` declaration. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/** How many points are converted at a time: what is copied for them to the module and back stays in the processor's cache. */
const PART = 4096;

/** The results of points with so many coordinates each, converted part after part. */
function inParts(
  points: Float64Array,
  before: number,
  after: number,
  convert: (points: Float64Array) => Float64Array,
): Float64Array {
  const count = points.length / before;
  if (count <= PART) {
    return guard(() => convert(points));
  }
  const results = new Float64Array(count * after);
  for (let first = 0; first < count; first += PART) {
    const part = points.subarray(first * before, (first + PART) * before);
    results.set(
      guard(() => convert(part)),
      first * after,
    );
  }
  return results;
}

function determinant([[a, b], [c, d]]: Jacobian): number {
  return a * d - b * c;
}

/** The angle of a direction in degrees, from −180 to 180. */
function angle(y: number, x: number): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}

function checkCount(call: string, count: number, axes: number): void {
  if (count !== axes) {
    throw new AsdfError("bad-argument", `${call} has ${count} coordinates: expected ${axes}`);
  }
}

function pointsOf(call: string, points: ArrayLike<number>, axes: number): Float64Array {
  if (typeof points !== "object" || points === null || typeof points.length !== "number") {
    throw wrong("points", points, "a Float64Array or a list of numbers");
  }
  if (axes === 0 || points.length % axes !== 0) {
    const message = `${call} has ${points.length} coordinates: expected ${axes} for each point`;
    throw new AsdfError("bad-argument", message);
  }
  return points instanceof Float64Array ? points : Float64Array.from(points);
}
