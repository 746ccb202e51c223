/**
 * `npm test`: sets up, builds and runs every test. One line a stage, and a
 * stage's output only when it failed; the last line sums up all runners.
 * `npm test -- rust wasm` runs only the named stages.
 */
import { readFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { attempt, main, Problem, packageCommand, root } from "../command/process.mjs";
import { requireChromium } from "../setup/browser.mjs";
import { requestNginx } from "../setup/nginx.mjs";
import { requireTarget } from "../setup/setup.mjs";

const narrow = "i686-unknown-linux-musl";

/** @typedef {{ code: number | null, passed: number, failed: number, output: string }} Outcome */

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome>}
 */
async function cargoTest(args, env = {}) {
  const { code, output } = await attempt("cargo", ["test", "--no-fail-fast", ...args], { env });
  const outcome = { code, passed: 0, failed: 0, output };
  for (const [, passed, failed] of output.matchAll(/^test result: .* (\d+) passed; (\d+) failed;/gm)) {
    outcome.passed += Number(passed);
    outcome.failed += Number(failed);
  }
  return outcome;
}

/**
 * @param {string} folder
 * @returns {Promise<Outcome>}
 */
async function vitest(folder) {
  const report = join(root, "target", "vitest", `${folder}.json`);
  const { code, output } = await attempt(process.execPath, [
    ...[packageCommand("vitest"), "run", `tests/${folder}/`],
    ...["--reporter=default", "--reporter=json", `--outputFile=${report}`],
  ]);
  // Tests that a failing `beforeAll` never let run count as neither.
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  return { code, passed: numPassedTests, failed: numFailedTests, output };
}

/** @type {Record<string, { title: string, run: () => Promise<Outcome | string> }>} */
const stages = {
  rust: { title: "Rust", run: () => cargoTest([]) },
  narrow: {
    title: "Rust on a 32-bit host",
    run: async () => {
      if (platform() !== "linux" || arch() !== "x64") {
        return "skipped: it needs Linux on x86-64";
      }
      await requireTarget(narrow);
      return cargoTest(["--target", narrow, "--lib", "--tests"]);
    },
  },
  wasm: {
    title: "WebAssembly in Chromium",
    // Without debug information the module is a seventh of the size and starts three times as fast.
    run: () =>
      cargoTest(["--target", "wasm32-unknown-unknown", "--test", "browser"], {
        CARGO_PROFILE_DEV_DEBUG: "0",
      }),
  },
  js: { title: "The package in Node", run: () => vitest("js") },
  pkg: { title: "The package in consumers", run: () => vitest("pkg") },
  net: {
    title: "The package and servers",
    run: async () => {
      const nginx = await requestNginx();
      if (!nginx) {
        return "skipped: install nginx (on Debian: `apt-get install nginx-light` as root), or set NGINX to its path";
      }
      process.env["NGINX"] = nginx;
      return vitest("net");
    },
  },
  e2e: { title: "The page in Chromium", run: () => vitest("e2e") },
};

/** @param {string[]} names */
async function runStages(names) {
  const total = { passed: 0, failed: 0 };
  for (const name of names) {
    const stage = stages[name];
    if (!stage) {
      throw new Problem(`There is no stage "${name}": the stages are ${Object.keys(stages).join(", ")}.`);
    }
    const start = performance.now();
    const outcome = await stage.run();
    const label = stage.title.padEnd(26);
    if (typeof outcome === "string") {
      console.log(`${label} ${outcome}`);
      continue;
    }
    // What does not even compile, or a crash outside of any test, is a failure too.
    const failed = outcome.code === 0 ? outcome.failed : Math.max(outcome.failed, 1);
    if (failed > 0) {
      console.error(outcome.output.trimEnd());
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const verdict = failed > 0 ? "FAILED" : "ok";
    console.log(`${label} ${verdict}. ${outcome.passed} passed; ${failed} failed; ${seconds} s`);
    total.passed += outcome.passed;
    total.failed += failed;
  }
  return total;
}

await main(async () => {
  const start = performance.now();
  await buildAll();
  process.env["CHROMIUM"] = await requireChromium();
  console.log(`Set up and built in ${((performance.now() - start) / 1000).toFixed(1)} s.`);

  const named = process.argv.slice(2);
  const { passed, failed } = await runStages(named.length > 0 ? named : Object.keys(stages));
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) {
    process.exitCode = 1;
  }
});
