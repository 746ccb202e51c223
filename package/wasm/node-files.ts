/**
 * The package's files in Node. `new URL("./file", import.meta.url)` is where they are, unless a bundler for servers has replaced
 * it by an address for browsers, as Next does with webpack: then they are where the package is installed.
 */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Whether a URL, which bundlers may have replaced, is the URL of a file. */
export function isFile(found: URL): boolean {
  return found.protocol === "file:" && existsSync(found);
}

/** The file `name` of the package where that is installed. */
export function installedFile(name: string): URL {
  const candidates = [
    new URL(name, new URL(/* webpackIgnore: true */ "../", import.meta.url)),
    new URL(`node_modules/asdf-wasm/${name}`, pathToFileURL(`${process.cwd()}/`)),
  ];
  const [first = pathToFileURL(name)] = [...candidates.filter(isFile), ...candidates];
  return first;
}
