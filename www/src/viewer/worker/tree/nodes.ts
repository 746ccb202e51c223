/**
 * The open file's tree as numbered nodes, made only as far as the page unfolds
 * them. A node that stands inside itself (an alias back to an ancestor) becomes
 * a leaf that says where it leads, so unfolding always ends. Unfolding a
 * reference looks up what it leads to, which is then its one child.
 */
import { type AsdfFile, NdArray, Reference, type TreeValue, tagOf, toJSON } from "asdf-wasm";
import type {
  ArrayBadges,
  ArrayNode,
  BlockFacts,
  Expressions,
  NodeDetail,
  TreeNode,
} from "../../protocol/facts.ts";
import { isFlags, isQuantity, isTable } from "../../protocol/kinds.ts";
import { factsOfBlock } from "../files/blocks.ts";
import type { Collection } from "./collections.ts";
import { ancestorOf, type Entry, holderOf, isElsewhere, isOpenable, isReferredTo } from "./entries.ts";
import { expressionsFor, pathKey, type Step } from "./expressions.ts";
import { provenanceOf } from "./provenance.ts";
import {
  countOf,
  datatypeName,
  elementsOf,
  entriesOf,
  fieldNames,
  isImage,
  kindOf,
  middleCut,
  oneLine,
  sourceOf,
  textOf,
} from "./values.ts";

const LINE = 200;
const KEY = 500;
/** How much of a text, and how many places, a detail has. */
const BEGINNING = 10_000;
const PLACES = 20;
const SCIENCE = /^(data|sci|science)$/i;

export class Nodes {
  readonly #file: AsdfFile;
  readonly #entries: Entry[] = [];
  readonly #children = new Map<number, readonly Entry[]>();
  readonly #shapes = new Map<Entry, ReadonlyMap<string, number>>();
  readonly #root: Entry;
  #places: Map<object, Entry[]> | undefined;

  constructor(file: AsdfFile) {
    this.#file = file;
    this.#root = this.#add("", file.tree, undefined);
  }

  /** The first level: the root's entries, or the root itself when it is no collection. */
  roots(): TreeNode[] {
    if (this.#file.tree === null) {
      return [];
    }
    return isOpenable(this.#root) ? this.childrenHere(this.#root.id) : [this.#describe(this.#root)];
  }

  async children(id: number): Promise<TreeNode[]> {
    const entry = this.#entry(id);
    if (entry.value instanceof Reference && !this.#children.has(id)) {
      const target = await entry.value.resolve();
      this.#children.set(id, [this.#add("target", target, entry)]);
    }
    return this.childrenHere(id);
  }

  /** Those that are known without looking anything up. */
  childrenHere(id: number): TreeNode[] {
    return this.#below(this.#entry(id)).map((entry) => this.#describe(entry));
  }

  node(id: number): TreeNode {
    return this.#describe(this.#entry(id));
  }

  childrenByKey(id: number, keys: readonly TreeValue[]): number[] {
    return this.#below(this.#entry(id)).flatMap((entry) => (keys.includes(entry.key) ? [entry.id] : []));
  }

  /** The map or sequence that a node is, where it can be changed: not behind a reference. */
  collection(id: number): Collection | undefined {
    const entry = this.#entry(id);
    const { value } = entry;
    const kind = kindOf(value);
    const isOne = (kind === "map" || kind === "sequence") && !isReferredTo(entry);
    return isOne ? (value as Collection) : undefined;
  }

  /** Where a node stands, if that can be changed. */
  place(id: number): { collection: Collection; key: TreeValue } | undefined {
    const { parent, key } = this.#entry(id);
    const collection = parent && this.collection(parent.id);
    return collection && { collection, key };
  }

  /**
   * Looks again at a collection that was changed, in all places where it stands; these are given, and the nodes in it that
   * are something else now. `before` says which key what stands under a key had.
   */
  renew(collection: Collection, before: (key: TreeValue) => TreeValue | undefined) {
    this.#places = undefined;
    this.#shapes.clear();
    const replaced: number[] = [];
    const places = this.#entries.filter(
      (entry) => entry.value === collection && isOpenable(entry) && this.#isAttached(entry),
    );
    for (const place of places) {
      const known = new Map(this.#children.get(place.id)?.map((entry) => [entry.key, entry]));
      const children = entriesOf(collection).map(([key, value]) => {
        const earlier = before(key);
        const entry = earlier === undefined ? undefined : known.get(earlier);
        return entry ? { entry, key, value } : { entry: this.#add(key, value, place), key, value };
      });
      for (const { entry, key, value } of children) {
        if (entry.value !== value) {
          this.#children.delete(entry.id);
          replaced.push(entry.id);
        }
        Object.assign(entry, { key, label: textOf(key), value });
      }
      this.#children.set(
        place.id,
        children.map(({ entry }) => entry),
      );
    }
    return { places: places.map(({ id }) => id), replaced };
  }

  /** Whether it is still where it was met. */
  #isAttached(entry: Entry): boolean {
    let at = entry;
    while (at.parent && this.#children.get(at.parent.id)?.includes(at)) {
      at = at.parent;
    }
    return at === this.#root;
  }

  /** The key of an array; of one in a quantity that of the quantity. */
  name(id: number): string {
    return holderOf(this.#entry(id)).label;
  }

  /** Other arrays in the same map or list, by their names: those in quantities too. */
  arraysBeside(id: number): ArrayNode[] {
    const { parent } = holderOf(this.#entry(id));
    const others = parent ? this.#arraysIn(parent).filter((entry) => entry.id !== id) : [];
    return others.map((entry) => this.arrayNode(entry.id));
  }

  /** An array by its name. */
  arrayNode(id: number): ArrayNode {
    const entry = this.#entry(id);
    return { ...this.#describe(entry), key: this.name(id), array: this.#badges(this.array(id), entry) };
  }

  value(id: number): TreeValue {
    return this.#entry(id).value;
  }

  array(id: number): NdArray {
    const value = this.value(id);
    if (!(value instanceof NdArray)) {
      throw new TypeError(`${this.path(id)} is not an array`);
    }
    return value;
  }

  /** Of a node that a reference led to: the reference's URI, and the way from there. */
  path(id: number): string {
    const keys: string[] = [];
    for (let entry = this.#entry(id); entry.parent; entry = entry.parent) {
      const { value } = entry.parent;
      if (value instanceof Reference) {
        return [value.uri, ...keys].join("/");
      }
      keys.unshift(pathKey(entry.label));
    }
    return keys.join("/");
  }

  /** A scalar's text in full; of a sequence of strings, such as a log, its lines. */
  text(id: number): string {
    const { value } = this.#entry(id);
    const isLog = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isLog ? value.join("\n") : textOf(value);
  }

  /** The tag of a plain scalar, which only the file knows. */
  #scalarTag(entry: Entry): string | undefined {
    const keys: TreeValue[] = [];
    for (let at = entry; at.parent; at = at.parent) {
      if (at.parent.value instanceof Reference) {
        return undefined;
      }
      keys.unshift(at.key);
    }
    return this.#file.tag(keys);
  }

  /** Where else the node stands. They are found once, by one walk. */
  #otherPlaces(entry: Entry): Entry[] {
    if (!this.#places) {
      this.#places = new Map();
      for (const id of this.walk()) {
        const met = this.#entry(id);
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
    return places?.filter((place) => place !== entry && place !== this.#root) ?? [];
  }

  #isProvenance({ label, parent }: Entry): boolean {
    return parent === this.#root && (label === "history" || label === "asdf_library");
  }

  /** A scalar's text in full, anything else as JSON. */
  valueText(id: number): string {
    const { value } = this.#entry(id);
    const kind = kindOf(value);
    const isScalar = !["map", "sequence", "array", "bytes"].includes(kind);
    return isScalar ? textOf(value) : JSON.stringify(toJSON(value), null, 2);
  }

  /** Code that gives the node. */
  #expressions(entry: Entry): Expressions {
    const steps: Step[] = [];
    let referred = false;
    for (let at = entry; at.parent; at = at.parent) {
      const { value } = at.parent;
      if (value instanceof Reference) {
        referred = true;
      } else {
        steps.unshift({ key: at.key, of: Array.isArray(value) ? "sequence" : "map" });
      }
    }
    const path = steps.map(({ key }) => pathKey(textOf(key))).join("/");
    return expressionsFor(steps, path, referred);
  }

  /** Nodes from the first level down to the array to show first, or nothing. */
  science(): number[] {
    const roman = this.#follow("roman/data");
    const found = roman && isImage(roman.value) ? roman : this.#firstImage();
    return found ? this.trail(found.id) : [];
  }

  /** Nodes from the first level down to this one. The root itself is not among them, unless it is all there is. */
  trail(id: number): number[] {
    const trail: number[] = [];
    for (let entry = this.#entry(id); entry.parent; entry = entry.parent) {
      trail.unshift(entry.id);
    }
    return trail.length === 0 ? [id] : trail;
  }

  /** The same to the node at a path, if there is one. References are not followed. */
  trailAlong(path: string): number[] | undefined {
    const entry = this.#follow(path);
    return entry && this.trail(entry.id);
  }

  /**
   * All nodes of this file in document order. What stands in several places is gone into at the first, and references
   * are not followed: so it ends, and aliases cost nothing.
   */
  *walk(): Generator<number> {
    const seen = new Set<unknown>();
    const levels = [[this.#root].values()];
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const { value: entry } = level.next();
      if (!entry) {
        levels.pop();
        continue;
      }
      yield entry.id;
      if (isOpenable(entry) && !seen.has(entry.value)) {
        seen.add(entry.value);
        levels.push(this.#below(entry).values());
      }
    }
  }

  /** What a search looks into: the key, unless it is only a position, and the value in full if it is a scalar. */
  texts(id: number): string[] {
    const { label, value, parent } = this.#entry(id);
    return Array.isArray(parent?.value) ? [textOf(value)] : [label, textOf(value)];
  }

  async detail(id: number): Promise<NodeDetail> {
    const entry = this.#entry(id);
    const { value } = entry;
    const source = this.#sourceHere(entry);
    const isNew = source !== undefined && this.#block(source) === undefined;
    if (isNew) {
      // What cannot be read now is left out; reading the array will say why.
      await this.#file.readBlockHeaders([source]).catch(() => {});
    }
    const kind = ancestorOf(entry) ? "cycle" : kindOf(value);
    const text = this.text(id);
    const also = this.#otherPlaces(entry);
    return {
      id,
      path: this.path(id),
      expressions: this.#expressions(entry),
      renewed: isNew ? this.#describe(entry) : undefined,
      kind,
      tag: tagOf(value) ?? this.#scalarTag(entry),
      children: countOf(value),
      also: also.slice(0, PLACES).map((place) => ({ id: place.id, path: this.path(place.id) })),
      alsoCount: also.length,
      provenance: this.#isProvenance(entry) ? provenanceOf(this.#file.tree) : undefined,
      ...(text === "" && kind !== "string" ? {} : { text: text.slice(0, BEGINNING), length: text.length }),
      ...(value instanceof NdArray ? { array: this.#arrayDetail(value, entry) } : {}),
    };
  }

  #arrayDetail(array: NdArray, entry: Entry): NodeDetail["array"] {
    const source = this.#sourceHere(entry);
    return {
      shape: array.shape,
      datatype: fieldNames(array),
      bytes: array.nbytes,
      byteorder: array.byteorder,
      strides: array.strides,
      offset: array.offset,
      source: sourceOf(array),
      compression: array.compression === null ? "none" : array.compression,
      block: source === undefined ? undefined : this.#block(source),
      problem: array.error?.message,
    };
  }

  /** Which block of this file an array's elements are in. */
  #sourceHere(entry: Entry): number | undefined {
    const { value } = entry;
    return value instanceof NdArray && typeof value.source === "number" && !isElsewhere(entry)
      ? value.source
      : undefined;
  }

  #block(source: number): BlockFacts | undefined {
    const { blocks, dialect } = this.#file;
    return factsOfBlock(blocks.at(source), dialect);
  }

  #describe(entry: Entry): TreeNode {
    const { id, value } = entry;
    const key = middleCut(entry.label, KEY);
    const back = ancestorOf(entry);
    const tag = tagOf(value);
    if (back) {
      return {
        id,
        key,
        kind: "cycle",
        text: `back to ${this.path(back.id) || "the root"}`,
        children: 0,
        tag,
      };
    }
    const node = {
      id,
      key,
      kind: kindOf(value),
      text: oneLine(textOf(value), LINE),
      children: countOf(value),
      tag,
    };
    return value instanceof NdArray ? { ...node, array: this.#badges(value, entry) } : node;
  }

  #badges(value: NdArray, entry: Entry): ArrayBadges {
    const source = this.#sourceHere(entry);
    return {
      shape: value.shape,
      datatype: datatypeName(value.dtype),
      compression: value.compression ?? undefined,
      stored: source === undefined ? undefined : this.#block(source)?.stored,
      elements: elementsOf(value.dtype),
      unit: this.#unit(entry),
      hasAlike: this.#hasAlike(value, entry),
      unreadable: value.error !== undefined,
    };
  }

  #hasAlike({ shape }: NdArray, entry: Entry): boolean {
    const { parent } = holderOf(entry);
    return parent !== undefined && (this.#shapesIn(parent).get(shape.join()) ?? 0) > 1;
  }

  #arraysIn(parent: Entry): Entry[] {
    return this.#below(parent).flatMap((entry) => {
      const inner = isQuantity(tagOf(entry.value)) ? this.#below(entry) : [entry];
      return inner.filter((entry) => entry.value instanceof NdArray);
    });
  }

  /** Of the value of a quantity, or of the data of a column. */
  #unit({ parent }: Entry): string | undefined {
    const tag = tagOf(parent?.value);
    const beside = parent && (isQuantity(tag) || isTable(tag)) ? this.#below(parent) : [];
    const unit = beside.find(({ label }) => label === "unit");
    return unit && textOf(unit.value);
  }

  /** How many planes of numbers, flags aside, there are of each shape in a map or a list. */
  #shapesIn(parent: Entry): ReadonlyMap<string, number> {
    const known = this.#shapes.get(parent);
    if (known) {
      return known;
    }
    const counts = new Map<string, number>();
    for (const entry of this.#arraysIn(parent)) {
      const { value } = entry;
      const key = holderOf(entry).label;
      if (isImage(value) && !isFlags({ key, array: { datatype: datatypeName(value.dtype) } })) {
        const shape = value.shape.join();
        counts.set(shape, (counts.get(shape) ?? 0) + 1);
      }
    }
    this.#shapes.set(parent, counts);
    return counts;
  }

  #firstImage(): Entry | undefined {
    let best: { entry: Entry; rank: number } | undefined;
    for (const id of this.walk()) {
      const entry = this.#entry(id);
      const { value } = entry;
      // Columns of tables are arrays of two axes too.
      if (isImage(value) && !isTable(tagOf(entry.parent?.value))) {
        const rank = (value.ndim === 2 ? 2 : 0) + (SCIENCE.test(entry.label) ? 1 : 0);
        if (rank > (best?.rank ?? -1)) {
          best = { entry, rank };
        }
      }
    }
    return best?.entry;
  }

  #follow(path: string): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const key of path.split("/")) {
      entry = entry && this.#below(entry).find(({ label }) => pathKey(label) === key);
    }
    return entry;
  }

  #below(entry: Entry): readonly Entry[] {
    const known = this.#children.get(entry.id);
    if (known) {
      return known;
    }
    if (!isOpenable(entry)) {
      return [];
    }
    const made = entriesOf(entry.value).map(([key, value]) => this.#add(key, value, entry));
    this.#children.set(entry.id, made);
    return made;
  }

  #add(key: TreeValue, value: TreeValue, parent: Entry | undefined): Entry {
    const entry = { id: this.#entries.length, key, label: textOf(key), value, parent };
    this.#entries.push(entry);
    return entry;
  }

  #entry(id: number): Entry {
    const entry = this.#entries[id];
    if (!entry) {
      throw new RangeError(`the tree has no node ${id}`);
    }
    return entry;
  }
}
