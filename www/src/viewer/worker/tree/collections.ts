/** Changes maps and sequences of the tree in place; every change has an inverse. */

import { entriesOf } from "@asdf-wasm/science/tree/values";
import { isFloat, setFloat, type TreeMap, type TreeValue } from "asdf-wasm";

export type Collection = TreeValue[] | TreeMap | Map<TreeValue, TreeValue>;

/** An item of a collection. `float` tells 2.0 from 2, which JavaScript's numbers do not. */
export interface Item {
  readonly key: TreeValue;
  readonly value: TreeValue;
  readonly float: boolean;
}

/** Items of a collection, from an index on, and their replacements. */
export interface Splice {
  readonly collection: Collection;
  readonly at: number;
  readonly removed: readonly Item[];
  readonly added: readonly Item[];
}

export function inverse({ collection, at, removed, added }: Splice): Splice {
  return { collection, at, removed: added, added: removed };
}

export function itemsOf(collection: Collection): Item[] {
  return entriesOf(collection).map(([key, value]) => ({ key, value, float: isFloat(collection, key) }));
}

export function apply({ collection, at, removed, added }: Splice): void {
  const items = itemsOf(collection);
  if (Array.isArray(collection)) {
    items.splice(at, removed.length, ...added);
    refill(
      collection,
      items.map((item, key) => ({ ...item, key })),
    );
    return;
  }
  // JavaScript reorders keys that look like integers: they are found by name.
  const gone = new Set(removed.map(({ key }) => key));
  const kept = items.filter(({ key }) => !gone.has(key));
  refill(collection, kept.toSpliced(at, 0, ...added));
}

/** The key that an item had before the change; undefined for a new item. */
export function keyBefore({ collection, at, removed, added }: Splice, key: TreeValue): TreeValue | undefined {
  if (Array.isArray(collection)) {
    const index = Number(key);
    const more = added.length - removed.length;
    return index < at || more === 0 ? index : index < at + more ? undefined : index - more;
  }
  const [one] = removed;
  return added.some((item) => item.key === key) ? one?.key : key;
}

function refill(collection: Collection, items: readonly Item[]): void {
  const before = itemsOf(collection);
  for (const { key } of before) {
    setFloat(collection, key, false);
  }
  if (Array.isArray(collection)) {
    collection.length = 0;
    for (const { value } of items) {
      collection.push(value);
    }
  } else if (collection instanceof Map) {
    collection.clear();
    for (const { key, value } of items) {
      collection.set(key, value);
    }
  } else {
    for (const { key } of before) {
      delete collection[String(key)];
    }
    for (const { key, value } of items) {
      collection[String(key)] = value;
    }
  }
  for (const { key, float } of items) {
    setFloat(collection, key, float);
  }
}
