/**
 * Builds the tree of JavaScript values from the node table of the core, in two passes: the first makes the value of each
 * node, with empty collections; the second fills the collections. So aliases and cycles keep their identity, and deep
 * nesting does not overflow the stack.
 */

import { setDescribed } from "../api/described.ts";
import { homeIn, setHome, setOrigin, setTag } from "../api/marks/marks.ts";
import { type ArrayReader, NdArray } from "../api/ndarray.ts";
import { isTreeMap, Reference, setComponents, type TreeMap, type TreeValue } from "../api/tree.ts";
import { Complex, ORDERED_MAP, setFloat, Tagged } from "../api/values.ts";
import { toAsdfError } from "../wasm/failure.ts";
import type {
  CollectionNode,
  NodeTable,
  TableNode,
  TableNumber,
  TableValue,
  WholeFloat,
} from "../wasm/json.ts";
import { isFileManager, type Managing, managedArray } from "./file-manager.ts";
import { type ReferringFile, referenceIn } from "./references.ts";
import { isTiledDataset, setHeadersOfTiles, tiledArray } from "./tiled.ts";
import { arrayOfZarr, isZarr, type ZarrFile } from "./zarr.ts";

/** The file that the arrays and references of a tree belong to. */
type Owner = ArrayReader & ReferringFile & Managing & ZarrFile;

/** The tree, and the tags of scalars, which JavaScript values cannot carry. */
export class Tree {
  readonly root: TreeValue;
  /** The nodes that describe arrays of Zarr. */
  readonly zarrs: TreeMap[] = [];
  readonly #rootTag: string | undefined;
  readonly #tags = new WeakMap<object, Map<TreeValue, string>>();

  /** `json`: the node table; if it is empty, the file has no tree, and the root is null. */
  constructor(json: string, owner: Owner) {
    const { root, nodes }: NodeTable = json === "" ? { root: null, nodes: [] } : JSON.parse(json);
    const values: readonly TreeValue[] = nodes.map((node, id) => nodeValue(node, id, nodes, owner));
    const home = homeIn(owner);
    for (const [id, node] of nodes.entries()) {
      const value = values[id];
      const tag = node[0] === "map" || node[0] === "seq" || node[0] === "scalar" ? node[1] : null;
      // Tags of the standard itself need no other block than their arrays.
      if (
        tag !== null &&
        !tag.startsWith("tag:stsci.edu:asdf/") &&
        typeof value === "object" &&
        value !== null
      ) {
        setHome(value, home);
      }
      if ((node[0] === "map" || node[0] === "seq") && !(value instanceof Reference)) {
        this.#fill(value, node, nodes, values);
        if (isFileManager(value)) {
          setDescribed(value, () => managedArray(value, owner));
        } else if (isTiledDataset(value)) {
          setDescribed(value, () => tiledArray(value, owner));
        } else if (isZarr(value)) {
          this.zarrs.push(value);
          setDescribed(value, () => arrayOfZarr(value, owner));
        }
      } else if (value instanceof NdArray && node[0] === "ndarray" && node.length > 3) {
        const components: TreeMap = Object.create(null);
        const [, , , ...entries] = node;
        this.#fill(components, ["map", null, ...entries], nodes, values);
        setComponents(value, components);
      }
    }
    for (const value of values) {
      if (isTiledDataset(value)) {
        setHeadersOfTiles(value);
      }
    }
    this.root = resolve(root, values);
    if (isTreeMap(this.root)) {
      setOrigin(this.root, () => new Tree(json, owner).root, owner);
    }
    this.#rootTag = isNode(root) ? scalarTag(nodes[root[0]]) : undefined;
  }

  /** The tag of the scalar under `key` of `collection`, or of the root if there is no collection. */
  scalarTag(collection: object | undefined, key?: TreeValue): string | undefined {
    return collection === undefined ? this.#rootTag : this.#tags.get(collection)?.get(key ?? null);
  }

  #fill(
    collection: TreeValue | undefined,
    node: CollectionNode,
    nodes: readonly TableNode[],
    values: readonly TreeValue[],
  ): void {
    const keyed = node[0] === "map";
    for (let i = 2; i < node.length; i += keyed ? 2 : 1) {
      const key = keyed ? resolve(node[i] ?? null, values) : i - 2;
      const item = (keyed ? node[i + 1] : node[i]) ?? null;
      const value = resolve(item, values);
      if (Array.isArray(collection)) {
        collection.push(value);
      } else if (collection instanceof Map) {
        collection.set(key, value);
      } else if (isTreeMap(collection)) {
        collection[String(key)] = value;
      }
      if (isWholeFloat(item) || (isNode(item) && isWholeFloat(nodes[item[0]]?.[2]))) {
        setFloat(collection, key);
      }
      const tag = isNode(item) ? scalarTag(nodes[item[0]]) : undefined;
      if (tag !== undefined && typeof collection === "object" && collection !== null) {
        const tags = this.#tags.get(collection) ?? new Map<TreeValue, string>();
        this.#tags.set(collection, tags.set(key, tag));
      }
    }
  }
}

function isNode(value: TableValue): value is readonly [id: number] {
  return typeof value === "object" && value !== null && value.length === 1;
}

function isWholeFloat(value: unknown): value is WholeFloat {
  return Array.isArray(value) && value.length === 2 && value[1] === 0;
}

function resolve(value: TableValue, values: readonly TreeValue[]): TreeValue {
  if (isWholeFloat(value)) {
    return value[0];
  }
  return isNode(value) ? (values[value[0]] ?? null) : value;
}

function scalarTag(node: TableNode | undefined): string | undefined {
  switch (node?.[0]) {
    case "core":
      return node[1] ?? undefined;
    case "int":
    case "float":
      return node[2] ?? undefined;
    default:
      return undefined;
  }
}

/** The value of a node; collections are still empty. */
function nodeValue(node: TableNode, id: number, nodes: readonly TableNode[], owner: Owner): TreeValue {
  switch (node[0]) {
    case "map":
      return tagged(emptyMap(node, nodes, owner), node[1]);
    case "seq":
      return tagged<TreeValue[]>([], node[1]);
    case "scalar":
      return new Tagged(node[1], node[2]);
    case "core":
      return isWholeFloat(node[2]) ? node[2][0] : node[2];
    case "int":
      return node[1].startsWith("-0x") ? -BigInt(node[1].slice(1)) : BigInt(node[1]);
    case "float":
      return Number(node[1]);
    case "bytes":
      return tagged(fromBase64(node[1]), node[2]);
    case "complex":
      return tagged(new Complex(numberOf(node[2]), numberOf(node[3])), node[1]);
    case "ndarray":
      return tagged(
        NdArray.at({ node: id }, node[2].error ? toAsdfError(node[2].error) : node[2], owner),
        node[1],
      );
  }
}

function tagged<T extends object>(value: T, tag: string | null): T {
  if (tag !== null) {
    setTag(value, tag);
  }
  return value;
}

/**
 * An empty map, or a reference if the map has a string `$ref`. It is a `Map` if a key is no string, or if an object would
 * reorder the keys of an ordered map.
 */
function emptyMap(
  node: CollectionNode,
  nodes: readonly TableNode[],
  owner: Owner,
): TreeMap | Map<TreeValue, TreeValue> | Reference {
  let isObject = true;
  for (let i = 2; i < node.length; i += 2) {
    const key = plain(node[i], nodes);
    const value = key === "$ref" ? plain(node[i + 1], nodes) : undefined;
    if (typeof value === "string") {
      return referenceIn(owner, value);
    }
    isObject &&= typeof key === "string" && !(node[1] === ORDERED_MAP && /^\d+$/.test(key));
  }
  // What `Object.create(null)` makes is a hash table in V8: larger, and several times slower to enumerate.
  return isObject ? Object.setPrototypeOf({}, null) : new Map<TreeValue, TreeValue>();
}

/** The value of a plain scalar, tagged or not. */
function plain(value: TableValue | undefined, nodes: readonly TableNode[]): TableValue | undefined {
  const node = value !== undefined && isNode(value) ? nodes[value[0]] : undefined;
  return node?.[0] === "core" ? node[2] : value;
}

function numberOf(value: TableNumber): number {
  return typeof value === "number" ? value : Number(value[1]);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
