/**
 * Builds the package and the page, each part only when its sources changed:
 *
 *   src/ (Rust)  → modules.mjs                     → pkg/asdf_wasm.js, pkg/asdf_wasm_bg.wasm, which read,
 *                                                    pkg/asdf_wasm_fits*, which read FITS as well,
 *                                                    pkg/asdf_wasm_writer*, which write, and
 *                                                    pkg/asdf_wasm_wcs*, for world coordinates
 *   package      → tsc                             → pkg/*.js, pkg/*.d.ts
 *   pkg/manifest.json and the crate's version      → pkg/package.json
 *   science      → tsc                             → pkg/analysis
 *   catalogues, buckets → vite                     → pkg/catalogues, pkg/buckets
 *   www/src/viewer, science                        → pkg/viewer, by vite
 *   hosts/cli, science                             → pkg/bin, by vite
 *   www/, science → vite                           → www/dist
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { command } from "../command/command.mjs";
import { announced, Problem, packageCommand, root, run } from "../command/process.mjs";
import { setup } from "../setup/setup.mjs";
import { analysisFolder, analysisInputs, buildAnalysis } from "./analysis.mjs";
import { buildCli, cliFolder, cliInputs } from "./cli.mjs";
import { rewriteDeclarations } from "./declarations.mjs";
import { buildEntries, entries, entryFolders, entryInputs } from "./entries.mjs";
import { buildModules, declarations } from "./modules.mjs";
import { buildServiceWorker } from "./offline.mjs";
import { checkSizes, writeSizeReport } from "./sizes.mjs";
import { whenChanged } from "./stamp.mjs";
import { buildViewer, viewerFolder, viewerInputs } from "./viewer.mjs";

const pkg = join(root, "pkg");
const www = join(root, "www");

/** What Cargo.toml says: the version, where cargo puts its results, and wasm-opt's options. */
async function crate() {
  const metadata = await run("cargo", ["metadata", "--no-deps", "--format-version", "1"], {
    problem: "Cargo.toml cannot be read.",
  });
  const { packages, target_directory: targetDirectory } = JSON.parse(metadata);
  const [{ version, metadata: tables }] = packages;
  return { version, targetDirectory, wasmOpt: tables["wasm-pack"].profile.release["wasm-opt"] };
}

/**
 * The hand-written half: modules, types, manifest, README, documentation and licences.
 *
 * @param {{ version: string }} crate
 */
async function buildPackage({ version }) {
  const manifest = join(pkg, "manifest.json");
  const copied = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"].map((name) => join(root, name));
  const docs = join(root, "docs");
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));
  const config = join(root, "tsconfig.pkg.json");
  const generated = readdirSync(pkg).filter((name) => name.startsWith("asdf_wasm"));
  const inputs = [
    ...[
      join(import.meta.dirname, "declarations.mjs"),
      manifest,
      config,
      join(root, "tsconfig.json"),
      join(root, "package-lock.json"),
      ...copied,
      ...pages.map((name) => join(docs, name)),
    ],
    join(root, "package"),
    ...declarations,
  ];
  // These are built after it, from other sources.
  const later = [analysisFolder, ...entryFolders, viewerFolder, cliFolder].map((folder) => basename(folder));
  const outputs = () => readdirSync(pkg).flatMap((name) => (later.includes(name) ? [] : [join(pkg, name)]));
  await whenChanged("package", { inputs, outputs, settings: version }, () =>
    announced("Compiling the package", async () => {
      const kept = new Set([...generated, basename(manifest), ...later]);
      for (const name of readdirSync(pkg).filter((name) => !kept.has(name))) {
        rmSync(join(pkg, name), { recursive: true });
      }
      await run(process.execPath, [packageCommand("typescript", "tsc"), "-p", config], {
        problem: "The TypeScript code does not compile: see the compiler's message above.",
      });
      rewriteDeclarations(pkg);
      for (const folder of ["schema/pack", "types"]) {
        cpSync(join(root, "package", folder), join(pkg, folder), { recursive: true });
      }
      for (const file of copied) {
        copyFileSync(file, join(pkg, basename(file)));
      }
      mkdirSync(join(pkg, "docs"));
      for (const page of pages) {
        copyFileSync(join(docs, page), join(pkg, "docs", page));
      }
      const { name, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
      writeFileSync(join(pkg, "package.json"), `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);
    }),
  );
  // The page and the tests import the built package by its name, as any user does.
  linkPackage(join(root, "node_modules", "asdf-wasm"));
}

/**
 * Links `node_modules/asdf-wasm` to `pkg`, relative to it: a clone that was copied or moved finds its own package. A link that leads
 * elsewhere is made again.
 *
 * @param {string} link
 */
function linkPackage(link) {
  if (existsSync(link) && realpathSync(link) === realpathSync(pkg)) {
    const isRelative = lstatSync(link).isSymbolicLink() && !isAbsolute(readlinkSync(link));
    // Junctions of Windows are always absolute.
    if (isRelative || process.platform === "win32") {
      return;
    }
  }
  rmSync(link, { recursive: true, force: true });
  symlinkSync(process.platform === "win32" ? pkg : relative(dirname(link), pkg), link, "junction");
}

async function buildPage() {
  const sources = readdirSync(www).filter((name) => name !== "dist");
  const inputs = [
    ...sources.map((name) => join(www, name)),
    join(root, "science"),
    ...entries.map((name) => join(root, name)),
    pkg,
    join(root, "package-lock.json"),
    join(import.meta.dirname, "groups.mjs"),
  ];
  await whenChanged("page", { inputs, outputs: [join(www, "dist")] }, () =>
    announced("Building the page", async () => {
      const { build } = await import("vite");
      try {
        await build({ configFile: join(www, "vite.config.ts"), logLevel: "warn" });
        await buildServiceWorker(www);
      } catch (error) {
        const output = error instanceof Error ? error.message : String(error);
        throw new Problem("The page does not build: see vite's message above.", output);
      }
    }),
  );
}

/**
 * Brings `pkg/` up to date: the WebAssembly modules and the JavaScript around them.
 *
 * @param {import("./modules.mjs").Profile} profile
 */
export async function buildLibrary(profile) {
  await setup();
  const manifest = await crate();
  await buildModules(manifest, profile);
  await buildPackage(manifest);
  const { version } = manifest;
  await whenChanged("analysis", { inputs: analysisInputs, outputs: [analysisFolder] }, () =>
    announced("Compiling the entries of the science", buildAnalysis),
  );
  await whenChanged("entries", { inputs: entryInputs, outputs: entryFolders }, () =>
    announced("Building the catalogues and the buckets", buildEntries),
  );
  await whenChanged("viewer", { inputs: viewerInputs, outputs: [viewerFolder], settings: version }, () =>
    announced("Building the viewer for the package", () => buildViewer(version)),
  );
  await whenChanged("cli", { inputs: cliInputs, outputs: [cliFolder], settings: version }, () =>
    announced("Building the command line", () => buildCli(version)),
  );
}

/**
 * Brings the package and the page up to date. What is published must keep to the limits of its sizes.
 *
 * @param {import("./modules.mjs").Profile} profile
 */
export async function buildAll(profile) {
  await buildLibrary(profile);
  await buildPage();
  if (profile === "release") {
    checkSizes();
  }
}

if (process.argv[1] === import.meta.filename) {
  await command(
    {
      name: "npm run build",
      help: "Builds pkg/ (the package) and www/dist (the page) as they are published, prints their sizes and keeps them in docs/sizes.md.",
      options: { quick: { help: "compile as `npm start` and `npm test` do, and keep no sizes" } },
    },
    async ({ flags }) => {
      if (flags.has("quick")) {
        await buildAll("quick");
        return;
      }
      await buildAll("release");
      writeSizeReport(checkSizes());
    },
  );
}
