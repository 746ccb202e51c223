/**
 * Builds the entry `asdf-wasm/catalogues`, pkg/catalogues: catalogues in a script for its start and one for each format, with their
 * libraries inside, and their licences. The scripts import the package's own modules, and those of the science, beside their folder.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { analysisInputs } from "./analysis.mjs";
import { copyDeclarations } from "./declarations.mjs";
import { packageOf, writeThirdParty } from "./licences.mjs";

export const cataloguesFolder = join(root, "pkg", "catalogues");
const catalogues = join(root, "catalogues");
const declarations = join(root, "target", "catalogue-types");

/** What a build of them depends on. */
export const cataloguesInputs = [
  ...analysisInputs,
  catalogues,
  join(root, "tsconfig.catalogues.json"),
  ...["catalogues.mjs", "licences.mjs"].map((name) => join(import.meta.dirname, name)),
];

/** What opens files is set by the package's own entries, of which the one that fits is loaded with this one. */
const ENTRIES = { index: "../index.js", node: "../node.js" };

/** @param {string} name of a package's module, from the folder of the scripts */
const besideOf = (name) =>
  name === "asdf-wasm" ? "../exports.js" : name.replace(/^@asdf-wasm\/science\/(.*)$/, "../analysis/$1.js");

export async function buildCatalogues() {
  rmSync(cataloguesFolder, { recursive: true, force: true });
  const { build } = await import("vite");
  /** @type {Set<string>} */
  const packages = new Set();
  try {
    await build({
      root: catalogues,
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      plugins: [{ name: "modules", moduleParsed: ({ id }) => void packageOf(id, packages) }],
      build: {
        outDir: cataloguesFolder,
        emptyOutDir: false,
        target: ["es2023", "chrome123", "firefox121", "safari17.5"],
        lib: { entry: { catalogues: join(catalogues, "index.ts") }, formats: ["es"] },
        rolldownOptions: {
          checks: { pluginTimings: false },
          external: [/^asdf-wasm$/, /^@asdf-wasm\/science\//],
          output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", paths: besideOf },
        },
      },
    });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new Problem("The catalogues do not build: see vite's message above.", output);
  }
  for (const [name, entry] of Object.entries(ENTRIES)) {
    const code = `import "${entry}";\nexport * from "./catalogues.js";\n`;
    writeFileSync(join(cataloguesFolder, `${name}.js`), code);
  }
  writeThirdParty(cataloguesFolder, packages);
  rmSync(declarations, { recursive: true, force: true });
  await run(
    process.execPath,
    [packageCommand("typescript", "tsc"), "-p", join(root, "tsconfig.catalogues.json")],
    { problem: "The types of the catalogues do not compile: see the compiler's message above." },
  );
  copyDeclarations(join(declarations, "catalogues"), cataloguesFolder, "index.d.ts", besideOf);
}
