/**
 * The package in Node. It loads the `.wasm` files from disk, so that `init()` is not needed, and it also opens paths and `file:`
 * URLs, which it reads by range. See `index.ts`.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./api/options.ts";
import { AsdfFile } from "./file/file.ts";
import { startNodeWorker } from "./pool/node-starter.ts";
import { setWorkerStarter } from "./pool/platform.ts";
import { diskSource, pathOf } from "./source/disk.ts";
import { setDisk } from "./source/source.ts";
import { setModuleFetch } from "./wasm/module.ts";
import { isLoaded, load, loadSync } from "./wasm/reader.ts";
import { setDigest } from "./writer/blocks/digest.ts";
import { nodeDigest } from "./writer/blocks/node-md5.ts";
import { loadWriter, setEntry } from "./writer/writing.ts";

export * from "./exports.ts";

setDisk(diskSource);
setWorkerStarter(startNodeWorker);
setDigest(nodeDigest);
setModuleFetch(async (address) => {
  const path = pathOf(address);
  return path === undefined ? fetch(address) : readFile(path);
});
setEntry({
  init,
  code: () => import("./writer/index.ts"),
  writerModule: () => readFileSync(new URL("./asdf_wasm_writer_bg.wasm", import.meta.url)),
});

/** Loads the WebAssembly module: that of the package, unless another one is passed. */
export async function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return input === undefined ? loadOwn() : load(input);
}

/** Opens a file. */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  await init();
  return AsdfFile.open(source, options, loadWriter);
}

/** Opens a file in memory synchronously. */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  loadOwn();
  return AsdfFile.openSync(bytes, options, loadWriter);
}

function loadOwn(): void {
  if (!isLoaded()) {
    loadSync(readFileSync(new URL("./asdf_wasm_bg.wasm", import.meta.url)));
  }
}
