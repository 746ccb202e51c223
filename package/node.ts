/**
 * The package in Node. It loads the `.wasm` files from disk, so that `init()` is not needed, and it also opens paths and `file:`
 * URLs, which it reads by range. See `index.ts`.
 */
import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import type { ModuleFile } from "./api/configure.ts";
import { setEnvironment } from "./api/environment.ts";
import { AsdfError, reasonOf } from "./api/error.ts";
import type { InitInput } from "./api/options.ts";
import { converterCode } from "./file/converter-code.ts";
import { schemaCode } from "./file/schemas.ts";
import { startNodeWorker } from "./pool/node-starter.ts";
import { populate } from "./read/node-memory.ts";
import { disk } from "./source/disk.ts";
import * as fits from "./wasm/fits.ts";
import { fitsCode } from "./wasm/fits-loading.ts";
import { installedFile, isFile } from "./wasm/node-files.ts";
import { asdfModule } from "./wasm/reader.ts";
import { asdfReader } from "./wasm/reading.ts";
import { wcsCode } from "./wcs/loading.ts";
import { nodeDigest } from "./writer/blocks/node-md5.ts";
import { writerCode } from "./writer/writing.ts";

export * from "./exports.ts";

/** Bundlers recognise this form. */
const MODULES: Readonly<Record<ModuleFile, () => URL>> = {
  "asdf_wasm_bg.wasm": () => new URL("./asdf_wasm_bg.wasm", import.meta.url),
  "asdf_wasm_fits_bg.wasm": () => new URL("./asdf_wasm_fits_bg.wasm", import.meta.url),
  "asdf_wasm_writer_bg.wasm": () => new URL("./asdf_wasm_writer_bg.wasm", import.meta.url),
  "asdf_wasm_wcs_bg.wasm": () => new URL("./asdf_wasm_wcs_bg.wasm", import.meta.url),
};

function share(signal: AbortSignal): void {
  try {
    setMaxListeners(0, signal);
  } catch {
    // A signal that is not Node's, such as one of jsdom, never warns.
  }
}

setEnvironment({
  locate: (file) => (file.endsWith(".wasm") ? readModule(file as ModuleFile) : undefined),
  workers: {
    script: "pool/node-worker.js",
    // Bundlers that replace the addresses of modules also replace the addresses of workers.
    start: (located) => startNodeWorker(located, () => isFile(MODULES["asdf_wasm_bg.wasm"]())),
  },
  installed: (found, name) => (isFile(found) ? found : installedFile(name)),
  disk,
  populate,
  share,
  digest: nodeDigest,
});
writerCode.setEntry({ code: () => import("./writer/index.ts") });
fitsCode.setEntry({ code: () => Promise.resolve(fits), here: fits });
wcsCode.setEntry({ code: () => import("./wcs/index.ts") });
schemaCode.setEntry(() => import("./schema/index.ts"));
converterCode.setEntry(() => import("./converters/index.ts"));

/** Loads the WebAssembly module that reads ASDF. `input` is deprecated: `configure({ locate })` says where it is. */
export async function init(input?: InitInput | Promise<InitInput>): Promise<void> {
  await (input === undefined ? asdfReader() : asdfModule.load(input));
}

function readModule(name: ModuleFile): BufferSource {
  try {
    const found = MODULES[name]();
    return readFileSync(isFile(found) ? found : installedFile(name));
  } catch (cause) {
    const hint = 'let the bundler leave the package out (in Next: `serverExternalPackages: ["asdf-wasm"]`)';
    throw new AsdfError("not-found", `${name} could not be read (${reasonOf(cause)}): ${hint}`, { cause });
  }
}
