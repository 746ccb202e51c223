/**
 * Builds the package and the page, each part only when its sources changed:
 *
 *   src/ (Rust)  → cargo → wasm-bindgen → wasm-opt → pkg/asdf_wasm.js, pkg/asdf_wasm_bg.wasm, which read,
 *                                                    pkg/asdf_wasm_fits*, which read FITS as well,
 *                                                    pkg/asdf_wasm_writer*, which write, and
 *                                                    pkg/asdf_wasm_wcs*, for world coordinates
 *   src/ts       → tsc                             → pkg/*.js, pkg/*.d.ts
 *   pkg/manifest.json and the crate's version      → pkg/package.json
 *   www/src/viewer                                 → pkg/viewer, by vite
 *   hosts/cli                                      → pkg/bin, by vite
 *   www/         → vite                            → www/dist
 */
import {
  copyFileSync,
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
import { cargoHome, requireWasmBindgen, setup } from "../setup/setup.mjs";
import { buildCli, cliFolder, cliInputs } from "./cli.mjs";
import { rewriteDeclarations } from "./declarations.mjs";
import { buildServiceWorker } from "./offline.mjs";
import { checkSizes, writeSizeReport } from "./sizes.mjs";
import { whenChanged } from "./stamp.mjs";
import { buildViewer, viewerFolder, viewerInputs } from "./viewer.mjs";

const target = "wasm32-unknown-unknown";
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
 * The WebAssembly modules of the package: the crate's features that each is built with, its name, and flags of the compiler
 * besides those of all. Each is built in a folder of its own, because cargo gives the result the same file name whatever the
 * features are.
 *
 * @type {readonly { feature: string, name: string, rustflags?: readonly string[] }[]}
 */
const MODULES = [
  { feature: "wasm-reader", name: "asdf_wasm" },
  { feature: "wasm-reader,fits", name: "asdf_wasm_fits" },
  { feature: "wasm-writer", name: "asdf_wasm_writer" },
  // Its transforms call the same functions: copies of them would be a third of the module.
  { feature: "wasm-wcs", name: "asdf_wasm_wcs", rustflags: ["-C", "llvm-args=--inline-threshold=50"] },
];

/** @param {string} folder @param {string} name in its place */
const hidden = (folder, name) => [`--remap-path-prefix=${folder}=${name}`];

/**
 * @param {{ targetDirectory: string, wasmOpt: string[] }} crate
 * @param {typeof MODULES[number]} module
 */
async function buildWasm({ targetDirectory, wasmOpt }, { feature, name, rustflags = [] }) {
  const prefix = await requireWasmBindgen();
  const folder = join(targetDirectory, "modules", feature.replace(",", "-"));
  const features = ["--no-default-features", "--features", feature];
  const options = ["--release", "--lib", "--target", target, "--target-dir", folder, ...features];
  // Added to those of .cargo/config.toml. The places of a panic are relative: no folder of this machine is published.
  const flags = [...rustflags, ...hidden(cargoHome, "cargo"), ...hidden(root, "asdf-wasm")];
  const config = ["--config", `target.${target}.rustflags=${JSON.stringify(flags)}`];
  await announced(`Building the WebAssembly module \`${name}\``, () =>
    run("cargo", ["build", "--quiet", ...options, ...config], {
      problem: "The Rust code does not compile for WebAssembly: see the compiler's message above.",
    }),
  );
  const module = join(folder, target, "release", "asdf_wasm.wasm");
  const generated = join(root, "target", "wasm-bindgen");
  const names = [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm.d.ts`];
  const wasm = `${name}_bg.wasm`;
  const on = {
    inputs: [module, join(root, "Cargo.lock"), join(root, "package-lock.json")],
    outputs: [...names, wasm].map((file) => join(pkg, file)),
    settings: wasmOpt.join(" "),
  };
  await whenChanged(name, on, () =>
    announced(`Optimising the WebAssembly module \`${name}\``, async () => {
      // Only the package's entries name the module's path: `asdf-wasm/slim` must not.
      const to = ["--target", "web", "--omit-default-module-path", "--out-dir", generated];
      await run(`${prefix}wasm-bindgen`, [module, ...to, "--out-name", name], {
        problem: "wasm-bindgen cannot process the WebAssembly module: see its message above.",
      });
      mkdirSync(pkg, { recursive: true });
      for (const file of names) {
        copyFileSync(join(generated, file), join(pkg, file));
      }
      const tool = packageCommand("binaryen", "wasm-opt");
      const files = [join(generated, wasm), "-o", join(pkg, wasm)];
      await run(process.execPath, [tool, ...files, ...wasmOpt], {
        problem: "wasm-opt cannot process the WebAssembly module: see its message above.",
      });
    }),
  );
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
    ...[join(root, "src", "ts"), ...MODULES.map(({ name }) => join(pkg, `${name}.d.ts`))],
  ];
  // These are built after it, from other sources.
  const later = [viewerFolder, cliFolder].map((folder) => basename(folder));
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
 * elsewhere is made anew.
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
  const inputs = [...sources.map((name) => join(www, name)), pkg, join(root, "package-lock.json")];
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

/** Brings `pkg/` up to date: the WebAssembly modules and the JavaScript around them. */
export async function buildLibrary() {
  await setup();
  const manifest = await crate();
  await requireWasmBindgen();
  // The linker works on one core: the modules are built beside each other.
  await Promise.all(MODULES.map((module) => buildWasm(manifest, module)));
  await buildPackage(manifest);
  const { version } = manifest;
  await whenChanged("viewer", { inputs: viewerInputs, outputs: [viewerFolder], settings: version }, () =>
    announced("Building the viewer for the package", () => buildViewer(version)),
  );
  await whenChanged("cli", { inputs: cliInputs, outputs: [cliFolder], settings: version }, () =>
    announced("Building the command line", () => buildCli(version)),
  );
}

/** Brings the package and the page up to date and checks the limits of their sizes. */
export async function buildAll() {
  await buildLibrary();
  await buildPage();
  return checkSizes();
}

if (process.argv[1] === import.meta.filename) {
  await command(
    {
      name: "npm run build",
      help: "Builds pkg/ (the package) and www/dist (the page), prints their sizes and keeps them in docs/sizes.md.",
    },
    async () => writeSizeReport(await buildAll()),
  );
}
