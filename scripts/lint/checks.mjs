/**
 * The checks of `npm run lint`, as a table: formatting, lints, types and rooms of
 * everything; warnings are errors. CI runs them beside the tests.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt, packageCommand, root } from "../command/process.mjs";
import { bundledLicences, licences } from "./licences.mjs";

/** @typedef {import("../command/lanes.mjs").Lane} Lane */
/** @typedef {{ code: number | null, output: string }} Finding the check found nothing when the code is 0 */
/** @typedef {{ name: string, lane: Lane, run: () => Promise<Finding>, built?: boolean }} Check `built`: needs `pkg/` */

const wasm = ["--target", "wasm32-unknown-unknown", "--all-targets", "--features", "wasm-reader,wasm-writer"];
const native = ["--features", "reference-codecs,bench-decoders,ndarray,serde"];
const deny = ["--", "-D", "warnings"];

/** @param {...string} args */
const cargo = (...args) => attempt("cargo", args, { background: true });

/** @param {string} path of the command @param {...string} args */
const node = (path, ...args) => attempt(process.execPath, [path, ...args]);

/** The lock files must not tie an installation to the registry that they were made from. */
async function lockedAddresses() {
  const hosts = readdirSync(join(root, "hosts")).map((host) => `hosts/${host}/package-lock.json`);
  const others = ["package-lock.json", "scripts/docs/package-lock.json", "tests/consumers/package-lock.json"];
  const locks = [...others, ...hosts.filter((lock) => existsSync(join(root, lock)))];
  const tied = locks.filter((lock) => readFileSync(join(root, lock), "utf8").includes('"resolved": "http'));
  return { code: tied.length, output: tied.map((lock) => `${lock} names a registry's address.`).join("\n") };
}

/** No dependency may need a newer compiler than the crate promises (`rust-version`). */
async function rustVersion() {
  const { code, output } = await attempt("cargo", ["metadata", "--format-version", "1"]);
  if (code !== 0) {
    return { code, output };
  }
  /** @type {{ packages: { name: string, version: string, rust_version: string | null }[] }} */
  const { packages } = JSON.parse(output.slice(output.indexOf("{")));
  const number = (/** @type {string | null | undefined} */ version) => {
    const [major = 0, minor = 0] = (version ?? "0.0").split(".").map(Number);
    return 1000 * major + minor;
  };
  const own = packages.find(({ name }) => name === "asdf-wasm")?.rust_version;
  const newer = packages.filter(({ rust_version: needed }) => number(needed) > number(own));
  const lines = newer.map(
    ({ name, version, rust_version: needed }) => `${name} ${version} needs Rust ${needed}, not ${own}.`,
  );
  return { code: lines.length > 0 ? 1 : 0, output: lines.join("\n") };
}

/** @type {readonly Check[]} */
export const checks = [
  { name: "lock files", lane: "node", run: lockedAddresses },
  { name: "licences", lane: "node", run: licences },
  { name: "licences of what is bundled", lane: "node", built: true, run: bundledLicences },
  {
    name: "biome",
    lane: "node",
    run: () => node(packageCommand("@biomejs/biome", "biome"), "check", "--error-on-warnings"),
  },
  {
    name: "tsc",
    lane: "node",
    built: true,
    run: () => node(packageCommand("typescript", "tsc"), "--noEmit"),
  },
  {
    name: "architecture",
    lane: "node",
    run: () => node(join(root, "scripts", "architecture", "check.mjs")),
  },
  { name: "rust-version", lane: "cargo", run: rustVersion },
  {
    name: "cargo doc",
    lane: "cargo",
    run: () =>
      attempt("cargo", ["doc", "--quiet", "--no-deps", "--document-private-items"], {
        background: true,
        env: { RUSTDOCFLAGS: "-D warnings" },
      }),
  },
  { name: "rustfmt", lane: "cargo", run: () => cargo("fmt", "--check") },
  // What these features replace is linted for WebAssembly.
  {
    name: "clippy",
    lane: "cargo",
    run: () => cargo("clippy", "--quiet", "--all-targets", ...native, ...deny),
  },
  {
    name: "clippy for WebAssembly",
    lane: "cargo",
    run: () => cargo("clippy", "--quiet", ...wasm, ...deny),
  },
];
