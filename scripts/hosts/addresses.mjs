/**
 * The package in scripts of a host, which says by `configure()` where modules are and how workers start. The addresses of files beside the
 * package's own modules are not used then: Vite would put these files into the script.
 */
import { join } from "node:path";
import { root } from "../command/process.mjs";

export const pkg = join(root, "pkg");

/** @type {import("vite").Plugin} */
export const withoutAddresses = {
  name: "without-addresses",
  enforce: "pre",
  transform: (code, id) =>
    id.startsWith(pkg)
      ? code.replaceAll(/new URL\("\.\.?\/[\w./-]+", import\.meta\.url\)(\.href)?/g, '""')
      : undefined,
};
