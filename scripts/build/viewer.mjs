/**
 * Builds `asdf-wasm/viewer`, pkg/viewer: the element and the scripts that it loads on demand, its worker as one script, their
 * types, and the licences of the libraries inside. The scripts import the package's own modules beside their folder, and bundlers
 * bundle them again: addresses are in the forms that these recognise, and nothing is hashed.
 */
import { copyFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { copyDeclarations } from "./declarations.mjs";
import { pageGroups } from "./groups.mjs";
import { packageOf, writeThirdParty } from "./licences.mjs";

const www = join(root, "www");
export const viewerFolder = join(root, "pkg", "viewer");
const science = join(root, "science");
const declarations = join(root, "target", "viewer-types");

/** What a build of the viewer depends on. */
export const viewerInputs = [
  ...["src", "frameworks"].map((name) => join(www, name)),
  science,
  ...["package-lock.json", "tsconfig.json", "tsconfig.viewer.json"].map((name) => join(root, name)),
  import.meta.filename,
  join(import.meta.dirname, "groups.mjs"),
];

/** Stand for addresses, so that Vite neither builds the worker itself nor looks for the file. */
const WORKER = "__ASDF_VIEWER_WORKER__";
const WASM = "__ASDF_VIEWER_WASM__";

/**
 * Where the entries of the package are. The worker has no `import()`, so that bundlers can make one script of it, as Vite before
 * version 8 does unless it is told otherwise.
 */
const PATHS = {
  "asdf-wasm/configure": "../api/configure.js",
  "asdf-wasm/image": "../image.js",
  "asdf-wasm/names": "../shown/names.js",
};

/**
 * @param {string} name
 * @param {string} entry
 * @param {Record<string, string>} paths of the package's entries
 * @param {boolean} split whether what is loaded on demand becomes scripts of its own
 * @param {(id: string) => void} onModule is told each module that is bundled
 * @param {Record<string, string>} defined names that the build replaces
 * @returns {import("vite").InlineConfig}
 */
function config(name, entry, paths, split, onModule, defined = {}) {
  return {
    root: www,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    // For pages without a bundler: Vite leaves it to that.
    define: { "process.env.NODE_ENV": '"production"', ...defined },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: [
      workerBeside(),
      ...(split ? [] : [withoutCatalogues()]),
      { name: "modules", moduleParsed: ({ id }) => onModule(id) },
    ],
    build: {
      outDir: viewerFolder,
      emptyOutDir: false,
      target: ["es2023", "chrome123", "firefox121", "safari17.5"],
      lib: { entry: { [name]: join(www, "src", "viewer", entry) }, formats: ["es"] },
      rolldownOptions: {
        // How long each plugin takes says nothing about the result.
        checks: { pluginTimings: false },
        external: Object.keys(paths),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name].js",
          paths,
          codeSplitting: split && { groups: pageGroups },
        },
      },
    },
  };
}

/**
 * Leaves the readers of other tables out of the worker, which is one script: `ONE_SCRIPT` says so to its code.
 *
 * @returns {import("vite").Plugin}
 */
function withoutCatalogues() {
  const none = "\0none";
  return {
    name: "without-catalogues",
    enforce: "pre",
    resolveId: (id) => (/^@asdf-wasm\/(catalogues\/|buckets\/find$)/.test(id) ? none : undefined),
    load: (id) => (id === none ? "export {};" : undefined),
  };
}

/** @returns {import("vite").Plugin} */
function workerBeside() {
  return {
    name: "worker-beside",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith("/client/thread.ts")
        ? code
            .replace('"../worker/start.ts"', WORKER)
            .replace("=> import.meta.url;", `=> new URL(${WASM}, import.meta.url).href;`)
        : undefined,
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk") {
          chunk.code = chunk.code
            .replaceAll(WORKER, '"./worker.js"')
            .replaceAll(WASM, '"../asdf_wasm_bg.wasm"');
        }
      }
    },
  };
}

/**
 * The scripts; answers the names of the npm packages inside.
 *
 * @param {string} version
 */
async function buildScripts(version) {
  const { build } = await import("vite");
  /** @type {Set<string>} */
  const packages = new Set();
  const onModule = (/** @type {string} */ id) => packageOf(id, packages);
  try {
    const one = { ONE_SCRIPT: "true" };
    const defined = { VERSION: JSON.stringify(version), ...one };
    const paths = { ...PATHS, "asdf-wasm": "../index.js" };
    await build(config("index", "index.ts", paths, true, onModule, defined));
    const inWorker = { ...PATHS, "asdf-wasm": "../static.js" };
    await build(config("worker", "worker/start.ts", inWorker, false, onModule, one));
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new Problem("The viewer does not build: see vite's message above.", output);
  }
  return packages;
}

/** The types of the entry, and of the modules that it refers to: the types of the science package, too, which is not published by itself. */
async function writeTypes() {
  rmSync(declarations, { recursive: true, force: true });
  await run(
    process.execPath,
    [packageCommand("typescript", "tsc"), "-p", join(root, "tsconfig.viewer.json")],
    {
      problem: "The types of the viewer do not compile: see the compiler's message above.",
    },
  );
  const sourceOf = (/** @type {string} */ file) =>
    file.startsWith("science/") ? join(declarations, file) : join(declarations, "www", "src", "viewer", file);
  copyDeclarations(sourceOf, viewerFolder, (module) => /^@asdf-wasm\/(science\/.+)$/.exec(module)?.[1]);
  writeFileSync(join(viewerFolder, "worker.d.ts"), "export {};\n");
  for (const file of readdirSync(join(www, "frameworks"))) {
    copyFileSync(join(www, "frameworks", file), join(viewerFolder, file));
  }
}

/** @param {string} version of the package */
export async function buildViewer(version) {
  rmSync(viewerFolder, { recursive: true, force: true });
  writeThirdParty(viewerFolder, await buildScripts(version));
  await writeTypes();
}
