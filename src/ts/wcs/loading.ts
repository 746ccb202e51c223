/** Loads the code for world coordinates and its WebAssembly module with the first WCS: callers without one do not download them. */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { InitInput } from "../api/options.ts";

/** The code for world coordinates. */
export type WcsCode = typeof import("./index.ts");

/** What differs between the entries of the package. */
interface Entry {
  /** Loads the code for world coordinates. */
  readonly code: () => Promise<WcsCode>;
  /** The location of the WebAssembly module; callers of `asdf-wasm/slim` pass it to `initWcs()`. */
  readonly wcsModule?: () => InitInput;
}

let entry: Entry = { code: () => Promise.reject(new Error("import the package by one of its entries")) };
let code: Promise<WcsCode> | undefined;

/** Sets the entry of the package. Each entry calls this. */
export function setWcsEntry(known: Entry): void {
  entry = known;
}

function loadCode(): Promise<WcsCode> {
  code ??= entry.code().catch((cause: unknown) => {
    code = undefined;
    const message = `the code for world coordinates could not be loaded: ${reasonOf(cause)}`;
    throw new AsdfError("network", message, { cause });
  });
  return code;
}

/** Loads the code for world coordinates with its module. */
export async function loadWcs(): Promise<WcsCode> {
  const loaded = await loadCode();
  const { wcsModule } = loaded;
  await (entry.wcsModule && !wcsModule.isLoaded() ? wcsModule.load(entry.wcsModule) : wcsModule.loaded());
  return loaded;
}

/**
 * Loads the WebAssembly module for world coordinates, as `init()` loads the one that reads. Optional: it is loaded when needed;
 * only `asdf-wasm/slim` needs its location. Only the first call has an effect.
 */
export async function initWcs(input?: InitInput | Promise<InitInput>): Promise<void> {
  if (input === undefined) {
    await loadWcs();
    return;
  }
  const given = Promise.resolve(input);
  // Avoids an unhandled rejection while the code is being loaded: `load()` reports the failure.
  given.catch(() => {});
  const { wcsModule } = await loadCode();
  await wcsModule.load(given);
}
