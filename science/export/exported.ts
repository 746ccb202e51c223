/** Files as callers get them: as a stream, or as a whole. */
import { streamOf } from "./streams.ts";
import type { Writing } from "./writing.ts";

/** A file that is ready to be written. */
export interface ExportedFile {
  /** What a person should know of the result, in sentences: what the format does not have, and what became of it. */
  readonly remarks: readonly string[];
  /** The bytes of the file; they are made as they are read. */
  stream(signal?: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All of them. */
  blob(signal?: AbortSignal): Promise<Blob>;
}

export function exported({ problem, remarks, pieces }: Writing): ExportedFile {
  if (problem !== undefined) {
    throw new TypeError(problem);
  }
  const stream = (signal = new AbortController().signal) => streamOf(pieces(signal));
  return { remarks, stream, blob: (signal) => new Response(stream(signal)).blob() };
}
