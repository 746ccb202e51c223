/**
 * Read and write ASDF, the Advanced Scientific Data Format: `open()` a file, look at its `tree`, `read()` its arrays;
 * `write()` a tree with arrays.
 *
 * This entry finds its `.wasm` files next to itself; `asdf-wasm/slim` is the same without that.
 *
 * @example
 * import { NdArray, open, slice } from "asdf-wasm";
 * const file = await open("https://example.org/roman.asdf");
 * const image = file.get("roman/data");
 * if (image instanceof NdArray) {
 *   const corner = await image.read([slice(512), slice(512)]);
 * }
 */
import { enter } from "./browser.ts";

export { init } from "./browser.ts";
export * from "./exports.ts";

// Callers download the code that writes, for world coordinates, for FITS, for schemas and for converters only when they need it.
enter(
  () => import("./writer/index.ts"),
  () => import("./wcs/index.ts"),
  () => import("./wasm/fits.ts"),
  () => import("./schema/index.ts"),
  () => import("./converters/index.ts"),
);
