/**
 * Loads WebAssembly while the first bytes of a file are still on their way. They choose the module that reads the file; its name tells
 * which one that will be. Without a file nothing is loaded: a visitor with FITS files would download a module that they do not need.
 */
import { init, initFits } from "asdf-wasm";

const FITS = /\.(fits?|fts|fz)(\.gz)?$/i;
const ASDF = /\.asdf(\.gz)?$/i;

export function loadAhead(name: string): void {
  if (FITS.test(name)) {
    attempt(initFits());
  } else if (ASDF.test(name)) {
    attempt(init());
  }
}

/** Opening the file reports a failure. */
function attempt(loading: Promise<void>): void {
  loading.catch(() => {});
}
