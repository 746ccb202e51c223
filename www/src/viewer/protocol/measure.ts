/**
 * Measuring in regions of the section on the stage, by the array's own values. Pixels are those whose centres are inside the region;
 * photometry and radial profiles weigh pixels by the exact area inside. Values that are not finite, masked pixels, and pixels with chosen flags do not count.
 */

import type { ArrayHistogram, HistogramChoice } from "@asdf-wasm/science/measure/bins";
import type { Measuring } from "@asdf-wasm/science/measure/reading";
import type {
  BackgroundChoice,
  CollapsedBy,
  Measured,
  PathChoice,
  Photometry,
  Radial,
  RadialChoice,
} from "@asdf-wasm/science/measure/results";
import type { Elsewhere, Progress } from "./facts.ts";
import type { Line } from "./lines.ts";

/** What is measured, and where. */
export interface MeasureRequest extends Measuring {
  readonly node: number;
  /** Pixels with any of these bits in a bit mask of the same shape do not count. */
  readonly flags?: { readonly node: number; readonly bits: number } | undefined;
  /** The path of the WCS in use. */
  readonly wcs?: string | undefined;
}

export interface RegionHistogram extends ArrayHistogram {
  /** Of the values. */
  readonly unit: string | undefined;
}

/** A radial profile and a curve of growth as lines that charts draw. */
export interface RadialLines extends Omit<Radial, "profile" | "growth"> {
  readonly profile: Line;
  readonly growth: Line;
}

export interface PhotometryRequest extends MeasureRequest {
  readonly background: BackgroundChoice;
}

export interface RadialRequest extends MeasureRequest, RadialChoice {}

export interface PathRequest extends MeasureRequest, PathChoice {}

/** Along an axis that is not on the stage. */
export interface SpectrumRequest extends MeasureRequest {
  readonly axis: number;
  readonly by: CollapsedBy;
}

/** In a circle like `shape` at every row of a table. */
export interface RowsRequest extends PhotometryRequest {
  /** Of this file, or of another one. */
  readonly table: number | Elsewhere;
  /** The rows that are meant, in increasing order; all without it. */
  readonly rows?: Uint32Array | undefined;
  /** Where these are: pairs x, y of 0-based pixels, NaN for rows without a place. */
  readonly pixels: Float64Array;
}

export interface RegionHistogramRequest extends MeasureRequest, HistogramChoice {}

export interface MeasureCalls {
  statistics(request: MeasureRequest, signal: AbortSignal): Promise<Measured>;
  photometry(request: PhotometryRequest, signal: AbortSignal): Promise<Photometry>;
  radial(request: RadialRequest, signal: AbortSignal): Promise<RadialLines>;
  /** The values along a line or polyline. */
  path(request: PathRequest, signal: AbortSignal): Promise<Line>;
  spectrum(
    request: SpectrumRequest,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Line>;
  /** The table with columns of the photometry behind its own, as a file of ASDF. */
  rows(request: RowsRequest, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Blob>;
  histogram(request: RegionHistogramRequest, signal: AbortSignal): Promise<RegionHistogram>;
}
