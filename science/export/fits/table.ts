/** Tables as FITS binary tables (FITS Standard 4.0, section 7.3): headers, and rows. */

import type { ArrayData, ArrayValues, ScalarType } from "asdf-wasm";
import { isText } from "../../elements/pixels.ts";
import { lengthOf } from "../../elements/shapes.ts";
import { type Bytes, textBytes } from "../bytes.ts";
import type { RecordColumn } from "../records.ts";
import type { Blank } from "./blank.ts";
import { type Card, headerBytes } from "./cards.ts";
import { fitsBytes, fitsNumber } from "./numbers.ts";

/** Bytes of each letter of a column's format. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ L: 1, B: 1, A: 1, I: 2, J: 4, E: 4, K: 8, D: 8, C: 8, M: 16 },
};
/** `T` and `F`. */
const [TRUE, FALSE] = [0x54, 0x46];

export interface FitsColumn extends RecordColumn {
  /** The letter of its format. */
  readonly form: string;
  /** Numbers or characters in each row. */
  readonly repeat: number;
  /** The integer that represents masked elements. */
  readonly blank?: Blank | undefined;
}

/** Masked integers that FITS shifts are wider: astropy compares TNULL with them after TZERO, and the standard before it. */
const WIDER: Readonly<Partial<Record<ScalarType, ScalarType>>> = {
  int8: "int16",
  uint16: "int32",
  uint32: "int64",
};

/** Undefined where FITS has no such column. */
export function fitsColumn(given: RecordColumn): FitsColumn | undefined {
  const wider = given.masked && typeof given.dtype === "string" ? WIDER[given.dtype] : undefined;
  const column = { ...given, dtype: wider ?? given.dtype };
  const { dtype, shape } = column;
  const count = lengthOf(shape);
  if (typeof dtype === "object") {
    return { ...column, form: "A", repeat: count * dtype.length };
  }
  const number = fitsNumber(dtype);
  return number && { ...column, form: number.form, repeat: count };
}

export function widthOf({ form, repeat }: FitsColumn): number {
  return repeat * (WIDTHS[form] ?? 1);
}

/** The header of the first HDU of a file with one table, which has no data. */
export function emptyHeader(): Bytes {
  return headerBytes([
    ["SIMPLE", true, "FITS Standard 4.0"],
    ["BITPIX", 8],
    ["NAXIS", 0],
    ["EXTEND", true],
  ]);
}

/** The header of a table, before its rows. */
export function tableHeader(
  columns: readonly FitsColumn[],
  rows: number,
  cards: readonly Card[],
  comments: readonly string[],
): Bytes {
  const all: Card[] = [
    ["XTENSION", "BINTABLE"],
    ["BITPIX", 8],
    ["NAXIS", 2],
    ["NAXIS1", columns.reduce((sum, column) => sum + widthOf(column), 0)],
    ["NAXIS2", rows],
    ["PCOUNT", 0],
    ["GCOUNT", 1],
    ["TFIELDS", columns.length],
    ...cards,
    ...columns.flatMap(columnCards),
  ];
  return headerBytes(all, comments);
}

function columnCards(column: FitsColumn, i: number): Card[] {
  const { name, unit, dtype, shape, form, repeat, blank } = column;
  const n = i + 1;
  const zero = typeof dtype === "string" ? fitsNumber(dtype)?.zero : undefined;
  const inner = typeof dtype === "object" ? [dtype.length] : [];
  const dimensions = [...inner, ...shape.toReversed()];
  const hasDimensions = dimensions.length > 1 && repeat > 0;
  return [
    [`TTYPE${n}`, name],
    [`TFORM${n}`, `${repeat}${form}`],
    ...(unit ? [[`TUNIT${n}`, unit] as const] : []),
    ...(hasDimensions ? [[`TDIM${n}`, `(${dimensions.join(",")})`] as const] : []),
    ...(zero === undefined
      ? []
      : ([
          [`TSCAL${n}`, 1],
          [`TZERO${n}`, zero, typeof dtype === "string" ? dtype : ""],
        ] as const)),
    ...(blank === undefined ? [] : [[`TNULL${n}`, blank.value] as const]),
  ];
}

/** The cells of a column. Masked numbers are NaN or the blank, masked logicals neither true nor false, masked texts empty. */
export function cellBytes(column: FitsColumn, { data, mask }: ArrayData): Bytes {
  const { dtype, blank } = column;
  if (typeof dtype === "object") {
    const texts = isText(data) ? data : [];
    const shown = texts.map((text, i) => (mask?.[i] ? "" : text.replace(/[^ -~]/gu, "?")));
    return textBytes(shown, dtype.length, 0);
  }
  if (dtype === "bool8") {
    return Uint8Array.from({ length: data.length }, (_, i) => (mask?.[i] ? 0 : data[i] ? TRUE : FALSE));
  }
  const bytes = fitsBytes(widened(data, dtype), mask, dtype);
  blank?.mark(bytes, mask);
  return bytes;
}

function widened(data: ArrayValues, dtype: ScalarType): ArrayValues {
  if (data instanceof Uint32Array && dtype === "int64") {
    return BigInt64Array.from(data, BigInt);
  }
  if (data instanceof Uint16Array && dtype === "int32") {
    return Int32Array.from(data);
  }
  return data instanceof Int8Array && dtype === "int16" ? Int16Array.from(data) : data;
}
