/** Where images of a mosaic are, which are left out and why, and the tangent plane around them. */
import { isSkySystem } from "asdf-wasm";
import { isSameShape } from "../elements/shapes.ts";
import { positionOf, stepOnSphere, vectorOf } from "../regions/sphere.ts";
import {
  between,
  inSystem,
  MosaicError,
  outlineOf,
  type SkyGrid,
  type Window,
  wholeOf,
  windowAround,
} from "./grid.ts";
import type { Kernel } from "./piece.ts";
import { gridFor } from "./resampling.ts";
import type { Calibrated, SkyImage } from "./skyImage.ts";
import { TangentPlane } from "./tangentPlane.ts";
import { commonUnit, factorOf } from "./units.ts";

/** Points on each side of an image by which its extent is known. */
const STEPS = 16;
/** Points across and up a target, by which it is known whether an image is in it. */
const LATTICE = 65;
/** How far from the centre an image may reach, in degrees: near 90° a tangent plane has no end. */
const REACH = 85;
/** In pixels. */
const HAIR = 1e-9;
const SAME = 1e-3;
/** The most pixels of a mosaic. */
const MOST = 2 ** 31;

/** An image that is not in the mosaic. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** An image with its place on the sky. */
export interface Placed {
  readonly name: string;
  readonly image: SkyImage;
  readonly grid: SkyGrid;
  /** Directions along its edges, and of its centre, in the system of the mosaic. */
  readonly outline: Float64Array;
  readonly center: readonly [longitude: number, latitude: number];
  /** The side of a pixel in its middle, in arcseconds. */
  readonly scale: number;
}

/** The images that have a place on the sky, in one system. The others are added to `leftOut`. */
export function placed(
  images: readonly SkyImage[],
  kernel: Kernel,
  target: SkyGrid | undefined,
  leftOut: LeftOut[],
): { readonly system: string; readonly places: readonly Placed[] } {
  let system = target?.system;
  const places = images.flatMap((image, i) => {
    const name = image.name ?? `image ${i + 1}`;
    try {
      const grid = gridFor(image, kernel);
      system ??= isSkySystem(grid.system) ? "icrs" : grid.system;
      return [placeOf(name, image, grid, system)];
    } catch (thrown) {
      leftOut.push({ name, reason: reasonOf(thrown) });
      return [];
    }
  });
  return { system: system ?? "icrs", places };
}

function placeOf(name: string, image: SkyImage, grid: SkyGrid, system: string): Placed {
  const toSystem = inSystem(grid, system);
  const whole = wholeOf(grid);
  const [x = 0, y = 0] = inLimits(grid, Float64Array.of((whole.width - 1) / 2, (whole.height - 1) / 2));
  const around = grid.toSky(Float64Array.of(x, y, x + 1, y, x, y + 1));
  const [longitude = Number.NaN, latitude = Number.NaN] = toSystem(around.slice(0, 2));
  const outline = toSystem(grid.toSky(inLimits(grid, outlineOf(whole, STEPS))));
  if (Number.isNaN(longitude + latitude) || outline.every(Number.isNaN)) {
    throw new MosaicError("its centre has no direction on the sky");
  }
  const sides = [2, 4].map((at) => separation(around, around, at) * 3600);
  return { name, image, grid, outline, center: [longitude, latitude], scale: Math.min(...sides) };
}

/** Points moved into the image and its bounding box, a hair inside of the edges: rounding moves those on an edge out of it. */
function inLimits({ shape: [rows, columns], limits }: SkyGrid, points: Float64Array): Float64Array {
  return points.map((value, i) => {
    const [least, greatest] = limits?.[i % 2] ?? [-Infinity, Infinity];
    const last = Math.min(greatest, (i % 2 === 0 ? columns : rows) - 0.5);
    return Math.min(Math.max(value, Math.max(least, -0.5) + HAIR), last - HAIR);
  });
}

/**
 * Whether pixels of two grids are at the same places, within a thousandth of a pixel.
 *
 * @throws MosaicError if directions of one cannot be converted to those of the other
 */
export function isSameGrid(one: SkyGrid, other: SkyGrid): boolean {
  const toOther = inSystem(one, other.system);
  if (!isSameShape(one.shape, other.shape)) {
    return false;
  }
  const [bottom, left] = one.shape.map((length) => (length - 1) / 2);
  const middle = Float64Array.of(left ?? 0, bottom ?? 0, (left ?? 0) + 1, bottom ?? 0);
  const points = Float64Array.of(...middle, ...inLimits(one, outlineOf(wholeOf(one), STEPS)));
  const [sky, its] = [toOther(one.toSky(points)), other.toSky(points)];
  const pixel = separation(sky, sky, 2);
  return sky.every(
    (longitude, i) =>
      i % 2 === 1 ||
      (Number.isNaN(longitude) && Number.isNaN(its[i])) ||
      separation(sky.subarray(i), its, i) < SAME * pixel,
  );
}

/** The angle between a direction and one of others, in degrees. */
function separation([longitude = 0, latitude = 0]: Iterable<number>, sky: Float64Array, i: number): number {
  return Math.hypot(...stepOnSphere(longitude, latitude, sky[i] ?? Number.NaN, sky[i + 1] ?? Number.NaN));
}

/** Those within reach of a direction: of the target's centre, or the middle of all. */
export function withinReach<P extends Placed>(
  places: readonly P[],
  center: readonly [number, number],
  leftOut: LeftOut[],
): readonly P[] {
  return places.filter(({ name, outline }) => {
    const isFar = outline.some((_, i) => i % 2 === 0 && separation(center, outline, i) > REACH);
    if (isFar) {
      leftOut.push({ name, reason: `it reaches farther than ${REACH}° from the centre of the mosaic` });
    }
    return !isFar;
  });
}

/** The mean direction of centres; of the first image, where there is none. */
export function middleOf(places: readonly Placed[]): readonly [number, number] {
  const vectors = places.map(({ center }) => vectorOf(...center));
  const along = (axis: 0 | 1 | 2) => vectors.reduce((sum, vector) => sum + vector[axis], 0);
  const sum = [along(0), along(1), along(2)] as const;
  const isNowhere = Math.hypot(...sum) < 1e-6 * places.length;
  return isNowhere ? (places[0]?.center ?? [0, 0]) : positionOf(sum);
}

/** The smallest tangent plane around all images, north up; with the finest of their pixels, unless a scale is given. */
export function planeAround(
  places: readonly Placed[],
  center: readonly [number, number],
  system: string,
  scale: number = Math.min(...places.map((place) => place.scale)),
): TangentPlane {
  const outlines = places.map(({ outline }) => outline.filter((_, i) => !Number.isNaN(outline[i & ~1])));
  const points = Float64Array.from(outlines.flatMap((outline) => [...outline]));
  const plane = new TangentPlane({ center, scale, shape: [1, 1], system }).around(points);
  const [rows, columns] = plane.shape;
  if (rows * columns > MOST) {
    throw new MosaicError(
      `the mosaic would have ${columns} × ${rows} pixels of ${scale.toPrecision(3)} arcseconds: choose a larger scale`,
    );
  }
  return plane;
}

/** Where an image is in the target; the whole of it where only that is known. Undefined where it is not in it. */
export function windowOf(place: Placed, target: SkyGrid): Window | undefined {
  const pixels = target.toPixels(place.outline);
  if (place.grid === target) {
    return wholeOf(target);
  }
  const isPlain = !pixels.some(Number.isNaN);
  return isPlain ? windowAround(pixels, target, 2) : isShared(place, target) ? wholeOf(target) : undefined;
}

/** Whether an image has a part of the sky in common with the target: points of one are in the other. */
export function isShared({ outline, grid }: Placed, target: SkyGrid): boolean {
  const [rows, columns] = target.shape;
  const lattice = Float64Array.from({ length: 2 * LATTICE ** 2 }, (_, i) => {
    const [at, length] = i % 2 === 0 ? [(i / 2) % LATTICE, columns] : [Math.floor(i / 2 / LATTICE), rows];
    return (at / (LATTICE - 1)) * length - 0.5;
  });
  return (
    isAnyIn(target.toPixels(outline), target) ||
    isAnyIn(between(target, grid)(inLimits(target, lattice)), grid)
  );
}

function isAnyIn(points: Float64Array, { shape: [rows, columns] }: SkyGrid): boolean {
  const isIn = (at = Number.NaN, length: number): boolean => at >= -0.5 && at <= length - 0.5;
  return points.some((x, i) => i % 2 === 0 && isIn(x, columns) && isIn(points[i + 1], rows));
}

/** The unit that all images can have, by their own or by a factor, and how they get it. */
export function inOneUnit(
  places: readonly Placed[],
  wanted: string | undefined,
  leftOut: LeftOut[],
): { readonly unit: string | undefined; readonly places: readonly (Placed & Pick<Calibrated, "factor">)[] } {
  const unit = wanted ?? commonUnit(places.map(({ image }) => image));
  const kept = places.flatMap((place) => {
    const factor = factorOf(place.image, unit);
    if (factor === undefined) {
      leftOut.push({
        name: place.name,
        reason: `its unit ${place.image.unit || "is not known, and"} cannot be converted to ${unit || "no unit"}`,
      });
      return [];
    }
    return [{ ...place, factor }];
  });
  return { unit: unit || undefined, places: kept };
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
