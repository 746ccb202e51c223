/**
 * The open file's tree as numbered entries. Children get their numbers when the page unfolds their parent, and an entry is made when
 * it is first asked for: of a million children, those that come into view. A number always means the same entry; editing changes its
 * key and value.
 */

import { isQuantity } from "@asdf-wasm/science/tree/kinds";
import { entriesOf, keysOf, textOf, valueAt } from "@asdf-wasm/science/tree/values";
import { arrayOf, Reference, type TreeValue, tagOf } from "asdf-wasm";
import type { Collection } from "./collections.ts";
import { type Entry, holderOf, holdsObjects, isHduData, isOpenable } from "./entries.ts";
import { pathKey } from "./expressions.ts";

/** Beside more collections, none is looked into. */
const MOST_BESIDE = 64;

/** Children that have numbers, from `first` on; each stands for itself until its entry is made. */
class Unmade {
  readonly parent: Entry;
  readonly first: number;
  readonly keys: readonly TreeValue[];

  constructor(parent: Entry, first: number, keys: readonly TreeValue[]) {
    this.parent = parent;
    this.first = first;
    this.keys = keys;
  }
}

export class EntryTree {
  readonly root: Entry;
  readonly #entries: (Entry | Unmade)[] = [];
  readonly #children = new Map<number, readonly number[]>();
  /** Entries that are not in the tree, by their paths. */
  readonly #apart = new Map<string, Entry>();
  #places: Map<object, Entry[]> | undefined;

  constructor(tree: TreeValue) {
    this.root = this.#add("", tree, undefined);
  }

  entry(id: number): Entry {
    const entry = this.#entries[id];
    if (!entry) {
      throw new RangeError(`the tree has no node ${id}`);
    }
    if (!(entry instanceof Unmade)) {
      return entry;
    }
    const { parent, first, keys } = entry;
    const key = keys[id - first] ?? null;
    const made = { id, key, label: textOf(key), value: valueAt(parent.value, key) ?? null, parent };
    this.#entries[id] = made;
    return made;
  }

  /** The numbers of the children. */
  idsBelow(entry: Entry): readonly number[] {
    const known = this.#children.get(entry.id);
    if (known) {
      return known;
    }
    if (!isOpenable(entry)) {
      return [];
    }
    const [keys, first] = [keysOf(entry.value), this.#entries.length];
    const unmade = new Unmade(entry, first, keys);
    const ids = keys.map((_, index) => first + index);
    for (const id of ids) {
      this.#entries[id] = unmade;
    }
    this.#children.set(entry.id, ids);
    return ids;
  }

  below(entry: Entry): readonly Entry[] {
    return this.idsBelow(entry).map((id) => this.entry(id));
  }

  /** An array, and the arrays of the same key in the collections beside its own, such as bands: `g/data`, `r/data`; none if there are no others. */
  bands(array: Entry): readonly Entry[] {
    const { label, parent } = holderOf(array);
    // HDUs are beside each other.
    const beside = parent?.parent && !isHduData(array) ? this.idsBelow(parent.parent) : [];
    const others = (beside.length > MOST_BESIDE ? [] : beside)
      .map((id) => this.entry(id))
      .filter((collection) => collection !== parent)
      .flatMap((collection) => this.below(collection).filter((entry) => entry.label === label))
      .flatMap((entry) => (isQuantity(tagOf(entry.value)) ? this.below(entry) : [entry]))
      .filter(({ value }) => arrayOf(value));
    return others.length > 0 ? [array, ...others] : [];
  }

  /** Whether the target of a reference is known. */
  isTargetKnown(reference: Entry): boolean {
    return this.#children.has(reference.id);
  }

  /** Makes the target of a reference its only child. */
  setTarget(reference: Entry, target: TreeValue): void {
    this.#children.set(reference.id, [this.#add("target", target, reference).id]);
  }

  follow(path: string): Entry | undefined {
    let entry: Entry | undefined = this.root;
    for (const key of path.split("/")) {
      const found: number | undefined =
        entry && this.idsBelow(entry).find((id) => pathKey(textOf(this.#key(id))) === key);
      entry = found === undefined ? undefined : this.entry(found);
    }
    return entry;
  }

  /** An array of the file that no place of the tree has, under a path of its own. */
  addApart(path: string, array: TreeValue): Entry {
    const entry = this.#apart.get(path) ?? this.#add(path, array, undefined);
    this.#apart.set(path, entry);
    return entry;
  }

  /** The arrays under paths of their own. */
  apart(): Iterable<Entry> {
    return this.#apart.values();
  }

  isApart({ id, parent }: Entry): boolean {
    return parent === undefined && id !== this.root.id;
  }

  /** The path of an entry; behind a reference, the reference's URI and the path from there. */
  path(at: Entry): string {
    const keys: string[] = this.isApart(at) ? [at.label] : [];
    for (let entry = at; entry.parent; entry = entry.parent) {
      const { value } = entry.parent;
      if (value instanceof Reference) {
        return [value.uri, ...keys].join("/");
      }
      keys.unshift(pathKey(entry.label));
    }
    return keys.join("/");
  }

  /**
   * All entries of this file in document order. A value in several places is entered at the first only, and
   * references are not followed: so the walk ends, and aliases cost nothing. `isEntered`: whether an entry's children
   * are wanted; no entries are made for others.
   */
  *walk(isEntered = isOpenable): Generator<Entry> {
    const seen = new Set<unknown>();
    const levels = [[this.root.id].values()];
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const { value: id, done } = level.next();
      if (done) {
        levels.pop();
        continue;
      }
      const entry = this.entry(id);
      yield entry;
      if (isEntered(entry) && !seen.has(entry.value)) {
        seen.add(entry.value);
        levels.push(this.idsBelow(entry).values());
      }
    }
  }

  /** The other entries with the same value. All are found by one walk, which an edit makes out of date. */
  otherPlaces(entry: Entry): Entry[] {
    if (!this.#places) {
      this.#places = new Map();
      for (const met of this.walk(holdsObjects)) {
        if (typeof met.value === "object" && met.value !== null) {
          const places = this.#places.get(met.value);
          if (places) {
            places.push(met);
          } else {
            this.#places.set(met.value, [met]);
          }
        }
      }
    }
    const { value } = entry;
    const places = typeof value === "object" && value !== null ? this.#places.get(value) : undefined;
    return places?.filter((place) => place !== entry && place !== this.root) ?? [];
  }

  /**
   * Reads a changed collection again, in all its places. Returns these, and the nodes in it that were
   * replaced. `before` maps a key to the key that the same value had before the change.
   */
  renew(collection: Collection, before: (key: TreeValue) => TreeValue | undefined) {
    this.#places = undefined;
    const replaced: number[] = [];
    const places = this.#entries.filter(
      (entry): entry is Entry =>
        !(entry instanceof Unmade) &&
        entry.value === collection &&
        isOpenable(entry) &&
        this.#isAttached(entry),
    );
    for (const place of places) {
      const known = new Map(this.#children.get(place.id)?.map((id) => [this.#key(id), id]));
      const ids = entriesOf(collection).map(([key, value]) => {
        const earlier = before(key);
        const id = earlier === undefined ? undefined : known.get(earlier);
        const entry = id === undefined ? undefined : this.#entries[id];
        if (id === undefined || !entry) {
          return this.#add(key, value, place).id;
        }
        if (entry instanceof Unmade) {
          this.#entries[id] = { id, key, label: textOf(key), value, parent: place };
          return id;
        }
        if (entry.value !== value) {
          this.#children.delete(id);
          replaced.push(id);
        }
        Object.assign(entry, { key, label: textOf(key), value });
        return id;
      });
      this.#children.set(place.id, ids);
    }
    return { places: places.map(({ id }) => id), replaced };
  }

  #key(id: number): TreeValue {
    const entry = this.#entries[id];
    return (entry instanceof Unmade ? entry.keys[id - entry.first] : entry?.key) ?? null;
  }

  /** Whether the entry is still part of the tree. */
  #isAttached(entry: Entry): boolean {
    let at = entry;
    while (at.parent && this.#children.get(at.parent.id)?.includes(at.id)) {
      at = at.parent;
    }
    return at === this.root;
  }

  #add(key: TreeValue, value: TreeValue, parent: Entry | undefined): Entry {
    const entry = { id: this.#entries.length, key, label: textOf(key), value, parent };
    this.#entries.push(entry);
    return entry;
  }
}
