/**
 * The package without references to its `.wasm` files, which bundlers would follow: call `init()`, `initWriter()` before
 * writing, `initWcs()` before the first WCS, and `initFits()` before the first FITS file, with the location of the module. After
 * `initFits()`, `init()` is not needed: that module reads ASDF, too.
 * Otherwise the same as `asdf-wasm`; see the documentation there.
 *
 * @example
 * import { init, open } from "asdf-wasm/slim";
 * import wasm from "asdf-wasm/asdf_wasm_bg.wasm?url";
 * await init(wasm);
 */

import type { InitInput, OpenOptions, OpenSyncOptions, Source } from "./api/options.ts";
import { AsdfFile } from "./file/file.ts";
import { fitsCode } from "./wasm/fits-loading.ts";
import { asdfModule } from "./wasm/reader.ts";
import { wcsCode } from "./wcs/loading.ts";
import { loadWriter, setEntry } from "./writer/writing.ts";

export * from "./exports.ts";

setEntry({ code: () => import("./writer/index.ts") });
wcsCode.setEntry({ code: () => import("./wcs/index.ts") });
fitsCode.setEntry({ code: () => import("./wasm/fits.ts") });

/** Loads the WebAssembly module from its URL, a Response, its bytes or a `WebAssembly.Module`. Only the first call has an effect. */
export function init(input: InitInput | Promise<InitInput>): Promise<void> {
  return asdfModule.load(input);
}

/** Opens a file; see `open` of `asdf-wasm`. Call `init(…)` first, or `initFits(…)`, which is for FITS and ASDF files. */
export async function open(source: Source, options?: OpenOptions): Promise<AsdfFile> {
  return AsdfFile.open(source, options, loadWriter);
}

/** Opens a file in memory synchronously. `await init(…)` first, and `await initFits(…)` for FITS files. */
export function openSync(bytes: ArrayBufferLike | ArrayBufferView, options?: OpenSyncOptions): AsdfFile {
  return AsdfFile.openSync(bytes, options, loadWriter);
}
