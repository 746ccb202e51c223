/**
 * The messages between a pool and its workers, each of which has a MessagePort of its own. The file stays with the pool: a
 * worker requests the bytes it needs.
 */

import type { Warning } from "../api/blocks.ts";
import type { CoreFailure } from "../wasm/failure.ts";
import type { SegmentTask, Task } from "../wasm/reader.ts";

/** The first message, to the worker itself. */
export interface StartMessage {
  /** The module that reads, and whether it is that for FITS: a page with FITS files may have no other. */
  readonly module: WebAssembly.Module;
  readonly isFits: boolean;
  readonly port: MessagePort;
  /** The name of a lock that the worker holds as long as it lives. */
  readonly lock: string | undefined;
}

/** A message to a worker. */
export type ToWorker =
  | (Assignment & { readonly kind: "begin"; readonly job: number })
  /** Bytes that it requested, in memory that it now owns. */
  | { readonly kind: "bytes"; readonly job: number; readonly request: number; readonly bytes: Bytes }
  /** Elements that another worker decoded, for the result that this job keeps. The worker sends the memory back. */
  | { readonly kind: "put"; readonly job: number; readonly start: number; readonly bytes: Bytes }
  /** The result that this job keeps is complete. */
  | { readonly kind: "finish"; readonly job: number }
  | { readonly kind: "stop"; readonly job: number };

/** A message from a worker. Every job ends with `done` or `failed`, even if it was stopped. */
export type FromWorker =
  | { readonly kind: "locked"; readonly lock: string }
  | {
      readonly kind: "need";
      readonly job: number;
      readonly request: number;
      readonly offset: number;
      readonly length: number;
      /** A buffer that may be used for the bytes. */
      readonly buffer: ArrayBuffer | undefined;
    }
  | (TaskRows & { readonly kind: "rows"; readonly job: number })
  | { readonly kind: "returned"; readonly job: number; readonly buffer: ArrayBuffer }
  | (Outcome & { readonly kind: "done"; readonly job: number })
  | {
      readonly kind: "failed";
      readonly job: number;
      readonly failure: CoreFailure;
      /** Whether the module trapped, so that the worker cannot be used any more. */
      readonly broken: boolean;
    };

/** Keeps a result of `nbytes` bytes, into which tasks are decoded, until it is complete. */
export interface KeepTask {
  readonly nbytes: number;
}

/** Encodes a piece of a block that is written. The memory of its bytes is sent back. */
export interface EncodeTask {
  /** The module that writes, which workers load with the first piece. */
  readonly module: WebAssembly.Module;
  readonly codec: string;
  readonly level: number | undefined;
  /** The piece, after `before` bytes that precede it in the block. */
  readonly bytes: Bytes;
  readonly before: number;
}

/** A task for a worker, and how it is carried out. */
export interface Assignment {
  readonly task: Task | SegmentTask | KeepTask | EncodeTask;
  /** The number of elements that it reads; undefined if it only verifies the block's checksum. */
  readonly elements: number | undefined;
  /** Whether its rows are sent as they are finished. */
  readonly rows: boolean;
  /** A buffer that may be used for its elements, or their position in the result that a job of this worker keeps. */
  readonly output: ArrayBuffer | KeptPosition | undefined;
  /** How ranges are merged and split into requests: see `Bytes`. */
  readonly gap: number | undefined;
  readonly most: number | undefined;
}

/** A position in the result that a job keeps, in bytes. */
export interface KeptPosition {
  readonly job: number;
  readonly start: number;
}

/** Elements of a task, from number `start` up to but excluding `stop`; of an encoded piece its bytes. */
export interface TaskRows {
  readonly bytes: Bytes;
  readonly mask: Bytes | undefined;
  readonly start: number;
  readonly stop: number;
}

/** The end of a task, after its rows. */
export interface Outcome {
  readonly warnings: readonly Warning[];
  /** Whether the block's checksum was verified. */
  readonly verified: boolean;
  /** Of a segment: shows whether it fits its neighbours. */
  readonly seam?: BigUint64Array;
}

type Bytes = Uint8Array<ArrayBuffer>;
