/**
 * The WebAssembly module that reads, and the shape of what it exports. What it throws are plain objects; `guard()` of
 * `error.ts` makes errors of them.
 */

import type { ErrorCode } from "../api/error.ts";
import type { BlockInfo, Datatype, InitInput, Selection, Warning } from "../api/types.ts";
import * as generated from "../asdf_wasm.js";
import { Module } from "./module.ts";

/** An operation that asks for byte ranges until it is finished. */
export interface Operation {
  /** Offset, length, offset, length, … of what is still wanted; undefined: finished. */
  next(): Float64Array | undefined;
  supply(offset: number, bytes: Uint8Array): void;
}

export interface Opening extends Operation {
  /** Consumes the operation. */
  finish(): Document;
  free(): void;
}

export interface Document {
  info(): DocumentInfo;
  /** The node table, JSON; given once. */
  tree(): string;
  /** The pieces in which a selection of an array is read. */
  pieces(node: number, selection: Selection, options: EngineReadOptions): Pieces;
  /** The blocks whose headers have to be read before these pieces can be. */
  lacking(pieces: Pieces): Uint32Array;
  /** Begins to read the headers of these blocks, or of all. */
  readHeaders(blocks: Uint32Array | undefined): Headers;
  /** Takes in what was read of headers, and consumes it. */
  learn(headers: Headers): HeaderNews;
  /** Begins a piece that is in this file. */
  read(pieces: Pieces, index: number): Reading;
  /** Begins a piece of an array of `owner`, which is in the first block of this file. */
  readAs(owner: Document, pieces: Pieces, index: number): Reading;
  readBlock(index: number): Reading;
  free(): void;
}

export interface DocumentInfo {
  readonly dialect: "asdf" | "asdf-0.1" | "finf-0.1";
  readonly formatVersion: string;
  readonly standardVersion?: string;
  readonly comments: readonly string[];
  readonly blocks: readonly BlockInfo[];
  readonly warnings: readonly Warning[];
}

export interface Headers extends Operation {
  free(): void;
}

/** What was learnt of block headers. */
export interface HeaderNews {
  readonly blocks: readonly BlockInfo[];
  /** Whether these are all blocks: those of before were wrong. */
  readonly anew: boolean;
  readonly warnings: readonly Warning[];
}

export interface EngineReadOptions {
  readonly float16?: "bits";
  /** The index of a field, and of a field of that, … */
  readonly field?: readonly number[];
}

export interface Pieces {
  info(): PiecesInfo;
  free(): void;
}

/** A result, to be filled by carrying out its pieces in their order. What none of them writes is zero. */
export interface PiecesInfo {
  readonly shape: readonly number[];
  readonly nbytes: number;
  /** Whether it has a mask, a byte an element. */
  readonly masked: boolean;
  /** For each piece the URI of the file that it is in, null for this one. */
  readonly sources: readonly (string | null)[];
  /** For each piece the block of this file that it is in, or null. */
  readonly blocks: readonly (number | null)[];
  /** For each piece the number of the first element of the result that it may write. */
  readonly positions: readonly number[];
}

export interface Reading {
  /**
   * The parts in which others can carry it out, so many at a time, each of which goes over at least so many decoded bytes;
   * undefined if its elements stand in the tree, or its block is cut short.
   */
  parts(workers: number, least: number): Parts | undefined;
  /** Whether its block's checksum was verified. */
  isVerified(): boolean;
  plan(): Plan;
  /** The ranges that it needs first: it writes nothing yet. */
  ahead(): Float64Array;
  next(output: Uint8Array, mask: Uint8Array | undefined): Float64Array | undefined;
  supply(offset: number, bytes: Uint8Array): void;
  /** The number of the first element of the result that may still be written; infinite once all are. */
  position(): number;
  warnings(): readonly Warning[];
  free(): void;
}

/** What is to be done as part of a reading, as the engine says it to itself. */
export type Task = BigUint64Array;

/** Finds the parts of a reading, one each time it is driven to its end. */
export interface Parts extends Operation {
  /**
   * Where the elements of all of them go in the result: how many bytes an element takes, none if the reading only masks;
   * the number of the first; how many lie one behind the other, 0 if all do; and, from the outermost, the axes along which
   * such rows lie, two numbers each: how many indices they have, and how far they are apart.
   */
  place(): Float64Array;
  /**
   * The elements that the part that was found gives, counted in the order of the reading: the first, and that behind the
   * last. Undefined: none, it verifies the block's checksum.
   */
  elements(): Float64Array | undefined;
  /** What the part that was found is to do; undefined: there are no more. */
  take(): Task | undefined;
  /**
   * How the block can be decoded in stretches first, if that is worth it: where its stored bytes begin in the file, how many
   * they are, how many a stretch has and to how many it decodes at most, to how many all of them do, and 1 if the block's
   * checksum is to be verified as well.
   */
  stretches(): Float64Array | undefined;
  /** Joins the next stretch, by its seam, to those before it; gives whether it fits. */
  join(seam: BigUint64Array): boolean;
  /** Whether the stretch joined last was the last. */
  isJoined(): boolean;
  /** The reading, from a file in which the block is not compressed. */
  plain(): Reading;
  /** Says that the block's checksum was verified. */
  setVerified(): void;
  free(): void;
}

/** A stretch of a block of bzip2 streams: which of the stored bytes it has, and to how many it decodes at most. */
export interface Stretch {
  readonly base: number;
  readonly stored: number;
  readonly start: number;
  readonly end: number;
  readonly most: number;
}

/** Bytes of the file. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

export interface Plan {
  /** How many bytes of elements it writes. */
  readonly nbytes: number;
  /** Whether it writes to the mask. */
  readonly masks: boolean;
  /** The result is exactly these bytes of the file. */
  readonly direct?: Extent;
  /**
   * With `direct`: these stored bytes are to be verified beside, by driving the reading with an empty output and no
   * mask.
   */
  readonly verify?: Extent;
}

/** A failure as the engine throws it. */
export interface EngineFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly offset?: number;
  readonly block?: number;
  readonly path?: string;
}

/** A value in the node table: `[id]` is a node of it, `[number, 0]` a float without a fraction. */
export type TableValue = null | boolean | number | string | readonly [id: number] | WholeFloat;

export type WholeFloat = readonly [number: number, float: 0];

/** A map, its keys and values alternating, or a sequence. */
export type CollectionNode = readonly ["map" | "seq", tag: string | null, ...items: TableValue[]];

/** A node of the node table. */
export type TableNode =
  | CollectionNode
  | readonly ["scalar", tag: string, text: string]
  | readonly ["core", tag: string | null, value: null | boolean | number | string | WholeFloat]
  | readonly ["int" | "float" | "bytes", text: string, tag: string | null]
  | readonly ["complex", tag: string | null, re: TablePart, im: TablePart]
  /** Behind the description, keys and values of the arrays that it is made of: its `chunks`, its `mask`. */
  | readonly ["ndarray", tag: string | null, description: ArrayDescription, ...parts: TableValue[]];

/** A part of a complex number. */
export type TablePart = number | readonly ["float", text: string];

export interface NodeTable {
  readonly root: TableValue;
  readonly nodes: readonly TableNode[];
}

/** What the tree says of an array, or why it cannot be understood. */
export type ArrayDescription =
  | {
      readonly shape: readonly number[];
      readonly dtype: Datatype;
      readonly byteorder: "little" | "big";
      /** Of records, the byte order of each field, and of each of the fields of a field: `b` or `l`. */
      readonly orders?: string;
      readonly strides: readonly number[];
      readonly offset: number;
      readonly source: number | string | null;
      readonly masked: boolean;
      readonly error?: undefined;
    }
  | { readonly error: EngineFailure };

const module = new Module(generated, "asdf_wasm_bg.wasm", "init");

/** Loads the module from `input`, unless it is loaded or being loaded already. */
export function load(input: InitInput | Promise<InitInput>): Promise<void> {
  return module.load(input);
}

/** Loads the module from bytes or a compiled module, unless it is loaded already. */
export function loadSync(input: BufferSource | WebAssembly.Module): void {
  module.loadSync(input);
}

/** Whether the module is loaded. */
export function isLoaded(): boolean {
  return module.isLoaded();
}

/** Waits for the module that is being loaded. */
export function loaded(): Promise<void> {
  return module.loaded();
}

/** What the module exports. */
export function engine(): typeof generated {
  return module.exports();
}

/** Frees what the engine made. After a trap it stays borrowed and cannot be: the failure at hand says more. */
export function release(handle: { free(): void }): void {
  try {
    handle.free();
  } catch {
    // Nothing is left to be done about it.
  }
}
