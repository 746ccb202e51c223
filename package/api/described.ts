/** Nodes that are no arrays in the file but describe one, such as a list of the files with its elements. */
import { keepOriginal, originalOf } from "./marks/originals.ts";
import { NdArray } from "./ndarray.ts";
import { setComponents, type TreeMap, type TreeValue } from "./tree.ts";
import { tagOf, withTag } from "./values.ts";

interface Description {
  readonly make: () => NdArray | undefined;
  /** What `make` returned, once it was asked. */
  made?: { readonly array: NdArray | undefined } | undefined;
}

const described = new WeakMap<object, Description>();

/** Sets what makes the array that a node describes, when it is first asked for; it may describe none. */
export function setDescribed(node: TreeMap, make: () => NdArray | undefined): void {
  keepOriginal(node);
  const makeAll = () => {
    const array = make();
    if (array) {
      setComponents(withTag(array, tagOf(node) ?? null), node);
    }
    return array;
  };
  described.set(node, { make: makeAll });
}

/** Forgets the array that a node describes, after the node or what it contains was changed: `arrayOf()` then describes it anew. */
export function forgetArray(node: unknown): void {
  const description = knownOf(described, node);
  if (description) {
    description.made = undefined;
  }
}

/** What is known of a node, of which a draft of a change may be given. */
function knownOf<T>(known: WeakMap<object, T>, node: unknown): T | undefined {
  const original = originalOf(node);
  return typeof original === "object" && original !== null ? known.get(original) : undefined;
}

/**
 * The array that a node of a tree is, or that it describes: a list of the files with its elements, as data sets of DKIST have it.
 * Undefined for any other node.
 */
export function arrayOf(node: unknown): NdArray | undefined {
  if (node instanceof NdArray) {
    return node;
  }
  const description = knownOf(described, node);
  if (description && !description.made) {
    description.made = { array: description.make() };
  }
  return description?.made?.array;
}

/** Some rows of a table. */
export interface TableRows {
  readonly table: TreeValue | undefined;
  readonly offset: number;
  readonly size: number;
}

const rows = new WeakMap<object, TableRows>();

/** Sets which rows of a table a node stands for. */
export function setTableRows(node: TreeMap, its: TableRows): void {
  keepOriginal(node);
  rows.set(node, its);
}

/** The rows of a table that a node stands for, as headers of a tile in a data set of DKIST do. */
export function tableRowsOf(node: unknown): TableRows | undefined {
  return knownOf(rows, node);
}
