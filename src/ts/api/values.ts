/**
 * Values of a tree that JavaScript has no type for, and the tags and float marks of plain values. Tags are stored beside the
 * objects, so that a tagged map is a plain object like any other.
 */

const tags = new WeakMap<object, string>();

/** @internal Stores the tag of a node of the tree. */
export function setTag(node: object, tag: string): void {
  tags.set(node, tag);
}

/**
 * The full tag of a node of a tree: a map, sequence, array or tagged scalar; undefined if it has none.
 *
 * @example
 * tagOf(file.get("roman/meta/wcs")); // "tag:stsci.edu:gwcs/wcs-1.4.0"
 */
export function tagOf(node: unknown): string | undefined {
  return typeof node === "object" && node !== null ? tags.get(node) : undefined;
}

/**
 * Sets the tag that `write()` writes for a map, sequence or array. Returns the same object.
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
 * Marks a number in a map or sequence of a tree as a float, even if it has no fraction: `write()` then writes `2.0`, which
 * JavaScript cannot distinguish from `2`.
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

/** Whether a number is marked as a float, by `setFloat()` or because it is one in the file that was read. */
export function isFloat(collection: object, key: unknown): boolean {
  return floats.get(collection)?.has(key) ?? false;
}

/** @internal The tag of YAML's ordered maps, such as Python's `OrderedDict`. */
export const ORDERED_MAP = "tag:yaml.org,2002:omap";

/** @internal Copies the tag and the float marks of a collection to its copy. */
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

/** A scalar with a tag of its own, such as a timestamp, with its text as it stands in the file. */
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
