/** Finds the nodes of a tree by their tags. */
import { wrong } from "../api/arguments/checks.ts";
import { pathOf, walk } from "../api/path.ts";
import type { SearchHit, TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import type { Tree } from "./tree.ts";

/** Every node below the root with a tag, under its first path. */
export function* nodesWithTag(tree: Tree, tag: string | RegExp): Generator<SearchHit> {
  const isWanted = tagTest(tag);
  for (const visit of walk(tree.root)) {
    const { key, value, above } = visit;
    const isObject = typeof value === "object" && value !== null;
    const its = isObject ? tagOf(value) : scalarTag(tree, above ? above.value : tree.root, key);
    if (its !== undefined && isWanted(its)) {
      yield { path: pathOf(visit), key, value };
    }
  }
}

/** Whether a tag is the one wanted: the whole, or its end after `:` or `/`, with or without the version. */
function tagTest(wanted: string | RegExp): (tag: string) => boolean {
  if (wanted instanceof RegExp) {
    return (tag) => tag.search(wanted) >= 0;
  }
  if (typeof wanted !== "string") {
    throw wrong("tag", wanted, "a tag, the end of one such as `core/ndarray`, or a regular expression");
  }
  const isIt = (tag: string) => tag === wanted || tag.endsWith(`/${wanted}`) || tag.endsWith(`:${wanted}`);
  return (tag) => isIt(tag) || isIt(tag.replace(/-\d[\w.]*$/, ""));
}

function scalarTag(tree: Tree, collection: TreeValue, key: TreeValue): string | undefined {
  return typeof collection === "object" && collection !== null ? tree.scalarTag(collection, key) : undefined;
}
