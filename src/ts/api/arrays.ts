/** Arrays as values: datatypes, what `NdArray.read` gives, and selections. Shapes, strides and indices count elements. */

/** The name of a numeric or boolean datatype. */
export type ScalarType =
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "int128"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "uint128"
  | "float16"
  | "float32"
  | "float64"
  | "complex32"
  | "complex64"
  | "complex128"
  | "bool8";

/** Text of a fixed width: each element has `length` bytes (`ascii`) or code points (`ucs4`). */
export interface TextType {
  readonly kind: "ascii" | "ucs4";
  readonly length: number;
}

/** One field of a structured datatype; each element holds `shape` (often `[]`) values of `dtype`. */
export interface Field {
  readonly name: string;
  readonly dtype: Datatype;
  readonly shape: readonly number[];
}

/** A record of named fields. */
export interface StructType {
  readonly kind: "struct";
  readonly fields: readonly Field[];
}

/** The type of an array's elements. */
export type Datatype = ScalarType | TextType | StructType;

/** The typed arrays that hold numbers. */
export type TypedArray =
  | Int8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | BigUint64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** The values of a result: a typed array, `bigint[]` for 128-bit integers, `string[]` for text. */
export type ArrayValues = TypedArray | bigint[] | string[];

/**
 * Elements of an array, dense and in C order (the last axis varies fastest), in this machine's byte order.
 *
 * The element at index `[i, j]` is `data[i * stride[0] + j * stride[1]]`. A complex value takes two
 * entries of `data`, the real part first: it begins at twice that index.
 */
export interface ArrayData<T extends ArrayValues = ArrayValues> {
  readonly data: T;
  /** The lengths of the axes that the selection kept. */
  readonly shape: readonly number[];
  /** The distance from one index to the next along each axis, in elements. */
  readonly stride: readonly number[];
  /** One byte per element, 1 where the element is masked; absent when the array has no mask. */
  readonly mask?: Uint8Array<ArrayBuffer>;
  /** Only structured arrays have fields. */
  readonly fields?: undefined;
}

/**
 * Elements of a structured array, one column per field. A column's shape is `shape` followed by the shape of the field.
 * `fields` has no prototype, because a field can have any name.
 */
export interface StructData {
  readonly fields: { readonly [name: string]: ArrayData | StructData };
  readonly shape: readonly number[];
  /** Each column has its own `data`, `stride` and `mask`. */
  readonly data?: undefined;
  readonly stride?: undefined;
  readonly mask?: undefined;
}

/**
 * Finished rows of a result that is still being read: those from `start` up to but excluding `stop`. A row is a line along
 * the last axis; if the result has at most one axis, each element is a row. The axes before the last are flattened into
 * one axis of rows, in the order of `data`.
 *
 * `data` and `mask` are views of the result: copy them before you change or transfer them.
 */
export interface Rows extends ArrayData {
  readonly start: number;
  readonly stop: number;
  /** The number of rows of the whole result. */
  readonly total: number;
}

/** Every `step`-th index from `start` up to but excluding `stop`, as in Python; made by `slice()`. */
export interface Slice {
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number | null;
}

/**
 * Selects elements of an array, with one entry per axis: a number takes one index and drops the axis, a `Slice` takes a
 * range, `null` takes all indices. Axes without an entry are taken whole. Negative numbers count from the end. An index
 * outside the array is an error (`bad-selection`); it is never clipped.
 */
export type Selection = readonly (number | Slice | null)[];
