/** Options and results of the functions that write. */

import type { ArrayData, Datatype, StructData } from "./arrays.ts";
import type { Warning } from "./blocks.ts";
import type { Converter } from "./converter.ts";
import type { NdArray } from "./ndarray.ts";
import type { SchemaSource, WorkOptions } from "./options.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** The names of compressions: `"none"`, or the label in a block's header without its padding. */
export type CompressionName = "none" | "zlib" | "bzp2" | "lz4" | "zstd" | "xz" | "blsc" | "bls2";

/** A compression with its settings. Settings that a codec does not have are rejected. */
export interface CompressionOptions {
  readonly name: CompressionName;
  /** The level: zlib and xz 0 to 9, bzp2 1 to 9, zstd 1 to 22; for blsc and bls2, the levels of their codec. */
  readonly level?: number | undefined;
  /** For lz4: `"chunks"`, which Python's asdf writes and reads (the default), or one `"frame"`. */
  readonly layout?: "chunks" | "frame" | undefined;
  /** For blsc and bls2: the codec. Default `"lz4"`. */
  readonly codec?: "lz4" | "zlib" | "zstd" | undefined;
  /** For blsc and bls2: the shuffle filter. Default `"byte"`. */
  readonly shuffle?: "none" | "byte" | "bit" | undefined;
}

/** How a block is compressed. A block that would not become smaller is stored uncompressed. */
export type Compression = CompressionName | CompressionOptions;

/** The data of an array for `ndarray()`. */
export type ArrayInput =
  | ArrayBufferView
  | ArrayBuffer
  | readonly (number | bigint | boolean | string | readonly unknown[])[]
  | ArrayData
  | StructData
  | NdArray
  | AsyncIterable<Uint8Array>;

/** Options of `ndarray()`. */
export interface NdArrayOptions {
  /**
   * The length of each axis, the slowest-varying axis first. Default: the shape of `data` if it has one, otherwise one axis.
   * For a stream, the first length is `"*"`: the array has as many rows as the stream provides.
   */
  readonly shape?: readonly (number | "*")[] | undefined;
  /** The type of the elements. Default: the type of the typed array; for numbers and text, a type that can represent them all. */
  readonly dtype?: Datatype | undefined;
  /**
   * The shape of the chunks into which the array is divided, each with a block of its own, so that a part of the array can be
   * read without the rest. ASDF.jl and asdf-cxx read such arrays (core/chunked-ndarray), Python's asdf does not. Default: no
   * chunks.
   */
  readonly chunks?: readonly number[] | undefined;
  /** How its block is compressed. Default: the option of `write()`. */
  readonly compression?: Compression | undefined;
  /** Whether the elements are stored in the tree instead of a block. Default: depends on `inlineThreshold` of `write()`. */
  readonly inline?: boolean | undefined;
  /** The masked elements: 1 or true for each masked element, or the value of masked elements. */
  readonly mask?: Uint8Array | readonly boolean[] | number | bigint | undefined;
  /** The byte order in the file. Default `"little"`. */
  readonly byteorder?: "little" | "big" | undefined;
  /**
   * The distance from one index to the next along each axis, in bytes of `data`, if the array is a view: `data` then has any
   * number of elements, and the first element of the array is at `offset`.
   */
  readonly strides?: readonly number[] | undefined;
  /** With `strides`: the offset of the first element, in bytes of `data`. */
  readonly offset?: number | undefined;
}

/** The versions of the ASDF Standard that can be written. */
export type StandardVersion = "1.0.0" | "1.1.0" | "1.2.0" | "1.3.0" | "1.4.0" | "1.5.0" | "1.6.0";

/** The result of `write()`, by the option `as`. */
export interface Written {
  blob: Blob;
  bytes: Uint8Array<ArrayBuffer>;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Options of `write()`. */
export interface WriteOptions<As extends keyof Written = keyof Written> extends WorkOptions {
  /**
   * The form of the result: a `"blob"` (the default), which browsers keep on disk if it is large; its `"bytes"`; or a
   * `"stream"`, for example to pipe to a file.
   */
  readonly as?: As | undefined;
  /** The version of the ASDF Standard, which determines the versions of the tags. Default `"1.6.0"`. */
  readonly standard?: StandardVersion | undefined;
  /**
   * How blocks are compressed whose arrays do not specify it. Default: no compression; blocks of an opened file are copied as
   * they are stored.
   */
  readonly compression?: Compression | undefined;
  /** Arrays with at most this many elements are stored in the tree, unless they specify `inline`. Default 0, as in Python's asdf. */
  readonly inlineThreshold?: number | undefined;
  /** Blocks begin at multiples of this many bytes; gaps are filled with zeros. Default 1: no gaps. */
  readonly padding?: number | undefined;
  /** Whether to write a block index at the end of the file. Default true. */
  readonly blockIndex?: boolean | undefined;
  /** Whether to write the MD5 digests of blocks. Default true. */
  readonly checksum?: boolean | undefined;
  /**
   * Whether blocks of the opened file that no array of its tree names are left out, which `file.warnings` then list. They may be
   * named by a tag that this package does not know. Default false: they are copied as they are stored, and keep their numbers.
   */
  readonly dropUnused?: boolean | undefined;
  /**
   * What is done about a block that an array of an opened file names and that was not found, and about bytes that may be blocks.
   * By default an empty block is written, with a warning, where the file ends behind the blocks that were found, and it is an
   * error (`bad-block`) where bytes follow them that may be that block or look like another. `"empty"`: always an empty block.
   * `"refuse"`: always an error, as are any bytes that are in no block.
   */
  readonly missingBlocks?: "refuse" | "empty" | undefined;
  /** Comment lines after the header line. */
  readonly comments?: readonly string[] | undefined;
  /** An entry to add to the history of the file. */
  readonly history?: string | undefined;
  /**
   * Whether the tree is checked against the schemas of its tags, as `AsdfFile.validate` does, before anything is written. `"error"`:
   * what is not valid is not written; the error, `bad-tree`, lists the problems with their paths, and its `cause` is what `validate()`
   * returns. `"warn"`: it is written, with a warning for each problem. Default `"off"`: checking loads the code and the schemas.
   */
  readonly validate?: "error" | "warn" | "off" | undefined;
  /**
   * What makes nodes of the objects of some classes. Default: those with which the file that is written changed was opened, or else those
   * that were registered.
   */
  readonly converters?: Iterable<Converter> | undefined;
  /** For `validate`: schemas and manifests beside those of the package; they come first. */
  readonly schemas?: Iterable<SchemaSource> | undefined;
  /**
   * Called with each warning of `validate: "warn"`. Default: it is added to the `warnings` of the file that is written changed; of a new
   * file, it is printed by `console.warn()`.
   */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
  /**
   * Where large blocks are compressed: by a pool of workers (`true`: a pool that all files share), or on this thread, which is
   * the default of `write()`. Methods of a file that was opened with `workers` use these. The bytes of the file are the same.
   */
  readonly workers?: WorkerPool | boolean | undefined;
  /** Writes what asdf-cxx and ASDF.jl can read: version 1.2.0 of the standard and no gaps, unless other options change that. */
  readonly compatible?: "asdf-cxx" | undefined;
}

/** One of the files of an exploded form. */
export interface ExplodedFile {
  /** The name by which the other files refer to it. */
  readonly name: string;
  readonly blob: Blob;
}

/** Options of `AsdfFile.explode`. */
export interface ExplodeOptions extends Omit<WriteOptions, "as" | "converters"> {
  /**
   * The base name of the files: `name` results in `name.asdf`, `name0000.asdf`, … Characters that are not safe in file names or
   * URIs become `_`. Default: the name of the opened file without its extension, otherwise `"exploded"`.
   */
  readonly name?: string | undefined;
}

/** Options of `AsdfFile.cutout`. */
export interface CutoutOptions<As extends keyof Written = keyof Written> extends WriteOptions<As> {
  /**
   * Whether to cut siblings of a cut array in the same way if they have the same last two axes, or the same single axis, for
   * example the errors and flags of an image. Default false: only arrays with a selection are cut.
   */
  readonly alike?: boolean | undefined;
}
