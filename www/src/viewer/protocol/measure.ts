/**
 * Measuring in regions of the section on the stage, by the array's own values. Pixels are those whose centres are inside the region;
 * photometry and radial profiles weigh pixels by the exact area inside. Values that are not finite, masked pixels, and pixels with chosen flags do not count.
 */

import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { BackgroundChoice, Measured, PathChoice, Photometry } from "@asdf-wasm/science/measure/results";
import type { RegionShape } from "@asdf-wasm/science/regions/region";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { Progress } from "./facts.ts";
import type { Line } from "./lines.ts";
import type { ArrayHistogram, HistogramChoice } from "./plane.ts";

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
