/** Summaries of files and trees as JSON values. */

import type { BlockInfo, Hdu, Warning } from "../api/blocks.ts";
import { NdArray } from "../api/ndarray.ts";
import { keyText } from "../api/path.ts";
import { isTreeMap, Reference, type TreeValue } from "../api/tree.ts";
import { Complex, Tagged, tagOf } from "../api/values.ts";
import { AsdfFile } from "./file.ts";

/** A JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** The summary of a file. */
export interface FileSummary {
  readonly dialect: string;
  readonly formatVersion: string;
  readonly standardVersion?: string;
  readonly comments: readonly string[];
  readonly blocks: readonly BlockInfo[];
  /** Of a FITS file. */
  readonly hdus?: readonly JsonObject[];
  readonly warnings: readonly Warning[];
  readonly tree: JsonValue;
}

/**
 * Summarises a file as a JSON value: versions, comments, blocks, HDUs, warnings and the whole tree, without the elements of its
 * arrays. For a node of a tree, the result is that node with everything below it.
 *
 * Values that JSON does not have become objects with a key that begins with `$`: an array is
 * `{ $ndarray: { shape, dtype, … } }`, a tagged scalar `{ $tag, $value }`, a tagged sequence `{ $tag, $items }`, a map with
 * keys that are not strings `{ $map: [[key, value], …] }`, a complex number `{ $complex: [re, im] }`, bytes
 * `{ $bytes: length }`; a tagged map has its tag under the key `$tag`. A reference is `{ $ref }`, as in the file. A node that
 * occurs again becomes `{ $ref: "#/path" }`, relative to the root of the summary, so that cycles end. Big integers, NaN and
 * the infinities become strings.
 *
 * @example
 * console.log(JSON.stringify(toJSON(file), null, 2));
 * console.log(JSON.stringify(toJSON(file.get("roman/meta") ?? null), null, 2));
 */
export function toJSON(file: AsdfFile): FileSummary;
export function toJSON(node: TreeValue): JsonValue;
export function toJSON(what: AsdfFile | TreeValue): FileSummary | JsonValue {
  if (!(what instanceof AsdfFile)) {
    return summarise(what);
  }
  const { dialect, formatVersion, standardVersion, comments, blocks, warnings, tree } = what;
  const versions = { dialect, formatVersion, ...(standardVersion !== undefined && { standardVersion }) };
  const hdus = dialect === "fits" && { hdus: what.hdus.map(hduSummary) };
  return { ...versions, comments, blocks, ...hdus, warnings: [...warnings], tree: summarise(tree) };
}

/** An HDU with its cards: keyword, value and comment of each. */
function hduSummary({ data: _, cards, problem, ...rest }: Hdu): JsonObject {
  const { code, message } = problem ?? {};
  return {
    ...JSON.parse(JSON.stringify({ ...rest, ...(problem && { problem: { code, message } }) })),
    cards: cards.map(({ keyword, value = null, comment }) => [keyword, summarise(value), comment]),
  };
}

/** Goes level by level, so that a node that occurs several times is written out where its path is shortest. */
function summarise(root: TreeValue): JsonValue {
  const paths = new Map<object, string>();
  const pending: (() => void)[] = [];

  const describe = (value: TreeValue, path: string): JsonValue => {
    if (typeof value !== "object" || value === null) {
      return scalar(value);
    }
    const known = paths.get(value);
    if (known !== undefined) {
      return { $ref: known };
    }
    paths.set(value, `#${path}`);
    const tag = tagOf(value);
    const entry: JsonObject = Object.assign(Object.create(null), tag === undefined ? {} : { $tag: tag });
    if (Array.isArray(value)) {
      const $items: JsonValue[] = [];
      pending.push(() => {
        for (const [index, item] of value.entries()) {
          $items.push(describe(item, `${path}/${index}`));
        }
      });
      return tag === undefined ? $items : Object.assign(entry, { $items });
    }
    if (value instanceof Map) {
      const $map: JsonValue[] = [];
      pending.push(() => {
        for (const [key, item] of value) {
          const at = `${path}/${keyText(key)}`;
          $map.push([describe(key, at), describe(item, at)]);
        }
      });
      return Object.assign(entry, { $map });
    }
    if (isTreeMap(value)) {
      pending.push(() => {
        for (const [key, item] of Object.entries(value)) {
          entry[key] = describe(item, `${path}/${keyText(key)}`);
        }
      });
      return entry;
    }
    return Object.assign(entry, leaf(value));
  };

  const summary = describe(root, "");
  for (const fill of pending) {
    fill();
  }
  return summary;
}

function leaf(value: NdArray | Reference | Tagged | Complex | Uint8Array): JsonObject {
  if (value instanceof NdArray) {
    const { shape, dtype, byteorder, source, hdu, compression, masked, error } = value;
    const { code, message } = error ?? {};
    const $ndarray = {
      shape,
      dtype,
      byteorder,
      source,
      hdu,
      compression,
      masked,
      ...(error && { error: { code, message } }),
    };
    return { $ndarray: JSON.parse(JSON.stringify($ndarray)) };
  }
  if (value instanceof Reference) {
    return { $ref: value.uri };
  }
  if (value instanceof Tagged) {
    return { $value: value.value };
  }
  return value instanceof Complex
    ? { $complex: [scalar(value.re), scalar(value.im)] }
    : { $bytes: value.byteLength };
}

function scalar(value: null | boolean | number | bigint | string): JsonValue {
  const isText = typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  return isText ? String(value) : value;
}
