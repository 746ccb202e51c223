/** The stored content of a block: its plain bytes, compressed if that makes it smaller, or copied from an opened file. */

import { AsdfError } from "../../api/error.ts";
import { Spool } from "../../bytes/spool.ts";
import { pause, proceed, type Work } from "../../bytes/work.ts";
import type { Workers } from "../../pool/workers.ts";
import { guard, release } from "../../wasm/failure.ts";
import { type BlockEncoder, encoderOf } from "../input/settings.ts";
import type { Block, Chunks, StoredBlock } from "./block.ts";
import { newDigest } from "./digest.ts";
import { encodedByWorkers, piecesOf, SMALL } from "./pieces.ts";

type Part = Uint8Array<ArrayBuffer> | Blob;

/** The content of a block in the file, and the fields of its header. */
export interface Content {
  /** The label of the compression, four bytes; empty if the block is not compressed. */
  readonly label: Uint8Array;
  readonly used: number;
  readonly data: number;
  /** The MD5 digest; empty if there is none. */
  readonly checksum: Uint8Array;
  readonly chunks: Chunks | AsyncIterable<Part> | Iterable<Part>;
}

/** The write that blocks belong to. */
export interface WriteWork extends Work {
  readonly checksum: boolean;
  /** The workers that encode blocks, if any. */
  readonly workers: Workers | undefined;
  /** Whether several blocks are encoded: then workers encode small ones, too. */
  readonly isShared?: boolean;
  /** Called with the number of bytes that were processed, not compressed. */
  readonly done: (bytes: number) => void;
}

/** A block that is not streamed. */
export type SizedBlock = Block & { readonly length: number };

const NONE = new Uint8Array();

/**
 * How many bytes of small blocks are begun before their turn, for each worker and one more: about a piece of a large block. The smallest
 * count as more than they have, so that not too many are begun.
 */
const AHEAD = 2 ** 22;

/** Failures to decode a block of an opened file that are the block's. */
const DAMAGE: ReadonlySet<string> = new Set(["corrupt-data", "checksum", "truncated", "bad-block"]);

/**
 * The contents of blocks, in order. With workers, blocks that are compressed are begun before their turn: the next one, and as many small
 * ones as the workers have pieces of a large one. What this thread encodes alone waits for the block before.
 */
export async function* contentsOf(blocks: readonly SizedBlock[], given: WriteWork): AsyncGenerator<Content> {
  let isStopped = false;
  const check = () => {
    if (isStopped) {
      throw new AsdfError("aborted", "nobody waits for this block any longer");
    }
    given.check();
  };
  const isShared = blocks.filter(isEncoded).length > 1;
  const work = { ...given, check, isShared };
  const most = given.workers && isShared ? (given.workers.size + 1) * AHEAD : 0;
  const begun: {
    readonly length: number;
    readonly content: Promise<Content>;
    readonly ended: Promise<unknown>;
  }[] = [];
  const mayBegin = (block: SizedBlock) =>
    begun.length === 0 ||
    (most > 0 &&
      isEncoded(block) &&
      (begun.length === 1 || begun.reduce((sum, one) => sum + sizeOf(one), sizeOf(block)) <= most));
  const waiting = blocks.values();
  let { value: next } = waiting.next();
  try {
    while (next || begun.length > 0) {
      for (; next && mayBegin(next); next = waiting.next().value) {
        const content = contentOf(next, work, begun.at(-1)?.ended);
        // Its turn reports a failure, unless another block fails before.
        begun.push({ length: next.length, content, ended: content.catch(() => {}) });
      }
      const [first] = begun;
      if (first) {
        yield first.content;
      }
      begun.shift();
    }
  } finally {
    isStopped = true;
  }
}

function sizeOf({ length }: { readonly length: number }): number {
  return Math.max(length, SMALL);
}

function isEncoded({ compression, stored }: Block): boolean {
  return compression.name !== "none" && stored === undefined;
}

/** `before`: fulfilled once the content of the block before is ready. */
async function contentOf(
  block: SizedBlock,
  work: WriteWork,
  before: Promise<unknown> | undefined,
): Promise<Content> {
  if (block.stored) {
    return copied(block.stored, block.length, work);
  }
  try {
    const isPlain = block.compression.name === "none";
    const compressed = isPlain ? undefined : await compress(block, work, before);
    return compressed ?? (await plain(block, work));
  } catch (thrown) {
    if (block.instead && thrown instanceof AsdfError && DAMAGE.has(thrown.code)) {
      return copied(block.instead(thrown), block.length, work);
    }
    throw thrown;
  }
}

/** Copies a stored block. Its checksum is not verified. */
function copied({ header, chunks }: StoredBlock, data: number, work: WriteWork): Content {
  const checksum = work.checksum && header.checksum !== null ? fromHex(header.checksum) : NONE;
  const label = new TextEncoder().encode(header.compression ?? "");
  return { label, used: header.usedSize, data, checksum, chunks: counted(chunks(work.signal), work) };
}

async function plain(block: SizedBlock, work: WriteWork): Promise<Content> {
  const { length } = block;
  const chunks = block.chunks(work.signal);
  // Bytes in memory are read twice: for the digest, and to be written. Other bytes are kept until they are written.
  const isRepeatable = Symbol.iterator in chunks;
  const content = { label: NONE, used: length, data: length };
  if (isRepeatable && !work.checksum) {
    return { ...content, checksum: NONE, chunks: counted(chunks, work) };
  }
  const spool = isRepeatable ? undefined : new Spool();
  const digest = newDigest();
  try {
    let size = 0;
    for await (const chunk of counted(chunks, work)) {
      size += chunk.byteLength;
      spool?.push(chunk);
      if (work.checksum) {
        guard(() => digest.update(chunk));
      }
    }
    if (size !== length) {
      throw new AsdfError("bad-array", `an array gave ${size} bytes, and was to have ${length}`);
    }
    const checksum = work.checksum ? guard(() => digest.checksum()) : NONE;
    return { ...content, checksum, chunks: spool?.parts() ?? block.chunks(work.signal) };
  } finally {
    release(digest);
  }
}

/** Compresses a block; returns undefined if that does not make it smaller. */
async function compress(
  block: SizedBlock,
  work: WriteWork,
  before: Promise<unknown> | undefined,
): Promise<Content | undefined> {
  const { length } = block;
  const encoder = encoderOf(block.compression, length, block.item);
  try {
    const spool = new Spool();
    for await (const bytes of encoded(encoder, block, work, before)) {
      spool.push(bytes);
      if (spool.size >= length) {
        return undefined;
      }
      await pause(work);
      proceed(work);
    }
    spool.push(guard(() => encoder.finish()) as Uint8Array<ArrayBuffer>);
    if (spool.size >= length) {
      return undefined;
    }
    work.done(length);
    const checksum = work.checksum ? guard(() => encoder.checksum()) : NONE;
    return { label: encoder.label(), used: spool.size, data: length, checksum, chunks: spool.parts() };
  } finally {
    release(encoder);
  }
}

/** The encoded bytes of a block, without its end, as they become ready. */
async function* encoded(
  encoder: BlockEncoder,
  block: SizedBlock,
  work: WriteWork,
  before: Promise<unknown> | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { workers } = work;
  const chunks = block.chunks(work.signal);
  const pieces = workers && piecesOf(encoder, block.length, work.isShared);
  if (pieces) {
    yield* encodedByWorkers(encoder, chunks, block.compression, pieces, workers, work);
    return;
  }
  await before;
  proceed(work);
  for await (const chunk of chunks) {
    yield guard(() => encoder.write(chunk)) as Uint8Array<ArrayBuffer>;
  }
}

/** The same chunks, with progress reports, and pauses between them. */
async function* counted<T extends Uint8Array | Blob>(
  chunks: Iterable<T> | AsyncIterable<T>,
  work: WriteWork,
): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    await pause(work);
    proceed(work);
    work.done(chunk instanceof Blob ? chunk.size : chunk.byteLength);
    yield chunk;
  }
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
