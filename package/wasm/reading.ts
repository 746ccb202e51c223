/**
 * The two WebAssembly modules that read: a small one for ASDF, and a larger one for FITS, which reads ASDF as well. The first bytes of a
 * file say which one it needs, and what is not FITS takes the one that is there: no page loads two modules to read one file.
 */
import { AsdfError } from "../api/error.ts";
import { fitsCode } from "./fits-loading.ts";
import { asdfModule } from "./reader.ts";

/** What both modules export. */
export type Reader = ReturnType<typeof asdfModule.exports>;

/** What every FITS file begins with. */
const SIGNATURE = "SIMPLE  ";

/** Whether a file that begins with these bytes is FITS. */
export function isFits(bytes: Uint8Array): boolean {
  return bytes.length >= SIGNATURE.length && String.fromCharCode(...bytes.subarray(0, 8)) === SIGNATURE;
}

/** The module for FITS, once it is loaded. */
export async function fitsReader(): Promise<Reader> {
  return (await fitsCode.load()).fitsModule.exports();
}

/** A module for ASDF, once it is loaded: that for FITS if only that is there or on its way. */
export async function asdfReader(): Promise<Reader> {
  const fits = asdfModule.isBegun() ? undefined : await fitsCode.begun();
  if (fits === undefined) {
    await asdfModule.load();
  }
  return reader();
}

/** The module for a file in memory that begins with these bytes. It has to be loaded already, unless it can be loaded at once. */
export function readerNow(bytes: Uint8Array): Reader {
  if (!isFits(bytes)) {
    if (loaded() === undefined) {
      asdfModule.loadNow();
    }
    return reader();
  }
  const code = fitsCode.now();
  if (code === undefined) {
    const message = "this is a FITS file, and the module that reads FITS is not loaded yet";
    throw new AsdfError("not-loaded", `${message}: call \`await initFits()\` first`);
  }
  return code.fitsModule.exports();
}

/** A module that is loaded. */
export function reader(): Reader {
  return loaded() ?? asdfModule.exports();
}

/** Whether this is the module for FITS. */
export function isFitsReader(module: Reader): boolean {
  return module === fitsCode.loaded()?.fitsModule.exports();
}

function loaded(): Reader | undefined {
  return asdfModule.isLoaded() ? asdfModule.exports() : fitsCode.loaded()?.fitsModule.exports();
}
