/** Comma-separated values of an array: a line for each row, or for each element of an array of one axis. */

import type { ArrayData, Datatype } from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { quoted } from "../format/csvCell.ts";
import { scalar } from "../format/format.ts";
import type { Bytes } from "./bytes.ts";

/** Bytes of a number as text with its comma, by the datatype: for estimates. */
const USUAL: Readonly<Record<string, number>> = { bool8: 6, float32: 11, float64: 19 };

export function usualLength(dtype: Datatype): number {
  if (typeof dtype === "object") {
    return dtype.kind === "struct" ? 0 : dtype.length + 1;
  }
  return USUAL[dtype] ?? (isComplex(dtype) ? 26 : 7);
}

/** Lines of `width` elements; masked ones are empty. */
export function csvBytes({ data, mask }: ArrayData, dtype: Datatype, width: number): Bytes {
  const text = writer(data, dtype);
  const count = isComplex(dtype) ? data.length / 2 : data.length;
  const lines: string[] = [];
  for (let start = 0; start < count; start += width) {
    let line = "";
    for (let i = start; i < start + width; i += 1) {
      line += `${i > start ? "," : ""}${mask?.[i] ? "" : text(i)}`;
    }
    lines.push(line);
  }
  return new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(""));
}

/** Text of an element that other programs read: complex numbers as Python writes them. */
export function writer(data: ArrayData["data"], dtype: Datatype): (index: number) => string {
  if (dtype === "bool8") {
    return (index) => (data[index] ? "true" : "false");
  }
  if (isComplex(dtype)) {
    return (index) => {
      const imaginary = number(data, 2 * index + 1);
      return `${number(data, 2 * index)}${/^[-]/.test(imaginary) ? "" : "+"}${imaginary}j`;
    };
  }
  return typeof dtype === "string" ? (index) => number(data, index) : (index) => quoted(String(data[index]));
}

function number(data: ArrayData["data"], index: number): string {
  const text = scalar(data, index);
  return /^[-\d]?[\d.]/.test(text) ? text : text.replace("Infinity", "inf").replace("NaN", "nan");
}
