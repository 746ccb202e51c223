/** Writing the open file anew, its tree as it is now. */
import { type AsdfFile, type StandardVersion, write } from "asdf-wasm";
import type { Progress, SaveAsked } from "./protocol.ts";

/** How much is gathered in memory before a Blob takes it, which browsers keep on disk. */
const HEAP = 32 * 2 ** 20;
const VERSIONS: readonly string[] = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0"];

/** The file as it would be written, in the version of the standard that it has where that can be written. */
export async function saved(
  file: AsdfFile,
  { compression, apart }: SaveAsked,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const standard = file.standardVersion;
  const options = {
    ...(isWritable(standard) && { standard }),
    comments: file.comments,
    compression,
    signal,
    onProgress,
  };
  return apart
    ? gathered(await write(file.tree, { ...options, as: "stream" }))
    : write(file.tree, { ...options, as: "blob" });
}

function isWritable(version: string | undefined): version is StandardVersion {
  return version !== undefined && VERSIONS.includes(version);
}

/** Bytes of their own, where a Blob of `write()` has those of the opened file. */
async function gathered(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const reader = stream.getReader();
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return new Blob([...blobs, ...pieces]);
    }
    pieces.push(value);
    held += value.length;
    if (held > HEAP) {
      blobs.push(new Blob(pieces));
      [pieces, held] = [[], 0];
    }
  }
}
