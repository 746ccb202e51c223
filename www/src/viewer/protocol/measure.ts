/**
 * Measuring in regions of the section on the stage, by the array's own values. Pixels are those whose centres are inside the region;
 * photometry and radial profiles weigh pixels by the exact area inside. Values that are not finite, masked pixels, and pixels with chosen flags do not count.
 */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { RegionShape } from "@asdf-wasm/science/regions/region";
import type { Progress } from "./facts.ts";
import type { Line } from "./lines.ts";
import type { ArrayHistogram, HistogramChoice, Section } from "./plane.ts";

/** What is measured, and where. */
export interface MeasureRequest {
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
  readonly shape: RegionShape;
  /** Pixels with any of these bits in a bit mask of the same shape do not count. */
  readonly flags?: { readonly node: number; readonly bits: number } | undefined;
  /** The path of the WCS in use. */
  readonly wcs?: string | undefined;
  /** Whether a great many bytes may be read from a server; without it, that fails with the code `much-to-read`. */
  readonly all?: boolean | undefined;
}

/** Numbers of pixels that did not count, each for the first of these reasons that holds: masked, flagged, not finite. */
export interface Excluded {
  readonly masked: number;
  readonly flagged: number;
  readonly notFinite: number;
}

/** A value and its pixel, which is the first of several. */
export interface Extreme {
  readonly value: number | bigint;
  readonly x: number;
  readonly y: number;
}

/** The standard deviation is that of the population: divided by the count. */
export interface Moments {
  readonly mean: number;
  readonly median: number;
  readonly std: number;
}

export interface Clipped extends Moments {
  readonly count: number;
}

export interface Measured extends Moments {
  /** Of the values. */
  readonly unit: string | undefined;
  /** Pixels that count. */
  readonly count: number;
  readonly excluded: Excluded;
  readonly sum: number | bigint;
  readonly min: Extreme | undefined;
  readonly max: Extreme | undefined;
  /** Clipped at 3 σ around the median, at most 5 times. */
  readonly clipped: Clipped;
  /** In square arcseconds, by the size of a pixel in the middle of the region. */
  readonly skyArea: number | undefined;
  /** Whether part of the region is outside the image. */
  readonly cut: boolean;
}

/** How the background per pixel is found from the pixels that it is measured in. */
export type BackgroundBy = "median" | "clipped" | "mean";

/** Where the background of photometry is measured; the annulus has the region's own form, farther out by `gap`. */
export type BackgroundChoice =
  | { readonly kind: "none" }
  | { readonly kind: "annulus"; readonly gap: number; readonly width: number; readonly by: BackgroundBy }
  | { readonly kind: "region"; readonly shape: RegionShape; readonly by: BackgroundBy };

export interface Background {
  readonly perPixel: number;
  readonly std: number;
  /** Pixels that it comes from. */
  readonly count: number;
  /** Over the area of the aperture. */
  readonly total: number;
}

/** A source as an ellipse: centre, widths at half of its maximum along both axes, and the angle of the longer one. */
export interface SourceForm {
  readonly x: number;
  readonly y: number;
  readonly major: number;
  readonly minor: number;
  readonly angle: number;
}

/** A net sum as a flux density. */
export interface Flux {
  readonly jansky: number;
  readonly error: number | undefined;
  /** In the AB system; undefined of a sum that is not positive. */
  readonly magnitude: number | undefined;
  readonly magnitudeError: number | undefined;
  /** The keywords that it follows from. */
  readonly by: string;
}

export interface Photometry {
  /** Of the values. */
  readonly unit: string | undefined;
  /** Pixels that count, by their shares inside. */
  readonly area: number;
  /** The area of the region whose pixels do not count or are outside the image. */
  readonly missing: number;
  readonly sum: number;
  /** The sum without the background. */
  readonly net: number;
  readonly background: Background | undefined;
  /** The standard deviation of the sum from an array of errors beside, and the name of that. */
  readonly error: number | undefined;
  readonly errorOf: string | undefined;
  /** The sum without the background as a flux density, where unit and metadata say what that is. */
  readonly flux: Flux | undefined;
  /** From the moments of the values without the background: the centre of mass, and the Gaussian of the same second moments. */
  readonly moments: SourceForm | undefined;
  /** A Gaussian and a constant, fitted by least squares. */
  readonly fit: (SourceForm & { readonly amplitude: number; readonly offset: number }) | undefined;
}

export interface RegionHistogram extends ArrayHistogram {
  /** Of the values. */
  readonly unit: string | undefined;
}

export interface RadialChoice {
  readonly background: BackgroundChoice;
  /** The middle of the region, or that of the Gaussian fitted in it. */
  readonly centre: "region" | "fit";
  /** The greatest radius in pixels; that of the region unless it is given. */
  readonly radius?: number | undefined;
}

/** Rings of one pixel around a centre. */
export interface Radial {
  readonly x: number;
  readonly y: number;
  /** The mean of each ring over its middle radius. */
  readonly profile: Line;
  /** The sum inside each radius. */
  readonly growth: Line;
  /** Of the Gaussian around 0 that is fitted to the profile; NaN if none fits. */
  readonly fwhm: number;
}

/** How values between pixels are found. */
export type Sampling = "bilinear" | "nearest";

export interface PathChoice {
  /** The number of samples across, one pixel apart, whose mean is taken. */
  readonly width: number;
  readonly sampling: Sampling;
}

/** What becomes of a region's pixels at each index of another axis. */
export type Collapse = "mean" | "sum" | "median";

/** Calls of the worker; each can be stopped. */
export interface MeasureCalls {
  measure(task: number, request: MeasureRequest): Promise<Measured>;
  photometry(task: number, request: MeasureRequest, background: BackgroundChoice): Promise<Photometry>;
  radialProfile(task: number, request: MeasureRequest, choice: RadialChoice): Promise<Radial>;
  /** The values along a line or polyline. */
  pathProfile(task: number, request: MeasureRequest, choice: PathChoice): Promise<Line>;
  /** Along an axis that is not on the stage. */
  spectrum(
    task: number,
    request: MeasureRequest,
    axis: number,
    by: Collapse,
    onProgress: ((progress: Progress) => void) | undefined,
  ): Promise<Line>;
  histogramInside(task: number, request: MeasureRequest, choice: HistogramChoice): Promise<RegionHistogram>;
}
