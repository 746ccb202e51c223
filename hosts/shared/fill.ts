/** Writes a new file on a disk, for hosts that put it in place of another. */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A name beside a file, which nobody can guess: no link can wait there. */
export function nameBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(8).toString("hex")}.part`);
}

/** Makes a new file that is to replace another one, with the permissions of that. Fails if anything has its name. */
export async function openNew(path: string, replaced: string): Promise<FileHandle> {
  const mode = await stat(replaced).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  // Nobody else may read it before it has the permissions of the other.
  const file = await open(path, "wx", mode === undefined ? 0o666 : 0o600);
  try {
    if (mode !== undefined) {
      await file.chmod(mode);
    }
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

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
