/** Loads the code for world coordinates and its WebAssembly module with the first WCS. */
import type { InitInput } from "../api/options.ts";
import { OnDemand } from "../wasm/on-demand.ts";

/** The code for world coordinates. */
export type WcsCode = typeof import("./index.ts");

export const wcsCode = new OnDemand<WcsCode>("the code for world coordinates", ({ wcsModule }) => wcsModule);

/**
 * Loads the WebAssembly module for world coordinates, as `init()` loads the one that reads. Optional: it is loaded when needed.
 *
 * @param input deprecated: where the module is; `configure({ locate })` says so for all of them. Only the first call has an effect
 */
export function initWcs(input?: InitInput | Promise<InitInput>): Promise<void> {
  return wcsCode.init(input);
}
