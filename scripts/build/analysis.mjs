/**
 * Builds the entries `asdf-wasm/regions`, `/measure`, `/mosaic`, `/tables` and `/export`, pkg/analysis: the modules of the science that they need,
 * each by itself. These import the package's own modules beside their folder, and contain nothing of it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { packageCommand, root, run } from "../command/process.mjs";
import { rewriteDeclarations } from "./declarations.mjs";

export const analysisFolder = join(root, "pkg", "analysis");
const config = join(root, "tsconfig.science.json");

/** What a build of them depends on. */
export const analysisInputs = [
  join(root, "science"),
  config,
  ...["package-lock.json", "tsconfig.json", "tsconfig.pkg.json"].map((name) => join(root, name)),
  import.meta.filename,
  join(import.meta.dirname, "declarations.mjs"),
];

/** What all entries of the package share, and its entry `asdf-wasm/names`. */
const PATHS = new Map([
  ["asdf-wasm", "exports.js"],
  ["asdf-wasm/names", "shown/names.js"],
]);

export async function buildAnalysis() {
  rmSync(analysisFolder, { recursive: true, force: true });
  await run(process.execPath, [packageCommand("typescript", "tsc"), "-p", config], {
    problem: "The entries of the science do not compile: see the compiler's message above.",
  });
  for (const name of readdirSync(analysisFolder, { recursive: true, encoding: "utf8" })) {
    if (/\.[jt]s$/.test(name)) {
      const path = join(analysisFolder, name);
      const text = readFileSync(path, "utf8").replaceAll(/ from "(asdf-wasm[^"]*)"/g, (whole, entry) => {
        const target = PATHS.get(entry);
        const from = relative(dirname(path), join(root, "pkg", target ?? "")).replaceAll(sep, "/");
        return target ? ` from "${from}"` : whole;
      });
      writeFileSync(path, text);
    }
  }
  rewriteDeclarations(analysisFolder);
}
