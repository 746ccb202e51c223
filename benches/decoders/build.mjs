/** Builds the crate of this folder as the package's own modules are built: the same target, profile and options of wasm-opt. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { announced, packageCommand, root, run } from "../../scripts/command/process.mjs";
import { requireWasmBindgen } from "../../scripts/setup/setup.mjs";

const crate = fileURLToPath(new URL(".", import.meta.url));
const folder = join(root, "target", "decoders");

/** @param {string} directory */
async function metadata(directory) {
  const args = ["metadata", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"];
  return JSON.parse(await run("cargo", args, { cwd: directory, problem: "A Cargo.toml cannot be read." }));
}

/** Builds the module; answers where it and its bindings are, and which crates of which versions it has. */
export async function buildDecoders() {
  const prefix = await requireWasmBindgen();
  const { packages } = await metadata(crate);
  const target = ["--target", "wasm32-unknown-unknown", "--target-dir", folder];
  await announced("Building the decoders for WebAssembly", () =>
    run("cargo", ["build", "--quiet", "--release", ...target], {
      cwd: crate,
      problem: "The decoders do not compile for WebAssembly: see the compiler's message above.",
    }),
  );
  const module = join(folder, "wasm32-unknown-unknown", "release", "asdf_wasm_decoders.wasm");
  await run(
    `${prefix}wasm-bindgen`,
    [module, "--target", "web", "--omit-default-module-path", "--out-dir", folder, "--out-name", "decoders"],
    { problem: "wasm-bindgen cannot process the module: see its message above." },
  );
  const own = packages.find((/** @type {{ name: string }} */ { name }) => name === "asdf-wasm");
  const options = own.metadata["wasm-pack"].profile.release["wasm-opt"];
  const wasm = join(folder, "decoders.wasm");
  await announced("Optimising the module", () =>
    run(
      process.execPath,
      [packageCommand("binaryen", "wasm-opt"), join(folder, "decoders_bg.wasm"), "-o", wasm, ...options],
      { problem: "wasm-opt cannot process the module: see its message above." },
    ),
  );
  /** @type {Map<string, { version: string, license: string }>} */
  const crates = new Map(
    packages.map((/** @type {{ name: string, version: string, license: string }} */ entry) => [
      entry.name,
      { version: entry.version, license: entry.license },
    ]),
  );
  return { wasm, bindings: join(folder, "decoders.js"), crates };
}
