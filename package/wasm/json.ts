/** What the WebAssembly modules that read return as JSON: the tree as a table of nodes, and HDUs. */
import type { ArrayDescription } from "../api/ndarray.ts";
import type { CoreFailure } from "./failure.ts";

/** An HDU of a FITS file. */
export interface DescribedHdu {
  readonly index: number;
  readonly name: string;
  readonly version: number;
  readonly kind: "image" | "table" | "compressed-image" | "ascii-table" | "groups" | "other";
  readonly offset: number;
  readonly headerSize: number;
  readonly dataSize: number;
  readonly cards: readonly (readonly [keyword: string, value: CardCode, comment: string])[];
  readonly problem?: CoreFailure;
  readonly data?: DescribedArray;
}

/** The value of a card: null if it is undefined. */
export type CardCode =
  | null
  | boolean
  | number
  | string
  | CardFloat
  | readonly ["int", digits: string]
  | readonly ["complex", re: CardFloat, im: CardFloat];

/** A float of a card, or the text of one that JSON does not have. */
export type CardFloat = readonly [number: number] | readonly ["float", text: string];

export interface NodeTable {
  readonly root: TableValue;
  readonly nodes: readonly TableNode[];
}

/** A node of the node table. */
export type TableNode =
  | CollectionNode
  | readonly ["scalar", tag: string, text: string]
  | readonly ["core", tag: string | null, value: null | boolean | number | string | WholeFloat]
  | readonly ["int" | "float" | "bytes", text: string, tag: string | null]
  | readonly ["complex", tag: string | null, re: TableNumber, im: TableNumber]
  /** After the description: keys and values of the arrays that it consists of, its `chunks` or its `mask`. */
  | readonly ["ndarray", tag: string | null, description: DescribedArray, ...components: TableValue[]];

/** A map, with alternating keys and values, or a sequence. */
export type CollectionNode = readonly ["map" | "seq", tag: string | null, ...items: TableValue[]];

/** A value in the node table: `[id]` is a node of the table, `[number, 0]` a float without a fraction. */
export type TableValue = null | boolean | number | string | readonly [id: number] | WholeFloat;

export type WholeFloat = readonly [number: number, float: 0];

/** The real or imaginary part of a complex number. */
export type TableNumber = number | readonly ["float", text: string];

/** The description of an array in the node table, or why it is invalid. */
export type DescribedArray =
  | (ArrayDescription & { readonly error?: undefined })
  | { readonly error: CoreFailure };
