/**
 * Compares a tree to be written with the tree that it was read as: copies such as `structuredClone()` makes lack tags and
 * float marks. Float marks are restored; where a tag is missing, writing is refused, because a reader would not recognise
 * the node any more.
 */

import { AsdfError } from "../../api/error.ts";
import { floatsOf, knownTag, setFloats } from "../../api/marks/marks.ts";
import { keyText } from "../../api/path.ts";
import { Reference, type TreeValue } from "../../api/tree.ts";
import { Complex, Tagged } from "../../api/values.ts";
import { childrenOf, isBinary } from "./values.ts";

/** A node to be written, and the node that was read at the same path. */
interface Pair {
  readonly now: object;
  readonly was: object;
  readonly path: string;
}

/** Restores float marks. Throws where a tag, or the class of a value, got lost. */
export function keepMarks(root: object, origin: unknown): void {
  if (!isObject(origin)) {
    refuseClone(root);
    return;
  }
  const seen = new Set<object>();
  const pending: Pair[] = [{ now: root, was: origin, path: "" }];
  for (const { now, was, path } of pending) {
    if (now === was || seen.has(now) || kindOf(now) !== kindOf(was) || kindOf(now) === undefined) {
      continue;
    }
    seen.add(now);
    keepFloats(now, was);
    const known = new Map(childrenOf(was));
    const children = [...childrenOf(now)];
    if (Array.isArray(was) && children.length < known.size) {
      // Items were removed: it is unknown which item is which.
      continue;
    }
    const tags = Array.isArray(was) ? missingTags(now, was) : undefined;
    for (const [key, child] of children) {
      const before = known.get(key);
      if (isObject(child) && isObject(before)) {
        const at = [...(path === "" ? [] : [path]), keyText(key as TreeValue)].join("/");
        check(child, before, at, tags);
        pending.push({ now: child, was: before, path: at });
      }
    }
  }
}

/** Refuses a copy of a whole tree: `asdf_library` has a tag in every file. */
function refuseClone(root: object): void {
  const library = new Map(childrenOf(root)).get("asdf_library");
  const isUntagged = isObject(library) && kindOf(library) === "map" && knownTag(library) === undefined;
  if (isUntagged && Object.hasOwn(library, "name") && Object.hasOwn(library, "version")) {
    const copies =
      "if the tree is a copy by `structuredClone()`, all its tags are lost: change `file.tree` or use `edit()`";
    const own = "otherwise set the tag with `withTag()`, or leave this out";
    throw new AsdfError("bad-tree", `this has no tag (${copies}); ${own}`, { path: "asdf_library" });
  }
}

/** The tags that fewer items have than before; items may have changed places. */
function missingTags(now: object, was: object): Set<string> {
  const counts = new Map<string, number>();
  const count = (list: object, by: number) => {
    for (const [, item] of childrenOf(list)) {
      const tag = isObject(item) ? knownTag(item) : undefined;
      if (tag) {
        counts.set(tag, (counts.get(tag) ?? 0) + by);
      }
    }
  };
  count(was, 1);
  count(now, -1);
  return new Set([...counts].flatMap(([tag, missing]) => (missing > 0 ? [tag] : [])));
}

function check(now: object, was: object, path: string, missing: ReadonlySet<string> | undefined): void {
  const tag = knownTag(was);
  const refuse = (what: string) => new AsdfError("bad-tree", what, { path });
  if (was instanceof Tagged || was instanceof Complex || was instanceof Reference) {
    if (kindOf(now) === "map" && Object.keys(was).every((key) => Object.hasOwn(now, key))) {
      const name = was instanceof Tagged ? "Tagged" : was instanceof Complex ? "Complex" : "Reference";
      throw refuse(
        `this was a \`${name}\` in the file and is a plain copy of it: put the \`${name}\` itself here`,
      );
    }
    return;
  }
  if (!tag || knownTag(now) !== undefined || (missing && !missing.has(tag)) || !isAlike(now, was)) {
    return;
  }
  const copies = "copies by `structuredClone()` and copies of sequences have no tags";
  const instead = "set it with `withTag(node, tag)`, or `withTag(node, null)` to write the node without it";
  throw refuse(`this has lost the tag \`${tag}\` that it had in the file (${copies}): ${instead}`);
}

/** Whether a node looks like a copy of another one: it has most of the keys, or is binary data as well. */
function isAlike(now: object, was: object): boolean {
  if (was instanceof Uint8Array) {
    return isBinary(was) && now instanceof Uint8Array;
  }
  if (kindOf(now) === undefined || kindOf(now) !== kindOf(was)) {
    return false;
  }
  const keys = new Set(Array.from(childrenOf(was), ([key]) => key));
  const shared = Array.from(childrenOf(now)).filter(([key]) => keys.has(key)).length;
  return 2 * shared > keys.size || shared === keys.size;
}

/** Restores the float marks of a collection from what it was, unless it has some. */
export function keepFloats(now: object, was: object): void {
  const floats = floatsOf(was);
  const isSameLength = !Array.isArray(was) || (Array.isArray(now) && now.length === was.length);
  if (floats === undefined || floatsOf(now) !== undefined || !isSameLength) {
    return;
  }
  setFloats(now, new Set(floats));
}

function kindOf(value: object): "sequence" | "keyed" | "map" | undefined {
  if (Array.isArray(value)) {
    return "sequence";
  }
  if (value instanceof Map) {
    return "keyed";
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? "map" : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
