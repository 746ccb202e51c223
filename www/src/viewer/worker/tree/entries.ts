/** Entries of the open file's tree, and what follows from their position. */
import { Reference, type TreeValue, tagOf } from "asdf-wasm";
import { isQuantity } from "../../protocol/kinds.ts";
import { kindOf } from "./values.ts";

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

/** The entry that represents an array among siblings: itself, or the quantity whose value it is. */
export function holderOf(entry: Entry): Entry {
  const { label, parent } = entry;
  return parent && label === "value" && isQuantity(tagOf(parent.value)) ? parent : entry;
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
