/**
 * The package without knowledge of where its `.wasm` file is: `init()`, and `initWriter()` to write, must be called with
 * it, and no bundler sees a reference to it. Otherwise the same as `asdf-wasm`, whose documentation holds.
 *
 * @example
 * import { init, open } from "asdf-wasm/slim";
 * import wasm from "asdf-wasm/asdf_wasm_bg.wasm?url";
 * await init(wasm);
 */

import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./api/types.ts";
import type { AsdfFile } from "./file/file.ts";
import { openFile, openFileSync } from "./file/open.ts";
import { load, loaded } from "./wasm/reader.ts";

export * from "./exports.ts";

/** Loads the WebAssembly module from its URL, a Response, its bytes or a `WebAssembly.Module`. The first call counts. */
export function init(input: InitInput | Promise<InitInput>): Promise<void> {
  return load(input);
}

/** Opens a file; see `open` of `asdf-wasm`. `init(…)` must have been called before. */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  await loaded();
  return openFile(source, options);
}

/** Opens a file whose bytes are in memory. `await init(…)` must have come before. */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  return openFileSync(bytes, options);
}
