/** Copies of collections of a tree. */
import { copyMarks } from "./marks/marks.ts";
import { isTreeMap, type TreeValue } from "./tree.ts";

/** An empty collection of the same type, with the same tag and marks; binary data copied; any other value itself. */
export function emptyLike(value: TreeValue): TreeValue {
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

/** Sets the value under a key of a collection. */
export function put(collection: TreeValue, key: TreeValue, value: TreeValue): void {
  if (Array.isArray(collection)) {
    collection[Number(key)] = value;
  } else if (collection instanceof Map) {
    collection.set(key, value);
  } else if (isTreeMap(collection)) {
    collection[String(key)] = value;
  }
}
