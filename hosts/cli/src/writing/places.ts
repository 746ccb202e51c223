/** Where a node is in a tree: an anchor and its aliases are one node in several places. */

import { entriesOf, textOf } from "@asdf-wasm/science/tree/values";
import type { TreeValue } from "asdf-wasm";

/** The paths of a collection, which may be at several places. */
export function placesOf(root: TreeValue, wanted: TreeValue): string[] {
  const found: string[] = [];
  for (const [path, node] of nodesIn(root)) {
    if (node === wanted) {
      found.push(path);
    }
  }
  return found.sort();
}

/** All below a tree, at each of its paths. Each collection is looked through once. */
export function* nodesIn(root: TreeValue): Generator<readonly [path: string, node: TreeValue]> {
  const seen = new Set<TreeValue>([root]);
  const pending: (readonly [path: string, node: TreeValue])[] = [["", root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, node] = next;
    for (const [key, value] of entriesOf(node)) {
      const name = textOf(key).replaceAll("~", "~0").replaceAll("/", "~1");
      const inner = path === "" ? name : `${path}/${name}`;
      yield [inner, value];
      if (typeof value === "object" && value !== null && !seen.has(value)) {
        seen.add(value);
        pending.push([inner, value]);
      }
    }
  }
}
