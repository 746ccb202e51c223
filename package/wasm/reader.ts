/** The WebAssembly module that reads ASDF, and the interfaces of the operations that it exports; that for FITS exports the same. */

import type { Selection } from "../api/arrays.ts";
import type { BlockInfo, Warning } from "../api/blocks.ts";
import type { ArrayDescription } from "../api/ndarray.ts";
import * as generated from "../asdf_wasm.js";
import type { Extent } from "../bytes/bytes.ts";
import type { CoreFailure } from "./failure.ts";
import { Module } from "./module.ts";

/** An operation that asks for byte ranges until it is finished. */
export interface Operation {
  /** The ranges that are still missing, as offset, length, offset, length, …; undefined when it is finished. */
  next(): Float64Array | undefined;
  supply(offset: number, bytes: Uint8Array): void;
}

export interface Opening extends Operation {
  /** Consumes the operation. */
  finish(): Document;
  free(): void;
}

/** A parsed file: its layout and its tree, without its bytes. */
export interface Document {
  info(): DocumentInfo;
  /** The node table as JSON; it can be taken once. */
  tree(): string;
  /** Plans how to read a selection of the array at a node. */
  plan(node: number, selection: Selection, options: CoreReadOptions): ReadPlan;
  /** The blocks whose headers have to be read before this plan can be carried out. */
  missingHeaders(plan: ReadPlan): Uint32Array;
  /** Begins to read the headers of these blocks, or of all. */
  readHeaders(blocks: Uint32Array | undefined): HeaderReader;
  /** Adds the headers that were read, and consumes the reader. */
  addHeaders(headers: HeaderReader): HeaderUpdate;
  /** Begins to read a piece that is in this file. */
  readPiece(plan: ReadPlan, index: number): PieceReader;
  /** Begins to read a piece of an array of `owner`, which is in the first block of this file. */
  readPieceFor(owner: Document, plan: ReadPlan, index: number): PieceReader;
  /** Begins to read the decoded bytes of a block; or to verify it, whatever the option `checksums` is. */
  readBlock(index: number, verify: boolean): PieceReader;
  /** The HDUs as JSON. Only the module that reads FITS has them. */
  hdus?(): string;
  /** Plans how to read a selection of the array in an HDU. */
  planHdu?(hdu: number, selection: Selection, options: CoreReadOptions): ReadPlan;
  free(): void;
}

export interface DocumentInfo {
  readonly dialect: "asdf" | "asdf-0.1" | "finf-0.1" | "fits";
  readonly formatVersion: string;
  readonly standardVersion?: string;
  readonly comments: readonly string[];
  readonly blocks: readonly BlockInfo[];
  readonly warnings: readonly Warning[];
}

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

/** Reads block headers. */
export interface HeaderReader extends Operation {
  free(): void;
}

/** Block headers that are newly known. */
export interface HeaderUpdate {
  readonly blocks: readonly BlockInfo[];
  /** Whether these are all blocks: the block index was wrong. */
  readonly replacesAll: boolean;
  readonly warnings: readonly Warning[];
}

export interface CoreReadOptions {
  readonly float16?: "bits";
  /** The index of a field, followed by the indices of nested fields. */
  readonly field?: readonly number[];
}

/** How a selection of an array is read. */
export interface ReadPlan {
  info(): ReadPlanInfo;
  free(): void;
}

/** The result of a read, and its pieces, which are read in order. Elements that no piece writes are zero. */
export interface ReadPlanInfo {
  readonly shape: readonly number[];
  readonly nbytes: number;
  /** Whether the result has a mask, with one byte per element. */
  readonly masked: boolean;
  /** For each piece the URI of the external file that it is in, null for this file. */
  readonly sources: readonly (string | null)[];
  /** For each piece the block of this file that it is in, or null. */
  readonly blocks: readonly (number | null)[];
  /** For each piece the number of the first element of the result that it may write. */
  readonly positions: readonly number[];
}

/** Reads one piece of an array: its elements in one block, or those in the tree. */
export interface PieceReader {
  /**
   * Splits the piece into tasks for this many workers, each covering at least `least` decoded bytes. Undefined if its
   * elements are in the tree, or its block is truncated.
   */
  split(workers: number, least: number): TaskSplitter | undefined;
  /** Whether its block's checksum was verified. */
  isVerified(): boolean;
  info(): PieceInfo;
  /** The ranges that it needs first. Nothing is written yet. */
  ahead(): Float64Array;
  /** Limits writing to the first elements of the result. Where the next elements lie beyond, it returns no ranges. */
  setRoom(elements: number): void;
  next(output: Uint8Array, mask: Uint8Array | undefined): Float64Array | undefined;
  supply(offset: number, bytes: Uint8Array): void;
  /** The number of the first element of the result that it may still write; infinite once it is finished. */
  position(): number;
  warnings(): readonly Warning[];
  free(): void;
}

/** What a piece reader returns. */
export interface PieceInfo {
  /** The number of bytes of elements that it writes. */
  readonly nbytes: number;
  /** Whether it writes to the mask. */
  readonly masks: boolean;
  /** If present, the result is exactly these bytes of the file. */
  readonly direct?: Extent;
  /**
   * With `direct`: these stored bytes have to be verified in addition, by driving the piece reader with an empty output and
   * no mask.
   */
  readonly verify?: Extent;
}

/** A piece, or some of its elements, as a message to another instance of the module. */
export type Task = BigUint64Array;

/** Splits a piece into tasks: each time it is driven to its end, it has found the next one. */
export interface TaskSplitter extends Operation {
  /**
   * The region of the result where the elements of all tasks go: the size of an element in bytes (0 if the piece only writes
   * to the mask); the number of the first element; the length of a row of consecutive elements (0 if all are consecutive);
   * then, for each axis along which such rows lie, the outermost axis first, the number of indices and their distance.
   */
  region(): Float64Array;
  /**
   * The elements that the found task reads, in the order of the piece: the first, and the one after the last. Undefined if
   * it only verifies the block's checksum.
   */
  elements(): Float64Array | undefined;
  /** The task that was found; undefined if there are no more. */
  take(): Task | undefined;
  /**
   * How the block can be decoded in segments first, if that is worthwhile: the offset of its stored bytes in the file, their
   * number, the stored bytes of a segment, the maximum decoded size of a segment, the decoded size of the block, and 1 if the
   * block's checksum has to be verified in addition.
   */
  segments(): Float64Array | undefined;
  /** Joins the next segment, by its seam, to those before it. Returns whether it fits. */
  join(seam: BigUint64Array): boolean;
  /** Whether the segment joined last was the last one. */
  isJoined(): boolean;
  /** Reads the same piece from a file in which the block is not compressed. */
  readDecoded(): PieceReader;
  /** Records that the block's checksum was verified. */
  setVerified(): void;
  free(): void;
}

/** A segment of a block of bzip2 streams: its range of the stored bytes, and its maximum decoded size. */
export interface SegmentTask {
  readonly base: number;
  readonly stored: number;
  readonly start: number;
  readonly end: number;
  readonly most: number;
}

/** A value in the node table: `[id]` is a node of the table, `[number, 0]` a float without a fraction. */
export type TableValue = null | boolean | number | string | readonly [id: number] | WholeFloat;

export type WholeFloat = readonly [number: number, float: 0];

/** A map, with alternating keys and values, or a sequence. */
export type CollectionNode = readonly ["map" | "seq", tag: string | null, ...items: TableValue[]];

/** A node of the node table. */
export type TableNode =
  | CollectionNode
  | readonly ["scalar", tag: string, text: string]
  | readonly ["core", tag: string | null, value: null | boolean | number | string | WholeFloat]
  | readonly ["int" | "float" | "bytes", text: string, tag: string | null]
  | readonly ["complex", tag: string | null, re: TableNumber, im: TableNumber]
  /** After the description: keys and values of the arrays that it consists of, its `chunks` or its `mask`. */
  | readonly ["ndarray", tag: string | null, description: DescribedArray, ...components: TableValue[]];

/** The real or imaginary part of a complex number. */
export type TableNumber = number | readonly ["float", text: string];

export interface NodeTable {
  readonly root: TableValue;
  readonly nodes: readonly TableNode[];
}

/** The description of an array in the node table, or why it is invalid. */
export type DescribedArray =
  | (ArrayDescription & { readonly error?: undefined })
  | { readonly error: CoreFailure };

/** The module that reads ASDF. Both modules that read are chosen between in `reading.ts`. */
export const asdfModule = new Module(generated, "asdf_wasm_bg.wasm", "init");
