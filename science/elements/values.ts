/** The types of elements of arrays, their ranges, and the frame in which they are drawn. */

/** Values from `min` to `max`, in the array's own unit. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Black and white of the display, in the array's own unit. */
export interface DisplayLimits extends ValueRange {}

/** Elements in the array's datatype; complex ones as pairs in one typed array. */
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

/** The part of complex numbers that is drawn. */
export type ComplexPart = "amplitude" | "phase" | "real" | "imaginary";

/** Elements in their own datatype, for the readout. */
export interface Elements {
  readonly values: PlaneValues;
  readonly mask?: Uint8Array | undefined;
  readonly complex: boolean;
}

/** How numbers are narrowed to float32 for drawing: `(value − reference) / unit`. */
export interface Frame {
  readonly reference: number;
  readonly unit: number;
}
