/** Writing the open file with its current tree. */

import type { Span } from "@asdf-wasm/science/sections/section";
import { treeOf } from "@asdf-wasm/science/tree/yaml";
import { AsdfError, type AsdfFile, slice, type Written } from "asdf-wasm";
import type { SaveOptions } from "../../protocol/edits.ts";
import type { Progress } from "../../protocol/facts.ts";

/** Bytes gathered in memory before they become a Blob, which browsers keep on disk. */
const HEAP = 32 * 2 ** 20;

export async function saved(
  file: AsdfFile,
  { compression, apart }: SaveOptions,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const options = { compression, signal, onProgress };
  return withWorkers((workers) =>
    written(apart, signal, (as) => file.edit(treeOf(file), { ...options, workers, as })),
  );
}

/** Writes with workers; where these cannot be started, as in some programs that show the viewer, without. */
async function withWorkers<T>(write: (workers: boolean) => Promise<T>): Promise<T> {
  try {
    return await write(true);
  } catch (cause) {
    if (!(cause instanceof AsdfError && cause.code === "network")) {
      throw cause;
    }
    return write(false);
  }
}

/** The file as a Blob, with a copy of the bytes if it must outlive the opened file. */
async function written(
  apart: boolean,
  signal: AbortSignal,
  write: <As extends "blob" | "stream">(as: As) => Promise<Written[As]>,
): Promise<Blob> {
  return apart ? gathered(await write("stream"), signal) : write("blob");
}

/** A copy of the bytes, which a Blob of `edit()` shares with the opened file. */
async function gathered(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes?: (loaded: number) => void,
): Promise<Blob> {
  const reader = stream.getReader();
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let held = 0;
  let loaded = 0;
  for (;;) {
    if (signal.aborted) {
      await reader.cancel();
      signal.throwIfAborted();
    }
    const { done, value } = await reader.read();
    if (done) {
      return new Blob([...blobs, ...pieces]);
    }
    pieces.push(value as Uint8Array<ArrayBuffer>);
    held += value.length;
    loaded += value.length;
    onBytes?.(loaded);
    if (held > HEAP) {
      blobs.push(new Blob(pieces));
      [pieces, held] = [[], 0];
    }
  }
}

/** The file with an array cut to a part; arrays that belong to it are cut the same way. */
export async function cut(
  file: AsdfFile,
  path: string,
  spans: readonly (Span | null)[],
  { compression, apart }: SaveOptions,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const selection = spans.map((span) => span && slice(span.start, span.stop));
  const options = { compression, signal, onProgress, alike: true };
  return withWorkers((workers) =>
    written(apart, signal, (as) => file.cutout({ [path]: selection }, { ...options, workers, as })),
  );
}

/** The file in exploded form: a zip archive of the tree and one file per block. */
export async function zipped(
  file: AsdfFile,
  { compression }: SaveOptions,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const { makeZip } = await import("client-zip");
  const options = { compression, signal, onProgress };
  const parts = await withWorkers((workers) => file.explode({ ...options, workers }));
  const total = parts.reduce((sum, { blob }) => sum + blob.size, 0);
  const zip = makeZip(parts.map(({ name, blob }) => ({ name, input: blob, size: blob.size })));
  return gathered(zip, signal, (loaded) =>
    onProgress({ loaded: Math.min(loaded, total), total, phase: "write" }),
  );
}
