/** Memory for elements, and their bytes, in this machine's byte order, as JavaScript values. */

import { wrong } from "./arguments/checks.ts";
import type { ArrayValues, Datatype, ScalarType, StructType, TextType, TypedArray } from "./arrays.ts";
import { AsdfError } from "./error.ts";

interface TypedArrayClass {
  readonly BYTES_PER_ELEMENT: number;
  readonly name: string;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): TypedArray;
}

/** For each datatype the bytes of a stored element, and the typed array of the values. */
const SCALARS: Readonly<Record<ScalarType, readonly [size: number, into: TypedArrayClass | undefined]>> = {
  int8: [1, Int8Array],
  int16: [2, Int16Array],
  int32: [4, Int32Array],
  int64: [8, BigInt64Array],
  int128: [16, undefined],
  uint8: [1, Uint8Array],
  uint16: [2, Uint16Array],
  uint32: [4, Uint32Array],
  uint64: [8, BigUint64Array],
  uint128: [16, undefined],
  float16: [2, Float32Array],
  float32: [4, Float32Array],
  float64: [8, Float64Array],
  complex32: [4, Float32Array],
  complex64: [8, Float32Array],
  complex128: [16, Float64Array],
  bool8: [1, Uint8Array],
};

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const strictUtf8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Names of numpy and of other languages, and the datatypes that they mean. */
const ALIASES: Readonly<Record<string, ScalarType | "ucs4" | "ascii">> = {
  ...{ bool: "bool8", int: "int64", uint: "uint64", float: "float64", double: "float64", single: "float32" },
  ...{ half: "float16", complex: "complex128", byte: "int8", ubyte: "uint8", short: "int16", long: "int64" },
  ...{ str: "ucs4", string: "ucs4", text: "ucs4", bytes: "ascii" },
};

/** Refuses a name that is no datatype, in an option or an argument called `name`. */
export function checkDatatype(name: string, dtype: unknown, others: readonly string[]): void {
  const isDescribed = typeof dtype === "object" && dtype !== null && "kind" in dtype;
  const known = [...Object.keys(SCALARS), ...others];
  if (dtype === undefined || isDescribed || (typeof dtype === "string" && known.includes(dtype))) {
    return;
  }
  const meant = typeof dtype === "string" ? datatypeNamed(dtype) : undefined;
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  throw wrong(name, dtype, `one of ${known.join(", ")}${hint}`);
}

/** The datatype of a numpy type string such as `<f4`, or of a usual name. */
export function datatypeNamed(text: string): ScalarType | "ucs4" | "ascii" | undefined {
  const [, letter = "", bytes = ""] = /^[<>=|]?([fiucb])(\d{1,2})$/.exec(text.trim()) ?? [];
  const kind = { f: "float", i: "int", u: "uint", c: "complex", b: "bool" }[letter];
  const name = kind === undefined ? text.trim().toLowerCase() : `${kind}${8 * Number(bytes)}`;
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  return alias ?? (Object.hasOwn(SCALARS, name) ? (name as ScalarType) : undefined);
}

export function isStruct(dtype: Datatype): dtype is StructType {
  return typeof dtype === "object" && dtype.kind === "struct";
}

/** The size of a stored element in bytes. */
export function itemSize(dtype: Datatype): number {
  if (typeof dtype === "string") {
    return SCALARS[dtype][0];
  }
  if (isStruct(dtype)) {
    const sizes = dtype.fields.map((field) =>
      field.shape.reduce((size, length) => size * length, itemSize(field.dtype)),
    );
    return sizes.reduce((total, size) => total + size, 0);
  }
  return dtype.kind === "ucs4" ? 4 * dtype.length : dtype.length;
}

/** The multiple at which bytes must begin for `valuesOf()` to give a view of them. */
export function alignmentOf(dtype: ScalarType | TextType, float16: "bits" | undefined): number {
  return (typeof dtype === "string" && typedArrayOf(dtype, float16)?.BYTES_PER_ELEMENT) || 1;
}

/** The `count` values in `bytes`: a view if the alignment allows it. `isLatin`: text that is no UTF-8 is of ISO 8859-1, as in FITS. */
export function valuesOf(
  dtype: ScalarType | TextType,
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
  float16: "bits" | undefined,
  isLatin = false,
): ArrayValues {
  if (typeof dtype === "object") {
    return dtype.kind === "ascii"
      ? texts(bytes, count, dtype.length, isLatin)
      : codePointTexts(bytes, count, dtype.length);
  }
  const into = typedArrayOf(dtype, float16);
  return into === undefined ? wideIntegers(bytes, dtype === "int128") : viewAs(into, bytes);
}

/** Memory filled with zeros. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    const message = `${length} bytes of memory are more than this machine can allocate: select less`;
    throw new AsdfError("limit-exceeded", message, { cause });
  }
}

/** A copy in memory of its own. */
export function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = allocate(bytes.length);
  copy.set(bytes);
  return copy;
}

/** The name of the typed array that holds values of a datatype; undefined if none does. */
export function holderOf(dtype: Datatype, float16: "bits" | undefined): string | undefined {
  return typeof dtype === "string" ? typedArrayOf(dtype, float16)?.name : undefined;
}

function typedArrayOf(dtype: ScalarType, float16: "bits" | undefined): TypedArrayClass | undefined {
  return dtype === "float16" && float16 === "bits" ? Uint16Array : SCALARS[dtype][1];
}

/** The name of a datatype for messages. */
export function nameOf(dtype: Datatype): string {
  return typeof dtype === "string" ? dtype : dtype.kind;
}

function viewAs(into: TypedArrayClass, bytes: Uint8Array<ArrayBuffer>): TypedArray {
  const size = into.BYTES_PER_ELEMENT;
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % size === 0 ? bytes : copyOf(bytes);
  return new into(buffer, byteOffset, byteLength / size);
}

function wideIntegers({ buffer, byteOffset, byteLength }: Uint8Array, signed: boolean): bigint[] {
  const view = new DataView(buffer, byteOffset, byteLength);
  return Array.from({ length: byteLength / 16 }, (_, i) => {
    const high = signed ? view.getBigInt64(16 * i + 8, true) : view.getBigUint64(16 * i + 8, true);
    return (high << 64n) | view.getBigUint64(16 * i, true);
  });
}

/** Bytes beyond ASCII are decoded as UTF-8, which some writers store; invalid bytes become U+FFFD, or characters of ISO 8859-1. */
function texts(bytes: Uint8Array, count: number, width: number, isLatin: boolean): string[] {
  return Array.from({ length: count }, (_, i) => {
    let end = (i + 1) * width;
    while (end > i * width && bytes[end - 1] === 0) {
      end -= 1;
    }
    const text = bytes.subarray(i * width, end);
    return isLatin ? latinText(text) : utf8.decode(text);
  });
}

function latinText(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
}

/** Invalid code points, unpaired surrogates included, become U+FFFD. */
function codePointTexts(
  { buffer, byteOffset, byteLength }: Uint8Array,
  count: number,
  width: number,
): string[] {
  const view = new DataView(buffer, byteOffset, byteLength);
  return Array.from({ length: count }, (_, i) => {
    let end = (i + 1) * width;
    while (end > i * width && view.getUint32(4 * (end - 1), true) === 0) {
      end -= 1;
    }
    let text = "";
    for (let at = i * width; at < end; at += 1) {
      const code = view.getUint32(4 * at, true);
      const valid = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      text += String.fromCodePoint(valid ? code : 0xfffd);
    }
    return text;
  });
}
