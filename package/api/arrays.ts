/** Arrays as values: datatypes, results of `NdArray.read`, and selections. Shapes, strides and indices count elements. */

import type { Complex } from "./values.ts";

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

/** The typed arrays into which `read()` can be told to put numbers; their memory may be shared. */
export type IntoArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** The values of a result: a typed array, `bigint[]` for 128-bit integers, `string[]` for text. */
export type ArrayValues = TypedArray | bigint[] | string[];

/**
 * Elements of an array, dense and in C order (the last axis varies fastest), in this machine's byte order.
 *
 * The element at index `[i, j]` is `data[i * stride[0] + j * stride[1]]`. A complex value takes two
 * entries of `data`, the real part first: it begins at twice that index.
 */
export interface ArrayData<T extends ArrayValues | IntoArray = ArrayValues> {
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

/** The name of a datatype: the name of a scalar type, or the kind of any other. */
export type DatatypeName = ScalarType | "ascii" | "ucs4" | "struct";

/** The datatypes by name. */
export type DatatypeByName = { readonly [Name in ScalarType]: Name } & {
  readonly ascii: TextType & { readonly kind: "ascii" };
  readonly ucs4: TextType & { readonly kind: "ucs4" };
  readonly struct: StructType;
};

/** What `read()` returns for an array, by the name of its datatype. */
export interface DataByName {
  int8: ArrayData<Int8Array<ArrayBuffer>>;
  int16: ArrayData<Int16Array<ArrayBuffer>>;
  int32: ArrayData<Int32Array<ArrayBuffer>>;
  int64: ArrayData<BigInt64Array<ArrayBuffer>>;
  int128: ArrayData<bigint[]>;
  uint8: ArrayData<Uint8Array<ArrayBuffer>>;
  uint16: ArrayData<Uint16Array<ArrayBuffer>>;
  uint32: ArrayData<Uint32Array<ArrayBuffer>>;
  uint64: ArrayData<BigUint64Array<ArrayBuffer>>;
  uint128: ArrayData<bigint[]>;
  float16: ArrayData<Float32Array<ArrayBuffer>>;
  float32: ArrayData<Float32Array<ArrayBuffer>>;
  float64: ArrayData<Float64Array<ArrayBuffer>>;
  complex32: ArrayData<Float32Array<ArrayBuffer>>;
  complex64: ArrayData<Float32Array<ArrayBuffer>>;
  complex128: ArrayData<Float64Array<ArrayBuffer>>;
  bool8: ArrayData<Uint8Array<ArrayBuffer>>;
  ascii: ArrayData<string[]>;
  ucs4: ArrayData<string[]>;
  struct: StructData;
}

/** The same with `{ float16: "bits" }`. */
export interface BitsByName extends Omit<DataByName, "float16"> {
  float16: ArrayData<Uint16Array<ArrayBuffer>>;
}

/** The value of a field in a record: null if it is masked, true or false for `bool8`; fields with a shape keep it. */
export type RecordValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Complex
  | ArrayData
  | TableRecord
  | readonly TableRecord[];

/** A row of a table: the value of each field. It has no prototype, because a field can have any name. */
export interface TableRecord {
  readonly [field: string]: RecordValue;
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
