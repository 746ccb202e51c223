/** Collects bytes in a Blob, which browsers may keep on disk. */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { OpenOptions, Stream } from "../api/options.ts";
import { orAborted } from "./work.ts";

/** How many bytes are collected in memory before they are moved to the Blob. */
const IN_MEMORY = 32 * 2 ** 20;

/** Collects bytes. They are copied later: the caller must not change them. */
export class Spool {
  #blob = new Blob();
  #pending: (Uint8Array<ArrayBuffer> | Blob)[] = [];
  #pendingSize = 0;

  /** The number of bytes so far. */
  get size(): number {
    return this.#blob.size + this.#pendingSize;
  }

  push(bytes: Uint8Array<ArrayBuffer> | Blob): void {
    this.#pending.push(bytes);
    this.#pendingSize += bytes instanceof Blob ? bytes.size : bytes.byteLength;
    if (this.#pendingSize > IN_MEMORY) {
      this.#blob = this.blob();
      [this.#pending, this.#pendingSize] = [[], 0];
    }
  }

  /** All bytes so far, in parts. They are not copied. */
  parts(): Iterable<Uint8Array<ArrayBuffer> | Blob> {
    return [this.#blob, ...this.#pending];
  }

  /** All bytes so far. */
  blob(): Blob {
    try {
      return new Blob([this.#blob, ...this.#pending]);
    } catch (cause) {
      // In Node, Blobs are smaller than 4 GiB.
      const message = `a Blob of ${this.size} bytes cannot be made here: ${reasonOf(cause)}`;
      throw new AsdfError("limit-exceeded", message, { cause });
    }
  }
}

/** Collects a stream and reports progress. A failure of the stream is passed on. */
export async function spool(
  stream: Stream,
  { signal, onProgress }: OpenOptions,
  total?: number,
): Promise<Blob> {
  const chunks = chunksOf(stream);
  const spool = new Spool();
  try {
    for (;;) {
      const { done, value } = await orAborted(chunks.next(), signal);
      if (done) {
        return spool.blob();
      }
      if (!(value instanceof Uint8Array)) {
        throw new AsdfError("bad-argument", "the stream does not give bytes (pieces that are a Uint8Array)");
      }
      spool.push(value as Uint8Array<ArrayBuffer>);
      onProgress?.({ loaded: spool.size, phase: "download", ...(total !== undefined && { total }) });
    }
  } finally {
    // Not awaited: a stream that sends nothing would never end.
    chunks.return?.().catch(() => {});
  }
}

/** The common interface of both kinds of stream. */
interface Chunks {
  next(): Promise<{ readonly done?: boolean; readonly value?: unknown }>;
  return?(): Promise<unknown>;
}

/** Not every browser can iterate over a stream; and a reader, unlike an iterator, can be cancelled while it waits. */
function chunksOf(stream: Stream): Chunks {
  if (!("getReader" in stream)) {
    return stream[Symbol.asyncIterator]();
  }
  const reader = stream.getReader();
  return { next: () => reader.read(), return: () => reader.cancel() };
}
