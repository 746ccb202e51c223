/**
 * The package without references to its `.wasm` files, which bundlers would follow: `configure({ locate })` says where they are.
 * Otherwise the same as `asdf-wasm`; see the documentation there.
 *
 * @example
 * import { configure, open } from "asdf-wasm/slim";
 * configure({ locate: (file) => `/static/asdf-wasm/${file}` });
 */

import type { InitInput } from "./api/options.ts";
import { converterCode } from "./file/converter-code.ts";
import { schemaCode } from "./file/schemas.ts";
import { fitsCode } from "./wasm/fits-loading.ts";
import { asdfModule } from "./wasm/reader.ts";
import { wcsCode } from "./wcs/loading.ts";
import { writerCode } from "./writer/writing.ts";

export * from "./exports.ts";

writerCode.setEntry({ code: () => import("./writer/index.ts") });
wcsCode.setEntry({ code: () => import("./wcs/index.ts") });
fitsCode.setEntry({ code: () => import("./wasm/fits.ts") });
schemaCode.setEntry(() => import("./schema/index.ts"));
converterCode.setEntry(() => import("./converters/index.ts"));

/**
 * Loads the WebAssembly module that reads ASDF from its URL, a Response, its bytes or a `WebAssembly.Module`. Only the first call has an
 * effect.
 *
 * @deprecated `configure({ locate })` says where all modules are.
 */
export function init(input: InitInput | Promise<InitInput>): Promise<void> {
  return asdfModule.load(input);
}
