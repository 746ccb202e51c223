/** Nodes of a tree replaced, before it is written: references by what they refer to, arrays by their elements. */

import { entriesOf, kindOf } from "@asdf-wasm/science/tree/values";
import { NdArray, Reference, type TreeValue } from "asdf-wasm";

/** Replaces every reference in a tree that was copied for a change. */
export async function resolveReferences(root: object): Promise<void> {
  await replaced(root, async (value) => (value instanceof Reference ? value.resolve() : value));
}

/** Stores arrays of at most so many elements in the tree itself, as text. */
export async function inlineArrays(root: object, most: number): Promise<void> {
  const { ndarray } = await import("asdf-wasm");
  const known = new Map<NdArray, TreeValue>();
  await replaced(root, async (value) => {
    if (!(value instanceof NdArray) || value.error || value.size > most) {
      return value;
    }
    // An array in several places remains one. `edit()` takes new arrays, which no tree that was read has.
    const inline = known.get(value) ?? (ndarray(value, { inline: true }) as unknown as TreeValue);
    known.set(value, inline);
    return inline;
  });
}

async function replaced(root: object, change: (value: TreeValue) => Promise<TreeValue>): Promise<void> {
  const seen = new Set<TreeValue>();
  const pending: TreeValue[] = [root as TreeValue];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) {
      continue;
    }
    seen.add(node);
    for (const [key, value] of entriesOf(node)) {
      const next = await change(value);
      if (next !== value) {
        put(node, key, next);
      }
      const kind = kindOf(value);
      if (kind === "map" || kind === "sequence" || kind === "reference") {
        pending.push(next);
      }
    }
  }
}

export function put(collection: TreeValue, key: TreeValue, value: TreeValue): void {
  if (collection instanceof Map) {
    collection.set(key, value);
  } else if (typeof collection === "object" && collection !== null) {
    Reflect.set(collection, String(key), value);
  }
}
