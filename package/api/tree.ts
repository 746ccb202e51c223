/** The tree of a file as JavaScript values, and the references in it. */

import { keepOriginal, originalOf } from "./marks/originals.ts";
import type { NdArray } from "./ndarray.ts";
import type { WorkOptions } from "./options.ts";
import type { Complex, Tagged } from "./values.ts";

/** A map of the tree whose keys are all strings. It has no prototype. */
export interface TreeMap {
  [key: string]: TreeValue;
}

/** A node of the tree as a JavaScript value. */
export type TreeValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Tagged
  | Complex
  | NdArray
  | Reference
  | TreeMap
  | Map<TreeValue, TreeValue>
  | TreeValue[];

/**
 * The path of a node in the tree: its keys and indices, either as a list or as text separated by `/`, such as
 * `"roman/meta/cal_logs/0"`. In text, a `/` that is part of a key is written `~1`, and `~` is written `~0`, as in JSON
 * Pointer (RFC 6901). The path of the root is `""` or `[]`.
 */
export type Path = string | readonly TreeValue[];

/** A node that `AsdfFile.search` or `AsdfFile.find` found. */
export interface SearchHit {
  /** Its path, as for `AsdfFile.get`. */
  readonly path: string;
  /** Its key or index in the collection that contains it. */
  readonly key: TreeValue;
  readonly value: TreeValue;
}

/**
 * Finds the target of a reference. `pending`: the references that wait for the target, the first one that was resolved
 * first.
 *
 * @internal
 */
export type ResolveReference = (
  pending: readonly Reference[],
  signal: AbortSignal | undefined,
) => Promise<TreeValue>;

/**
 * A reference to a node of this file or of an external file: the tree's value for `{ $ref: "other.asdf#/a/b" }`. Nothing is
 * looked up until `resolve()` is called.
 *
 * @example
 * const dark = file.get("calibration/dark");
 * const array = dark instanceof Reference ? await dark.resolve() : dark;
 */
export class Reference {
  /** The URI as it is in the file: `"#/a/b"`, `"other.asdf"`, `"other.asdf#/a/b"`. */
  readonly uri: string;
  readonly #resolve: ResolveReference;

  private constructor(uri: string, resolve: ResolveReference) {
    this.uri = uri;
    this.#resolve = resolve;
    keepOriginal(this);
  }

  /** @internal A reference that an opened file resolves. */
  static to(uri: string, resolve: ResolveReference): Reference {
    return new Reference(uri, resolve);
  }

  /**
   * Returns the target of the reference. If the target is a reference itself, that is resolved, too. An array of an external
   * file reads from that file, which stays open until this one is closed.
   *
   * @throws AsdfError `not-found` if the pointer leads nowhere, `bad-tree` if it is malformed or the references form a
   * circle, `external-source` if the external file is not available, `limit-exceeded`, `aborted`, `closed`
   */
  resolve(options: Pick<WorkOptions, "signal"> = {}): Promise<TreeValue> {
    return originalOf(this).#resolve([], options.signal);
  }

  /** @internal Resolves this reference on the way to the targets of others. */
  resolveFor(pending: readonly Reference[], signal: AbortSignal | undefined): Promise<TreeValue> {
    return originalOf(this).#resolve(pending, signal);
  }

  /** The reference's URI. */
  toString(): string {
    return this.uri;
  }
}

/**
 * Whether a value of the tree is a map: an object of keys and values, not an array, a tagged value or bytes; nor a `Map`, which is
 * what a map with other keys than texts becomes.
 *
 * @example
 * const meta = file.get("roman/meta");
 * if (isMap(meta)) console.log(Object.keys(meta));
 */
export function isTreeMap(value: unknown): value is TreeMap {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

const components = new WeakMap<object, TreeMap>();

/** @internal Stores the arrays that an array consists of. */
export function setComponents(array: object, its: TreeMap): void {
  components.set(array, its);
}

/** @internal The arrays that an array consists of, as they are in the tree: its `chunks` or its `mask`. */
export function componentsOf(node: unknown): TreeMap | undefined {
  return typeof node === "object" && node !== null ? components.get(originalOf(node)) : undefined;
}
