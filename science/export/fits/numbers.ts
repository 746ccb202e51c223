/**
 * Datatypes as FITS has them (FITS Standard 4.0, sections 5 and 7.3). Integers that it lacks are shifted by half their
 * range, which `BZERO` or `TZERO` undoes.
 */

import type { ArrayValues, ScalarType } from "asdf-wasm";
import { isComplex } from "../../elements/complex.ts";
import { type Bytes, bigEndian, bytesOf, flipped, withNaN } from "../bytes.ts";

export interface FitsNumber {
  /** Bits of a number in an image, negative for floating point. */
  readonly bitpix: number;
  /** The letter of a column. */
  readonly form: string;
  /** What is to be added to the stored numbers. */
  readonly zero?: bigint;
}

const NUMBERS: Readonly<Partial<Record<ScalarType, FitsNumber>>> = {
  bool8: { bitpix: 8, form: "L" },
  uint8: { bitpix: 8, form: "B" },
  int8: { bitpix: 8, form: "B", zero: -128n },
  int16: { bitpix: 16, form: "I" },
  uint16: { bitpix: 16, form: "I", zero: 2n ** 15n },
  int32: { bitpix: 32, form: "J" },
  uint32: { bitpix: 32, form: "J", zero: 2n ** 31n },
  int64: { bitpix: 64, form: "K" },
  uint64: { bitpix: 64, form: "K", zero: 2n ** 63n },
  float16: { bitpix: -32, form: "E" },
  float32: { bitpix: -32, form: "E" },
  float64: { bitpix: -64, form: "D" },
  complex32: { bitpix: -32, form: "C" },
  complex64: { bitpix: -32, form: "C" },
  complex128: { bitpix: -64, form: "M" },
};

/** Undefined for integers of 128 bits. */
export function fitsNumber(dtype: ScalarType): FitsNumber | undefined {
  return NUMBERS[dtype];
}

/** Numbers as FITS stores them; masked floating-point numbers are NaN. */
export function fitsBytes(values: ArrayValues, mask: Uint8Array | undefined, dtype: ScalarType): Bytes {
  const { bitpix = 8, zero } = NUMBERS[dtype] ?? {};
  const size = Math.abs(bitpix) / 8;
  const bytes = bigEndian(bytesOf(withNaN(values, mask, isComplex(dtype) ? 2 : 1)), size);
  return zero === undefined ? bytes : flipped(bytes, size);
}
