/** What a block stores: as it is, compressed where that makes it smaller, or copied from the file that it is in. */

import { AsdfError } from "../../api/error.ts";
import { Spool } from "../../bytes/spool.ts";
import { pause, proceed, type Work } from "../../bytes/work.ts";
import { guard, release } from "../../wasm/failure.ts";
import { encoderOf } from "../input/settings.ts";
import type { Block, Pieces, Stored } from "./blocks.ts";
import { newDigest } from "./digest.ts";

/** What is to stand in the file, behind a header. */
export interface Content {
  /** The label of the compression, four bytes; empty for none. */
  readonly label: Uint8Array;
  readonly used: number;
  readonly data: number;
  /** The MD5 digest; empty for none. */
  readonly checksum: Uint8Array;
  readonly parts: Pieces | AsyncIterable<Uint8Array<ArrayBuffer> | Blob> | Iterable<Blob>;
}

/** Goes along with the writing of all blocks. */
export interface Writing extends Work {
  readonly checksum: boolean;
  /** Told how many bytes of a block, not compressed, were done. */
  readonly done: (bytes: number) => void;
}

const NONE = new Uint8Array();

/** The content of a block that is not streamed. */
export async function contentOf(block: Block, length: number, writing: Writing): Promise<Content> {
  if (block.stored) {
    return copied(block.stored, length, writing);
  }
  const compressed = block.compression.name === "none" ? undefined : await compress(block, length, writing);
  return compressed ?? plain(block, length, writing);
}

/** What another file stores. Its checksum is as right or wrong as it was. */
function copied({ header, pieces }: Stored, data: number, writing: Writing): Content {
  const checksum = writing.checksum && header.checksum !== null ? fromHex(header.checksum) : NONE;
  const label = new TextEncoder().encode(header.compression ?? "");
  return { label, used: header.usedSize, data, checksum, parts: counted(pieces(writing.signal), writing) };
}

async function plain(block: Block, length: number, writing: Writing): Promise<Content> {
  const pieces = block.pieces(writing.signal);
  // What is in memory is gone over twice; what has to be fetched is kept meanwhile.
  const again = Symbol.iterator in pieces;
  const content = { label: NONE, used: length, data: length };
  if (again && !writing.checksum) {
    return { ...content, checksum: NONE, parts: counted(pieces, writing) };
  }
  const spool = again ? undefined : new Spool();
  const digest = newDigest();
  try {
    let size = 0;
    for await (const piece of counted(pieces, writing)) {
      size += piece.byteLength;
      spool?.push(piece);
      if (writing.checksum) {
        guard(() => digest.update(piece));
      }
    }
    if (size !== length) {
      throw new AsdfError("bad-array", `an array gave ${size} bytes, and was to have ${length}`);
    }
    const checksum = writing.checksum ? guard(() => digest.checksum()) : NONE;
    return { ...content, checksum, parts: spool ? [spool.blob()] : block.pieces(writing.signal) };
  } finally {
    release(digest);
  }
}

/** Undefined: it does not become smaller. */
async function compress(block: Block, length: number, writing: Writing): Promise<Content | undefined> {
  const encoder = encoderOf(block.compression, length, block.item);
  try {
    const spool = new Spool();
    for await (const piece of block.pieces(writing.signal)) {
      spool.push(guard(() => encoder.write(piece)) as Uint8Array<ArrayBuffer>);
      if (spool.size >= length) {
        return undefined;
      }
      await pause(writing);
      proceed(writing);
    }
    spool.push(guard(() => encoder.finish()) as Uint8Array<ArrayBuffer>);
    if (spool.size >= length) {
      return undefined;
    }
    writing.done(length);
    const checksum = writing.checksum ? guard(() => encoder.checksum()) : NONE;
    return { label: encoder.label(), used: spool.size, data: length, checksum, parts: [spool.blob()] };
  } finally {
    release(encoder);
  }
}

/** The same pieces, each told of, and others get their turn between them. */
async function* counted<T extends Uint8Array | Blob>(
  pieces: Iterable<T> | AsyncIterable<T>,
  writing: Writing,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await pause(writing);
    proceed(writing);
    writing.done(piece instanceof Blob ? piece.size : piece.byteLength);
    yield piece;
  }
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
