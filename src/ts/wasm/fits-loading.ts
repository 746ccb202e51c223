/** Loads the WebAssembly module that reads FITS with the first FITS file. */
import { AsdfError } from "../api/error.ts";
import type { InitInput } from "../api/options.ts";
import { OnDemand } from "./on-demand.ts";

/** The bindings of the module. */
export type FitsCode = typeof import("./fits.ts");

type FitsExports = ReturnType<FitsCode["fitsModule"]["exports"]>;

/** What every FITS file begins with. */
const SIGNATURE = "SIMPLE  ";

export const fitsCode = new OnDemand<FitsCode>("the code that reads FITS", ({ fitsModule }) => fitsModule);

/** Loads the code and the module at once. The entry for Node, which reads files synchronously, sets its own. */
let loadNow = (): FitsCode | undefined => fitsCode.loaded();

/** Sets how the code and the module are loaded at once. */
export function setFitsNow(own: typeof loadNow): void {
  loadNow = own;
}

/**
 * Loads the WebAssembly module that reads FITS, as `init()` loads the one that reads ASDF. Optional: `open()` loads it when a
 * file is FITS; only `openSync()` in browsers and `asdf-wasm/slim` need it. Only the first call has an effect.
 */
export function initFits(input?: InitInput | Promise<InitInput>): Promise<void> {
  return fitsCode.init(input);
}

/** Whether a file that begins with these bytes is FITS. */
export function isFits(bytes: Uint8Array): boolean {
  return bytes.length >= SIGNATURE.length && String.fromCharCode(...bytes.subarray(0, 8)) === SIGNATURE;
}

/** The exports of the module, once it is loaded. */
export async function fitsReader(): Promise<FitsExports> {
  return (await fitsCode.load()).fitsModule.exports();
}

/** The exports of the module, which has to be loaded. */
export function fitsReaderNow(): FitsExports {
  const code = loadNow();
  if (code === undefined) {
    const message = "this is a FITS file, and the module that reads FITS is not loaded yet";
    throw new AsdfError("not-loaded", `${message}: call \`await initFits()\` first`);
  }
  return code.fitsModule.exports();
}
