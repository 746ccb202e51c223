/** The plain data of the writing half of the public API. */

import type { ArrayData, Datatype, StructData } from "./arrays.ts";
import type { NdArray } from "./ndarray.ts";
import type { WorkOptions } from "./options.ts";

/** The names of compressions: `"none"`, or the label in a block's header without the NULs that pad it. */
export type CompressionName = "none" | "zlib" | "bzp2" | "lz4" | "zstd" | "xz" | "blsc" | "bls2";

/** A compression with its settings. What a codec does not have is refused. */
export interface CompressionOptions {
  readonly name: CompressionName;
  /** How hard to try: zlib and xz 0 to 9, bzp2 1 to 9, zstd 1 to 22; of blsc and bls2, the levels of their codec. */
  readonly level?: number | undefined;
  /** Of lz4: `"chunks"` as Python's asdf writes and reads them (the default), or one `"frame"`. */
  readonly layout?: "chunks" | "frame" | undefined;
  /** Of blsc and bls2: what they compress with. Default `"lz4"`. */
  readonly codec?: "lz4" | "zlib" | "zstd" | undefined;
  /** Of blsc and bls2: what of the elements is put side by side first. Default `"byte"`. */
  readonly shuffle?: "none" | "byte" | "bit" | undefined;
}

/** How a block is compressed. Where that does not make it smaller, it is stored as it is. */
export type Compression = CompressionName | CompressionOptions;

/** What `ndarray()` makes an array of. */
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
   * The length of each axis, the slowest-varying first. Default: one axis, or that of `data` where it has a shape. Of a
   * stream, the first is `"*"`: the array has as many rows as come.
   */
  readonly shape?: readonly (number | "*")[] | undefined;
  /** What the elements are. Default: what the typed array holds; of numbers and text what holds them all. */
  readonly dtype?: Datatype | undefined;
  /**
   * The shape of the chunks that it is cut into, each a block of its own, so that a part of it can be read without the
   * rest. ASDF.jl and asdf-cxx read such arrays (core/chunked-ndarray), Python's asdf does not. Default: not cut.
   */
  readonly chunks?: readonly number[] | undefined;
  /** How its block is compressed. Default: what `write()` is told. */
  readonly compression?: Compression | undefined;
  /** Whether the elements stand in the tree in place of a block. Default: what `write()` makes of its size. */
  readonly inline?: boolean | undefined;
  /** Which elements are masked: 1 or true for each that is; or the value that masked elements have. */
  readonly mask?: Uint8Array | readonly boolean[] | number | bigint | undefined;
  /** The byte order in the file. Default `"little"`. */
  readonly byteorder?: "little" | "big" | undefined;
  /**
   * From one index to the next along each axis, in bytes of `data`, where the array is a view: `data` is then any number
   * of elements, the first of the array `offset` bytes into it.
   */
  readonly strides?: readonly number[] | undefined;
  /** With `strides`: where the first element is, in bytes of `data`. */
  readonly offset?: number | undefined;
}

/** The versions of the ASDF Standard that can be written. */
export type StandardVersion = "1.0.0" | "1.1.0" | "1.2.0" | "1.3.0" | "1.4.0" | "1.5.0" | "1.6.0";

/** What `write()` gives, by the option `as`. */
export interface Written {
  blob: Blob;
  bytes: Uint8Array<ArrayBuffer>;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Options of `write()`. */
export interface WriteOptions<As extends keyof Written = keyof Written> extends WorkOptions {
  /**
   * What comes out: a `"blob"` (the default), which browsers keep on disk where it is large; its `"bytes"`; or a
   * `"stream"` of them, to be piped to a file.
   */
  readonly as?: As | undefined;
  /** The version of the ASDF Standard, and of the tags that go with it. Default `"1.6.0"`. */
  readonly standard?: StandardVersion | undefined;
  /**
   * How blocks are compressed whose arrays do not say it. Default: not at all; those of arrays of an opened file as they
   * are in that file, their stored bytes copied.
   */
  readonly compression?: Compression | undefined;
  /** Arrays of at most so many elements stand in the tree unless they say otherwise. Default 0, as in Python's asdf. */
  readonly inlineThreshold?: number | undefined;
  /** Blocks begin at multiples of so many bytes; what lies between is zeros. Default 1: without gaps. */
  readonly padding?: number | undefined;
  /** Whether the file ends with an index of its blocks. Default true. */
  readonly blockIndex?: boolean | undefined;
  /** Whether blocks have an MD5 digest. Default true. */
  readonly checksum?: boolean | undefined;
  /** Lines of comment behind the header line. */
  readonly comments?: readonly string[] | undefined;
  /** What was done, to be added to the history of the file. */
  readonly history?: string | undefined;
  /** Keeps to what asdf-cxx and ASDF.jl read: the standard 1.2.0 and no gaps, where nothing else is asked for. */
  readonly compatible?: "asdf-cxx" | undefined;
}

/** A file of those that a file in exploded form consists of. */
export interface ExplodedFile {
  /** Its name, by which the others refer to it. */
  readonly name: string;
  readonly blob: Blob;
}

/** Options of `AsdfFile.explode`. */
export interface ExplodeOptions extends Omit<WriteOptions, "as"> {
  /**
   * What the files are called: `name` makes `name.asdf`, `name0000.asdf`, … Whatever is not safe in a name or in a URI becomes
   * `_`. Default: the name of the opened file, without its ending; else `"exploded"`.
   */
  readonly name?: string | undefined;
}

/** Options of `AsdfFile.cutout`. */
export interface CutoutOptions<As extends keyof Written = keyof Written> extends WriteOptions<As> {
  /**
   * Whether arrays that stand beside one that is cut, and have its last two axes, or its only one, are cut alike: the errors
   * and flags of an image, say. Default false: only those with a selection are.
   */
  readonly alike?: boolean | undefined;
}
