/** The places of the open file's tree, and what follows from where each of them stands. */
import { Reference, type TreeValue, tagOf } from "asdf-wasm";
import { isQuantity } from "../../protocol/kinds.ts";
import { kindOf } from "./values.ts";

/** A place in the tree, with what is there. */
export interface Entry {
  readonly id: number;
  key: TreeValue;
  label: string;
  value: TreeValue;
  readonly parent: Entry | undefined;
}

/** Whether it holds others: a map or a sequence, unless that is an alias of an ancestor. */
export function isOpenable(entry: Entry): boolean {
  const kind = kindOf(entry.value);
  return (kind === "map" || kind === "sequence") && !ancestorOf(entry);
}

/** The ancestor that this node is an alias of. */
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

/** What stands for an array among others: itself, or the quantity whose value it is. */
export function holderOf(entry: Entry): Entry {
  const { label, parent } = entry;
  return parent && label === "value" && isQuantity(tagOf(parent.value)) ? parent : entry;
}

/** Whether a reference led to the node. */
export function isReferredTo(entry: Entry): boolean {
  return referencesAbove(entry).length > 0;
}

/** Whether a reference to another file led to the node. */
export function isElsewhere(entry: Entry): boolean {
  return referencesAbove(entry).some(({ uri }) => !uri.startsWith("#"));
}

/** The references that led to the node. */
function referencesAbove({ parent }: Entry): Reference[] {
  const references: Reference[] = [];
  for (let above = parent; above; above = above.parent) {
    if (above.value instanceof Reference) {
      references.push(above.value);
    }
  }
  return references;
}
