/** Paths to nodes of the tree, and a walk through the whole tree. */
import { wrong } from "./arguments/checks.ts";
import { componentsOf, isTreeMap, type Path, type TreeMap, type TreeValue } from "./tree.ts";

/** The keys of a path. */
export function keysOf(path: Path): readonly TreeValue[] {
  if (typeof path !== "string") {
    if (!Array.isArray(path)) {
      throw wrong("path", path, 'keys separated by "/", such as "roman/data", or a list of keys');
    }
    return path;
  }
  return path === "" ? [] : path.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The keys of a path from `root`: a leading `/` is left out, as in JSON Pointer, unless the root has an empty key. */
export function keysFrom(root: TreeValue, path: Path): readonly TreeValue[] {
  const keys = keysOf(path);
  const isPointer = typeof path === "string" && path.length > 1 && keys[0] === "";
  return isPointer && findKey(root, "") === undefined ? keys.slice(1) : keys;
}

/** A key as text in a path. */
export function keyText(key: TreeValue): string {
  return nameOf(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A key as text; collections, which YAML allows as keys, become `?`. */
function nameOf(key: TreeValue): string {
  return isTreeMap(key) || key instanceof Map || Array.isArray(key) ? "?" : String(key);
}

/** The key of a collection that `wanted` names; undefined if there is none. An array contains the arrays it consists of. */
export function findKey(whole: TreeValue, wanted: TreeValue): TreeValue | undefined {
  const collection = componentsOf(whole) ?? whole;
  if (Array.isArray(collection)) {
    const index = typeof wanted === "string" && /^(0|[1-9]\d*)$/.test(wanted) ? Number(wanted) : wanted;
    return typeof index === "number" && index in collection ? index : undefined;
  }
  if (collection instanceof Map) {
    if (collection.has(wanted)) {
      return wanted;
    }
    return typeof wanted === "string"
      ? [...collection.keys()].find((key) => nameOf(key) === wanted)
      : undefined;
  }
  const key = nameOf(wanted);
  return isTreeMap(collection) && Object.hasOwn(collection, key) ? key : undefined;
}

/** The value under a key of a collection. */
export function valueAt(whole: TreeValue, key: TreeValue): TreeValue | undefined {
  const collection = componentsOf(whole) ?? whole;
  if (collection instanceof Map) {
    return collection.get(key);
  }
  if (Array.isArray(collection)) {
    return typeof key === "number" ? collection[key] : undefined;
  }
  return isTreeMap(collection) ? collection[String(key)] : undefined;
}

/** The node that keys lead to from `root`, undefined if there is none, and how many of the keys exist. */
export function nodeAt(
  root: TreeValue,
  keys: readonly TreeValue[],
): { readonly value: TreeValue | undefined; readonly depth: number } {
  let value = root;
  for (const [depth, wanted] of keys.entries()) {
    const key = findKey(value, wanted);
    const next = key === undefined ? undefined : valueAt(value, key);
    if (next === undefined) {
      return { value: undefined, depth };
    }
    value = next;
  }
  return { value, depth: keys.length };
}

/** The entries of a map or sequence, in order; any other value has none. */
export function entriesOf(value: TreeValue): Iterable<[TreeValue, TreeValue]> {
  if (Array.isArray(value) || value instanceof Map) {
    return value.entries();
  }
  return isTreeMap(value) ? entriesOfMap(value) : [];
}

/** One by one: of a map of many entries, often only the first are wanted. */
function* entriesOfMap(map: TreeMap): Generator<[string, TreeValue]> {
  for (const key of Object.keys(map)) {
    yield [key, map[key] ?? null];
  }
}

/** A node visited by `walk()`. */
export interface Visit {
  readonly key: TreeValue;
  readonly value: TreeValue;
  readonly above: Visit | undefined;
}

/** The path of a node visited by `walk()`; undefined is the root. */
export function pathOf(visit: Visit | undefined): string {
  const keys: string[] = [];
  for (let at: Visit | undefined = visit; at !== undefined; at = at.above) {
    keys.push(keyText(at.key));
  }
  return keys.reverse().join("/");
}

/**
 * Visits every node below `root` in document order. The contents of a collection are visited once, under the first path of
 * the collection, so that cycles end and aliases cost nothing.
 */
export function* walk(root: TreeValue): Generator<Visit> {
  const seen = new Set<TreeValue>([root]);
  const levels = [{ above: undefined as Visit | undefined, entries: iterate(root) }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.entries.next();
    if (next.done) {
      levels.pop();
      continue;
    }
    const [key, value] = next.value;
    const visit: Visit = { key, value, above: level.above };
    yield visit;
    if (typeof value === "object" && value !== null && !seen.has(value)) {
      seen.add(value);
      levels.push({ above: visit, entries: iterate(value) });
    }
  }
}

function iterate(value: TreeValue): Iterator<[TreeValue, TreeValue]> {
  return entriesOf(value)[Symbol.iterator]();
}
