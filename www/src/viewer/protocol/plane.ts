/** Planes of arrays: the section shown, its elements as they arrive, and the distribution of their values. */

import type { Background } from "@asdf-wasm/science/compute/contour";
import type { Filter, MomentNoise } from "@asdf-wasm/science/compute/reductions";
import type { Coarse } from "@asdf-wasm/science/elements/coarse";
import type {
  ComplexPart,
  DisplayLimits,
  Elements,
  Frame,
  ValueRange,
} from "@asdf-wasm/science/elements/values";
import type { ArrayHistogram, HistogramChoice, PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Levels } from "@asdf-wasm/science/mosaic/skyImage";
import type { SectionWindow } from "@asdf-wasm/science/sections/reading";
import type { Excerpt, GridWindow, Section } from "@asdf-wasm/science/sections/section";
import type { Progress } from "./facts.ts";
import type { Line, LineRequest } from "./lines.ts";

/** How limits are computed; a number is the percentage of values between them. */
export type IntervalName = "minmax" | "zscale" | "99.9" | "99.5" | "99" | "98" | "95" | "90";

/** Quantiles of a plane's values, and the stride of the sample they were computed from. */
export interface PlaneQuantiles {
  readonly values: Float64Array<ArrayBuffer>;
  readonly sampled: number;
}

/** What is known of a two-dimensional section before its rows arrive. */
export interface PlaneHead {
  readonly node: number;
  readonly path: string;
  /** Identifies what is drawn, if that may be kept: another look has the same identifier and the same pixels. */
  readonly id?: string | undefined;
  readonly datatype: string;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the section is too large to be read whole. */
  readonly step: number;
  readonly complex: boolean;
  /** The part of complex elements that is drawn. */
  readonly part?: ComplexPart | undefined;
  readonly section: Section;
  /** How likely moments are moments of noise. */
  readonly noise?: MomentNoise | undefined;
  /** How what is drawn was made of the elements, if it was. */
  readonly filter?: Filter | undefined;
  /** The section's own size. */
  readonly whole: { readonly width: number; readonly height: number };
  /** The size, in elements, of the tiles in which detail is best read. */
  readonly tile: { readonly width: number; readonly height: number };
}

/** Elements of a section, and the values drawn for them. */
export interface Pixels extends Omit<Elements, "complex">, Frame {
  /** In float32, NaN where there is no number. */
  readonly display: Float32Array<ArrayBuffer>;
  /** Some of all pixels of a large plane, ahead of its rows. */
  readonly coarse?: Coarse | undefined;
}

/** A section, ready to be drawn; its rows may still be arriving. */
export interface Plane extends PlaneHead, Pixels {}

/** Rows `start` (inclusive) to `stop` (exclusive) of a section. A part that starts at 0 replaces all earlier ones. */
export interface PlanePart extends Pixels {
  readonly head: PlaneHead;
  readonly start: number;
  readonly stop: number;
  /** The limits, if they changed. */
  readonly limits?: PlaneLimits | undefined;
}

/** Limits, the stride of the sample they come from (1: every value), and the number of rows sampled. */
export interface PlaneLimits extends DisplayLimits {
  readonly sampled: number;
  readonly rows: number;
  /** Minimum and maximum of the finite values so far; NaN while there are none. */
  readonly extremes: ValueRange;
}

/** What a reading would fetch. */
export interface ReadingCost {
  readonly bytes: number;
  /** How many files are opened for an array in many. */
  readonly files: number | undefined;
  /** Whether that comes from a server. */
  readonly isRemote: boolean;
}

/** A section of an array as the stage shows it. */
export interface PlaneRequest {
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
  /** The values drawn are made of the elements by it. */
  readonly filter?: Filter | undefined;
  readonly interval: IntervalName;
}

/** Passes a plane on at once or, if reading takes long, row by row as they arrive. */
export type ReadPlane = (
  request: PlaneRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  onPart: (part: PlanePart) => void,
) => Promise<void>;

/** Part of a section, narrowed in the frame of its plane. */
export interface ExcerptRequest extends Omit<PlaneRequest, "interval"> {
  readonly excerpt: Excerpt;
  readonly frame: Frame;
}

/** Part of a section, in which `step` × `step` pixels become their mean. */
export interface AveragesRequest extends Omit<PlaneRequest, "interval" | "filter"> {
  readonly excerpt: Excerpt;
  /** Whether single pixels will do where they are read in less time. */
  readonly isQuick: boolean;
  /** Flags of the pixels. */
  readonly flags?: number | undefined;
  /** Whether pixels with the flag DO_NOT_USE do not count. */
  readonly leavesOut: boolean;
}

export interface Averages {
  /** Row by row, NaN where no pixel counts. */
  readonly display: Float32Array<ArrayBuffer>;
  /** Some of the pixels, for limits. */
  readonly sample: Float32Array<ArrayBuffer>;
  /** Whether these are single pixels. */
  readonly isDecimated: boolean;
  /** Of flags, row by row the bits that any of the pixels has; and how many pixels have each of the 32 bits. */
  readonly bits?: Uint32Array<ArrayBuffer>;
  readonly counts?: readonly number[];
}

export interface ImageCalls {
  readonly plane: ReadPlane;
  averages(request: AveragesRequest, signal: AbortSignal): Promise<Averages>;
  /** Limits of values that the page has. */
  limitsOf(request: {
    readonly values: Float32Array<ArrayBuffer>;
    readonly interval: IntervalName;
  }): Promise<PlaneLimits>;
  /** The unit of an image, factors to other units, the level of the sky, and the exposure that it is part of. */
  levels(node: number): Promise<Levels & { readonly exposure: string | undefined }>;
  /** Reads a plane that is likely to be shown next, and keeps it. Rejects as soon as anything else is asked of the file. */
  prepare(request: PlaneRequest): Promise<void>;
  excerpt(request: ExcerptRequest, signal: AbortSignal): Promise<Elements & Pick<Pixels, "display">>;
  /** What reading a section with a collapsed axis would fetch. */
  cost(request: { readonly node: number; readonly section: Section }): Promise<ReadingCost>;
  /** Limits of the rows of the current plane that have arrived: from a sample of their values, or from `every` one. */
  limits(request: {
    readonly interval: IntervalName;
    readonly every: boolean;
  }): Promise<PlaneLimits | undefined>;
  /** Quantiles of the same values. */
  quantiles(request: { readonly every: boolean }): Promise<PlaneQuantiles | undefined>;
  /** A histogram of the same values: all of them, or those around some limits. */
  histogram(request: {
    readonly around: ValueRange | undefined;
    readonly bins: number;
    readonly every: boolean;
  }): Promise<PlaneHistogram | undefined>;
  /** The background of the current plane, clipped at 3 σ about the median, as astropy's `sigma_clipped_stats`. */
  background(): Promise<Background | undefined>;
}

/** All values of an array. */
export interface WholeArray {
  readonly node: number;
  readonly part: ComplexPart;
}

export interface ArrayCalls {
  /** A histogram of all values. */
  histogram(
    request: WholeArray & HistogramChoice,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<ArrayHistogram>;
  /** Limits from a sample of all values. */
  limits(
    request: WholeArray & { readonly interval: IntervalName },
    signal: AbortSignal,
  ): Promise<PlaneLimits>;
  lines(requests: readonly LineRequest[], signal: AbortSignal): Promise<readonly Line[]>;
  /** A window of a section, for the number grid. */
  window(request: WindowRequest, signal: AbortSignal): Promise<GridWindow>;
}

export interface WindowRequest extends SectionWindow {
  readonly node: number;
}
