/**
 * Values of the tree as text: the text, kind and children of values, and the names of datatypes. Nothing here
 * reads.
 */

import {
  Complex,
  type Datatype,
  type Hdu,
  NdArray,
  Reference,
  Tagged,
  type TreeValue,
  tagOf,
} from "asdf-wasm";

/** The kind of a node, for display. */
export type NodeKind =
  | "map"
  | "sequence"
  | "array"
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "time"
  | "bytes"
  | "tagged"
  | "reference"
  | "cycle";

/** What the elements of an array are. */
export type ElementsKind = "numbers" | "texts" | "records";

/** The datatype in one word or a short phrase. */
export function datatypeName(dtype: Datatype): string {
  if (typeof dtype === "string") {
    return dtype;
  }
  if (dtype.kind === "struct") {
    return dtype.fields.length === 1 ? "1 field" : `${dtype.fields.length} fields`;
  }
  return `${dtype.kind} ${dtype.length}`;
}

/** The kind of the elements. */
export function elementsOf(dtype: Datatype): ElementsKind {
  return typeof dtype === "string" ? "numbers" : dtype.kind === "struct" ? "records" : "texts";
}

/** Whether it can be drawn as an image. */
export function isImage(value: TreeValue): value is NdArray {
  return (
    value instanceof NdArray && value.size > 0 && value.ndim >= 2 && elementsOf(value.dtype) === "numbers"
  );
}

export function kindOf(value: unknown): NodeKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
    case "bigint":
      return "number";
    case "boolean":
      return "boolean";
  }
  if (value === null || value === undefined) {
    return "null";
  }
  if (value instanceof NdArray) {
    return "array";
  }
  if (value instanceof Tagged) {
    return /[/:](timestamp|time-\d)/.test(value.tag) ? "time" : "tagged";
  }
  if (value instanceof Reference) {
    return "reference";
  }
  if (value instanceof Uint8Array) {
    return "bytes";
  }
  if (Array.isArray(value)) {
    return "sequence";
  }
  return value instanceof Complex ? "number" : "map";
}

/** A scalar in full; collections and arrays have no text. */
export function textOf(value: unknown): string {
  if (value instanceof Tagged) {
    return textOf(value.value);
  }
  if (value instanceof Complex || value instanceof Reference) {
    return value.toString();
  }
  if (value instanceof Uint8Array) {
    return value.length === 1 ? "1 byte" : `${value.length} bytes`;
  }
  if (value === null || value === undefined) {
    return "null";
  }
  return typeof value === "object" ? "" : String(value);
}

/** `float`: whether a number without a fraction is written with one, so that it is no integer. */
export function numberInYaml(value: TreeValue, float: boolean): string {
  if (typeof value !== "number") {
    return String(value);
  }
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf";
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  if (text.includes("e")) {
    // YAML 1.1 has floats with a point and a signed exponent.
    const [digits = "", exponent = ""] = text.split("e");
    return `${digits.includes(".") ? digits : `${digits}.0`}e${exponent}`;
  }
  return float && !text.includes(".") ? `${text}.0` : text;
}

/** JSON's quoting is valid YAML, except for characters that YAML requires to be escaped. */
export function quotedInYaml(text: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

/** The keys of a collection, in document order. */
export function keysOf(value: TreeValue): TreeValue[] {
  switch (kindOf(value)) {
    case "sequence":
      return Array.isArray(value) ? [...value.keys()] : [];
    case "map":
      return value instanceof Map ? [...value.keys()] : Object.keys(Object(value));
    default:
      return [];
  }
}

/** Keys and values below a collection, in document order. */
export function entriesOf(value: TreeValue): [key: TreeValue, value: TreeValue][] {
  if (value instanceof Map) {
    return [...value];
  }
  const collection = Object(value);
  return keysOf(value).map((key) => [key, collection[String(key)] ?? null]);
}

/** The value of a key of a collection; undefined if the value is not a collection, or lacks the key. */
export function valueAt(value: TreeValue | undefined, key: TreeValue): TreeValue | undefined {
  if (value instanceof Map) {
    return value.get(key);
  }
  const kind = kindOf(value);
  const isKey = kind === "sequence" ? typeof key === "number" : kind === "map" && typeof key === "string";
  return isKey ? Object.getOwnPropertyDescriptor(value, String(key))?.value : undefined;
}

/** Whether any value below a collection is more than a plain scalar. Makes no array of the values: it is asked of all maps. */
export function hasObjects(value: TreeValue): boolean {
  switch (kindOf(value)) {
    case "sequence":
      return Array.isArray(value) && value.some(isObject);
    case "map":
      return value instanceof Map
        ? [...value.values()].some(isObject)
        : Object.keys(Object(value)).some((key) => isObject(Object(value)[key]));
    default:
      return false;
  }
}

function isObject(value: TreeValue): boolean {
  return typeof value === "object" && value !== null;
}

export function countOf(value: unknown): number {
  switch (kindOf(value)) {
    case "sequence":
      return Array.isArray(value) ? value.length : 0;
    case "map":
      return value instanceof Map ? value.size : Object.keys(Object(value)).length;
    case "reference":
      return 1;
    default:
      return 0;
  }
}

/** The datatype; for records, the names and datatypes of the fields. */
export function fieldNames(array: NdArray): string {
  const { dtype } = array;
  return typeof dtype === "object" && dtype.kind === "struct"
    ? dtype.fields.map(({ name, dtype: field }) => `${name} ${datatypeName(field)}`).join(", ")
    : datatypeName(dtype);
}

/** The most files that are named as a source. */
const NAMED_FILES = 3;

/** The source of the elements, in words. */
export function sourceOf(array: NdArray, hdus: readonly Hdu[]): string {
  const { source, hdu, files } = array;
  if (files) {
    return `${files.length} files: ${files.slice(0, NAMED_FILES).join(", ")}${files.length > NAMED_FILES ? ", …" : ""}`;
  }
  if (hdu !== undefined) {
    const { name = "", version = 1 } = hdus[hdu] ?? {};
    return `HDU ${hdu}${name === "" ? "" : ` (${name},${version})`}`;
  }
  if (source === null) {
    return tagOf(array)?.includes("/chunked-ndarray-") ? "in chunks" : "in the tree";
  }
  return typeof source === "number" ? `block ${source}` : source;
}
