/** What the entries for browsers share: their `.wasm` files are beside them, and workers where the package or a bundler has put them. */
import type { ModuleFile } from "./api/configure.ts";
import { setEnvironment } from "./api/environment.ts";
import type { InitInput } from "./api/options.ts";
import { type ConverterCode, converterCode } from "./file/converter-code.ts";
import { type SchemaCode, schemaCode } from "./file/schemas.ts";
import { type FitsCode, fitsCode } from "./wasm/fits-loading.ts";
import { packageFile, workerScript } from "./wasm/location.ts";
import { asdfModule } from "./wasm/reader.ts";
import { asdfReader } from "./wasm/reading.ts";
import { type WcsCode, wcsCode } from "./wcs/loading.ts";
import { type Writer, writerCode } from "./writer/writing.ts";

/** Bundlers recognise this form. */
const MODULES: Readonly<Record<ModuleFile, () => URL>> = {
  "asdf_wasm_bg.wasm": () => new URL("./asdf_wasm_bg.wasm", import.meta.url),
  "asdf_wasm_fits_bg.wasm": () => new URL("./asdf_wasm_fits_bg.wasm", import.meta.url),
  "asdf_wasm_writer_bg.wasm": () => new URL("./asdf_wasm_writer_bg.wasm", import.meta.url),
  "asdf_wasm_wcs_bg.wasm": () => new URL("./asdf_wasm_wcs_bg.wasm", import.meta.url),
};

/** What an entry does first; it says how the code that writes, and that for world coordinates, FITS, schemas and converters, is loaded. */
export function enter(
  writer: () => Promise<Writer>,
  wcs: () => Promise<WcsCode>,
  fits: () => Promise<FitsCode>,
  schemas: () => Promise<SchemaCode>,
  converters: () => Promise<ConverterCode>,
): void {
  setEnvironment({
    locate: (file) =>
      file.endsWith(".wasm")
        ? packageFile(MODULES[file as ModuleFile]())
        : workerScript(MODULES["asdf_wasm_bg.wasm"]()),
  });
  writerCode.setEntry({ code: writer });
  wcsCode.setEntry({ code: wcs });
  fitsCode.setEntry({ code: fits });
  schemaCode.setEntry(schemas);
  converterCode.setEntry(converters);
}

/**
 * Loads the WebAssembly module that reads ASDF. Optional: `open()` loads it when needed. Call it to load the module early, before
 * `openSync()`. In Node, it is never needed; for FITS, call `initFits()` in its place.
 *
 * @param input deprecated: where the module is; `configure({ locate })` says so for all of them. Only the first call has an effect
 * @throws AsdfError `network` if the module cannot be loaded; another call tries again
 */
export async function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  await (input === undefined ? asdfReader() : asdfModule.load(input));
}
