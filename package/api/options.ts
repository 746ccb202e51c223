/** Sources and options: what callers pass to `init`, `open` and everything that reads. Sizes and offsets are in bytes. */
import type { IntoArray, Rows, Slice } from "./arrays.ts";
import type { Converter } from "./converter.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** Where to load a WebAssembly module from: the argument of `init()`. */
export type InitInput = string | URL | Response | BufferSource | WebAssembly.Module;

/** The progress of an operation. */
export interface Progress {
  /** Bytes of the source that have arrived so far. */
  readonly loaded: number;
  /** Bytes that the operation needs in total; absent when this is not known in advance. */
  readonly total?: number;
  /**
   * `download`: the whole file is being downloaded; `open`: its header, tree and blocks are being located; `read`: an array
   * is being read; `verify`: blocks are being verified; `write`: blocks are being written (their bytes are counted before
   * compression); `validate`: the tree is being checked, and nodes are counted.
   */
  readonly phase: "download" | "open" | "read" | "verify" | "write" | "validate";
  /** Of an array whose elements are in many files: how many of those that are needed have been read. */
  readonly files?: { readonly done: number; readonly total: number };
}

/** Options of every operation that takes time. */
export interface WorkOptions {
  /**
   * Stops the operation: it fails with an `AsdfError` whose code is `aborted`, whose name is `AbortError`, and whose `cause`
   * is the signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called as bytes arrive. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Options of `NdArray.read`. */
export interface ReadOptions extends WorkOptions {
  /** `"bits"` returns float16 values as their 16 bits in a Uint16Array, instead of a Float32Array. */
  readonly float16?: "bits" | undefined;
  /**
   * Called with the rows of the result as they are finished: in order, each row once, the last ones before `read` resolves.
   * If the read fails, the rows delivered before are still correct, unless it fails with `checksum`. If the elements are
   * stored in another order than in the result, all rows come at the end. For structured arrays, whose columns are read one
   * after another, it is not called.
   */
  readonly onRows?: ((rows: Rows) => void) | undefined;
  /**
   * The array into which the elements are put, which becomes the `data` of the result: of the type that the result has
   * otherwise, and as long as the result. Its memory may be shared. So that a film or a series of reads needs no new memory.
   */
  readonly into?: IntoArray | undefined;
  /**
   * Whether the result may be a view of the memory that the file was opened from, where its elements are stored there as they are
   * in the result: nothing is copied, and what is written into the result changes the file. Default false: a result has memory
   * of its own.
   */
  readonly view?: boolean | undefined;
  /** For structured arrays: the fields to read, in this order. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Overrides the option `workers` of `open` for this read. */
  readonly workers?: WorkerPool | boolean | undefined;
}

/** Options of `NdArray.records` and `Table.records`. */
export interface RecordsOptions {
  /** The fields or columns to read. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Which rows, as in a selection. Default: all. */
  readonly rows?: Slice | null | undefined;
  /** How many rows are read at a time. Default: about 1 MiB of them. */
  readonly batch?: number | undefined;
  /** Stops the walk: it fails with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides the option `workers` of `open`. */
  readonly workers?: WorkerPool | boolean | undefined;
}

/** Options of `NdArray.preview`. */
export interface PreviewOptions extends ReadOptions {
  /** The maximum length of either axis of the result, in elements. Default 1024. */
  readonly maxSize?: number | undefined;
}

/** Resource limits for untrusted files; all in bytes except `nesting`. */
export interface Limits {
  /** The maximum length of the tree's text. Default 256 MiB. */
  readonly tree: number;
  /** The maximum nesting depth of maps and sequences. Default 256. */
  readonly nesting: number;
  /** The maximum decoded size of one block. Default 4 GiB, or the size of the file if that is larger. */
  readonly block: number;
  /**
   * The maximum size of the result of one read. Default 2 GiB, or the size of the file if that is larger. No result is larger than
   * the memory that the engine allocates in one piece, such as 4 GiB in Node 20.
   */
  readonly output: number;
  /**
   * The size of the cache of decoded data that reads of parts of arrays leave behind, so that the next read of a nearby part
   * neither fetches nor decodes it again. The least recently used data is evicted first. Default 256 MiB.
   */
  readonly cache: number;
}

/** A custom source that returns bytes on demand. */
export interface ByteSource {
  /** What messages call it. */
  readonly name?: string | undefined;
  /** The total length in bytes. Without it, the end is looked for with a few dozen short reads. */
  readonly size?: number | undefined;
  /**
   * Returns `length` bytes, starting at `offset`. It may return fewer, but at least one: the rest is then requested again.
   * Several calls may be in flight at once, at most four. At and beyond the end it returns no bytes; it is only called there
   * if there is no `size`.
   */
  read(offset: number, length: number, options: { signal?: AbortSignal | undefined }): Promise<Uint8Array>;
  /** Called when the file is closed, or cannot be opened. */
  close?(): void;
}

/** A stream of bytes, such as the body of a response or Node's `createReadStream`. */
export type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A handle of a file, as `showOpenFilePicker()` returns it: a `FileSystemFileHandle`. */
export interface FileHandle {
  /** The file as it is now. */
  getFile(): Promise<Blob>;
}

/** A list of files, such as `input.files`: a `FileList`. */
export interface FileItems {
  readonly length: number;
  /** The file at an index, or null. */
  item(index: number): Blob | null;
}

/**
 * What can be opened: a URL (`http:`, `https:`, `s3:` and `gs:` of a public bucket; in Node also `file:` and a path), a `Request`, whose
 * URL is read by range with its headers and credentials; a Blob or File, the handle of a file, a list of one file; bytes in
 * memory; a custom byte source; a `Response` or a stream, which are read to their end first.
 */
export type Source =
  | string
  | URL
  | Request
  | Response
  | Blob
  | FileHandle
  | FileItems
  | ArrayBufferLike
  | ArrayBufferView
  | ByteSource
  | Stream;

/** A schema or a manifest of tags: its text, in YAML or JSON, its bytes, or a file. */
export type SchemaSource = string | Uint8Array | Blob;

/** What a request is sent as once it is signed. */
export interface SignedRequest {
  readonly url: URL;
  readonly headers: Headers;
}

/** Signs requests, for servers that know by that who asks. */
export interface RequestSigner {
  /** Called before each request is sent, also before it is sent again. */
  sign(url: URL, headers: Headers): Promise<SignedRequest>;
  /**
   * Told why a server refused, and the beginning of what it said: whether the request may succeed if it is signed anew, with renewed keys
   * for example. It is asked at most twice for a request.
   */
  again?(response: Response, body: string): Promise<boolean>;
}

/** How a file at a URL is read, if its server answers range requests. */
export interface HttpOptions {
  /**
   * Ranges at most this many bytes apart are fetched by one request. Default 64 KiB. Elements of an array
   * that are at most 4 KiB apart are always fetched together.
   */
  readonly gap?: number | undefined;
  /** The maximum number of bytes per request; larger ranges are split, four requests at a time. Default 8 MiB. */
  readonly most?: number | undefined;
  /** The size of the cache of fetched bytes. Default 64 MiB, at least 256 KiB. */
  readonly cache?: number | undefined;
  /**
   * How often a request is retried, at growing intervals, when the network fails or the server is busy (408, 429 and 5xx;
   * `Retry-After` is honoured up to 30 seconds). Default 4.
   */
  readonly retries?: number | undefined;
  /**
   * The longest silence of the server, in milliseconds: a request in which nothing arrives for so long fails with `network`, and is retried.
   * The time begins anew with each byte. Default 60 000; 0 waits without end.
   */
  readonly timeout?: number | undefined;
}

/** Options of `openSync`. */
export interface OpenSyncOptions {
  /**
   * Whether to verify the MD5 digests of blocks: `"warn"` (the default) verifies each block when it is first read and adds
   * a warning if the digest does not match, `"error"` makes that read fail, `"ignore"` skips the check.
   */
  readonly checksums?: "error" | "warn" | "ignore" | undefined;
  /** Overrides some of the limits. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * From which URLs external files may be fetched (targets of a `$ref`, and files that hold the elements of arrays, as in the
   * "exploded form"): `"same-origin"` (the default) allows the origin of the referring file, `"any"` all origins, `"none"`
   * none. Only http: and https: URLs are ever fetched; in Node, a file opened by its path also finds those in its folder and the
   * folders inside it.
   */
  readonly external?: "none" | "same-origin" | "any" | undefined;
  /**
   * Finds an external file, for example in a dropped folder. `uri` is absolute if the referring file came from a URL,
   * otherwise relative to the file that was opened, even if it is referred to by another external file
   * (`"parts/a.asdf"`, `"../b.asdf"`). If it returns `undefined`, the URI is fetched, provided `external` allows it.
   */
  readonly resolve?: ((uri: string) => Source | undefined | Promise<Source | undefined>) | undefined;
  /**
   * For URLs: passed to `fetch`. It is never sent for external files, nor to another origin: Node follows a redirection without it, and
   * with headers or `credentials: "include"`, a browser refuses every redirection. Or what signs each request, as `asdf-wasm/buckets` does.
   */
  readonly request?: Pick<RequestInit, "headers" | "credentials" | "cache"> | RequestSigner | undefined;
  /** For URLs: how ranges are fetched. */
  readonly http?: HttpOptions | undefined;
  /**
   * Schemas and manifests for `validate()`, `describe()`, `meanings()`, and for `validate` of `edit()` and `cutout()`, beside those of the
   * package: they come first. They are read when they are first needed.
   */
  readonly schemas?: Iterable<SchemaSource> | undefined;
}

/** Options of `open`. */
export interface OpenOptions extends OpenSyncOptions, WorkOptions {
  /**
   * Where arrays and blocks are decoded: by a pool of workers (`true`: a pool that all files share), or on this thread, which
   * is the default.
   */
  readonly workers?: WorkerPool | boolean | undefined;
  /**
   * What makes objects of the nodes with some tags, in `tree`, `get()` and `resolve()`; of several for a tag, the first. Default: those that
   * were registered. `openSync()` has none.
   */
  readonly converters?: Iterable<Converter> | undefined;
}
