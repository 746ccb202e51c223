/** Where a node is in a tree: an anchor and its aliases are one node in several places. */
import type { TreeValue } from "asdf-wasm";
import { entriesOf, textOf } from "../../../../www/src/viewer/worker/tree/values.ts";

/** The paths at which a collection stands. Each collection is looked through once. */
export function placesOf(root: TreeValue, wanted: TreeValue): string[] {
  const found: string[] = [];
  const seen = new Set<TreeValue>([root]);
  const pending: (readonly [path: string, node: TreeValue])[] = [["", root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, node] = next;
    for (const [key, value] of entriesOf(node)) {
      const name = textOf(key).replaceAll("~", "~0").replaceAll("/", "~1");
      const inner = path === "" ? name : `${path}/${name}`;
      if (value === wanted) {
        found.push(inner);
      }
      if (typeof value === "object" && value !== null && !seen.has(value)) {
        seen.add(value);
        pending.push([inner, value]);
      }
    }
  }
  return found.sort();
}
