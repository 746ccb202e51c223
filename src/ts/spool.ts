/** A stream gathered into a Blob, which browsers may keep on disk. */
import { orAborted } from "./arrivals.ts";
import { AsdfError } from "./error.ts";
import type { OpenOptions, Stream } from "./types.ts";

/** How many bytes are gathered in memory before the Blob takes them. */
const HEAP = 32 * 2 ** 20;

/** Gathers a stream, with progress. What the stream fails with is the cause. */
export async function spool(
  stream: Stream,
  { signal, onProgress }: OpenOptions,
  total?: number,
): Promise<Blob> {
  const pieces = piecesOf(stream);
  let blob = new Blob();
  let heap: BlobPart[] = [];
  let held = 0;
  try {
    for (;;) {
      const { done, value } = await orAborted(pieces.next(), signal);
      if (done) {
        return new Blob([blob, ...heap]);
      }
      if (!(value instanceof Uint8Array)) {
        throw new AsdfError("not-found", "the stream does not give bytes (pieces that are a Uint8Array)");
      }
      heap.push(value as Uint8Array<ArrayBuffer>);
      held += value.byteLength;
      onProgress?.({ loaded: blob.size + held, phase: "download", ...(total !== undefined && { total }) });
      if (held > HEAP) {
        blob = new Blob([blob, ...heap]);
        [heap, held] = [[], 0];
      }
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
