/**
 * What a file says of a value that the value itself cannot say: its tag, whether a number is a float, the tree that a root came
 * from. It is kept in properties whose keys are symbols, so that it is found through proxies. Those of maps are enumerable:
 * `{ ...map }` copies them. `structuredClone()` copies none of them, and copies of sequences have none.
 */

import { keepOriginal, originalOf } from "./originals.ts";

/** The tag; an empty text if the node is to have none. */
const TAG = Symbol.for("asdf-wasm.tag");
/** Returns the keys of whole numbers that are floats. */
const FLOATS = Symbol.for("asdf-wasm.floats");
/** Of the root of a tree: makes the tree again as it was read. */
const ORIGIN = Symbol.for("asdf-wasm.origin");
/** Of the root of a tree: returns the file that it was read from. */
const OWNER = Symbol.for("asdf-wasm.owner");
/** For a node with a tag: an object that represents the file that it was read from. Comparisons of nodes find all such objects equal. */
const HOME = Symbol.for("asdf-wasm.home");

/** The datatype of elements that were read. */
const DATATYPE = Symbol("asdf-wasm.datatype");

/** The files that objects represent. */
const homes = new WeakMap<object, object>();

/** What belongs to objects that are frozen. */
const frozen = new WeakMap<object, Map<symbol, unknown>>();

function mark(node: object, key: symbol, value: unknown): void {
  const prototype: unknown = Object.getPrototypeOf(node);
  const enumerable = key !== FLOATS && (prototype === null || prototype === Object.prototype);
  if (!Reflect.defineProperty(node, key, { value, enumerable, configurable: true, writable: true })) {
    frozen.set(node, (frozen.get(node) ?? new Map<symbol, unknown>()).set(key, value));
  }
}

function markOf(node: object, key: symbol): unknown {
  return frozen.get(node)?.get(key) ?? Reflect.get(node, key);
}

/** Whether a key is one of these symbols. */
export function isMark(key: symbol): boolean {
  return [TAG, FLOATS, ORIGIN, OWNER, HOME].includes(key);
}

/** Sets the tag of a node; null: it is to have none. */
export function setTag(node: object, tag: string | null): void {
  mark(node, TAG, tag ?? "");
}

/** The tag of a node. An empty text: it was decided that it has none. Undefined: nothing is known. */
export function knownTag(node: object): string | undefined {
  const tag = markOf(node, TAG);
  return typeof tag === "string" ? tag : undefined;
}

/** The keys of the floats in a collection; undefined if none was ever marked. */
export function floatsOf(collection: object): Set<unknown> | undefined {
  const keys = markOf(collection, FLOATS);
  return typeof keys === "function" ? keys() : undefined;
}

/** Sets the keys of the floats in a collection. */
export function setFloats(collection: object, keys: Set<unknown>): void {
  // Proxies wrap sets, which then have no working methods, but not functions.
  mark(collection, FLOATS, () => keys);
}

/** Sets the function that makes the tree of a file again, as it was read, and the file; `root` is its root. */
export function setOrigin(root: object, origin: () => unknown, owner: object): void {
  mark(root, ORIGIN, origin);
  // Proxies would wrap the file, but not a function.
  mark(root, OWNER, () => owner);
}

/** The file that a root was read from, whether it was changed since or is a copy; undefined for the root of any other tree. */
export function ownerOf(root: object): unknown {
  const owner = markOf(root, OWNER);
  return typeof owner === "function" ? owner() : undefined;
}

/** An object that represents a file. */
export function homeIn(file: object): object {
  const home = {};
  keepOriginal(home);
  homes.set(home, file);
  return home;
}

/** Sets the object that represents the file that a node was read from. */
export function setHome(node: object, home: object): void {
  mark(node, HOME, home);
}

/** The file that a node with a tag was read from, whether it was changed since or is a copy. */
export function homeOf(node: object): unknown {
  const home = originalOf(markOf(node, HOME));
  return typeof home === "object" && home !== null ? homes.get(home) : undefined;
}

/** The tree that a root was read as, whether it was changed since or is a copy; undefined for the root of any other tree. */
export function originOf(root: object): unknown {
  const origin = markOf(root, ORIGIN);
  return typeof origin === "function" ? origin() : undefined;
}

/** Records the datatype of elements that were read, which their values alone do not always tell. */
export function setDatatype<T extends object>(elements: T, dtype: unknown): T {
  Object.defineProperty(elements, DATATYPE, { value: dtype, configurable: true });
  return elements;
}

/** The datatype of elements that were read; undefined for any other object. */
export function datatypeOf(elements: object): unknown {
  return Reflect.get(elements, DATATYPE);
}

/** Copies the marks of a collection to its copy. */
export function copyMarks<T extends object>(collection: object, copy: T): T {
  for (const key of [TAG, ORIGIN, OWNER, HOME]) {
    const value = markOf(collection, key);
    if (value !== undefined) {
      mark(copy, key, value);
    }
  }
  const keys = floatsOf(collection);
  if (keys) {
    setFloats(copy, new Set(keys));
  }
  return copy;
}
