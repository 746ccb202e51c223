/** Entries of the open file's tree, and what follows from their position. */

import { isQuantity } from "@asdf-wasm/science/tree/kinds";
import { hasObjects, kindOf } from "@asdf-wasm/science/tree/values";
import { NdArray, Reference, type TreeValue, tagOf } from "asdf-wasm";

/** The version in the key of an HDU. */
const VERSION = /,\d+$/;

/** A position in the tree, and its value. */
export interface Entry {
  readonly id: number;
  key: TreeValue;
  label: string;
  value: TreeValue;
  readonly parent: Entry | undefined;
}

/** Whether it has children: a map or a sequence, unless it is an alias of an ancestor. */
export function isOpenable(entry: Entry): boolean {
  const kind = kindOf(entry.value);
  return (kind === "map" || kind === "sequence") && !ancestorOf(entry);
}

/** Whether anything but plain scalars may be below it. */
export function holdsObjects({ value }: Entry): boolean {
  return hasObjects(value);
}

/** The ancestor that this entry is an alias of. */
export function ancestorOf(entry: Entry): Entry | undefined {
  if (typeof entry.value !== "object" || entry.value === null) {
    return undefined;
  }
  let above = entry.parent;
  while (above && above.value !== entry.value) {
    above = above.parent;
  }
  return above;
}

/** The entry that represents an array among siblings: itself, the quantity whose value it is, or the HDU whose data it is. */
export function holderOf(entry: Entry): Entry {
  const { label, parent } = entry;
  const isHeld = parent && ((label === "value" && isQuantity(tagOf(parent.value))) || isHduData(entry));
  return isHeld ? parent : entry;
}

/** Whether an array is `data` beside the `header` of its HDU, as in a tree of HDUs: `SCI,2/data`. */
export function isHduData({ label, value, parent }: Entry): boolean {
  const isOfTree = label === "data" && value instanceof NdArray && value.hdu !== undefined;
  return isOfTree && parent?.parent !== undefined && parent.parent.parent === undefined && hasHeader(parent);
}

function hasHeader({ value }: Entry): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "header");
}

/** The name by which siblings know an array: for an HDU its name without the version. */
export function nameOf(entry: Entry): string {
  const { label } = holderOf(entry);
  return isHduData(entry) ? label.replace(VERSION, "") : label;
}

/** What tells apart the arrays beside each other that belong together: the version of HDUs, as in `SCI,2` and `ERR,2`. */
export function versionOf(entry: Entry): string {
  return isHduData(entry) ? (VERSION.exec(holderOf(entry).label)?.[0] ?? "") : "";
}

/** Whether a reference leads to the entry. */
export function isReferredTo(entry: Entry): boolean {
  return referencesAbove(entry).length > 0;
}

/** Whether a reference to an external file leads to the entry. */
export function isElsewhere(entry: Entry): boolean {
  return referencesAbove(entry).some(({ uri }) => !uri.startsWith("#"));
}

/** The references that lead to the entry. */
function referencesAbove({ parent }: Entry): Reference[] {
  const references: Reference[] = [];
  for (let above = parent; above; above = above.parent) {
    if (above.value instanceof Reference) {
      references.push(above.value);
    }
  }
  return references;
}
