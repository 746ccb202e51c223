/**
 * Read and write ASDF, the Advanced Scientific Data Format: `open()` a file, look at its `tree`, `read()` its arrays;
 * `write()` a tree with arrays.
 *
 * This entry finds its `.wasm` files next to itself; `asdf-wasm/slim` is the same without that.
 *
 * @example
 * import { NdArray, open, slice } from "asdf-wasm";
 * const file = await open("https://example.org/roman.asdf");
 * const image = file.get("roman/data");
 * if (image instanceof NdArray) {
 *   const corner = await image.read([slice(512), slice(512)]);
 * }
 */

import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./api/options.ts";
import { AsdfFile } from "./file/file.ts";
import { load } from "./wasm/reader.ts";
import { loadWriter, setEntry } from "./writer/writing.ts";

export * from "./exports.ts";

setEntry({ init, writerModule: () => new URL("./asdf_wasm_writer_bg.wasm", import.meta.url) });

/**
 * Loads the WebAssembly module. Optional: `open()` loads it when needed. Call it to load the module early, before `openSync()`,
 * or to say where the module is, if the bundler or the content security policy requires that: as URL, Response, bytes or
 * `WebAssembly.Module`. Only the first call has an effect. In Node, it is never needed.
 *
 * @throws AsdfError `network` if the module cannot be loaded; another call tries again
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return load(input ?? new URL("./asdf_wasm_bg.wasm", import.meta.url));
}

/**
 * Opens a file: locates its header, tree and blocks. Only the bytes that this needs are read, not the arrays. If the server of
 * a URL does not answer range requests, the whole file is downloaded, and `warnings` says so.
 *
 * @throws AsdfError `not-asdf`, `truncated`, `bad-header`, `bad-tree`, `bad-block`, `network`, `aborted`, …
 *
 * @example
 * const file = await open(input.files[0], { signal: controller.signal, checksums: "error" });
 */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  await init();
  return AsdfFile.open(source, options, loadWriter);
}

/**
 * Opens a file in memory synchronously. In browsers, `await init()` first. Reading its arrays is still asynchronous.
 */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  return AsdfFile.openSync(bytes, options, loadWriter);
}
