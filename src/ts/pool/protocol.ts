/**
 * What a pool and one of its workers say to each other, over a MessagePort of their own. The file stays with the pool:
 * a worker asks for the bytes it needs.
 */

import type { Warning } from "../api/types.ts";
import type { EngineFailure, Stretch, Task } from "../wasm/reader.ts";

/** The first message, to the worker itself. */
export interface Begin {
  readonly module: WebAssembly.Module;
  readonly port: MessagePort;
  /** The name of a lock that the worker is to hold as long as it lives. */
  readonly lock: string | undefined;
}

/** What a worker is told. */
export type Order =
  | (Assignment & { readonly kind: "begin"; readonly job: number })
  /** Bytes that it asked for, in memory that is now its own. */
  | { readonly kind: "bytes"; readonly job: number; readonly ask: number; readonly bytes: Bytes }
  /** What another worker decoded of the result that is kept by this job. It sends the memory back. */
  | { readonly kind: "put"; readonly job: number; readonly start: number; readonly bytes: Bytes }
  /** The result that is kept by this job is whole. */
  | { readonly kind: "finish"; readonly job: number }
  | { readonly kind: "stop"; readonly job: number };

/** What a worker says. It ends each job with `done` or `failed`, stopped ones too. */
export type News =
  | { readonly kind: "locked"; readonly lock: string }
  | {
      readonly kind: "need";
      readonly job: number;
      readonly ask: number;
      readonly offset: number;
      readonly length: number;
      /** Memory that they may be put in. */
      readonly spare: ArrayBuffer | undefined;
    }
  | (Rows & { readonly kind: "rows"; readonly job: number })
  | { readonly kind: "spare"; readonly job: number; readonly memory: ArrayBuffer }
  | (Outcome & { readonly kind: "done"; readonly job: number })
  | {
      readonly kind: "failed";
      readonly job: number;
      readonly failure: EngineFailure;
      /** Whether the engine trapped, so that the worker is of no more use. */
      readonly broken: boolean;
    };

/** To keep a result of so many bytes, into which parts are decoded, until it is whole. */
export interface Keep {
  readonly nbytes: number;
}

/** A part of a reading, or what keeps the result of all of them. */
export interface Assignment {
  readonly task: Task | Stretch | Keep;
  /** How many elements it gives; undefined: it verifies the block's checksum and gives none. */
  readonly elements: number | undefined;
  /** Whether rows of it are wanted as they are finished. */
  readonly rows: boolean;
  /** Memory that its elements may be put in; or where they belong in the result that a job of this worker keeps. */
  readonly output: ArrayBuffer | Place | undefined;
  /** How the source likes to be read: see `Bytes` of `source.ts`. */
  readonly gap: number | undefined;
  readonly most: number | undefined;
}

/** Where in the result that a job keeps, in bytes. */
export interface Place {
  readonly job: number;
  readonly start: number;
}

/** Elements of a part, from number `start` up to but without `stop`. */
export interface Rows {
  readonly bytes: Bytes;
  readonly mask: Bytes | undefined;
  readonly start: number;
  readonly stop: number;
}

/** What a part came to, after its rows. */
export interface Outcome {
  readonly warnings: readonly Warning[];
  /** Whether the block's checksum was verified. */
  readonly verified: boolean;
  /** Of a stretch: what shows whether it fits to others. */
  readonly seam?: BigUint64Array;
}

type Bytes = Uint8Array<ArrayBuffer>;
