/**
 * The values of a tree that plain JavaScript has no type for, and the tags of those it has: a tag is remembered
 * beside the object, so that a tagged map is as plain as any other.
 */
import type { TreeMap } from "./types.ts";

const tags = new WeakMap<object, string>();

/** @internal Remembers the tag of a node of the tree. */
export function setTag(node: object, tag: string): void {
  tags.set(node, tag);
}

/**
 * The full tag of a node of a tree: a map, sequence, array or tagged scalar. Undefined when it carries none.
 *
 * @example
 * tagOf(file.get("roman/meta/wcs")); // "tag:stsci.edu:gwcs/wcs-1.4.0"
 */
export function tagOf(node: unknown): string | undefined {
  return typeof node === "object" && node !== null ? tags.get(node) : undefined;
}

/**
 * Gives a map, sequence or array a tag, with which `write()` writes it: the same object is returned.
 *
 * @example
 * await write({ wcs: withTag({ name: "", steps }, "tag:stsci.edu:gwcs/wcs-1.4.0") });
 */
export function withTag<T extends object>(node: T, tag: string): T {
  setTag(node, tag);
  return node;
}

const floats = new WeakMap<object, Set<unknown>>();

/**
 * Says whether the number that a map or sequence of a tree holds under a key is a float where it has no fraction: `write()`
 * then writes `2.0`, which JavaScript does not tell from `2`.
 *
 * @example
 * setFloat(file.get("meta"), "exposure_time");
 */
export function setFloat(collection: unknown, key: unknown, float = true): void {
  if (typeof collection === "object" && collection !== null) {
    const keys = floats.get(collection) ?? new Set();
    floats.set(collection, keys);
    if (float) {
      keys.add(key);
    } else {
      keys.delete(key);
    }
  }
}

/** Whether `setFloat()`, or the file that was read, says so. */
export function isFloat(collection: object, key: unknown): boolean {
  return floats.get(collection)?.has(key) ?? false;
}

/** @internal Marks a copy of a collection as that is marked: with its tag, and what in it is a float. */
export function copyMarks<T extends object>(collection: object, copy: T): T {
  const tag = tags.get(collection);
  if (tag !== undefined) {
    tags.set(copy, tag);
  }
  const keys = floats.get(collection);
  if (keys) {
    floats.set(copy, new Set(keys));
  }
  return copy;
}

const parts = new WeakMap<object, TreeMap>();

/** @internal Remembers the arrays that an array is made of. */
export function setParts(array: object, made: TreeMap): void {
  parts.set(array, made);
}

/** @internal The arrays that an array is made of, as they stand in the tree: its `chunks`, or its `mask`. */
export function partsOf(node: unknown): TreeMap | undefined {
  return typeof node === "object" && node !== null ? parts.get(node) : undefined;
}

/** A scalar with a tag of its own, such as a timestamp: its text as it stands in the file. */
export class Tagged {
  /** The full tag, such as `tag:yaml.org,2002:timestamp`. */
  readonly tag: string;
  readonly value: string;

  constructor(tag: string, value: string) {
    this.tag = tag;
    this.value = value;
    setTag(this, tag);
  }

  /** The value as text, without its tag. */
  toString(): string {
    return this.value;
  }
}

/** A complex number. */
export class Complex {
  readonly re: number;
  readonly im: number;

  constructor(re: number, im: number) {
    this.re = re;
    this.im = im;
  }

  /** As an ASDF file writes it: `1-2i`. */
  toString(): string {
    const sign = this.im < 0 || Object.is(this.im, -0) ? "-" : "+";
    return `${this.re}${sign}${Math.abs(this.im)}i`;
  }
}

/** @internal Whether a value of the tree is a map with string keys. */
export function isTreeMap(value: unknown): value is TreeMap {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}
