/** Nodes that are no arrays in the file but describe one, such as a list of the files with its elements. */
import { keepOriginal, originalOf } from "./marks/originals.ts";
import { NdArray } from "./ndarray.ts";
import { setComponents, type TreeMap } from "./tree.ts";
import { tagOf, withTag } from "./values.ts";

const described = new WeakMap<object, () => NdArray | undefined>();

/** Sets what makes the array that a node describes, when it is first asked for; it may describe none. */
export function setDescribed(node: TreeMap, make: () => NdArray | undefined): void {
  let isMade = false;
  let array: NdArray | undefined;
  keepOriginal(node);
  described.set(node, () => {
    if (!isMade) {
      array = make();
      isMade = true;
      if (array) {
        setComponents(withTag(array, tagOf(node) ?? null), node);
      }
    }
    return array;
  });
}

/**
 * The array that a node of a tree is, or that it describes: a list of the files with its elements, as data sets of DKIST have it.
 * Undefined for any other node.
 */
export function arrayOf(node: unknown): NdArray | undefined {
  if (node instanceof NdArray) {
    return node;
  }
  const original = originalOf(node);
  return typeof original === "object" && original !== null ? described.get(original)?.() : undefined;
}
