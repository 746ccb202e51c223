/**
 * Builds the command line, pkg/bin: hosts/cli in one script for the start and one for each subcommand, with the libraries and the
 * package's own modules inside: loading these one by one would take longer than the rest of a short command.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, root, run } from "../command/process.mjs";
import { packageOf, writeThirdParty } from "./licences.mjs";

export const cliFolder = join(root, "pkg", "bin");

/** What a build of the command line depends on. */
export const cliInputs = [
  join(root, "hosts", "cli", "src"),
  join(root, "hosts", "shared"),
  join(root, "science"),
  join(root, "buckets"),
  join(root, "catalogues"),
  join(root, "www", "src", "viewer"),
  join(root, "package"),
  join(root, "package-lock.json"),
  import.meta.filename,
  join(import.meta.dirname, "licences.mjs"),
];

/** The entries of the package. */
const ENTRIES = [
  { find: /^asdf-wasm$/, replacement: join(root, "pkg", "node.js") },
  { find: /^asdf-wasm\/image$/, replacement: join(root, "pkg", "image.js") },
  { find: /^asdf-wasm\/buckets$/, replacement: join(root, "pkg", "buckets", "node.js") },
  { find: /^asdf-wasm\/references$/, replacement: join(root, "pkg", "references.js") },
  { find: /^asdf-wasm\/types$/, replacement: join(root, "pkg", "types.js") },
];

/** Modules by whose kind their scripts are named, so that their sizes can be told apart. */
const KINDS = [
  { kind: "command", modules: /\/hosts\/cli\/src\/(?:commands|sky|tables)\/\w+\.ts$/ },
  { kind: "writing", modules: /\/catalogues\/writing\/\w+\.ts$/ },
];

/** @param {string} version of the package */
export async function buildCli(version) {
  rmSync(cliFolder, { recursive: true, force: true });
  const { build } = await import("vite");
  /** @type {Set<string>} */
  const packages = new Set();
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      define: { VERSION: JSON.stringify(version) },
      resolve: { alias: ENTRIES },
      plugins: [{ name: "modules", moduleParsed: ({ id }) => void packageOf(id, packages) }],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: "node20",
        outDir: cliFolder,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: { "asdf-wasm": join(root, "hosts", "cli", "src", "main.ts") },
          external: [/^node:/],
          output: {
            format: "es",
            // Names stay, so that the places of a failure can be read; blanks and comments are not downloaded.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
            entryFileNames: "[name].js",
            chunkFileNames: ({ facadeModuleId }) => {
              const found = KINDS.find(({ modules }) => modules.test(facadeModuleId ?? ""));
              return found ? `${found.kind}-[name].js` : "[name].js";
            },
            banner: ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : ""),
          },
        },
      },
    });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new Problem("The command line does not build: see vite's message above.", output);
  }
  const entry = join(cliFolder, "asdf-wasm.js");
  if (!readFileSync(entry, "utf8").startsWith("#!")) {
    throw new Problem(`${entry} does not begin with the line by which a shell starts it.`);
  }
  chmodSync(entry, 0o755);
  const manual = await run(process.execPath, [entry, "man"], {
    problem: "The built command does not print its manual: see its message above.",
  });
  writeFileSync(join(cliFolder, "asdf-wasm.1"), manual);
  writeThirdParty(cliFolder, packages);
}
