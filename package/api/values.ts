/** Values of a tree that JavaScript has no type for, and the tags and float marks of plain values. */
import { AsdfError } from "./error.ts";
import { floatsOf, knownTag, setFloats, setTag } from "./marks/marks.ts";

/**
 * The full tag of a node of a tree: a map, sequence, array or tagged scalar; undefined if it has none.
 *
 * @example
 * tagOf(file.get("roman/meta/wcs")); // "tag:stsci.edu:gwcs/wcs-1.4.0"
 */
export function tagOf(node: unknown): string | undefined {
  return (typeof node === "object" && node !== null && knownTag(node)) || undefined;
}

/**
 * Sets the tag that `write()` writes for a map, sequence or array; null: none. Returns the same object.
 *
 * A map keeps its tag under a symbol, so that `{ ...map }` has it, too. Copies by `structuredClone()` and copies of sequences
 * do not: give them their tag again.
 *
 * @example
 * await write({ wcs: withTag({ name: "", steps }, "tag:stsci.edu:gwcs/wcs-1.4.0") });
 */
export function withTag<T extends object>(node: T, tag: string | null): T {
  setTag(node, tag);
  return node;
}

/**
 * Marks a number in a map or sequence of a tree as a float, even if it has no fraction: `write()` then writes `2.0`, which
 * JavaScript cannot distinguish from `2`.
 *
 * @example
 * setFloat(file.get("meta"), "exposure_time");
 */
export function setFloat(collection: unknown, key: unknown, float = true): void {
  if (typeof collection === "object" && collection !== null) {
    const known = floatsOf(collection);
    const keys = known ?? new Set();
    if (known === undefined) {
      setFloats(collection, keys);
    }
    if (float) {
      keys.add(key);
    } else {
      keys.delete(key);
    }
  }
}

/** Whether a number is marked as a float, by `setFloat()` or because it is one in the file that was read. */
export function isFloat(collection: object, key: unknown): boolean {
  return floatsOf(collection)?.has(key) ?? false;
}

/** @internal The tag of YAML's ordered maps, such as Python's `OrderedDict`. */
export const ORDERED_MAP = "tag:yaml.org,2002:omap";

/** A scalar with a tag of its own, such as a timestamp, with its text as it is in the file. */
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

/** @internal A float that is written without its tag, as a number with a fraction. */
export class Float extends Tagged {}

/** The tag of YAML's floats. */
const FLOAT = "tag:yaml.org,2002:float";

/**
 * A number that `write()` writes as a float, even if it has no fraction: `30.0` for `float(30)`. When the file is read, it is
 * a number.
 *
 * @example
 * await write({ exposure_time: float(30) });
 */
export function float(value: number): Tagged {
  if (typeof value !== "number") {
    throw new AsdfError("bad-tree", `float() makes a float of a number, and this is a ${typeof value}`);
  }
  const text = Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(1) : String(value);
  return new Float(FLOAT, Object.is(value, -0) ? "-0.0" : text);
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
