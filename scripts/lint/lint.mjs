/**
 * `npm run lint`: formatting, lints and types of everything, warnings being
 * errors. All checks run, so that one run shows all there is to mend.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildLibrary } from "../build/build.mjs";
import { announced, attempt, main, Problem, packageCommand, root } from "../command/process.mjs";

const wasm = ["--target", "wasm32-unknown-unknown", "--lib", "--test", "browser"];
const deny = ["--", "-D", "warnings"];

/** @returns {[name: string, program: string, args: string[]][]} */
function checks() {
  const node = process.execPath;
  return [
    ["rustfmt", "cargo", ["fmt", "--check"]],
    ["clippy", "cargo", ["clippy", "--quiet", "--all-targets", ...deny]],
    ["clippy for WebAssembly", "cargo", ["clippy", "--quiet", ...wasm, ...deny]],
    ["biome", node, [packageCommand("@biomejs/biome", "biome"), "check", "--error-on-warnings"]],
    ["tsc", node, [packageCommand("typescript", "tsc"), "--noEmit"]],
  ];
}

/** The lock file must not tie an installation to the registry that it was made from. */
function lockedAddresses() {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  return lock.includes('"resolved": "http') ? ["package-lock.json (it names a registry's address)"] : [];
}

await main(async () => {
  await buildLibrary();
  const failed = lockedAddresses();
  for (const [name, program, args] of checks()) {
    const { code, output } = await announced(name, () => attempt(program, args));
    if (code !== 0) {
      console.error(output.trimEnd());
      failed.push(name);
    }
  }
  if (failed.length > 0) {
    throw new Problem(`Lint found something in: ${failed.join(", ")} (\`npm run format\` mends formatting).`);
  }
  console.log("Lint: nothing found.");
});
