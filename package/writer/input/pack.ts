/** Packs JavaScript values into the bytes of elements, dense and little-endian: the inverse of `api/elements.ts`. */

import type {
  ArrayData,
  Datatype,
  Field,
  ScalarType,
  StructData,
  StructType,
  TextType,
} from "../../api/arrays.ts";
import { allocate, copyOf, isStruct, itemSize, nameOf } from "../../api/elements.ts";
import { AsdfError } from "../../api/error.ts";
import { datatypeOf } from "../../api/marks/marks.ts";
import { sizeOf, stridesOf } from "../../api/shape.ts";
import { Complex } from "../../api/values.ts";
import { toHalf } from "./half.ts";

/** The bytes of elements, and their type. */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly dtype: Datatype;
}

type Scalar = number | bigint | boolean | string;

/** The datatype of each typed array, and others as which its bytes can be interpreted. */
const HELD: Readonly<Record<string, readonly [ScalarType, ...ScalarType[]]>> = {
  Int8Array: ["int8"],
  Int16Array: ["int16"],
  Int32Array: ["int32"],
  BigInt64Array: ["int64"],
  Uint8Array: ["uint8", "bool8"],
  Uint8ClampedArray: ["uint8", "bool8"],
  Uint16Array: ["uint16", "float16", "complex32"],
  Uint32Array: ["uint32"],
  BigUint64Array: ["uint64"],
  Float16Array: ["float16", "complex32"],
  Float32Array: ["float32", "complex64"],
  Float64Array: ["float64", "complex128"],
};

/** The range of each integer type: the least value, and one more than the greatest. */
const RANGES = new Map<Datatype, readonly [bigint, bigint]>(
  [8, 16, 32, 64, 128].flatMap((bits) => [
    [`int${bits}` as ScalarType, [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1)]],
    [`uint${bits}` as ScalarType, [0n, 2n ** BigInt(bits)]],
  ]),
);

/** The bytes of a typed array without a copy if the elements have the same bytes; otherwise its values packed as `dtype`. */
export function packTyped(data: ArrayBufferView, dtype: Datatype | undefined): Packed {
  const name: unknown = Reflect.get(data, Symbol.toStringTag);
  const held = typeof name === "string" ? HELD[name] : undefined;
  const { buffer, byteOffset, byteLength } = data;
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  // Other threads could change shared memory during the write.
  const bytes = buffer instanceof ArrayBuffer ? (view as Uint8Array<ArrayBuffer>) : copyOf(view);
  if (held === undefined) {
    if (dtype === undefined) {
      throw bad("bytes alone do not say what their elements are: `dtype` has to");
    }
    return { bytes, dtype };
  }
  const wanted = held.find((type) => type === dtype);
  if (dtype === undefined || wanted !== undefined) {
    return { bytes: wanted === "bool8" ? truths(bytes) : bytes, dtype: wanted ?? held[0] };
  }
  return packList(data as unknown as ArrayLike<Scalar>, dtype);
}

/** Any non-zero byte is true, but in a file only 1 is. */
function truths(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.every((byte) => byte <= 1) ? bytes : bytes.map((byte) => (byte ? 1 : 0));
}

/** Packs single values; complex numbers as two values each. */
export function packList(values: ArrayLike<Scalar>, dtype: Datatype): Packed {
  if (typeof dtype === "object") {
    if (dtype.kind === "struct") {
      throw bad("records are written from their fields: { fields: { name: { data, shape } }, shape }");
    }
    return { bytes: packTexts(values, dtype), dtype };
  }
  const complex = dtype.startsWith("complex");
  const size = itemSize(dtype) / (complex ? 2 : 1);
  const bytes = allocate(values.length * size);
  const view = new DataView(bytes.buffer);
  const put = putter(dtype, view);
  for (let i = 0; i < values.length; i += 1) {
    put(i * size, values[i] as Scalar, i);
  }
  return { bytes, dtype };
}

type Put = (at: number, value: Scalar, index: number) => void;

function putter(dtype: ScalarType, view: DataView): Put {
  const range = RANGES.get(dtype);
  if (range !== undefined) {
    return integerPutter(dtype, range, view);
  }
  const number = (value: Scalar, index: number): number => {
    if (typeof value === "number" || typeof value === "bigint") {
      return Number(value);
    }
    throw misfit(value, index, dtype);
  };
  switch (dtype) {
    case "bool8":
      return (at, value, index) => {
        if (value !== true && value !== false && value !== 0 && value !== 1) {
          throw misfit(value, index, dtype);
        }
        view.setUint8(at, Number(value));
      };
    case "float16":
    case "complex32":
      return (at, value, index) => view.setUint16(at, toHalf(number(value, index)), true);
    case "float32":
    case "complex64":
      return (at, value, index) => view.setFloat32(at, number(value, index), true);
    default:
      return (at, value, index) => view.setFloat64(at, number(value, index), true);
  }
}

function integerPutter(dtype: ScalarType, [least, end]: readonly [bigint, bigint], view: DataView): Put {
  const size = itemSize(dtype);
  return (at, value, index) => {
    const whole = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
    const integer = whole ? BigInt(value) : undefined;
    if (integer === undefined || integer < least || integer >= end) {
      throw misfit(value, index, dtype);
    }
    let rest = BigInt.asUintN(8 * size, integer);
    for (let byte = 0; byte < size; byte += 4) {
      const word = Number(BigInt.asUintN(32, rest));
      for (let i = byte; i < Math.min(byte + 4, size); i += 1) {
        view.setUint8(at + i, (word >>> (8 * (i - byte))) & 0xff);
      }
      rest >>= 32n;
    }
  };
}

function packTexts(values: ArrayLike<Scalar>, dtype: TextType): Uint8Array<ArrayBuffer> {
  const width = itemSize(dtype);
  const bytes = allocate(values.length * width);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as Scalar;
    if (typeof value !== "string") {
      throw misfit(value, i, dtype.kind);
    }
    const codes = codePoints(value);
    if (codes.length > dtype.length || (dtype.kind === "ascii" && codes.some((code) => code > 0x7f))) {
      throw misfit(value, i, `${dtype.kind} of length ${dtype.length}`);
    }
    for (const [at, code] of codes.entries()) {
      if (dtype.kind === "ascii") {
        bytes[i * width + at] = code;
      } else {
        view.setUint32(i * width + 4 * at, code, true);
      }
    }
  }
  return bytes;
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** Flattens nested lists: all values, and the length of each level. */
export function flatten(data: readonly unknown[]): { values: unknown[]; shape: number[] } {
  const shape = [data.length];
  let values: unknown[] = [...data];
  for (;;) {
    const [first] = values;
    if (!Array.isArray(first)) {
      return { values, shape };
    }
    if (!values.every((item) => Array.isArray(item) && item.length === first.length)) {
      throw bad("the lists of one level are not equally long");
    }
    shape.push(first.length);
    values = values.flat(1);
  }
}

/** A datatype that can represent all values of a list. */
export function typeOf(values: readonly unknown[]): Datatype {
  const are = (type: string) => values.every((value) => typeof value === type);
  const integers = values
    .filter((value) => typeof value === "bigint" || Number.isSafeInteger(value))
    .map((value) => BigInt(value as number | bigint));
  if (values.length > 0 && are("boolean")) {
    return "bool8";
  }
  if (values.length > 0 && are("string")) {
    const codes = values.map((value) => codePoints(String(value)));
    const ascii = codes.every((text) => text.every((code) => code <= 0x7f));
    return {
      kind: ascii ? "ascii" : "ucs4",
      length: codes.reduce((most, text) => Math.max(most, text.length), 1),
    };
  }
  if (values.some((value) => value instanceof Complex)) {
    return "complex128";
  }
  if (
    values.length === 0 ||
    integers.length < values.length ||
    values.some((value) => Object.is(value, -0))
  ) {
    return "float64";
  }
  const fits = (type: ScalarType) => {
    const [least, end] = RANGES.get(type) ?? [0n, 0n];
    return integers.every((value) => value >= least && value < end);
  };
  return (["int64", "uint64", "int128"] as const).find(fits) ?? "uint128";
}

/** Packs a list of values of any type as `dtype`. */
export function packValues(values: readonly unknown[], dtype: Datatype): Packed {
  const complex = typeof dtype === "string" && dtype.startsWith("complex");
  const parts = complex
    ? values.flatMap((value) => (value instanceof Complex ? [value.re, value.im] : [value, 0]))
    : values;
  const odd = parts.findIndex((value) => !["number", "bigint", "boolean", "string"].includes(typeof value));
  if (odd >= 0) {
    throw bad(`element ${complex ? odd >> 1 : odd} is no number, truth value or text`);
  }
  return packList(parts as Scalar[], dtype);
}

/** Packs columns as records. */
export function packStruct({ fields, shape }: StructData, wanted: StructType | undefined): Packed {
  const count = sizeOf(shape);
  // The keys of an object are in another order if some are numbers.
  const order = wanted?.fields.map(({ name }) => name) ?? [];
  const entries = Object.entries(fields).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const columns = entries.map(([name, column]) => {
    const sub = column.shape.slice(shape.length);
    if (sizeOf(column.shape) !== count * sizeOf(sub)) {
      throw bad(`the field \`${name}\` has the shape [${column.shape}], and the records [${shape}]`);
    }
    const wantedType = wanted?.fields.find((field) => field.name === name)?.dtype;
    const { bytes, dtype } = packColumn(column, wantedType);
    const field: Field = { name, dtype, shape: sub };
    const width = itemSize(dtype) * sizeOf(sub);
    if (bytes.length !== width * count) {
      throw bad(`the field \`${name}\` has not as many elements as its shape [${column.shape}]`);
    }
    return { field, bytes, width };
  });
  const size = columns.reduce((sum, { width }) => sum + width, 0);
  const records = allocate(size * count);
  let start = 0;
  for (const { bytes, width } of columns) {
    for (let i = 0; i < count; i += 1) {
      records.set(bytes.subarray(i * width, (i + 1) * width), i * size + start);
    }
    start += width;
  }
  return { bytes: records, dtype: { kind: "struct", fields: columns.map(({ field }) => field) } };
}

/** Packs a result of `read()`. Its values alone do not always tell the datatype. */
export function packColumn(column: ArrayData | StructData, dtype: Datatype | undefined): Packed {
  if (column.fields) {
    return packStruct(column, dtype !== undefined && isStruct(dtype) ? dtype : undefined);
  }
  const { data } = column;
  const known = dtype ?? (datatypeOf(column) as Datatype | undefined);
  if (ArrayBuffer.isView(data)) {
    return packTyped(data, known);
  }
  // Text that was read from bytes beyond ASCII: only Unicode holds it.
  const isBeyond = (value: unknown) => typeof value === "string" && /[^\0-\x7f]/.test(value);
  const isWide = dtype === undefined && nameOf(known ?? "int8") === "ascii" && data.some(isBeyond);
  return packValues(data, known === undefined || isWide ? typeOf(data) : known);
}

/** The datatype of a mask of elements: of records one with the same fields. */
export function maskType(dtype: Datatype): Datatype {
  return isStruct(dtype)
    ? { ...dtype, fields: dtype.fields.map((field) => ({ ...field, dtype: maskType(field.dtype) })) }
    : "bool8";
}

/** Packs the mask of a result of `read()`. */
export function packMask(column: ArrayData | StructData, dtype: Datatype): Uint8Array<ArrayBuffer> {
  return packColumn(maskOf(column), maskType(dtype)).bytes;
}

/** A mask as elements. */
function maskOf(column: ArrayData | StructData): ArrayData | StructData {
  const { fields, shape } = column;
  if (fields) {
    const masks = Object.entries(fields).map(([name, field]) => [name, maskOf(field)] as const);
    return { fields: Object.assign(Object.create(null), Object.fromEntries(masks)), shape };
  }
  return { data: column.mask ?? allocate(sizeOf(shape)), shape, stride: stridesOf(shape) };
}

function misfit(value: unknown, index: number, dtype: string): AsdfError {
  return bad(`element ${index}, ${String(value)}, does not fit ${dtype}`);
}

export function bad(message: string): AsdfError {
  return new AsdfError("bad-array", message);
}
