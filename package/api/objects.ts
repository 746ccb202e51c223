/** What the objects were made of that converters made. */
import type { TreeValue } from "./tree.ts";

/** A node, and its tag. */
interface Origin {
  readonly node: TreeValue;
  readonly tag: string;
  /** Whether its converter failed before the object was complete: it is written as the node. */
  readonly isUnfinished?: boolean;
}

const origins = new WeakMap<object, Origin>();

export function setOriginOf(made: object, origin: Origin): void {
  origins.set(made, origin);
}

/** The node that an object was made of; undefined for all others. */
export function originOf(made: object): Origin | undefined {
  return origins.get(made);
}
