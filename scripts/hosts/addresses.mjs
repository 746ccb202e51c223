/**
 * The package in scripts of a host, which says by `configure()` where modules are and how workers start. The addresses of files beside the
 * package's own modules are not used then: Vite would put these files into the script.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../command/process.mjs";

export const pkg = join(root, "pkg");

export const SCHEMA_LICENCES = "schema/pack/LICENSES.txt";

/** The schemas that the package brings with it, by their paths in it. */
export const schemaFiles = () =>
  readdirSync(join(pkg, "schema", "pack"))
    .filter((name) => name.endsWith(".asdf"))
    .map((name) => `schema/pack/${name}`);

/** @type {import("vite").Plugin} */
export const withoutAddresses = {
  name: "without-addresses",
  enforce: "pre",
  transform: (code, id) =>
    id.startsWith(pkg)
      ? code.replaceAll(/new URL\("\.\.?\/[\w./-]+", import\.meta\.url\)(\.href)?/g, '""')
      : undefined,
};
