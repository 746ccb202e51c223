/** Bytes gathered into a Blob, which browsers may keep on disk. */

import { AsdfError, reasonOf } from "../api/error.ts";
import type { OpenOptions, Stream } from "../api/types.ts";
import { orAborted } from "../read/arrivals.ts";

/** How many bytes are gathered in memory before the Blob takes them. */
const HEAP = 32 * 2 ** 20;

/** Bytes that are gathered piece by piece. What is given to it is copied later: it must not change. */
export class Spool {
  #blob = new Blob();
  #heap: BlobPart[] = [];
  #held = 0;

  /** How many bytes there are so far. */
  get size(): number {
    return this.#blob.size + this.#held;
  }

  push(piece: Uint8Array<ArrayBuffer> | Blob): void {
    this.#heap.push(piece);
    this.#held += piece instanceof Blob ? piece.size : piece.byteLength;
    if (this.#held > HEAP) {
      this.#blob = this.blob();
      [this.#heap, this.#held] = [[], 0];
    }
  }

  /** All of them. */
  blob(): Blob {
    try {
      return new Blob([this.#blob, ...this.#heap]);
    } catch (cause) {
      // Node's are smaller than 4 GiB.
      const message = `a Blob of ${this.size} bytes cannot be made here: ${reasonOf(cause)}`;
      throw new AsdfError("limit-exceeded", message, { cause });
    }
  }
}

/** Gathers a stream, with progress. What the stream fails with is the cause. */
export async function spool(
  stream: Stream,
  { signal, onProgress }: OpenOptions,
  total?: number,
): Promise<Blob> {
  const pieces = piecesOf(stream);
  const spool = new Spool();
  try {
    for (;;) {
      const { done, value } = await orAborted(pieces.next(), signal);
      if (done) {
        return spool.blob();
      }
      if (!(value instanceof Uint8Array)) {
        throw new AsdfError("not-found", "the stream does not give bytes (pieces that are a Uint8Array)");
      }
      spool.push(value as Uint8Array<ArrayBuffer>);
      onProgress?.({ loaded: spool.size, phase: "download", ...(total !== undefined && { total }) });
    }
  } finally {
    // Not awaited: a stream that is silent would never come to its end.
    pieces.return?.().catch(() => {});
  }
}

/** What both kinds of stream can be taken for. */
interface Pieces {
  next(): Promise<{ readonly done?: boolean; readonly value?: unknown }>;
  return?(): Promise<unknown>;
}

/** Not every browser can iterate over a stream; and a reader, unlike an iterator, can be told to stop while it waits. */
function piecesOf(stream: Stream): Pieces {
  if (!("getReader" in stream)) {
    return stream[Symbol.asyncIterator]();
  }
  const reader = stream.getReader();
  return { next: () => reader.read(), return: () => reader.cancel() };
}
