/**
 * The open file's tree as numbered nodes for the page, created when it unfolds them. A node that contains
 * itself (an alias of an ancestor) becomes a leaf that says where it leads, so unfolding always ends. Unfolding a
 * reference resolves it; the target is then its only child.
 */

import { cut, lineOfEnds, oneLine } from "@asdf-wasm/science/format/format";
import { isFlags, isQuantity, isTable } from "@asdf-wasm/science/tree/kinds";
import {
  countOf,
  datatypeName,
  elementsOf,
  fieldNames,
  isImage,
  kindOf,
  sourceOf,
  textOf,
} from "@asdf-wasm/science/tree/values";
import {
  type AsdfFile,
  arrayOf,
  type ColumnMap,
  columnMap,
  forgetArray,
  type Hdu,
  NdArray,
  Reference,
  type TreeValue,
  tagOf,
  toJSON,
  toUnit,
} from "asdf-wasm";
import type {
  ArrayBadges,
  ArrayNode,
  BlockFacts,
  Children,
  NodeDetail,
  TreeNode,
} from "../../protocol/facts.ts";
import { factsOfBlock } from "../files/blocks.ts";
import { codeOf } from "./code.ts";
import type { Collection } from "./collections.ts";
import {
  ancestorOf,
  type Entry,
  holderOf,
  holdsObjects,
  isElsewhere,
  isHduData,
  isOpenable,
  isReferredTo,
  nameOf,
  versionOf,
} from "./entries.ts";
import { EntryTree } from "./entryTree.ts";
import { unitBeside } from "./fits/units.ts";
import { provenanceOf } from "./provenance.ts";

/** How many children of a node are described at once. */
const FIRST = 1000;
const LINE = 200;
const KEY = 500;
/** The characters of a text, and the number of places, in a detail. */
const BEGINNING = 10_000;
const PLACES = 20;
/** The keys of histories and logs. */
const LOG = /^history$|(^|_)logs?(_|$)/i;

export class Nodes {
  readonly #file: AsdfFile;
  readonly #shapes = new Map<Entry, ReadonlyMap<string, number>>();
  readonly #columns = new Map<number, { readonly of: TreeValue; readonly columns: ColumnMap | undefined }>();
  readonly #tree: EntryTree;

  constructor(file: AsdfFile) {
    this.#file = file;
    this.#tree = new EntryTree(file.tree);
  }

  /** The first level: the root's entries, or the root itself if it is not a collection. */
  roots(): TreeNode[] {
    return this.#firstLevel().map((id) => this.node(id));
  }

  /** The first level as the page is sent it, with these nodes among those that are described. */
  rootList(also?: readonly number[]): Children {
    return this.#listed(this.#firstLevel(), also);
  }

  isOnFirstLevel(id: number): boolean {
    return this.#firstLevel().includes(id);
  }

  async children(id: number): Promise<Children> {
    const entry = this.#tree.entry(id);
    if (entry.value instanceof Reference && !this.#tree.isTargetKnown(entry)) {
      this.#tree.setTarget(entry, await entry.value.resolve());
    }
    return this.list(id);
  }

  /** The children that are known without resolving references, as the page is sent them. */
  list(id: number, also?: readonly number[]): Children {
    return this.#listed(this.#tree.idsBelow(this.#tree.entry(id)), also);
  }

  /** The index of the first of these nodes whose key begins with a text in lower case, or −1. */
  keyed(ids: Int32Array, text: string): number {
    return ids.findIndex((id) => this.#tree.entry(id).label.toLowerCase().startsWith(text));
  }

  /** The children that are known without resolving references. */
  childrenHere(id: number): TreeNode[] {
    return this.#tree.below(this.#tree.entry(id)).map((entry) => this.#describe(entry));
  }

  node(id: number): TreeNode {
    return this.#describe(this.#tree.entry(id));
  }

  childrenByKey(id: number, keys: readonly TreeValue[]): number[] {
    return this.#tree
      .below(this.#tree.entry(id))
      .flatMap((entry) => (keys.includes(entry.key) ? [entry.id] : []));
  }

  /** The map or sequence of a node, if it can be edited: not behind a reference. */
  collection(id: number): Collection | undefined {
    const entry = this.#tree.entry(id);
    const { value } = entry;
    const kind = kindOf(value);
    const isOne = (kind === "map" || kind === "sequence") && !isReferredTo(entry);
    return isOne ? (value as Collection) : undefined;
  }

  /** The collection and key of a node, if it can be edited. */
  place(id: number): { collection: Collection; key: TreeValue } | undefined {
    const { parent, key } = this.#tree.entry(id);
    const collection = parent && this.collection(parent.id);
    return collection && { collection, key };
  }

  /**
   * Reads a changed collection again; returns the nodes of the collection, those in it that were replaced, and those that describe an array
   * of many files by what was changed.
   */
  renew(collection: Collection, before: (key: TreeValue) => TreeValue | undefined) {
    this.#shapes.clear();
    this.#columns.clear();
    const { places, replaced } = this.#tree.renew(collection, before);
    const above = new Set(places.flatMap((id) => this.trail(id)));
    const describing = [...above].filter(
      (id) => arrayOf(this.value(id)) && !(this.value(id) instanceof NdArray),
    );
    for (const id of above) {
      forgetArray(this.value(id));
    }
    return { places, replaced, describing };
  }

  /** The key of an array, of the quantity that it is the value of, or of the HDU that it is the data of. */
  name(id: number): string {
    return nameOf(this.#tree.entry(id));
  }

  /** The sibling arrays in the same map or list, including those in quantities. */
  arraysBeside(id: number): ArrayNode[] {
    const self = this.#tree.entry(id);
    const { parent } = holderOf(self);
    const version = versionOf(self);
    const others = parent ? this.#arraysIn(parent).filter((entry) => versionOf(entry) === version) : [];
    return others.flatMap((entry) => (entry === self ? [] : this.arrayNode(entry.id)));
  }

  /**
   * Arrays of the same key in the maps beside an array's map, such as bands: `g/data`, `r/data`. Named by both keys; the array itself
   * is the first, if there are others.
   */
  arraysOfBands(id: number): ArrayNode[] {
    return this.#tree.bands(this.#tree.entry(id)).map((entry) => {
      const node = this.arrayNode(entry.id);
      return { ...node, key: lineOfEnds(`${holderOf(entry).parent?.label ?? ""}/${node.key}`, KEY) };
    });
  }

  /** The node of an array, under its name. */
  arrayNode(id: number): ArrayNode {
    const entry = this.#tree.entry(id);
    return {
      ...this.#describe(entry),
      key: lineOfEnds(this.name(id), KEY),
      array: this.#badges(this.array(id), entry),
    };
  }

  /** The unit of an array in full: what the page shows of it is cut. */
  unit(id: number): string | undefined {
    return this.#unit(this.#tree.entry(id));
  }

  value(id: number): TreeValue {
    return this.#tree.entry(id).value;
  }

  array(id: number): NdArray {
    const array = arrayOf(this.value(id));
    if (!array) {
      throw new TypeError(`${this.path(id)} is not an array`);
    }
    return array;
  }

  /** The node of a table: itself, or the map around a column. */
  tableNode(id: number): number {
    const entry = this.#tree.entry(id);
    const { parent } = holderOf(entry);
    return parent && this.#isColumn(entry) ? parent.id : id;
  }

  path(id: number): string {
    return this.#tree.path(this.#tree.entry(id));
  }

  /** A scalar's text in full; the lines of a list of strings, such as a log. */
  text(id: number): string {
    const { value } = this.#tree.entry(id);
    const isLog = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isLog ? value.join("\n") : textOf(value);
  }

  /** The keys from the root to a node; undefined behind a reference. */
  keys(id: number): TreeValue[] | undefined {
    const keys: TreeValue[] = [];
    for (let at = this.#tree.entry(id); at.parent; at = at.parent) {
      if (at.parent.value instanceof Reference) {
        return undefined;
      }
      keys.unshift(at.key);
    }
    return keys;
  }

  #firstLevel(): readonly number[] {
    const { root } = this.#tree;
    if (this.#file.tree === null) {
      return [];
    }
    return isOpenable(root) ? this.#tree.idsBelow(root) : [root.id];
  }

  /** Nodes as the page is sent them: the first of them are described, and those of `also`. */
  #listed(ids: readonly number[], also: readonly number[] = []): Children {
    const described = [...ids.slice(0, FIRST), ...also.filter((id) => ids.includes(id, FIRST))];
    return { ids: Int32Array.from(ids), nodes: described.map((id) => this.node(id)) };
  }

  /** The tag of a plain scalar, which only the file itself records. */
  #scalarTag({ id }: Entry): string | undefined {
    const keys = this.keys(id);
    return keys && this.#file.tag(keys);
  }

  #isProvenance({ label, parent }: Entry): boolean {
    return parent === this.#tree.root && (label === "history" || label === "asdf_library");
  }

  /** A scalar's text in full, anything else as JSON. */
  valueText(id: number): string {
    const { value } = this.#tree.entry(id);
    const kind = kindOf(value);
    const isScalar = !["map", "sequence", "array", "bytes"].includes(kind);
    return isScalar ? textOf(value) : JSON.stringify(toJSON(value), null, 2);
  }

  /** Nodes from the first level down to the one to show first; empty for an empty file. */
  first(): number[] {
    const main = this.#file.mainNode();
    return (main && this.trailAlong(main.path)) ?? [];
  }

  /** Nodes from the first level down to this one. The root is included only if there is nothing else. */
  trail(id: number): number[] {
    const trail: number[] = [];
    for (let entry = this.#tree.entry(id); entry.parent; entry = entry.parent) {
      trail.unshift(entry.id);
    }
    return trail.length === 0 ? [id] : trail;
  }

  /** The trail to the node at a path, if it exists. References are not followed. `fits:3` is the array of an HDU. */
  trailAlong(path: string): number[] | undefined {
    const entry = this.#tree.follow(path) ?? this.#apart(path);
    return entry && this.trail(entry.id);
  }

  /** The array of an HDU that the tree does not refer to. */
  #apart(path: string): Entry | undefined {
    const hdu = /^fits:\d+$/.test(path) ? this.hdus[Number(path.slice(5))] : undefined;
    return hdu?.data && this.#tree.addApart(path, hdu.data);
  }

  /** The HDUs of a FITS file. */
  get hdus(): readonly Hdu[] {
    return this.#file.hdus;
  }

  /** The array that has the data of each HDU of a FITS file: the first in the tree, or one apart that was asked for. */
  hduNodes(): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const entries of [this.#tree.walk(holdsObjects), this.#tree.apart()]) {
      for (const { id, value } of entries) {
        if (value instanceof NdArray && value.hdu !== undefined && !found.has(value.hdu)) {
          found.set(value.hdu, id);
        }
      }
    }
    return found;
  }

  /** All nodes of this file in document order. */
  *walk(): Generator<number> {
    for (const { id } of this.#tree.walk()) {
      yield id;
    }
  }

  /** The texts to search: the key, unless it is an index, and the full value of a scalar. */
  texts(id: number) {
    const { label, value, parent } = this.#tree.entry(id);
    const key = Array.isArray(parent?.value) ? undefined : label;
    return { parent: parent?.id, key, value: textOf(value) };
  }

  /** Whether it is part of the file's history or of a log. */
  isInLog(id: number): boolean {
    let above = this.#tree.entry(id).parent;
    while (above && !LOG.test(above.label)) {
      above = above.parent;
    }
    return above !== undefined;
  }

  async detail(id: number): Promise<NodeDetail> {
    const entry = this.#tree.entry(id);
    const { value } = entry;
    const array = arrayOf(value);
    const source = this.#sourceHere(entry);
    const isNew = source !== undefined && this.#block(source) === undefined;
    if (isNew) {
      // A failure is ignored here: reading the array reports it.
      await this.#file.readBlockHeaders([source]).catch(() => {});
    }
    const kind = ancestorOf(entry) ? "cycle" : kindOf(value);
    const text = this.text(id);
    const also = this.#tree.otherPlaces(entry);
    return {
      id,
      path: this.path(id),
      expressions: codeOf(entry, this.#file),
      renewed: isNew || this.#tree.isApart(entry) ? this.#describe(entry) : undefined,
      kind,
      tag: tagOf(value) ?? this.#scalarTag(entry),
      children: countOf(value),
      also: also.slice(0, PLACES).map((place) => ({ id: place.id, path: this.#tree.path(place) })),
      alsoCount: also.length,
      provenance: this.#isProvenance(entry) ? provenanceOf(this.#file.tree) : undefined,
      ...(text === "" && kind !== "string" ? {} : { text: text.slice(0, BEGINNING), length: text.length }),
      ...(array ? { array: this.#arrayDetail(array, entry) } : {}),
    };
  }

  #arrayDetail(array: NdArray, entry: Entry): NodeDetail["array"] {
    const source = this.#sourceHere(entry);
    return {
      shape: array.shape,
      datatype: fieldNames(array),
      bytes: array.nbytes,
      ...(!array.files && { byteorder: array.byteorder, strides: array.strides, offset: array.offset }),
      source: sourceOf(array, this.hdus),
      compression: array.compression === null ? "none" : array.compression,
      block: source === undefined ? undefined : this.#block(source),
      problem: array.error?.message,
    };
  }

  /** The block of this file that holds an array's elements. */
  #sourceHere(entry: Entry): number | undefined {
    const source = arrayOf(entry.value)?.source;
    return typeof source === "number" && !isElsewhere(entry) ? source : undefined;
  }

  #block(source: number): BlockFacts | undefined {
    const { blocks, dialect } = this.#file;
    return factsOfBlock(blocks.at(source), dialect);
  }

  #describe(entry: Entry): TreeNode {
    const { id, value } = entry;
    const key = lineOfEnds(entry.label, KEY);
    const back = ancestorOf(entry);
    const tag = tagOf(value);
    if (back) {
      return {
        id,
        key,
        kind: "cycle",
        text: oneLine(`back to ${this.#tree.path(back) || "the root"}`, LINE),
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
    const array = arrayOf(value);
    if (array) {
      return {
        ...node,
        array: this.#badges(array, entry),
        columns: this.#isColumn(entry) ? "part" : undefined,
      };
    }
    const columns = node.children > 1 ? this.#columnsOf(entry) : undefined;
    return columns ? { ...node, columns: columns.isWhole ? "whole" : "part" } : node;
  }

  /** Whether it is an array that is a column of the map around it. Records are a table of their own. */
  #isColumn(entry: Entry): boolean {
    const { parent } = holderOf(entry);
    const columns = entry.value instanceof NdArray && parent ? this.#columnsOf(parent) : undefined;
    return columns?.columns.some(([, values]) => values === entry.value) ?? false;
  }

  /** The columns of a map, unless it is a table or part of one. */
  #columnsOf(entry: Entry): ColumnMap | undefined {
    const { id, value, parent } = entry;
    const tag = tagOf(value);
    if (kindOf(value) !== "map" || isTable(tag) || isQuantity(tag) || isTable(tagOf(parent?.value))) {
      return undefined;
    }
    const known = this.#columns.get(id);
    if (known?.of === value) {
      return known.columns;
    }
    const columns = columnMap(value);
    this.#columns.set(id, { of: value, columns });
    return columns;
  }

  #badges(value: NdArray, entry: Entry): ArrayBadges {
    const [source, unit] = [this.#sourceHere(entry), this.#unit(entry)];
    return {
      shape: value.shape,
      datatype: datatypeName(value.dtype),
      compression: value.compression ?? undefined,
      stored: source === undefined ? this.hdus[value.hdu ?? -1]?.dataSize : this.#block(source)?.stored,
      elements: elementsOf(value.dtype),
      unit: unit && cut(unit),
      hasAlike: this.#hasAlike(value, entry),
      unreadable: value.error !== undefined,
      files: value.files?.length,
    };
  }

  #hasAlike({ shape }: NdArray, entry: Entry): boolean {
    const { parent } = holderOf(entry);
    const beside = parent && this.#shapesIn(parent).get(`${shape.join()}${versionOf(entry)}`);
    const isAlike = ({ value }: Entry) => arrayOf(value)?.shape.join() === shape.join();
    return (
      (beside ?? 0) > 1 ||
      (isImage(arrayOf(entry.value) ?? null) && this.#tree.bands(entry).filter(isAlike).length > 1)
    );
  }

  #arraysIn(parent: Entry): Entry[] {
    return this.#tree.below(parent).flatMap((entry) => {
      const below = parent === this.#tree.root && isOpenable(entry) ? this.#tree.below(entry) : [];
      const inner = isQuantity(tagOf(entry.value))
        ? this.#tree.below(entry)
        : [entry, ...below.filter(isHduData)];
      return inner.filter(({ value }) => arrayOf(value));
    });
  }

  /** The unit of a quantity's value, of a column's data, or of an array with metadata beside it. */
  #unit({ label: key, value, parent }: Entry): string | undefined {
    const tag = tagOf(parent?.value);
    if (!parent || !(isQuantity(tag) || isTable(tag))) {
      const hdu = value instanceof NdArray ? this.hdus[value.hdu ?? -1] : undefined;
      return unitBeside(key, parent?.value ?? null, hdu);
    }
    const unit = this.#tree.below(parent).find(({ label }) => label === "unit");
    return unit && toUnit(unit.value);
  }

  /** The number of images, without flags, of each shape in a map or a list. */
  #shapesIn(parent: Entry): ReadonlyMap<string, number> {
    const known = this.#shapes.get(parent);
    if (known) {
      return known;
    }
    const counts = new Map<string, number>();
    for (const entry of this.#arraysIn(parent)) {
      const array = arrayOf(entry.value);
      const key = nameOf(entry);
      if (array && isImage(array) && !isFlags({ key, array: { datatype: datatypeName(array.dtype) } })) {
        const shape = `${array.shape.join()}${versionOf(entry)}`;
        counts.set(shape, (counts.get(shape) ?? 0) + 1);
      }
    }
    this.#shapes.set(parent, counts);
    return counts;
  }
}
