/** Planes of arrays: which section is looked at, its elements as they come, and how their values are distributed. */

/** Which section of an array is shown. */
export interface Section {
  /** The axes that lie on the stage: rows and columns, only rows of an array of one axis, none of a single element. */
  readonly axes: readonly number[];
  /** An index for each axis of the array; at those that are shown it means nothing. */
  readonly index: readonly number[];
}

/** Values from `min` to `max`, in the array's own unit. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Black and white of the display, in the array's own unit. */
export interface DisplayLimits extends ValueRange {}

/** How limits are found: as so many percent of the values lie between them, for one. */
export type IntervalName = "minmax" | "zscale" | "99.9" | "99.5" | "99" | "98" | "95" | "90";

/** An element as the array has it: complex ones are pairs in one typed array. */
export type PlaneValues =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array
  | readonly bigint[];

/** Values that divide those of a plane into equally many, and the stride of the sample that they are of. */
export interface PlaneQuantiles {
  readonly values: Float64Array<ArrayBuffer>;
  readonly sampled: number;
}

/** How many values of a plane are in each of some bins of the same width, and the stride of the sample they are of. */
export interface PlaneHistogram extends ValueRange {
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly sampled: number;
  /** Each bin holds as many whole numbers, and begins half below its first. */
  readonly whole?: boolean;
}

/** Counts of all values of an array, if any are finite, and what they are in sum. */
export interface ArrayHistogram {
  readonly histogram: PlaneHistogram | undefined;
  readonly mean: number;
  readonly std: number;
  /** How many values are finite and not masked. */
  readonly count: number;
  /** Every so-many-th row was read. */
  readonly sampled: number;
}

/** What is drawn of complex numbers. */
export type ComplexPart = "amplitude" | "phase" | "real" | "imaginary";

/** What is known of a two-dimensional section of an array before its rows are. */
export interface PlaneHead {
  readonly node: number;
  readonly path: string;
  readonly datatype: string;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the section is too large to be read whole. */
  readonly step: number;
  readonly complex: boolean;
  /** What is drawn of complex elements. */
  readonly part?: ComplexPart | undefined;
  readonly section: Section;
  /** The section's own size. */
  readonly whole: { readonly width: number; readonly height: number };
  /** In elements: by parts of this size it is best read closer up. */
  readonly tile: { readonly width: number; readonly height: number };
}

/** A rectangle of a section, of which every `step`-th element of both axes is meant. */
export interface Excerpt {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly step: number;
}

/** Elements themselves, for the readout. */
export interface Elements {
  readonly values: PlaneValues;
  readonly mask?: Uint8Array | undefined;
  readonly complex: boolean;
}

/** How numbers are narrowed for drawing: `(value − reference) / unit`. */
export interface Frame {
  readonly reference: number;
  readonly unit: number;
}

/** Elements of a section, and what is drawn of them. */
export interface Pixels extends Omit<Elements, "complex">, Frame {
  /** In float32, NaN where there is no number. */
  readonly display: Float32Array<ArrayBuffer>;
}

/** A section, ready to be drawn; its rows may still be coming. */
export interface Plane extends PlaneHead, Pixels {}

/** Rows of a section, from number `start` up to but without `stop`. All from 0 on stand in place of what came before. */
export interface PlanePart extends Pixels {
  readonly head: PlaneHead;
  readonly start: number;
  readonly stop: number;
  /** When they are others than before. */
  readonly limits?: PlaneLimits | undefined;
}

/** Limits, the stride of the sample they come from (1: every value counts), and of how many rows that is. */
export interface PlaneLimits extends DisplayLimits {
  readonly sampled: number;
  readonly rows: number;
  /** The least and the greatest of the finite values that have come; NaN while there are none. */
  readonly extremes: ValueRange;
}
