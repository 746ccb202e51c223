/** Elements as the bytes of a file: in either byte order, signed integers for unsigned ones, text of a fixed width. */
import type { ArrayValues, Datatype, ScalarType } from "asdf-wasm";

export type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of a number in memory; a complex value has two. */
const SIZES: Readonly<Record<ScalarType, number>> = {
  int8: 1,
  uint8: 1,
  bool8: 1,
  int16: 2,
  uint16: 2,
  float16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  complex32: 4,
  complex64: 4,
  int64: 8,
  uint64: 8,
  float64: 8,
  complex128: 8,
  int128: 16,
  uint128: 16,
};

export function sizeOf(dtype: ScalarType): number {
  return SIZES[dtype];
}

export function isFloat(dtype: Datatype): boolean {
  return typeof dtype === "string" && /^(float|complex)/.test(dtype);
}

/** A copy of the elements as bytes in this machine's order, which is the order of WebAssembly: little-endian. */
export function bytesOf(values: ArrayValues): Bytes {
  if (!ArrayBuffer.isView(values)) {
    throw new TypeError("numbers of 128 bits and texts are no typed arrays");
  }
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice();
}

/** Reverses the bytes of each number, in place. */
export function reversed(bytes: Bytes, size: number): Bytes {
  if (size > 1) {
    for (let at = 0; at < bytes.length; at += size) {
      bytes.subarray(at, at + size).reverse();
    }
  }
  return bytes;
}

/** The same for the common sizes, without a call for each number. */
export function bigEndian(bytes: Bytes, size: number): Bytes {
  const { buffer, byteLength } = bytes;
  if (size === 2) {
    const words = new Uint16Array(buffer, 0, byteLength / 2);
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i] ?? 0;
      words[i] = (word << 8) | (word >>> 8);
    }
    return bytes;
  }
  if (size === 4 || size === 8) {
    const words = new Uint32Array(buffer, 0, byteLength / 4);
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i] ?? 0;
      words[i] = (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
    }
    if (size === 8) {
      for (let i = 0; i < words.length; i += 2) {
        [words[i], words[i + 1]] = [words[i + 1] ?? 0, words[i] ?? 0];
      }
    }
    return bytes;
  }
  return reversed(bytes, size);
}

/**
 * Flips the first bit of each number, in place. In big-endian two's complement this subtracts half the range: how FITS
 * writes unsigned integers as signed ones, and signed bytes as unsigned ones.
 */
export function flipped(bytes: Bytes, size: number): Bytes {
  for (let at = 0; at < bytes.length; at += size) {
    bytes[at] = (bytes[at] ?? 0) ^ 0x80;
  }
  return bytes;
}

/** The elements with NaN where they are masked, if they are of floating point; a complex one has `places` numbers. */
export function withNaN<T extends ArrayValues>(values: T, mask: Uint8Array | undefined, places: number): T {
  if (!mask || !(values instanceof Float32Array || values instanceof Float64Array)) {
    return values;
  }
  const marked = values.slice();
  for (const [i, isMasked] of mask.entries()) {
    if (isMasked) {
      marked.fill(Number.NaN, i * places, (i + 1) * places);
    }
  }
  return marked as T;
}

/** Texts in UTF-8, each cut or filled to a width. */
export function textBytes(texts: readonly string[], width: number, fill: number): Bytes {
  const bytes = new Uint8Array(texts.length * width).fill(fill);
  const encoder = new TextEncoder();
  for (const [i, text] of texts.entries()) {
    encoder.encodeInto(text, bytes.subarray(i * width, (i + 1) * width));
  }
  return bytes;
}

/** Texts as little-endian code points, each cut or filled with zeros to a number of them. */
export function codePointBytes(texts: readonly string[], length: number): Bytes {
  const points = new Uint32Array(texts.length * length);
  for (const [i, text] of texts.entries()) {
    const own = Array.from(text, (character) => character.codePointAt(0) ?? 0).slice(0, length);
    points.set(own, i * length);
  }
  return new Uint8Array(points.buffer);
}

/** Rows of columns: each part has so many bytes for each row. */
export function interleaved(parts: readonly Bytes[], widths: readonly number[], rows: number): Bytes {
  const width = widths.reduce((sum, width) => sum + width, 0);
  const all = new Uint8Array(rows * width);
  let offset = 0;
  for (const [i, part] of parts.entries()) {
    const own = widths[i] ?? 0;
    for (let row = 0; row < rows; row += 1) {
      // Columns are narrow: a view for each cell would cost more than its bytes.
      for (let byte = 0; byte < own; byte += 1) {
        all[row * width + offset + byte] = part[row * own + byte] ?? 0;
      }
    }
    offset += own;
  }
  return all;
}
