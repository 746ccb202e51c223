/**
 * How the page is built: `index.html` and, under an unhashed name, the module
 * `asdf-viewer.js` that another site loads to get the element. Every address
 * is relative, so the built folder can stand anywhere.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { pageGroups, workerGroups } from "../scripts/build/groups.mjs";

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
      output: { codeSplitting: { groups: workerGroups } },
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
        codeSplitting: { groups: pageGroups },
        entryFileNames: ({ name }) => (name === "asdf-viewer" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
