/** Planes of arrays: the section shown, its elements as they arrive, and the distribution of their values. */

import type { Filter, MomentNoise } from "@asdf-wasm/science/compute/reductions";
import type {
  ComplexPart,
  DisplayLimits,
  Elements,
  Frame,
  ValueRange,
} from "@asdf-wasm/science/elements/values";
import type { Section } from "@asdf-wasm/science/sections/section";

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
  readonly datatype: string;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the section is too large to be read whole. */
  readonly step: number;
  readonly complex: boolean;
  /** The part of complex elements that is drawn. */
  readonly part?: ComplexPart | undefined;
  readonly section: Section;
  /** Of moments, how far they may be those of noise. */
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
  /** Whether that comes from a server. */
  readonly isRemote: boolean;
}
