/**
 * The package without `import()`, which Service Workers do not have, and scripts in one piece (the format "iife" of bundlers) neither: all
 * code that `asdf-wasm` loads when it is first needed is part of it from the start. Otherwise the same; see the documentation there.
 *
 * @example
 * import { open, write } from "asdf-wasm/static";
 */
import { enter } from "./browser.ts";
import * as converters from "./converters/index.ts";
import * as schemas from "./schema/index.ts";
import * as fits from "./wasm/fits.ts";
import * as wcs from "./wcs/index.ts";
import * as writer from "./writer/index.ts";

export { init } from "./browser.ts";
export * from "./exports.ts";

enter(
  () => Promise.resolve(writer),
  () => Promise.resolve(wcs),
  () => Promise.resolve(fits),
  () => Promise.resolve(schemas),
  () => Promise.resolve(converters),
);
