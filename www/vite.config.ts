/**
 * How the page is built: `index.html` and, under an unhashed name, the module
 * `asdf-viewer.js` that another site loads to get the element. Every address
 * is relative, so the built folder can stand anywhere.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here("../pkg/package.json"), "utf8"));

export default defineConfig({
  root: here("."),
  base: "./",
  define: { VERSION: JSON.stringify(version) },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: {
    format: "es",
    rolldownOptions: {
      output: {
        // Nothing may import the script that a worker starts with (see worker/start.ts): what it does is in a script of its own.
        codeSplitting: { groups: [{ name: "viewer-worker", test: /\/viewer\/worker\/worker\.ts$/ }] },
      },
    },
  },
  build: {
    outDir: here("dist"),
    emptyOutDir: true,
    manifest: true,
    target: ["es2023", "chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long each plugin takes says nothing about the page.
      checks: { pluginTimings: false },
      input: { index: here("index.html"), "asdf-viewer": here("src/viewer/index.ts") },
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: ({ name }) => (name === "asdf-viewer" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
