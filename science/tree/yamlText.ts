/**
 * A node and everything below it as YAML, as a file would hold it: tags, anchors, keys and scalars as ASDF writes them,
 * and short lists on one line. Only small inline arrays are shown with their elements.
 */

import {
  Complex,
  type Datatype,
  isFloat,
  NdArray,
  Reference,
  Tagged,
  type TreeValue,
  tagOf,
} from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { TIMESTAMP, typedText } from "./typed.ts";
import { entriesOf } from "./values.ts";

/** Lists up to this length, in characters, are on one line. */
const LINE = 80;
/** Longer keys are marked by `?`, as YAML requires from 1024 characters on. */
const KEY = 128;
/** The most elements of an array, and the most bytes of binary data, that are shown. */
const ELEMENTS = 1000;
const BYTES = 3000;
const SHORT_TAGS = [
  ["tag:stsci.edu:asdf/", "!"],
  ["tag:yaml.org,2002:", "!!"],
] as const;
/** Words that plain text cannot be, and text that certainly is plain. */
const RESERVED = /^(y|n|yes|no|true|false|on|off|null|nan|inf)$/i;
const PLAIN = /^[A-Za-z_](?:[\w ./()+-]*[\w)])?$/;

export async function yamlText(value: TreeValue): Promise<string> {
  const writer = new YamlWriter();
  await writer.prepare(value);
  const inline = writer.inline(value, false);
  return inline ?? writer.block(value, "").join("\n").trimStart();
}

class YamlWriter {
  /** How often each object occurs, and the anchors of those that were written. */
  readonly #counts = new Map<object, number>();
  readonly #anchors = new Map<object, string>();
  /** Elements of arrays in the tree, as lists. */
  readonly #elements = new Map<NdArray, string>();

  /** Counts objects, and reads the arrays that are shown with their elements. */
  async prepare(value: TreeValue): Promise<void> {
    const waiting: TreeValue[] = [value];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next !== "object" || next === null) {
        continue;
      }
      const count = (this.#counts.get(next) ?? 0) + 1;
      this.#counts.set(next, count);
      if (count === 1) {
        // In reverse: the last is taken first.
        for (const [, item] of entriesOf(next)) {
          waiting.push(item);
        }
        if (next instanceof NdArray && isShown(next)) {
          this.#elements.set(next, await elementsText(next));
        }
      }
    }
  }

  /** The value on one line; undefined if it takes several. */
  inline(value: TreeValue, float: boolean): string | undefined {
    if (typeof value !== "object" || value === null) {
      return typeof value === "string" ? inlineText(value) : typedText(value, float);
    }
    const anchor = this.#anchors.get(value);
    if (anchor !== undefined) {
      return `*${anchor}`;
    }
    const text = this.#inlineObject(value);
    return text === undefined ? undefined : `${this.#properties(value)}${text}`;
  }

  #inlineObject(value: TreeValue & object): string | undefined {
    if (value instanceof NdArray) {
      return this.#array(value);
    }
    if (value instanceof Reference) {
      return `{$ref: ${inlineText(value.uri) ?? value.uri}}`;
    }
    if (value instanceof Uint8Array) {
      const bytes = value.subarray(0, BYTES);
      const more = value.length > BYTES ? ` # the first ${BYTES} of ${value.length} bytes` : "";
      return `!!binary ${btoa(String.fromCharCode(...bytes))}${more}`;
    }
    if (value instanceof Complex) {
      return `!core/complex-1.0.0 ${value}`;
    }
    if (value instanceof Tagged) {
      return value.tag === TIMESTAMP ? value.value : (inlineText(value.value) ?? JSON.stringify(value.value));
    }
    const entries = entriesOf(value);
    if (entries.length === 0) {
      return Array.isArray(value) ? "[]" : "{}";
    }
    return Array.isArray(value) ? shortList(value) : undefined;
  }

  /** The lines of a collection, each with its indentation. The first belongs behind what leads to the value. */
  block(value: TreeValue, indent: string): string[] {
    if (typeof value === "string") {
      return literalText(value, indent);
    }
    const head = this.#properties(value);
    const lines = [head.trimEnd()];
    const isList = Array.isArray(value);
    for (const [key, item] of entriesOf(value)) {
      const lead = isList ? `${indent}-` : leadOf(key, indent);
      const inline = this.inline(item, isFloat(Object(value), key));
      if (inline !== undefined) {
        lines.push(inline === "" ? lead : `${lead} ${inline}`);
      } else {
        // A list in a map is indented no further, as other ASDF libraries do.
        const deeper = isList || !Array.isArray(item) ? `${indent}  ` : indent;
        const [first = "", ...others] = this.block(item, deeper);
        const [second, ...rest] = others;
        if (isList && first === "" && second !== undefined) {
          lines.push(`${lead} ${second.slice(deeper.length)}`, ...rest);
        } else {
          lines.push(first === "" ? lead : `${lead} ${first}`, ...others);
        }
      }
    }
    return lines;
  }

  /** The anchor and the tag in front of a value. */
  #properties(value: TreeValue): string {
    if (typeof value !== "object" || value === null) {
      return "";
    }
    const isShared = (this.#counts.get(value) ?? 0) > 1 && !(value instanceof Tagged);
    if (isShared) {
      this.#anchors.set(value, `id${String(this.#anchors.size + 1).padStart(3, "0")}`);
    }
    const tag =
      value instanceof NdArray ? (tagOf(value) ?? "tag:stsci.edu:asdf/core/ndarray-1.1.0") : tagOf(value);
    const isImplied = tag === undefined || tag === TIMESTAMP || value instanceof Uint8Array;
    const shown = isImplied || value instanceof Complex ? "" : `${shortTag(tag)} `;
    return `${isShared ? `&${this.#anchors.get(value)} ` : ""}${shown}`;
  }

  #array(array: NdArray): string {
    const { dtype, byteorder, shape, offset } = array;
    const elements = this.#elements.get(array);
    const source = elements === undefined ? sourceText(array) : undefined;
    const fields = [
      ...(elements === undefined ? [] : [`data: ${elements}`]),
      ...(source === undefined ? [] : [`source: ${source}`]),
      `datatype: ${datatypeText(dtype)}`,
      ...(source === undefined ? [] : [`byteorder: ${byteorder}`]),
      `shape: [${shape.join(", ")}]`,
      ...(source !== undefined && offset > 0 ? [`offset: ${offset}`] : []),
    ];
    const size = elements === undefined && source === undefined ? ` # ${array.size} elements` : "";
    return `{${fields.join(", ")}}${size}`;
  }
}

/** The block, the file or the HDU with its elements; undefined if they are in the tree. */
function sourceText({ source, hdu }: NdArray): string | undefined {
  if (hdu !== undefined) {
    return `fits:${hdu}`;
  }
  return typeof source === "string" ? inlineText(source) : source?.toString();
}

/** Whether its elements are shown: they are few, and in no block. */
function isShown(array: NdArray): boolean {
  const isChunked = tagOf(array)?.includes("chunked-ndarray") ?? false;
  return array.source === null && !isChunked && array.size <= ELEMENTS && typeof array.dtype === "string";
}

/** The elements as nested lists. */
async function elementsText(array: NdArray): Promise<string> {
  const read = await array.read();
  if (read.fields) {
    return "[]";
  }
  const wide = isComplex(array.dtype) ? 2 : 1;
  const isWhole = !/^(float|complex)/.test(String(array.dtype));
  const element = (at: number): string => {
    if (read.mask?.[at]) {
      return "null";
    }
    const [one, other] = [read.data[wide * at] ?? 0, read.data[wide * at + 1] ?? 0];
    return wide === 2
      ? `!core/complex-1.0.0 ${new Complex(Number(one), Number(other))}`
      : (typedText(array.dtype === "bool8" ? Boolean(one) : one, !isWhole) ?? "null");
  };
  const listed = (axis: number, from: number): string => {
    if (axis === array.ndim) {
      return element(from);
    }
    const step = array.shape.slice(axis + 1).reduce((size, length) => size * length, 1);
    const items = Array.from({ length: array.shape[axis] ?? 0 }, (_, i) => listed(axis + 1, from + i * step));
    return `[${items.join(", ")}]`;
  };
  return listed(0, 0);
}

function datatypeText(dtype: Datatype): string {
  if (typeof dtype === "string") {
    return dtype;
  }
  if (dtype.kind !== "struct") {
    return `[${dtype.kind}, ${dtype.length}]`;
  }
  const fields = dtype.fields.map(
    ({ name, dtype: field }) => `{name: ${inlineText(name ?? "") ?? name}, datatype: ${datatypeText(field)}}`,
  );
  return `[${fields.join(", ")}]`;
}

/** A list of plain scalars on one line, if it is short. */
function shortList(list: readonly TreeValue[]): string | undefined {
  let length = 0;
  const items: string[] = [];
  for (const [i, item] of list.entries()) {
    const isScalar = typeof item !== "object" || item === null;
    const text = !isScalar
      ? undefined
      : typeof item === "string"
        ? inlineText(item)
        : typedText(item, isFloat(list, i));
    length += text === undefined ? LINE : text.length + 2;
    if (text === undefined || length > LINE) {
      return undefined;
    }
    // In a list, commas and brackets end plain text.
    items.push(/^[^"'].*[,[\]{}]/.test(text) ? JSON.stringify(text) : text);
  }
  return `[${items.join(", ")}]`;
}

/** A key with its colon; long keys and lists have a line of their own. */
function leadOf(key: TreeValue, indent: string): string {
  const text = typeof key === "string" ? (inlineText(key) ?? JSON.stringify(key)) : flow(key);
  const isSimple = text.length <= KEY && !Array.isArray(key);
  return isSimple ? `${indent}${text}:` : `${indent}? ${text}\n${indent}:`;
}

/** A key that is no text. */
function flow(key: TreeValue): string {
  return Array.isArray(key)
    ? `[${key.map(flow).join(", ")}]`
    : (typedText(key, false) ?? JSON.stringify(key));
}

/** Text on one line: plain where that is certain; undefined if it has several lines that can be written as they are. */
function inlineText(text: string): string | undefined {
  if (PLAIN.test(text) && !RESERVED.test(text) && !text.includes("  ")) {
    return text;
  }
  return literalText(text, "").length > 0 ? undefined : (typedText(text, false) ?? JSON.stringify(text));
}

/** Text of several lines under `|`; empty if it must be quoted. */
function literalText(text: string, indent: string): string[] {
  const isFit = /^[^\s][^\n]*\n/.test(text) && !/[^\n\P{C}]|[ \t]\n|[ \t]$|\n\n$/u.test(text);
  const lines = text.replace(/\n$/, "").split("\n");
  return isFit ? [text.endsWith("\n") ? "|" : "|-", ...lines.map((line) => (line ? indent + line : ""))] : [];
}

function shortTag(tag: string): string {
  for (const [prefix, handle] of SHORT_TAGS) {
    const rest = tag.slice(prefix.length);
    if (tag.startsWith(prefix) && /^[\w./-]+$/.test(rest)) {
      return `${handle}${rest}`;
    }
  }
  return `!<${tag}>`;
}
