/** Lists of scalars in the tree as columns: numbers, booleans or texts; null is masked. */

import type { ArrayData, ArrayValues, TreeValue } from "asdf-wasm";
import { textOf } from "../tree/values.ts";

export interface ListColumn {
  readonly datatype: string;
  readonly isText: boolean;
  readonly data: ArrayData;
}

export function listColumn(list: readonly TreeValue[]): ListColumn {
  const known = list.filter((item) => item !== null);
  if (known.length > 0 && known.every((item) => typeof item === "number")) {
    const datatype = known.every(Number.isInteger) ? "integer" : "number";
    return { datatype, isText: false, data: dataOf(list, Float64Array.from(list, Number)) };
  }
  if (known.length > 0 && known.every((item) => typeof item === "boolean")) {
    return { datatype: "bool8", isText: false, data: dataOf(list, Uint8Array.from(list, Number)) };
  }
  return { datatype: "text", isText: true, data: dataOf(list, list.map(textOf)) };
}

/** Part of a column. */
export function rowsOf({ data, mask }: ArrayData, start: number, stop: number): ArrayData {
  const part = data.slice(start, stop);
  return { data: part, shape: [part.length], stride: [1], ...(mask && { mask: mask.slice(start, stop) }) };
}

function dataOf(list: readonly TreeValue[], data: ArrayValues): ArrayData {
  const mask = Uint8Array.from(list, (item) => Number(item === null));
  return { data, shape: [list.length], stride: [1], ...(mask.includes(1) && { mask }) };
}
