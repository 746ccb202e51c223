/** Files on disk, for the package in Node. */
import { openAsBlob, readFileSync } from "node:fs";
import { type FileHandle, open, readFile, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Disk, DiskSource } from "../api/environment.ts";
import { AsdfError, isNotThere, reasonOf } from "../api/error.ts";

/** Node reads fewer than 2³¹ bytes at a time. */
const MOST = 2 ** 30;

/** Closes the handles of files that were never closed: Node warns when it collects an open handle. */
const forgotten = new FinalizationRegistry<FileHandle>((file) => void file.close().catch(() => {}));

/** Files at paths and `file:` URLs. */
export const disk: Disk = {
  open: atPath(openPath),
  read: atPath((path) => readFile(path)),
  readNow: atPath((path) => readFileSync(path)),
  besides: atPath(besides),
};

function atPath<T>(act: (path: string) => T): (source: string | URL) => T | undefined {
  return (source) => {
    const path = pathOf(source);
    return path === undefined ? undefined : act(path);
  };
}

/** A string is a path unless it begins with a scheme. The single letter in `C:\` is a drive, not a scheme. */
function pathOf(source: string | URL): string | undefined {
  const [scheme] = /^[a-z][a-z\d+.-]+:/i.exec(String(source)) ?? [];
  if (scheme === undefined) {
    return String(source);
  }
  if (scheme.toLowerCase() !== "file:") {
    return undefined;
  }
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new AsdfError("not-found", `${String(source)} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
}

/** Finds the files to which a file on disk refers: in its folder and the folders inside it, nowhere else. */
function besides(path: string): (uri: string) => Promise<Blob | undefined> {
  const folder = dirname(resolve(path));
  return async (uri) => {
    try {
      const root = await realpath(folder);
      const found = await realpath(resolve(root, decodeURIComponent(uri)));
      const inside = relative(root, found);
      const isOutside = pathOf(uri) === undefined || inside.startsWith("..") || isAbsolute(inside);
      // Blocks of a Blob can be copied as they are stored.
      return isOutside ? undefined : await openAsBlob(found);
    } catch (cause) {
      if (!(isNotThere(cause) || cause instanceof URIError)) {
        throw cause;
      }
      // The caller says what cannot be found.
      return undefined;
    }
  };
}

async function openPath(path: string): Promise<DiskSource> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const file = handle;
    const stat = await file.stat();
    if (!stat.isFile()) {
      throw new Error("it is not a file");
    }
    const source: DiskSource = {
      size: stat.size,
      readInto: async (offset, target) =>
        (await file.read(target, 0, Math.min(target.length, MOST), offset)).bytesRead,
      close: () => {
        // Reads in progress finish first.
        forgotten.unregister(source);
        file.close().catch(() => {});
      },
    };
    forgotten.register(source, file, source);
    return source;
  } catch (cause) {
    await handle?.close();
    throw new AsdfError("not-found", `${path} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
}
