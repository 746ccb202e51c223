/**
 * Builds the entries `asdf-wasm/catalogues` and `asdf-wasm/buckets`, each in a folder of pkg: a workspace in a script for its start and
 * others for what it loads later, with its libraries inside, and their licences. The scripts import the package's own modules, and those
 * of the science, beside their folder.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { analysisInputs } from "./analysis.mjs";
import { copyDeclarations } from "./declarations.mjs";
import { packageOf, writeThirdParty } from "./licences.mjs";

/** The workspaces that are entries. */
export const entries = ["catalogues", "buckets"];

/** Their folders. */
export const entryFolders = entries.map((name) => join(root, "pkg", name));

const declarations = join(root, "target", "entry-types");

/** What a build of them depends on. */
export const entryInputs = [
  ...analysisInputs,
  ...entries.map((name) => join(root, name)),
  join(root, "tsconfig.entries.json"),
  ...["entries.mjs", "licences.mjs"].map((file) => join(import.meta.dirname, file)),
];

/** What opens files is set by the package's own entries, of which the one that fits is loaded with this one. */
const OPENING = { index: "../index.js", node: "../node.js" };

/** @param {string} name of a package's module, from the folder of the scripts */
const besideOf = (name) =>
  name === "asdf-wasm" ? "../exports.js" : name.replace(/^@asdf-wasm\/science\/(.*)$/, "../analysis/$1.js");

/**
 * Leaves out what the writer of Parquet has for types that no table here has, variants and geometries.
 *
 * @type {import("vite").Plugin}
 */
const withoutUnused = {
  name: "without-unused",
  load: (id) => {
    const [, unused = ""] = /\/hyparquet-writer\/src\/(variant|wkb|geospatial)\.js$/.exec(id) ?? [];
    return UNUSED[unused]?.map((name) => `export const ${name} = undefined;`).join("\n");
  },
};

/** @type {Record<string, readonly string[]>} the exports of modules */
const UNUSED = {
  variant: ["encodeVariantColumn", "autoDetectShredding", "normalizeShreddingConfig"],
  wkb: ["geojsonToWkb"],
  geospatial: ["geospatialStatistics"],
};

export async function buildEntries() {
  rmSync(declarations, { recursive: true, force: true });
  await run(
    process.execPath,
    [packageCommand("typescript", "tsc"), "-p", join(root, "tsconfig.entries.json")],
    { problem: "The types of the entries do not compile: see the compiler's message above." },
  );
  for (const name of entries) {
    await buildEntry(name, join(root, "pkg", name));
  }
}

/**
 * @param {string} name of the entry
 * @param {string} folder
 */
async function buildEntry(name, folder) {
  rmSync(folder, { recursive: true, force: true });
  const { build } = await import("vite");
  /** @type {Set<string>} */
  const packages = new Set();
  try {
    await build({
      root: join(root, name),
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      plugins: [{ name: "modules", moduleParsed: ({ id }) => void packageOf(id, packages) }, withoutUnused],
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: ["es2023", "chrome123", "firefox121", "safari17.5"],
        lib: { entry: { [name]: join(root, name, "index.ts") }, formats: ["es"] },
        rolldownOptions: {
          checks: { pluginTimings: false },
          external: [/^asdf-wasm$/, /^@asdf-wasm\/science\//],
          output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", paths: besideOf, minify: true },
        },
      },
    });
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new Problem(`${name} does not build: see vite's message above.`, output);
  }
  for (const [file, entry] of Object.entries(OPENING)) {
    const code = `import "${entry}";\nexport * from "./${name}.js";\n`;
    writeFileSync(join(folder, `${file}.js`), code);
  }
  writeThirdParty(folder, packages);
  const placeOf = (/** @type {string} */ module) => /^(\.\.\/.+)\.js$/.exec(besideOf(module))?.[1];
  copyDeclarations((file) => join(declarations, name, file), folder, placeOf);
}
