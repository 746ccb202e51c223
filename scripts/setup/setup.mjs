/**
 * Installs what the build and the tests need beyond this repository, when it is
 * missing: Rust's targets, the npm packages and the wasm-bindgen tools of the crate's
 * own version. A step with nothing to do prints nothing. Only
 * Node's own modules are imported here, because this runs before `npm ci`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { announced, attempt, npmCommand, Problem, root } from "../command/process.mjs";

const again = "then run the same command again.";

/**
 * Runs an installer; when it fails its own words go to a file, and one sentence says what to do.
 *
 * @param {string} what is installed
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function install(what, program, args, env = {}) {
  const { code, output } = await attempt(program, args, { env });
  if (code !== 0) {
    const log = join("target", "setup.log");
    mkdirSync(join(root, "target"), { recursive: true });
    writeFileSync(join(root, log), output);
    throw new Problem(
      `${what} could not be installed: check the network connection (or see ${log} for what was said), ${again}`,
    );
  }
}

/** The Node versions that the build tools support. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Problem(
      `Node 20.19 or newer is needed and this is ${process.versions.node}: install it from https://nodejs.org, ${again}`,
    );
  }
}

/** @param {string} found what `rustc --version` says */
function requireRustVersion(found) {
  const wanted = /^rust-version = "1\.(\d+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))?.[1];
  const minor = /^rustc 1\.(\d+)/.exec(found)?.[1];
  if (Number(minor) < Number(wanted)) {
    throw new Problem(
      `Rust 1.${wanted} or newer is needed and this is 1.${minor}: run \`rustup update stable\`, ${again}`,
    );
  }
}

/** Where cargo keeps its programs and the sources of crates. */
export const cargoHome = process.env["CARGO_HOME"] ?? join(homedir(), ".cargo");

/** Rust itself, of the toolchain that `rust-toolchain.toml` names. */
export async function requireRust() {
  // A rustup installed a minute ago is not on the PATH of a shell that was already open.
  process.env["PATH"] += delimiter + join(cargoHome, "bin");

  const rustc = await announced("Looking for Rust", () => attempt("rustc", ["--version"]));
  if (rustc.code === 0) {
    requireRustVersion(rustc.stdout);
    return;
  }
  if ((await attempt("rustup", ["--version"])).code !== 0) {
    throw new Problem(`Rust is missing: install it with rustup from https://rustup.rs, ${again}`);
  }
  const toolchain = ["toolchain", "install", "stable", "--profile", "minimal"];
  await announced("Installing Rust", () =>
    install("Rust", "rustup", [...toolchain, "--component", "rustfmt", "--component", "clippy"]),
  );
}

/**
 * Adds a compilation target to the toolchain; a `targets` entry in `rust-toolchain.toml` alone does not.
 *
 * @param {string} target
 */
export async function requireTarget(target) {
  const library = await attempt("rustc", ["--print", "target-libdir", "--target", target]);
  if (library.code === 0 && existsSync(library.stdout.trim())) {
    return;
  }
  if ((await attempt("rustup", ["--version"])).code !== 0) {
    throw new Problem(
      `This Rust, not installed by rustup, lacks the target ${target}: install rustup from https://rustup.rs, ${again}`,
    );
  }
  await announced(`Installing Rust's target ${target}`, () =>
    install(`Rust's target ${target}`, "rustup", ["target", "add", target]),
  );
}

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked */

/**
 * @param {string} path of a lock file of npm's
 * @returns {Record<string, Locked>}
 */
function lockedPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/**
 * Whether `node_modules` holds exactly what `package-lock.json` asks for.
 *
 * @param {string} folder of both
 */
function packagesMatch(folder) {
  const wanted = lockedPackages(join(folder, "package-lock.json"));
  const installed = lockedPackages(join(folder, "node_modules", ".package-lock.json"));
  const missing = Object.entries(wanted).some(
    ([path, { version, optional }]) => path !== "" && !optional && installed[path]?.version !== version,
  );
  const stray = Object.entries(installed).some(([path, { version }]) => wanted[path]?.version !== version);
  return !missing && !stray;
}

/**
 * The npm packages of the `package-lock.json` in a folder. None of them runs a script while it is installed, but those that are
 * named: they cannot do without.
 *
 * @param {string} [folder]
 * @param {readonly string[]} [trusted]
 */
export async function requirePackages(folder = root, trusted = []) {
  if (packagesMatch(folder)) {
    return;
  }
  // All of them are development dependencies, which npm leaves out where NODE_ENV is "production": vite's build sets it.
  const { program, args } = npmCommand("ci", "--ignore-scripts", "--include=dev", "--prefix", folder);
  await announced("Installing the npm packages", async () => {
    await install("The npm packages", program, args);
    if (trusted.length > 0) {
      const rebuild = npmCommand("rebuild", "--prefix", folder, ...trusted);
      await install("The npm packages", rebuild.program, rebuild.args);
    }
  });
}

/** The wasm-bindgen version that the crate is built with; the tools must be of the very same. */
function wasmBindgenVersion() {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const version = /^name = "wasm-bindgen"\nversion = "(.+)"$/m.exec(lock)?.[1];
  if (!version) {
    throw new Problem("Cargo.lock does not name wasm-bindgen: run `git checkout Cargo.lock`.");
  }
  return version;
}

/**
 * The folder of the programs of a crate, as a prefix for their names: "" when they are on the PATH. They are built when
 * they are missing or of another version.
 *
 * @param {string} crate
 * @param {string} version
 * @param {{ programs: readonly string[], args: readonly string[] }} options `args`: for `cargo install`
 */
export async function requireCargoTool(crate, version, { programs, args }) {
  const folder = join(root, "target", "tools", `${programs[0]}-${version}`);
  for (const prefix of [join(folder, "bin", "/"), ""]) {
    const found = await Promise.all(programs.map((program) => attempt(prefix + program, ["--version"])));
    if (found.every(({ code, stdout }) => code === 0 && stdout.includes(` ${version}`))) {
      return prefix;
    }
  }
  const scratch = join(root, "target", "tools", `build-${crate}`);
  const places = ["--root", folder, "--target-dir", scratch];
  const command = ["install", crate, "--version", `=${version}`, "--debug", "--force", ...args, ...places];
  const env = { CARGO_PROFILE_DEV_DEBUG: "0" };
  await announced(`Building ${crate} ${version}, once: about a minute`, async () => {
    // A mirror of the registry may lack a version that the tool's own lock file names.
    if ((await attempt("cargo", [...command, "--locked"], { env })).code !== 0) {
      await install(`${crate} ${version}`, "cargo", command, env);
    }
  });
  rmSync(scratch, { recursive: true, force: true });
  return join(folder, "bin", "/");
}

/** The folder of `wasm-bindgen` and `wasm-bindgen-test-runner`, as a prefix for their names. */
export function requireWasmBindgen() {
  const programs = ["wasm-bindgen", "wasm-bindgen-test-runner"];
  // Unoptimised and without TLS they are built in half a minute and still run in a moment.
  const args = ["--no-default-features", ...programs.flatMap((program) => ["--bin", program])];
  return requireCargoTool("wasm-bindgen-cli", wasmBindgenVersion(), { programs, args });
}

/** Everything that every command needs. */
export async function setup() {
  requireNode();
  await requireRust();
  await requireTarget("wasm32-unknown-unknown");
  await requirePackages();
}
