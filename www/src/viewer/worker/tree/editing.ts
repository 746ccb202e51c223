/** Editing the open file's tree in steps that can be undone. */

import { oneLine } from "@asdf-wasm/science/format/format";
import { readTyped, typedName, typedText } from "@asdf-wasm/science/tree/typed";
import { kindOf, textOf } from "@asdf-wasm/science/tree/values";
import type { TreeValue } from "asdf-wasm";
import type { Change, Editable, Edited, PathChange } from "../../protocol/edits.ts";
import {
  apply,
  type Collection,
  type Item,
  inverse,
  itemsOf,
  keyBefore,
  type Splice,
} from "./collections.ts";
import type { Nodes } from "./nodes.ts";

/** Longer texts cannot be edited in one line. */
const MOST = 10_000;

interface Step {
  readonly splice: Splice;
  readonly label: string;
  /** The nodes where the change shows. */
  touched: readonly number[];
}

interface ItemPlace {
  readonly collection: Collection;
  readonly at: number;
  readonly item: Item;
}

export class Editing {
  readonly #nodes: Nodes;
  #steps: Step[] = [];
  /**
   * How many steps are applied, and how many were at the last save; undefined if that state cannot be reached again.
   */
  #done = 0;
  #saved: number | undefined;

  /** `isSaved`: whether a file holds the tree as it is. */
  constructor(nodes: Nodes, isSaved: boolean) {
    this.#nodes = nodes;
    this.#saved = isSaved ? 0 : undefined;
  }

  /** The texts of a node's key and value, or why they cannot be edited. */
  editable(id: number): Editable {
    const place = this.#placeOf(id);
    if (!place) {
      return { problem: "this node is the whole tree, or belongs to another place: edit it there" };
    }
    const { collection, item } = place;
    const name = textOf(item.key);
    // A one-line field would remove line breaks.
    const isLine = !Array.isArray(collection) && name.length <= MOST && !/[\r\n]/.test(name);
    const key = isLine ? name : undefined;
    const text = typedText(item.value, item.float);
    if (text === undefined || /[\r\n]/.test(text)) {
      return { key, problem: `${PLURALS[kindOf(item.value)] ?? "these"} are not edited in a line` };
    }
    return text.length > MOST
      ? { key, problem: "this text is too long to be edited in one line" }
      : { key, value: text };
  }

  /** The kind of value a text would become. */
  becomes(id: number, text: string): string {
    return typedName(readTyped(text, this.#nodes.value(id)));
  }

  change(change: Change): Edited {
    const splice = this.#spliceOf(change);
    this.#steps.length = this.#done;
    if (this.#saved !== undefined && this.#saved > this.#done) {
      this.#saved = undefined;
    }
    const step: Step = { splice, label: labelOf(change, splice), touched: [] };
    this.#steps.push(step);
    this.#done += 1;
    const edited = this.#apply(step, splice);
    // A node in several places is shown where it was changed.
    return step.touched.includes(change.id) ? { ...edited, focus: change.id } : edited;
  }

  undo(): Edited | undefined {
    const step = this.#steps[this.#done - 1];
    if (!step) {
      return undefined;
    }
    this.#done -= 1;
    return this.#apply(step, inverse(step.splice));
  }

  redo(): Edited | undefined {
    const step = this.#steps[this.#done];
    if (!step) {
      return undefined;
    }
    this.#done += 1;
    return this.#apply(step, step.splice);
  }

  /** Records that the tree has been saved. */
  save(): void {
    this.#saved = this.#done;
  }

  /** Records that another tree has been saved: no state of this one is saved any more. */
  outdate(): void {
    this.#saved = undefined;
  }

  #apply(step: Step, splice: Splice): Edited {
    apply(splice);
    const { collection, added } = splice;
    const { places, replaced, describing } = this.#nodes.renew(collection, (key) => keyBefore(splice, key));
    const keys = Array.isArray(collection)
      ? added.map((_, index) => splice.at + index)
      : added.map(({ key }) => key);
    const seen = places.flatMap((id) => this.#nodes.childrenByKey(id, keys));
    step.touched = seen.length > 0 ? seen : places;
    return {
      nodes: [...new Set([...places, ...describing])]
        .filter((id) => id !== 0)
        .map((id) => this.#nodes.node(id)),
      lists: places.map((id) => [id, this.#nodes.list(id, step.touched)] as const),
      replaced,
      focus: step.touched[0],
      state: this.state(),
    };
  }

  state(): Edited["state"] {
    const from = Math.min(this.#saved ?? 0, this.#done);
    const to = Math.max(this.#saved ?? 0, this.#done);
    return {
      changed: this.#steps.slice(from, to).flatMap(({ touched }) => touched),
      isChanged: this.#saved !== this.#done,
      undo: this.#steps[this.#done - 1]?.label,
      redo: this.#steps[this.#done]?.label,
    };
  }

  #spliceOf(change: Change): Splice {
    if (change.kind === "add") {
      return this.#addition(change);
    }
    const place = this.#placeOf(change.id);
    if (!place) {
      throw new Error(this.editable(change.id).problem);
    }
    const { collection, at, item } = place;
    const splice = (...added: Item[]): Splice => ({ collection, at, removed: [item], added });
    switch (change.kind) {
      case "remove":
        return splice();
      case "value":
        return splice({ key: item.key, ...readTyped(change.text, item.value) });
      default:
        return splice({ ...item, key: this.#newKey(collection, item.key, change.text) });
    }
  }

  #newKey(collection: Collection, before: TreeValue, text: string): TreeValue {
    if (Array.isArray(collection)) {
      throw new Error("the items of a list have no keys");
    }
    const key = collection instanceof Map && typeof before !== "string" ? readTyped(text).value : text;
    if (key === null || typeof key === "object" || (typeof key === "number" && !Number.isInteger(key))) {
      throw new Error("keys are text, booleans or integers");
    }
    if (key !== before && itemsOf(collection).some((item) => item.key === key)) {
      throw new Error(`there is already a key ${oneLine(text, 50)} here`);
    }
    return key;
  }

  #addition({ id, inside }: Extract<Change, { kind: "add" }>): Splice {
    const own = inside ? this.#nodes.collection(id) : undefined;
    const place = this.#placeOf(id);
    const collection = own ?? place?.collection ?? this.#nodes.collection(0);
    if (!collection) {
      throw new Error(this.editable(id).problem);
    }
    const items = itemsOf(collection);
    const at = own || !place ? items.length : place.at + 1;
    const names = new Set(items.map(({ key }) => key));
    let name = "new";
    for (let count = 2; names.has(name); count += 1) {
      name = `new ${count}`;
    }
    return { collection, at, removed: [], added: [{ key: name, value: null, float: false }] };
  }

  #placeOf(id: number): ItemPlace | undefined {
    const found = this.#nodes.place(id);
    const items = found && itemsOf(found.collection);
    const at = items?.findIndex(({ key }) => key === found?.key) ?? -1;
    const item = items?.[at];
    return found && item && { collection: found.collection, at, item };
  }
}

const PLURALS: Readonly<Record<string, string>> = {
  map: "maps",
  sequence: "lists",
  array: "arrays",
  bytes: "bytes",
  reference: "references",
  cycle: "these",
};

function labelOf({ kind }: Change, { removed, added }: Splice): string {
  const [before] = removed;
  const [after] = added;
  const name = oneLine(textOf((before ?? after)?.key), 40);
  switch (kind) {
    case "add":
      return "adding a node";
    case "remove":
      return `removing ${name}`;
    case "key":
      return `renaming ${name}`;
    default:
      return `editing ${name}`;
  }
}

/** The whole tree is node 0, with an empty path. */
const ROOT = 0;

/** A change with the path of its node, to be called before it is made: so it holds for the same tree opened again. */
export function byPath({ id, ...change }: Change, nodes: Nodes): PathChange {
  return { ...change, path: id === ROOT ? "" : nodes.path(id) };
}

/** The change in this tree. Throws if the tree has no such node. */
export function inTree({ path, ...change }: Exclude<PathChange, { kind: "yaml" }>, nodes: Nodes): Change {
  const id = path === "" ? ROOT : nodes.trailAlong(path)?.at(-1);
  if (id === undefined) {
    throw new Error(`the tree has no ${path}: the file is not the one that was edited`);
  }
  return { ...change, id };
}
