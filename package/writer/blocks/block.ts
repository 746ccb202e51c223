/** A block to be written: where its bytes come from, and how it is compressed. */
import type { BlockHeader, BlockPlace } from "../../api/blocks.ts";
import type { AsdfError } from "../../api/error.ts";
import type { CompressionOptions } from "../../api/writing.ts";

/** The size in which bytes are processed. */
export const CHUNK = 2 ** 20;

/** The bytes of a block before its header: the magic, and the length of the header. */
export const PREFIX = 6;

export type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;

/** A block to be written. */
export interface Block {
  /** Its size in bytes, not compressed; undefined for a stream. */
  readonly length: number | undefined;
  /** Iterates over its bytes; each call begins at the start. */
  readonly chunks: (signal: AbortSignal | undefined) => Chunks;
  readonly compression: CompressionOptions;
  /** The size of an element in bytes, used by Blosc. */
  readonly item: number;
  /** The stored block of an opened file, if it is copied as it is. */
  readonly stored?: StoredBlock | undefined;
  /** The stored block to copy if this one turns out to be damaged when it is decoded; notes what happened. */
  readonly instead?: ((damage: AsdfError) => StoredBlock) | undefined;
}

/** Called with what a damaged block has lost, in a sentence. */
export type Lost = (message: string, offset: number | undefined) => void;

/** A block of an opened file, as it is stored. */
export interface StoredBlock {
  readonly header: BlockPlace & BlockHeader;
  /** If the file is a Blob, the slice with the stored bytes. It is not read, and stays valid when the file is closed. */
  readonly slice: Blob | undefined;
  readonly chunks: (signal: AbortSignal | undefined) => AsyncIterable<Uint8Array<ArrayBuffer> | Blob>;
}
