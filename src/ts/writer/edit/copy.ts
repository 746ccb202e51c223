/** Copies of trees, to be changed without the original. */

import type { NdArray } from "../../api/ndarray.ts";
import { entriesOf } from "../../api/path.ts";
import type { TreeValue } from "../../api/tree.ts";
import { isTreeMap } from "../../api/tree.ts";
import { copyMarks } from "../../api/values.ts";
import type { NewArray } from "../input/array.ts";

/**
 * A copy of a tree, in which other arrays stand in the places of some: its maps and sequences are new, with the tags that
 * they have, and what stands in several places still is one, cycles too. Scalars, arrays and references are those of the
 * original: nothing about them can be changed.
 */
export function copyOf(root: TreeValue, instead: Iterable<[NdArray, NewArray]> = []): TreeValue {
  const copies = new Map(instead as Iterable<[TreeValue, TreeValue]>);
  const copy = (value: TreeValue): TreeValue => {
    const known = copies.get(value);
    if (known !== undefined) {
      return known;
    }
    const made = emptyLike(value);
    if (made !== value) {
      copies.set(value, made);
    }
    return made;
  };
  const made = copy(root);
  // A Map grows while it is walked: what is met in one collection is filled after it, however deep it lies.
  for (const [original, filled] of copies) {
    for (const [key, value] of entriesOf(original)) {
      if (Array.isArray(filled)) {
        filled.push(copy(value));
      } else if (filled instanceof Map) {
        filled.set(key, copy(value));
      } else if (isTreeMap(filled)) {
        filled[String(key)] = copy(value);
      }
    }
  }
  return made;
}

/** A new collection like this one, or whatever else it is. */
function emptyLike(value: TreeValue): TreeValue {
  if (Array.isArray(value)) {
    return copyMarks<TreeValue[]>(value, []);
  }
  if (value instanceof Map) {
    return copyMarks(value, new Map<TreeValue, TreeValue>());
  }
  if (value instanceof Uint8Array) {
    return copyMarks(value, value.slice());
  }
  return isTreeMap(value) ? copyMarks(value, Object.create(null)) : value;
}
