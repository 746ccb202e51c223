/** Values of a tree and elements of arrays as text and as JSON. */

import { complex, many, scalar, shape as shapeText } from "@asdf-wasm/science/format/format";
import { datatypeName, entriesOf, kindOf, textOf } from "@asdf-wasm/science/tree/values";
import { type ArrayData, type Datatype, NdArray, type StructData, type TreeValue } from "asdf-wasm";
import type { Style } from "../terminal/colour.ts";

/** Elements as lists in lists, as JSON has them: masked ones are null, complex ones text. */
export type Lists = null | boolean | number | string | readonly Lists[] | { readonly [field: string]: Lists };

/** `isCompressionKnown`: of all arrays of the file, so that those without one are told from those not looked at. */
export function arrayText(
  { dtype, shape, source, hdu, files, compression, error }: NdArray,
  isCompressionKnown = false,
): string {
  if (error) {
    return `unreadable: ${error.message}`;
  }
  const here = files ? many(files.length, "file") : hdu === undefined ? "" : `HDU ${hdu}`;
  const stored = source === null ? here : typeof source === "number" ? `block ${source}` : `in ${source}`;
  return [datatypeName(dtype), shapeText(shape), stored, (isCompressionKnown && compression) || ""]
    .filter((part) => part !== "")
    .join("  ");
}

/** A scalar in one line; text is quoted, so that it is told from numbers. */
export function scalarText(value: TreeValue): string {
  return typeof value === "string" ? JSON.stringify(value) : textOf(value);
}

export function painted(value: TreeValue, text: string, style: Style): string {
  switch (kindOf(value)) {
    case "string":
    case "time":
    case "tagged":
      return style.string(text);
    case "number":
    case "boolean":
      return style.number(text);
    case "array":
      return style.array(text);
    default:
      return style.faint(text);
  }
}

/** A shape in the notation of JSON and numpy. */
export function shapeOf(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

/** The elements of a reading as lists. */
export function listsOf(part: ArrayData | StructData, dtype: Datatype): Lists {
  if (part.fields) {
    const types = new Map(fieldsOf(dtype).map((field) => [field.name, field.dtype]));
    const columns = Object.entries(part.fields).map(([name, column]) => [
      name,
      listsOf(column, types.get(name) ?? "uint8"),
    ]);
    return Object.fromEntries(columns);
  }
  const text = elementsOf(part, dtype);
  const build = (axis: number, at: number): Lists => {
    const length = part.shape[axis];
    return length === undefined
      ? text(at)
      : Array.from({ length }, (_, i) => build(axis + 1, at + i * (part.stride[axis] ?? 0)));
  };
  return build(0, 0);
}

/** An element of a reading, by its place. */
export function elementsOf(
  { data, mask }: ArrayData,
  dtype: Datatype,
): (at: number) => null | boolean | number | string {
  return (at) => {
    if (mask?.[at]) {
      return null;
    }
    if (typeof dtype === "string" && dtype.startsWith("complex")) {
      return complex(data, at).replaceAll(" ", "");
    }
    const value = data[at];
    if (dtype === "bool8") {
      return value === 1;
    }
    if (typeof value === "bigint") {
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    }
    if (typeof value === "number") {
      return data instanceof Float32Array ? Number(scalar(data, at)) : value;
    }
    return value ?? null;
  };
}

function fieldsOf(dtype: Datatype) {
  return typeof dtype === "object" && dtype.kind === "struct" ? dtype.fields : [];
}

/** Lists as people read them: the innermost ones in a line each, indented like JSON. */
export function listText(lists: Lists, indent = ""): string {
  if (Array.isArray(lists)) {
    const items: readonly Lists[] = lists;
    const isInnermost = items.every((item) => !Array.isArray(item));
    const inner = items.map((item) =>
      isInnermost ? listText(item) : `${indent} ${listText(item, `${indent} `)}`,
    );
    return isInnermost ? `[${inner.join(", ")}]` : `[\n${inner.join(",\n")}\n${indent}]`;
  }
  if (typeof lists === "object" && lists !== null) {
    return Object.entries(lists)
      .map(([name, column]) => `${name}: ${listText(column, indent)}`)
      .join(`\n${indent}`);
  }
  return lists === null ? "masked" : typeof lists === "string" ? lists : String(lists);
}

/** A node in one line. */
export function lineOf(value: TreeValue): string {
  if (value instanceof NdArray) {
    return arrayText(value);
  }
  const kind = kindOf(value);
  const count = entriesOf(value).length;
  return kind === "map" ? `{${count}}` : kind === "sequence" ? `[${count}]` : scalarText(value);
}
