/**
 * Read and write ASDF, the Advanced Scientific Data Format: `open()` a file, look at its `tree`, `read()` its arrays;
 * `write()` a tree with arrays.
 *
 * This entry finds its `.wasm` files beside itself; `asdf-wasm/slim` is the same but for that.
 *
 * @example
 * import { NdArray, open, slice } from "asdf-wasm";
 * const file = await open("https://example.org/roman.asdf");
 * const image = file.get("roman/data");
 * if (image instanceof NdArray) {
 *   const corner = await image.read([slice(512), slice(512)]);
 * }
 */

import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./api/types.ts";
import type { AsdfFile } from "./file/file.ts";
import { openFile, openFileSync } from "./file/open.ts";
import { load } from "./wasm/reader.ts";
import { useEntry } from "./writer/writing.ts";

export * from "./exports.ts";

useEntry({ init, writer: () => new URL("./asdf_wasm_writer_bg.wasm", import.meta.url) });

/**
 * Loads the WebAssembly module. Optional: `open()` does it when needed. Call it to load early, before `openSync()`, or to
 * say where the module is when the bundler or the content security policy needs that told: by URL, Response, bytes
 * or `WebAssembly.Module`. The first call counts; in Node nothing is needed.
 *
 * @throws AsdfError `network` when the module cannot be loaded; calling again tries again
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  return load(input ?? new URL("./asdf_wasm_bg.wasm", import.meta.url));
}

/**
 * Opens a file: finds its header, tree and blocks. Only what that takes is read, of which arrays are no part. A URL whose
 * server does not answer requests for ranges is fetched as a whole, which is among the warnings.
 *
 * @throws AsdfError `not-asdf`, `truncated`, `bad-header`, `bad-tree`, `bad-block`, `network`, `aborted`, …
 *
 * @example
 * const file = await open(input.files[0], { signal: controller.signal, checksums: "error" });
 */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  await init();
  return openFile(source, options);
}

/**
 * Opens a file whose bytes are in memory, without awaiting anything. In browsers, `await init()` must have come before.
 * Reading its arrays is asynchronous all the same.
 */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  return openFileSync(bytes, options);
}
