/** Files on the disks of the machine on which the extension runs. */
import { constants } from "node:fs";
import { open, realpath, rename, unlink } from "node:fs/promises";
import { fill, nameBeside, openNew } from "@asdf-wasm/hosts/fill";
import type { Base, Platform } from "./base.ts";
import { pathBeside } from "./folder.ts";

export const disk: Platform = {
  openByRange: (uri) => (uri.scheme === "file" ? openFile(uri.fsPath) : undefined),
  beside: async (uri, names) => (uri.scheme === "file" ? pathBeside(uri.fsPath, names) : undefined),
  writerOf: (uri) => (uri.scheme === "file" ? (chunks) => replace(uri.fsPath, chunks) : undefined),
};

async function replace(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // A link stays one: what it leads to is replaced.
  const path = await realpath(name).catch(() => name);
  const part = nameBeside(path);
  const file = await openNew(part, path);
  try {
    await fill(file, chunks);
    await putInPlace(part, path);
  } catch (cause) {
    await unlink(part).catch(() => {});
    throw cause;
  }
}

async function openFile(path: string): Promise<Base> {
  const file = await open(path, constants.O_RDONLY);
  const { size } = await file.stat();
  const read: Base["read"] = async (offset, length) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
      if (bytesRead === 0) {
        throw new Error(`${path} became shorter while it was read`);
      }
      done += bytesRead;
    }
    return bytes;
  };
  return { size, read, close: () => void file.close() };
}

async function putInPlace(part: string, path: string): Promise<void> {
  try {
    await rename(part, path);
  } catch (cause) {
    if (process.platform !== "win32") {
      throw cause;
    }
    // Windows replaces no file that is open, but moves it: it goes when the document is closed.
    const old = `${part}.old`;
    await rename(path, old);
    await rename(part, path);
    await unlink(old).catch(() => {});
  }
}
