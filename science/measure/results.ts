/** What is measured in regions, and how: statistics, photometry, profiles along paths; and why something is not. */
import type { Gaussian, SourceForm } from "../numbers/gaussian.ts";
import type { Clipped, Moments } from "../numbers/statistics.ts";
import type { RegionShape } from "../regions/region.ts";

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
  readonly fit: Gaussian | undefined;
}

/** How values between pixels are found. */
export type Sampling = "bilinear" | "nearest";

export interface PathChoice {
  /** The number of samples across, one pixel apart, whose mean is taken. */
  readonly width: number;
  readonly sampling: Sampling;
}

export interface RadialChoice {
  readonly background: BackgroundChoice;
  /** The middle of the region, or of the Gaussian fitted in it. */
  readonly centre: "region" | "fit";
  /** The greatest radius in pixels. Default: the radius of the region. */
  readonly radius?: number | undefined;
}

/** Values `y` over coordinates `x`, in pixels. */
export interface Curve {
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
}

/** Rings of one pixel around a centre. */
export interface Radial {
  readonly x: number;
  readonly y: number;
  /** The mean of each ring over its middle radius. */
  readonly profile: Curve;
  /** The sum inside each radius. */
  readonly growth: Curve;
  /** Of the Gaussian around 0 that is fitted to the profile; NaN if none fits. */
  readonly fwhm: number;
}

/** What becomes of a region's pixels at each index of another axis. */
export type CollapsedBy = "mean" | "sum" | "median";

/** Why something cannot be measured: the code of a `MeasureError`. */
export type MeasureErrorCode =
  | "much-to-read"
  | "no-annulus"
  | "no-area"
  | "no-axis"
  | "no-background"
  | "no-line"
  | "not-an-image"
  | "not-numbers"
  | "other-shape"
  | "outside"
  | "too-wide";

/** Something cannot be measured; its message says what a person can do. */
export class MeasureError extends Error {
  override readonly name = "MeasureError";
  readonly code: MeasureErrorCode;
  /** `warning` where another region or choice can be measured in the same array. */
  readonly severity: "error" | "warning";

  constructor(code: MeasureErrorCode, message: string, severity: "error" | "warning" = "error") {
    super(message);
    this.code = code;
    this.severity = severity;
  }
}
