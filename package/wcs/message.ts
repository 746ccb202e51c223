/** The description of a WCS, a part of the tree, in the form that the WebAssembly module reads (see `src/js/wcs/message.rs`). */
import { NdArray } from "../api/ndarray.ts";
import { isTreeMap, Reference, type TreeValue } from "../api/tree.ts";
import { Complex, Tagged, tagOf } from "../api/values.ts";

/** Nodes as numbers, and the numbers, texts and arrays that they refer to. */
export interface WcsMessage {
  readonly nodes: Uint32Array;
  readonly numbers: Float64Array;
  /** The texts, each of which ends with a zero character. */
  readonly texts: string;
  readonly arrays: readonly NdArray[];
}

const NULL = 0;
const BOOL = 1;
const NUMBER = 2;
const TEXT = 3;
const SEQUENCE = 4;
const MAPPING = 5;
const ARRAY = 6;

const NDARRAY = "tag:stsci.edu:asdf/core/ndarray-1.1.0";

/** Texts that other programs write as numbers, but YAML 1.1 takes for text, such as `1e5`. Linear for any text: a digit matches in one way. */
const written = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)e[-+]?\d+|inf|nan)$/i;

/** Keys of lists of names: a label or an axis may be called `nan` or `1e5`. */
const NAMES: ReadonlySet<string> = new Set(["labels", "inputs", "outputs", "axes_names"]);

/** Gives each value a number, the same one for the same value. */
class Numbering<T> {
  readonly values: T[] = [];
  readonly #known = new Map<T, number>();

  of(value: T): number {
    const known = this.#known.get(value);
    if (known !== undefined) {
      return known;
    }
    this.#known.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Describes a node. A node that occurs several times, even in itself, is described once. `targets`: the nodes that its references lead to. */
export function describeWcs(
  root: TreeValue,
  targets: ReadonlyMap<Reference, TreeValue> = new Map(),
): WcsMessage {
  return new Description(root, targets).message();
}

class Description {
  /** The nodes in the order in which they are found. */
  readonly #nodes: TreeValue[] = [];
  readonly #objects = new Map<object, number>();
  readonly #keys = new Map<string, number>();
  /** Lists whose texts stay texts, and the numbers of those texts among the nodes. */
  readonly #names = new Set<TreeValue>();
  readonly #plain = new Set<number>();
  readonly #texts = new Numbering<string>();
  readonly #numbers = new Numbering<number>();
  readonly #arrays = new Numbering<NdArray>();
  readonly #words: number[] = [];
  readonly #targets: ReadonlyMap<Reference, TreeValue>;

  constructor(root: TreeValue, targets: ReadonlyMap<Reference, TreeValue>) {
    this.#targets = targets;
    this.#node(root);
    // The loop also visits nodes that are found during it.
    for (const [number, node] of this.#nodes.entries()) {
      this.#describe(node, number);
    }
  }

  message(): WcsMessage {
    const texts = this.#texts.values.map((text) => `${text.replaceAll("\0", "\ufffd")}\0`);
    return {
      nodes: Uint32Array.from(this.#words),
      numbers: Float64Array.from(this.#numbers.values),
      texts: texts.join(""),
      arrays: this.#arrays.values,
    };
  }

  #node(node: TreeValue): number {
    const value = node instanceof Reference ? (this.#targets.get(node) ?? node) : node;
    const isObject = typeof value === "object" && value !== null;
    const known = isObject ? this.#objects.get(value) : undefined;
    if (known !== undefined) {
      return known;
    }
    if (isObject) {
      this.#objects.set(value, this.#nodes.length);
    }
    return this.#nodes.push(value) - 1;
  }

  /** Keys occur often: each is one node. */
  #key(key: TreeValue): number {
    if (typeof key !== "string") {
      return this.#node(key);
    }
    const known = this.#keys.get(key) ?? this.#node(key);
    this.#keys.set(key, known);
    return known;
  }

  #describe(node: TreeValue, number: number): void {
    // An array of an HDU has no tag.
    const tag = tagOf(node) ?? (node instanceof NdArray ? NDARRAY : undefined);
    const head = tag === undefined ? 0 : 8 * (this.#texts.of(tag) + 1);
    const add = (kind: number, ...words: number[]) => this.#words.push(head + kind, ...words);
    if (node === null) {
      add(NULL);
    } else if (typeof node === "boolean") {
      add(BOOL, Number(node));
    } else if (typeof node === "number" || typeof node === "bigint") {
      add(NUMBER, this.#numbers.of(Number(node)));
    } else if (typeof node === "string" && written.test(node) && !this.#plain.has(number)) {
      add(NUMBER, this.#numbers.of(Number(node.replace(/inf$/i, "Infinity").replace(/^[-+]?nan$/i, "NaN"))));
    } else if (typeof node === "string") {
      add(TEXT, this.#texts.of(node));
    } else if (node instanceof Tagged) {
      add(TEXT, this.#texts.of(node.value));
    } else if (node instanceof Complex || node instanceof Reference || node instanceof Uint8Array) {
      add(TEXT, this.#texts.of(String(node)));
    } else if (node instanceof NdArray) {
      add(ARRAY, this.#arrays.of(node));
    } else {
      this.#collection(node, head);
    }
  }

  #collection(node: Exclude<TreeValue, null | boolean | number | bigint | string>, head: number): void {
    if (Array.isArray(node)) {
      const items = node.map((item) => this.#node(item));
      if (this.#names.has(node)) {
        for (const [i, item] of items.entries()) {
          if (typeof node[i] === "string") {
            this.#plain.add(item);
          }
        }
      }
      this.#words.push(head + SEQUENCE, items.length);
      this.#append(items);
      return;
    }
    const entries: [TreeValue, TreeValue][] =
      node instanceof Map ? [...node] : isTreeMap(node) ? Object.entries(node) : [];
    this.#words.push(head + MAPPING, entries.length);
    for (const [key, value] of entries) {
      if (typeof key === "string" && NAMES.has(key)) {
        this.#names.add(value);
      }
      this.#words.push(this.#key(key), this.#node(value));
    }
  }

  /** Not all as arguments: a list may be long. */
  #append(words: readonly number[]): void {
    for (const word of words) {
      this.#words.push(word);
    }
  }
}
