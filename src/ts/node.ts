/**
 * The package in Node, which reads the `.wasm` file from disk: nothing has to be initialised. It opens paths and `file:`
 * URLs as well, and reads them by range. See `index.ts`.
 */
import { readFileSync } from "node:fs";
import { diskSource } from "./disk.ts";
import { isLoaded, load, loadSync } from "./engine.ts";
import type { AsdfFile } from "./file.ts";
import { nodeDigest } from "./md5.ts";
import { openFile, openFileSync } from "./open.ts";
import { useThreads } from "./pool/pool.ts";
import { startThread } from "./pool/threads.ts";
import { useDisk } from "./source.ts";
import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./types.ts";
import { useDigest } from "./writer/digest.ts";
import { useEntry } from "./writing.ts";

export * from "./api.ts";

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
