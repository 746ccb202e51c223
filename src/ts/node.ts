/**
 * The package in Node, which reads the `.wasm` file from disk: nothing has to be initialised. It opens paths and `file:`
 * URLs as well, and reads them by range. See `index.ts`.
 */
import { readFileSync } from "node:fs";
import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./api/types.ts";
import type { AsdfFile } from "./file/file.ts";
import { openFile, openFileSync } from "./file/open.ts";
import { startThread } from "./pool/node-start.ts";
import { useThreads } from "./pool/pool.ts";
import { diskSource } from "./source/disk.ts";
import { useDisk } from "./source/source.ts";
import { isLoaded, load, loadSync } from "./wasm/reader.ts";
import { useDigest } from "./writer/blocks/digest.ts";
import { nodeDigest } from "./writer/blocks/node-md5.ts";
import { useEntry } from "./writer/writing.ts";

export * from "./exports.ts";

useDisk(diskSource);
useThreads(startThread);
useDigest(nodeDigest);
useEntry({ init, writer: () => readFileSync(new URL("./asdf_wasm_writer_bg.wasm", import.meta.url)) });

/** Loads the WebAssembly module: the package's own, unless another is given. */
export async function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return input === undefined ? loadOwn() : load(input);
}

/** Opens a file. */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  await init();
  return openFile(source, options);
}

/** Opens a file whose bytes are in memory. */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  loadOwn();
  return openFileSync(bytes, options);
}

function loadOwn(): void {
  if (!isLoaded()) {
    loadSync(readFileSync(new URL("./asdf_wasm_bg.wasm", import.meta.url)));
  }
}
