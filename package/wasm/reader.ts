/**
 * The WebAssembly module that reads ASDF, and the operations that it exports, whose types are generated from the Rust code. The module for
 * FITS exports the same, and HDUs.
 */
import * as generated from "../asdf_wasm.js";
import type { Document as FitsDocument } from "../asdf_wasm_fits.js";
import { Module } from "./module.ts";

export type { Opening, PieceReader, ReadPlan, TaskSplitter } from "../asdf_wasm.js";
export type { ColumnsPlan } from "../asdf_wasm_fits.js";

/** A parsed file: its layout and its tree, without its bytes. Only the module for FITS has HDUs. */
export type Document = generated.Document &
  Partial<Pick<FitsDocument, "hdus" | "planHdu" | "planColumns" | "readColumns">>;

/** An operation that asks for byte ranges until it is finished. */
export interface Operation {
  /** The ranges that are still missing, as offset, length, offset, length, …; undefined when it is finished. */
  next(): Float64Array | undefined;
  supply(offset: number, bytes: Uint8Array): void;
}

/** A piece, or some of its elements, as a message to another instance of the module. */
export type Task = BigUint64Array;

/** A segment of a block of bzip2 streams: its range of the stored bytes, and its maximum decoded size. */
export interface SegmentTask {
  readonly base: number;
  readonly stored: number;
  readonly start: number;
  readonly end: number;
  readonly most: number;
}

/** The module that reads ASDF. Both modules that read are chosen between in `reading.ts`. */
export const asdfModule = new Module(generated, "asdf_wasm_bg.wasm", "init");
