/** Writing the open file anew, its tree as it is now. */
import type { AsdfFile } from "asdf-wasm";
import type { Progress, SaveAsked } from "./protocol.ts";

/** How much is gathered in memory before a Blob takes it, which browsers keep on disk. */
const HEAP = 32 * 2 ** 20;

export async function saved(
  file: AsdfFile,
  { compression, apart }: SaveAsked,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Blob> {
  const options = { compression, signal, onProgress };
  const { tree } = file;
  const asItIs = () => (typeof tree === "object" && tree !== null ? tree : undefined);
  return apart
    ? gathered(await file.edit(asItIs, { ...options, as: "stream" }))
    : file.edit(asItIs, { ...options, as: "blob" });
}

/** Bytes of their own, where a Blob of `edit()` has those of the opened file. */
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
