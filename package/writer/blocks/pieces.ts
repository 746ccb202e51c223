/**
 * Blocks whose pieces the workers of a pool encode. What is stored is the same as without workers: the codec decides where a
 * block is divided, and its encoder joins the pieces in order.
 */
import type { CompressionOptions } from "../../api/writing.ts";
import { orAborted, type Work } from "../../bytes/work.ts";
import { newBuffer } from "../../pool/buffers.ts";
import { EncodeJob } from "../../pool/job.ts";
import type { Workers } from "../../pool/workers.ts";
import { guard } from "../../wasm/failure.ts";
import { writer } from "../../wasm/writer.ts";
import type { BlockEncoder } from "../input/settings.ts";
import type { Chunks } from "./block.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The sizes of pieces: their own, and how many bytes before a piece its encoder needs. */
interface PieceSizes {
  readonly piece: number;
  readonly before: number;
  /** Whether the encoder that joins the pieces needs their bytes, too, for a checksum. */
  readonly hashed: boolean;
}

/** A smaller block takes longer to send than to encode. */
export const SMALL = 2 ** 16;

/**
 * The sizes of the pieces of a block of `length` bytes; undefined if workers cannot share it. `isShared`: a worker may encode it as one
 * piece, while others encode other blocks.
 */
export function piecesOf(encoder: BlockEncoder, length: number, isShared = false): PieceSizes | undefined {
  const [piece, before = 0, hashed = 0] = guard(() => encoder.pieces()) ?? [];
  return piece !== undefined && (length > piece || (isShared && length >= SMALL))
    ? { piece: Math.min(piece, length), before, hashed: hashed === 1 }
    : undefined;
}

/** The stored bytes of a block, as they are ready. Each worker has a piece, and one more waits. */
export async function* encodedByWorkers(
  encoder: BlockEncoder,
  chunks: Chunks,
  { name, level }: CompressionOptions,
  sizes: PieceSizes,
  workers: Workers,
  { signal }: Work,
): AsyncGenerator<Bytes> {
  const module = guard(() => writer().compiledModule());
  const jobs: EncodeJob[] = [];
  const joined = async (job: EncodeJob) => {
    const encoded = await orAborted(job.encoded(), signal);
    jobs.shift();
    return guard(() => encoder.join(encoded, job.length)) as Bytes;
  };
  try {
    for await (const { bytes, before } of divided(chunks, sizes, workers)) {
      const job = new EncodeJob({ module, codec: name, level, bytes, before });
      if (sizes.hashed) {
        guard(() => encoder.hash(bytes.subarray(before)));
      }
      jobs.push(job);
      workers.run(job);
      const [first] = jobs;
      if (first && jobs.length > workers.size) {
        yield await joined(first);
      }
    }
    for (let [first] = jobs; first; [first] = jobs) {
      yield await joined(first);
    }
  } finally {
    for (const job of jobs) {
      job.fail(undefined);
    }
  }
}

/** The pieces of a block, each after the bytes before it that its encoder needs. */
async function* divided(
  chunks: Chunks,
  sizes: PieceSizes,
  { buffers }: Workers,
): AsyncGenerator<{ readonly bytes: Bytes; readonly before: number }> {
  let before: Bytes = new Uint8Array(0);
  let bytes: Bytes | undefined;
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (bytes === undefined) {
        const length = before.length + sizes.piece;
        bytes = new Uint8Array(buffers.take(length) ?? newBuffer(length), 0, length);
        bytes.set(before);
        filled = before.length;
      }
      const part = chunk.subarray(at, at + bytes.length - filled);
      bytes.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled === bytes.length) {
        const next = bytes.slice(filled - sizes.before);
        yield { bytes, before: before.length };
        [before, bytes] = [next, undefined];
      }
    }
  }
  if (bytes) {
    yield { bytes: bytes.subarray(0, filled), before: before.length };
  }
}
