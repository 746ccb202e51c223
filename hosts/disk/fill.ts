/** Writes a new file on a disk, for hosts that put it in place of another. */
import type { FileHandle } from "node:fs/promises";

/** Writes chunks from the file's beginning, waits until the disk has them, and closes the file. */
export async function fill(
  file: FileHandle,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of chunks) {
      for (let done = 0; done < chunk.length; ) {
        done += (await file.write(chunk, done)).bytesWritten;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
