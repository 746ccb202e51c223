/** The WebAssembly modules of the package, from the Rust sources: cargo, wasm-bindgen and wasm-opt. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { announced, attempt, packageCommand, root, run } from "../command/process.mjs";
import { cargoHome } from "../setup/setup.mjs";
import { isCurrent, whenChanged } from "./stamp.mjs";

/**
 * How the modules are compiled: `release` as they are published, or `quick`, in less than half of the processor time: larger and a
 * little slower, for those who run them on their own machine.
 *
 * @typedef {"release" | "quick"} Profile
 */

/** @typedef {{ targetDirectory: string, wasmOpt: readonly string[] }} Crate what Cargo.toml says */

const target = "wasm32-unknown-unknown";
const pkg = join(root, "pkg");

/**
 * The features of the crate that each module is built with, its name, and flags of the compiler for what is published.
 *
 * @type {readonly { feature: string, name: string, rustflags?: readonly string[] }[]}
 */
const MODULES = [
  { feature: "wasm-reader", name: "asdf_wasm" },
  // Its size is near its limit: copies of functions that are called from few places are one per cent of it.
  {
    feature: "wasm-reader,fits",
    name: "asdf_wasm_fits",
    rustflags: ["-C", "llvm-args=--inline-threshold=225"],
  },
  { feature: "wasm-writer", name: "asdf_wasm_writer" },
  // Its transforms call the same functions: copies of them would be a third of the module.
  { feature: "wasm-wcs", name: "asdf_wasm_wcs", rustflags: ["-C", "llvm-args=--inline-threshold=50"] },
];

/** The names of the modules' files. */
export const moduleFiles = MODULES.map(({ name }) => `${name}_bg.wasm`);

/** The types that wasm-bindgen writes of each module. */
export const declarations = MODULES.map(({ name }) => join(pkg, `${name}.d.ts`));

/** @param {string} name of a module */
const filesOf = (name) => [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm.d.ts`, `${name}_bg.wasm`];

/** @param {string} folder @param {string} name in its place */
const hidden = (folder, name) => [`--remap-path-prefix=${folder}=${name}`];

/** The program that binds the modules to JavaScript (scripts/bindgen). */
async function requireBindgen() {
  const folder = join(root, "target", "tools", "bindgen");
  const manifest = join(root, "scripts", "bindgen", "Cargo.toml");
  const options = ["--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder];
  await announced("Building wasm-bindgen", () =>
    run("cargo", ["build", ...options], { problem: "wasm-bindgen does not compile: see the message above." }),
  );
  return join(folder, "debug", "asdf-wasm-bindgen");
}

/**
 * Compiles one module; resolves to its path.
 *
 * @param {Crate} crate
 * @param {typeof MODULES[number]} module
 * @param {Profile} profile
 */
async function compile({ targetDirectory }, { feature, name, rustflags = [] }, profile) {
  // Cargo gives each the same file name. Published modules are built beside each other, because their linker works on one
  // core, and so in folders of their own; the quick ones one after another, with the same dependencies.
  const folder = join(
    targetDirectory,
    "modules",
    profile === "release" ? feature.replace(",", "-") : profile,
  );
  const features = ["--no-default-features", "--features", feature];
  const options = ["--profile", profile, "--lib", "--target", target, "--target-dir", folder, ...features];
  // Added to those of .cargo/config.toml. The places of a panic are relative: no folder of this machine is published.
  const own = profile === "release" ? rustflags : [];
  const flags = [...own, ...hidden(cargoHome, "cargo"), ...hidden(root, "asdf-wasm")];
  const config = ["--config", `target.${target}.rustflags=${JSON.stringify(flags)}`];
  await announced(`Building the WebAssembly module \`${name}\``, () =>
    run("cargo", ["build", "--quiet", ...options, ...config], {
      problem: "The Rust code does not compile for WebAssembly: see the compiler's message above.",
    }),
  );
  return join(folder, target, profile, "asdf_wasm.wasm");
}

/**
 * @param {Crate} crate
 * @param {typeof MODULES[number]} module
 * @param {{ profile: Profile, bindgen: string }} how
 */
async function buildModule(crate, module, { profile, bindgen }) {
  const compiled = await compile(crate, module, profile);
  const { name } = module;
  const generated = join(root, "target", "wasm-bindgen");
  const wasmOpt = profile === "release" ? crate.wasmOpt : [];
  const on = {
    inputs: [compiled, join(root, "Cargo.lock"), join(root, "package-lock.json")],
    outputs: filesOf(name).map((file) => join(pkg, file)),
    settings: wasmOpt.join(" "),
  };
  await whenChanged(name, on, () =>
    announced(`Binding the WebAssembly module \`${name}\``, async () => {
      await run(bindgen, [compiled, generated, name], {
        problem: "wasm-bindgen cannot process the WebAssembly module: see its message above.",
      });
      mkdirSync(pkg, { recursive: true });
      for (const file of filesOf(name)) {
        copyFileSync(join(generated, file), join(pkg, file));
      }
      if (wasmOpt.length > 0) {
        const wasm = join(pkg, `${name}_bg.wasm`);
        await run(process.execPath, [packageCommand("binaryen", "wasm-opt"), wasm, "-o", wasm, ...wasmOpt], {
          problem: "wasm-opt cannot process the WebAssembly module: see its message above.",
        });
      }
    }),
  );
}

/**
 * Brings the modules in `pkg/` up to date. Where `quick` is asked for, those that are published do as well.
 *
 * @param {Crate} crate
 * @param {Profile} profile
 */
export async function buildModules(crate, profile) {
  const sources = ["src", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "package-lock.json"];
  const { stdout: compiler } = await attempt("rustc", ["--version"]);
  const on = {
    inputs: [import.meta.filename, ...sources.map((name) => join(root, name))],
    outputs: MODULES.flatMap(({ name }) => filesOf(name)).map((file) => join(pkg, file)),
    settings: compiler,
  };
  if (profile === "quick" && isCurrent("modules-release", on)) {
    return;
  }
  await whenChanged(`modules-${profile}`, on, async () => {
    const how = { profile, bindgen: await requireBindgen() };
    if (profile === "release") {
      await Promise.all(MODULES.map((module) => buildModule(crate, module, how)));
      return;
    }
    for (const module of MODULES) {
      await buildModule(crate, module, how);
    }
  });
}
