/** Loads the WebAssembly module that reads FITS. */
import type { InitInput } from "../api/options.ts";
import { OnDemand } from "./on-demand.ts";

/** The bindings of the module. */
export type FitsCode = typeof import("./fits.ts");

export const fitsCode = new OnDemand<FitsCode>("the code that reads FITS", ({ fitsModule }) => fitsModule);

/**
 * Loads the WebAssembly module that reads FITS, as `init()` loads the one that reads ASDF. Optional: `open()` loads it when a
 * file is FITS; only `openSync()` in browsers needs it. It reads ASDF, too: after it, `init()` loads nothing more.
 *
 * @param input deprecated: where the module is; `configure({ locate })` says so for all of them. Only the first call has an effect
 */
export function initFits(input?: InitInput | Promise<InitInput>): Promise<void> {
  return fitsCode.init(input);
}
