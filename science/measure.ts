/**
 * The entry `asdf-wasm/measure`: what the values of an array are in a region. Only the pixels around the region are read. Pixels that are
 * masked, not finite, or have chosen flags do not count.
 */
import type { NdArray } from "asdf-wasm";
import { type MeasureRowsOptions, measureRows } from "./catalogue/measured.ts";
import type { ComplexPart } from "./elements/values.ts";
import { membershipOf } from "./measure/membership.ts";
import { pathProfileOf } from "./measure/pathProfile.ts";
import { photometryOf } from "./measure/photometry.ts";
import { type MeasureOptions, prepared } from "./measure/prepared.ts";
import { radialOf } from "./measure/radial.ts";
import { boundsIn, isCut, statisticsOf } from "./measure/regionStatistics.ts";
import type {
  BackgroundChoice,
  CollapsedBy,
  Curve,
  Measured,
  PathChoice,
  Photometry,
  Radial,
  RadialChoice,
} from "./measure/results.ts";
import { spectrumOf } from "./measure/spectrum.ts";
import type { RegionShape } from "./regions/region.ts";

export {
  type Background,
  type BackgroundBy,
  type BackgroundChoice,
  type CollapsedBy,
  type Curve,
  type Excluded,
  type Extreme,
  MeasureError,
  type MeasureErrorCode,
  type Radial,
  type Sampling,
} from "./measure/results.ts";
export type { Gaussian, SourceForm } from "./numbers/gaussian.ts";
export type { Clipped, Moments } from "./numbers/statistics.ts";
export type { Position, RegionShape } from "./regions/region.ts";
export { type ComplexPart, type MeasureOptions, type MeasureRowsOptions, measureRows };

/** Options of `photometry`. */
export interface PhotometryOptions extends MeasureOptions {
  /** By default no background is subtracted. */
  readonly background?: BackgroundChoice | undefined;
  /** The standard deviation or the variance of each value, in an array of the same shape. */
  readonly errors?: { readonly array: NdArray; readonly are: "deviations" | "variances" } | undefined;
}

/** Options of `radialProfile`. */
export interface RadialOptions extends MeasureOptions, Partial<RadialChoice> {}

/** Options of `pathProfile`. */
export interface PathOptions extends MeasureOptions, Partial<PathChoice> {}

/** Options of `spectrum`. */
export interface SpectrumOptions extends MeasureOptions {
  /** What becomes of the pixels of each plane; by default their mean. */
  readonly by?: CollapsedBy | undefined;
  /** Is told how many planes are done. */
  readonly onPlane?: ((done: number, total: number) => void) | undefined;
}

/** The statistics of a region, in the unit of the array. */
export type RegionStatistics = Omit<Measured, "unit" | "skyArea">;

/** The photometry of a region, in the unit of the array times pixels. */
export type AperturePhotometry = Omit<Photometry, "unit" | "flux" | "errorOf">;

/**
 * The statistics of the pixels whose centres are in a region: count, sum, extremes with their pixels, mean, median and standard
 * deviation, plain and clipped at 3 σ. Sums of integers of 64 bits are exact.
 *
 * @throws MeasureError if the array cannot be measured, or the region is outside of it
 *
 * @example
 * const { mean, median, std } = await statistics(array, { kind: "circle", x: 512, y: 300, radius: 20 });
 */
export async function statistics(
  array: NdArray,
  shape: RegionShape,
  options: MeasureOptions = {},
): Promise<RegionStatistics> {
  const { data, measuring, tiles } = prepared(array, shape, options);
  const bounds = boundsIn(data, measuring);
  const found = await statisticsOf(tiles(), bounds, membershipOf(shape));
  return { ...found, cut: isCut(shape, bounds) };
}

/**
 * Aperture photometry: values weighed by the exact share of each pixel inside a region, as photutils' `ApertureStats` does it, the
 * background around it, and the form of the source.
 *
 * @throws MeasureError if the array cannot be measured, or the region has no area or is outside of the array
 *
 * @example
 * const background = { kind: "annulus", gap: 5, width: 10, by: "median" } as const;
 * const { net, error } = await photometry(array, { kind: "circle", x: 512, y: 300, radius: 5 }, { background });
 */
export async function photometry(
  array: NdArray,
  shape: RegionShape,
  { background = { kind: "none" }, errors, ...options }: PhotometryOptions = {},
): Promise<AperturePhotometry> {
  const { data, measuring, tiles } = prepared(array, shape, options);
  const beside = errors && prepared(errors.array, shape, { ...options, flags: undefined });
  const given = errors &&
    beside && { tiles: beside.tiles(), squared: errors.are === "variances", name: beside.data.path };
  const { errorOf: _, ...found } = await photometryOf(data, tiles(), given, measuring, background);
  return found;
}

/**
 * The radial profile and the curve of growth around the centre of a region, as photutils' `RadialProfile` and `CurveOfGrowth`: rings of
 * one pixel, each pixel in a ring by its exact share.
 *
 * @throws MeasureError as `photometry`, or if the radius is greater than 1000 pixels
 *
 * @example
 * const { profile, fwhm } = await radialProfile(array, { kind: "circle", x: 512, y: 300, radius: 15 }, { centre: "fit" });
 */
export function radialProfile(
  array: NdArray,
  shape: RegionShape,
  { background = { kind: "none" }, centre = "region", radius, ...options }: RadialOptions = {},
): Promise<Radial> {
  const { data, measuring, tiles } = prepared(array, shape, options);
  return radialOf(data, tiles(), measuring, { background, centre, radius });
}

/**
 * The values along a line or a polyline over the distance in pixels, one sample a pixel; where no pixel counts, they are NaN.
 *
 * @throws MeasureError if the array cannot be measured, or the shape is no line
 *
 * @example
 * const { x, y } = await pathProfile(array, { kind: "line", points: [{ x: 0, y: 0 }, { x: 100, y: 50 }] }, { width: 3 });
 */
export async function pathProfile(
  array: NdArray,
  shape: RegionShape,
  { width = 1, sampling = "bilinear", ...options }: PathOptions = {},
): Promise<Curve> {
  const { data, measuring, tiles } = prepared(array, shape, options);
  return pathProfileOf(data, tiles(), measuring, { width, sampling });
}

/**
 * The mean, sum or median of a region at each index of another axis. Planes are read one after another.
 *
 * @throws MeasureError if the array cannot be measured, or the axis is an axis of the plane
 *
 * @example
 * const means = await spectrum(cube, { kind: "circle", x: 20, y: 30, radius: 4 }, 0);
 */
export async function spectrum(
  array: NdArray,
  shape: RegionShape,
  axis: number,
  { by = "mean", onPlane, ...options }: SpectrumOptions = {},
): Promise<Float64Array<ArrayBuffer>> {
  const { data, flags, measuring, signal } = prepared(array, shape, options);
  return spectrumOf({ data, flags }, measuring, axis, by, signal, onPlane);
}
