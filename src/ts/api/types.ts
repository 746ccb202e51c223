/**
 * The plain data of the public API: what is passed to it and what comes back. Sizes and offsets are in bytes
 * unless said otherwise; `stride`, shapes and indices are in elements.
 */

import type { NdArray } from "../file/ndarray.ts";
import type { Reference } from "../file/reference.ts";
import type { WorkerPool } from "../pool/pool.ts";
import type { Complex, Tagged } from "./values.ts";

/** Where the WebAssembly module can be had from: what `init()` takes. */
export type InitInput = string | URL | Response | BufferSource | WebAssembly.Module;

/** The name of a numeric or boolean datatype. */
export type ScalarType =
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "int128"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "uint128"
  | "float16"
  | "float32"
  | "float64"
  | "complex32"
  | "complex64"
  | "complex128"
  | "bool8";

/** Text of a fixed width: `length` bytes (`ascii`) or code points (`ucs4`) an element. */
export interface TextType {
  readonly kind: "ascii" | "ucs4";
  readonly length: number;
}

/** One field of a structured datatype; each element holds `shape` (often `[]`) values of `dtype`. */
export interface Field {
  readonly name: string;
  readonly dtype: Datatype;
  readonly shape: readonly number[];
}

/** A record of named fields. */
export interface StructType {
  readonly kind: "struct";
  readonly fields: readonly Field[];
}

/** What the elements of an array are. */
export type Datatype = ScalarType | TextType | StructType;

/** The typed arrays that numbers are read into. */
export type TypedArray =
  | Int8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | BigUint64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** Values as they are read: typed arrays, `bigint[]` of 128-bit integers, `string[]` of text. */
export type ArrayValues = TypedArray | bigint[] | string[];

/**
 * Elements of an array, dense and in C order (the last axis varies fastest), in this machine's byte order.
 *
 * The element at index `[i, j]` is `data[i * stride[0] + j * stride[1]]`. Complex values take two places each,
 * the real part first, so there it is at twice that index.
 */
export interface ArrayData<T extends ArrayValues = ArrayValues> {
  readonly data: T;
  /** The lengths of the axes that the selection kept. */
  readonly shape: readonly number[];
  /** From one index to the next along each axis, in elements. */
  readonly stride: readonly number[];
  /** One byte an element, 1 where the element is masked; absent when the array has no mask. */
  readonly mask?: Uint8Array<ArrayBuffer>;
  /** Only structured arrays have fields. */
  readonly fields?: undefined;
}

/**
 * Elements of a structured array, a column for each field. A column's shape is `shape` followed by the field's
 * own. `fields` has no prototype: a field may be named anything.
 */
export interface StructData {
  readonly fields: { readonly [name: string]: ArrayData | StructData };
  readonly shape: readonly number[];
  /** The columns have these, each its own. */
  readonly data?: undefined;
  readonly stride?: undefined;
  readonly mask?: undefined;
}

/**
 * Rows of a result that is still being read, from number `start` up to but without `stop`. A row is a line of the last
 * axis; where a result has no more than one axis, each element is a row. The axes before the last are counted through as
 * in `data`: they are one, of so many rows.
 *
 * `data` and `mask` are views of the result: to keep them from a change of it, or to transfer them, copy them.
 */
export interface Rows extends ArrayData {
  readonly start: number;
  readonly stop: number;
  /** How many rows there will be in all. */
  readonly total: number;
}

/** Every `step`-th index from `start` up to but without `stop`, as in Python; made by `slice()`. */
export interface Slice {
  readonly start: number | null;
  readonly stop: number | null;
  readonly step: number | null;
}

/**
 * What is wanted of an array, an entry for each axis: a number takes one index and drops the axis, a `Slice` takes
 * a range, `null` takes all. Axes without an entry are taken whole. Negative numbers count from the end. Whatever
 * lies outside the array is an error (`bad-selection`), never clipped.
 */
export type Selection = readonly (number | Slice | null)[];

/** How far a longer piece of work has come. */
export interface Progress {
  /** Bytes of the source that have arrived. */
  readonly loaded: number;
  /** Bytes that will be needed; absent when that cannot be said in advance. */
  readonly total?: number;
  /**
   * `download`: the file is being fetched; `open`: it is being looked through; `read`: an array is being read; `write`: blocks
   * are being written, whose bytes are counted before they are compressed.
   */
  readonly phase: "download" | "open" | "read" | "write";
}

/** Options of everything that takes time. */
export interface WorkOptions {
  /** Stops the work: it then fails with the code `aborted`, the signal's reason being the `cause`. */
  readonly signal?: AbortSignal | undefined;
  /** Told as bytes arrive. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Options of `NdArray.read`. */
export interface ReadOptions extends WorkOptions {
  /** `"bits"` gives float16 as the 16 bits of each value in a Uint16Array, in place of a Float32Array. */
  readonly float16?: "bits" | undefined;
  /**
   * Handed the rows of the result as they are finished, in their order and each once, the last before `read` resolves. If
   * the read fails, those that were handed over are right all the same, unless it fails with `checksum`. Where the elements
   * are stored in another order than that of the result, all rows come at the end; those of structured arrays, whose
   * columns are read one after another, do not come.
   */
  readonly onRows?: ((rows: Rows) => void) | undefined;
  /** Where this is decoded, as the option `workers` of `open` says it for the whole file. Default: as that says. */
  readonly workers?: WorkerPool | boolean | undefined;
}

/** Options of `NdArray.preview`. */
export interface PreviewOptions extends ReadOptions {
  /** The longest that either axis of the result may be, in elements. Default 1024. */
  readonly maxSize?: number | undefined;
}

/** How much a file may make us do; all in bytes but for `nesting`. */
export interface Limits {
  /** The longest text of the tree. Default 256 MiB. */
  readonly tree: number;
  /** How deep maps and sequences may nest. Default 256. */
  readonly nesting: number;
  /** The largest decoded size of one block. Default 4 GiB. */
  readonly block: number;
  /** The largest result of one read. Default 2 GiB. */
  readonly output: number;
  /**
   * How much is kept of what was decoded when parts of arrays were read, the longest unused going first, so that the next
   * part is neither fetched nor decoded again. Default 256 MiB.
   */
  readonly cache: number;
}

/** Bytes from anywhere, on demand. */
export interface ByteSource {
  /** The whole length in bytes. */
  readonly size?: number;
  /**
   * Gives `length` bytes from `offset` on. Fewer will do, at least one: the rest is then asked for again. Several
   * calls may be under way at once, at most four.
   */
  read(offset: number, length: number, options: { signal?: AbortSignal | undefined }): Promise<Uint8Array>;
  /** Told when the file is closed, or cannot be opened. */
  close?(): void;
}

/** Bytes from their beginning to their end: what `fetch` or Node's `createReadStream` gives, say. */
export type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * What can be opened: a URL (`http:`, `https:`, `s3:` of a public bucket; in Node also `file:` and a path), a Blob or
 * File, bytes in memory, whatever gives bytes on demand, or a stream, which is read to its end first.
 */
export type Source = string | URL | Blob | ArrayBufferLike | ArrayBufferView | ByteSource | Stream;

/** How files at URLs are read, where their server answers requests for ranges. */
export interface HttpOptions {
  /** Ranges of a file that are no more bytes apart than this are fetched as one. Default 64 KiB. */
  readonly gap?: number | undefined;
  /** At most so many bytes are fetched by one request; of a larger range, four are under way at a time. Default 8 MiB. */
  readonly most?: number | undefined;
  /** So many bytes that were fetched are kept for when they are needed again. Default 64 MiB, at least 256 KiB. */
  readonly cache?: number | undefined;
  /**
   * How often a request is tried again, at growing intervals, when the network fails or the server is busy (408, 429 and
   * 5xx; `Retry-After` is heeded up to 30 seconds). Default 4.
   */
  readonly retries?: number | undefined;
}

/** Options of `openSync`. */
export interface OpenSyncOptions {
  /**
   * What to do about the MD5 digests of blocks: `"warn"` (the default) verifies each block when it is first read and
   * adds a warning if it does not match, `"error"` makes that read fail, `"ignore"` does not look.
   */
  readonly checksums?: "error" | "warn" | "ignore" | undefined;
  /** Changes some of the limits. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Which URLs other files may be fetched from, those that a `$ref` leads to or that hold the elements of arrays (the
   * "exploded form"): `"same-origin"` (the default) those of the origin of the file that refers to them, `"any"`, or
   * `"none"`. Only http: and https: URLs ever are.
   */
  readonly external?: "none" | "same-origin" | "any" | undefined;
  /**
   * Finds another file that this one refers to: one of a dropped folder, say. `uri` is absolute where the file that
   * refers to it came from a URL, else relative to the file that was opened, even if another stands between them
   * (`"parts/a.asdf"`, `"../b.asdf"`). Where it answers `undefined`, the URI is fetched if `external` lets it be.
   */
  readonly resolve?: ((uri: string) => Source | undefined | Promise<Source | undefined>) | undefined;
  /** For URLs: passed to `fetch`. Other files get it only from the origin that this one was asked from. */
  readonly request?: Pick<RequestInit, "headers" | "credentials" | "cache"> | undefined;
  /** For URLs: changes how they are read by range. */
  readonly http?: HttpOptions | undefined;
}

/** Options of `open`. */
export interface OpenOptions extends OpenSyncOptions, WorkOptions {
  /**
   * Where arrays and blocks are decoded: by a pool of workers, `true` being one that all files share; or on this thread,
   * which is the default.
   */
  readonly workers?: WorkerPool | boolean | undefined;
}

/** Where a block is. */
export interface BlockPlace {
  readonly index: number;
  /** Where the block's magic is in the file. */
  readonly offset: number;
  /** Whether it was found by the block index or by walking from header to header. */
  readonly source: "index" | "walk";
}

/** What the header of a block says. */
export interface BlockHeader {
  /** The length of the header, without the magic and the length itself. */
  readonly headerSize: number;
  /** 0 in FINF, whose headers have none. */
  readonly flags: number;
  /**
   * How it is compressed, as the header spells it (`"zlib"`), or null; `"chain"` if it begins with an encoding chain,
   * as in ASDF 0.1.0.
   */
  readonly compression: string | null;
  /** Bytes it takes in the file after its header. */
  readonly allocatedSize: number;
  /** Bytes of these that are its content. */
  readonly usedSize: number;
  /** Bytes of its content once decoded; where no header says how many, as in FINF, those that are stored. */
  readonly dataSize: number;
  /**
   * The checksum in the header, in hexadecimal; null when there is none. It is an MD5 digest, but before ASDF 1.0.0
   * something of 8 or 16 bytes that nobody defined and that is not verified.
   */
  readonly checksum: string | null;
  /** Whether it runs to the end of the file. */
  readonly streamed: boolean;
}

/**
 * One block of the file: where it is and, once its header was read, what that says. Until then `headerSize` and all the
 * rest of it are undefined.
 */
export type BlockInfo = BlockPlace & (BlockHeader | { readonly [Field in keyof BlockHeader]?: undefined });

/** Something odd about the file that did not stop the reading. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The byte of the file that it concerns. */
  readonly offset?: number;
  /** The node of the tree that it concerns. */
  readonly path?: string;
  /** Which other file it concerns, as `resolve` is asked for it; absent when it is about this one. */
  readonly uri?: string;
}

/** A map of the tree whose keys are all strings. It has no prototype. */
export interface TreeMap {
  [key: string]: TreeValue;
}

/** A node of the tree as a JavaScript value. */
export type TreeValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Tagged
  | Complex
  | NdArray
  | Reference
  | TreeMap
  | Map<TreeValue, TreeValue>
  | TreeValue[];

/**
 * Where a node is in the tree: the keys and indices that lead to it, either as a list or as text with `/` between
 * them, such as `"roman/meta/cal_logs/0"`. In text, a `/` that is part of a key is written `~1`, and `~` is `~0`, as in
 * JSON Pointer (RFC 6901). The root is `""` or `[]`.
 */
export type Path = string | readonly TreeValue[];
