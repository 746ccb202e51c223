/**
 * Where the files of the package are. `new URL("./file", import.meta.url)` says so, and bundlers replace it, with two exceptions:
 * the development server of Vite before version 8 moves modules to its cache, and leaves the other files where they are; and a
 * page may import the package from another origin, whose workers it cannot start by their address.
 */

/** The cache of Vite's development server, in which modules are not beside their files. */
const viteCache = /\/node_modules\/\.vite\/(?:.+\/)?deps[^/]*\//;

/** Where a file is that should be beside the modules of the package. */
export function packageFile(found: URL): URL {
  // The URLs of webpack in Next are without a base.
  return viteCache.test(found.href)
    ? new URL(found.href.replace(viteCache, "/node_modules/asdf-wasm/"))
    : found;
}

/** Where the script of workers is, if bundlers do not know it; `found` is where the module that reads should be. */
export function workerScript(found: URL): URL | undefined {
  const isMoved = viteCache.test(found.href);
  const isForeign = found.origin !== location.origin && /^https?:.*\/asdf_wasm_bg\.wasm$/.test(found.href);
  return isMoved || isForeign ? new URL("./pool/worker.js", packageFile(found)) : undefined;
}
