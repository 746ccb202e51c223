/**
 * NumPy's `.npy` files: a header with datatype and shape, then the elements in C order
 * (numpy.lib.format, versions 1.0 to 3.0). All numbers are little-endian.
 */

import type { ArrayData, Datatype, ScalarType, TextType } from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { isText } from "../elements/pixels.ts";
import { type Bytes, bytesOf, codePointBytes, textBytes, withNaN } from "./bytes.ts";

/** A field of a record. */
export interface NpyField {
  readonly name: string;
  readonly descr: string;
  readonly shape: readonly number[];
}

const DESCRIPTIONS: Readonly<Partial<Record<ScalarType, string>>> = {
  int8: "|i1",
  uint8: "|u1",
  bool8: "|b1",
  int16: "<i2",
  uint16: "<u2",
  int32: "<i4",
  uint32: "<u4",
  int64: "<i8",
  uint64: "<u8",
  float16: "<f2",
  float32: "<f4",
  float64: "<f8",
  complex32: "<c8",
  complex64: "<c8",
  complex128: "<c16",
};
/** The alignment of the elements, in bytes, and the digits that numpy reserves for the shape to grow. */
const ALIGNMENT = 64;
const GROWTH = 21;

/** How numpy calls a datatype; undefined if it has no such one. */
export function descrOf(dtype: ScalarType | TextType): string | undefined {
  if (typeof dtype === "string") {
    return DESCRIPTIONS[dtype];
  }
  return dtype.kind === "ascii" ? `|S${dtype.length}` : `<U${dtype.length}`;
}

/** The bytes before the elements. */
export function npyHeader(descr: string | readonly NpyField[], shape: readonly number[]): Bytes {
  const type = typeof descr === "string" ? `'${descr}'` : `[${unique(descr).map(fieldText).join(", ")}]`;
  const [first] = shape;
  const growth = first === undefined ? "" : " ".repeat(Math.max(GROWTH - String(first).length, 0));
  const text = `{'descr': ${type}, 'fortran_order': False, 'shape': ${tuple(shape)}, }${growth}`;
  // Latin-1 for the names of fields that fit, as numpy does.
  const isLatin = Array.from(text, (character) => character.codePointAt(0) ?? 0).every((code) => code < 256);
  const content = isLatin
    ? Uint8Array.from(text, (character) => character.charCodeAt(0))
    : new TextEncoder().encode(text);
  const isShort = isLatin && headerSize(content.length, 2) - 10 < 2 ** 16;
  const lengthSize = isShort ? 2 : 4;
  const header = new Uint8Array(headerSize(content.length, lengthSize)).fill(0x20);
  header.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, isShort ? 1 : isLatin ? 2 : 3, 0]);
  const length = header.length - 8 - lengthSize;
  for (let i = 0; i < lengthSize; i += 1) {
    header[8 + i] = (length >>> (8 * i)) & 0xff;
  }
  header.set(content, 8 + lengthSize);
  header[header.length - 1] = 0x0a;
  return header;
}

/** Elements as numpy stores them. Masked floating-point elements are NaN. */
export function npyBytes({ data, mask }: ArrayData, dtype: Datatype): Bytes {
  if (typeof dtype === "object") {
    const texts = isText(data) ? data : [];
    const { length = 0, kind } = dtype.kind === "struct" ? { kind: "ascii" as const } : dtype;
    return kind === "ascii" ? textBytes(texts, length, 0) : codePointBytes(texts, length);
  }
  // Only the bits of float16 are integers here.
  if (dtype === "float16" && data instanceof Uint16Array && mask) {
    const marked = data.slice();
    for (const [i, isMasked] of mask.entries()) {
      marked[i] = isMasked ? 0x7e00 : (marked[i] ?? 0);
    }
    return bytesOf(marked);
  }
  return bytesOf(withNaN(data, mask, isComplex(dtype) ? 2 : 1));
}

function headerSize(content: number, lengthSize: number): number {
  // With the line feed at its end. numpy always fills at least one place.
  const least = 8 + lengthSize + content + 1;
  return least + ALIGNMENT - (least % ALIGNMENT);
}

function tuple(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

function fieldText({ name, descr, shape }: NpyField): string {
  const parts = [quoted(name), `'${descr}'`, ...(shape.length > 0 ? [tuple(shape)] : [])];
  return `(${parts.join(", ")})`;
}

/** Text as Python writes it. */
function quoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** The fields with names of their own: numpy refuses two of one name, and names one without a name itself. */
function unique(fields: readonly NpyField[]): NpyField[] {
  const taken = new Set<string>();
  return fields.map((field, i) => {
    let name = field.name || `f${i}`;
    while (taken.has(name)) {
      name += "_";
    }
    taken.add(name);
    return { ...field, name };
  });
}
