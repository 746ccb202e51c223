/**
 * Runs tests with cargo, natively and in a browser, or vitest, and counts those that passed and failed.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, Problem, packageCommand, root } from "../command/process.mjs";
import {
  requireChromedriver,
  requireFirefox,
  requireWebkit,
  startDisplay,
  webkitEnvironment,
} from "../setup/engines.mjs";
import { NEEDED } from "./flaky.mjs";
import { chromiumCapabilities, wasmTest } from "./wasm.mjs";

/** @typedef {{ code: number | null, passed: number, failed: number, output: string }} Outcome */

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome>}
 */
export async function cargoTest(args, env = {}) {
  const test = ["test", "--no-fail-fast", ...args];
  return counted(await attempt("cargo", test, { env, background: true }));
}

/**
 * The tests that run natively, in Chromium.
 *
 * @returns {Promise<Outcome>}
 */
export async function chromiumTest() {
  const driver = await requireChromedriver();
  return counted(await wasmTest("chromedriver", driver, { capabilities: await chromiumCapabilities() }));
}

/**
 * The same in Firefox.
 *
 * @returns {Promise<Outcome>}
 */
export async function firefoxTest() {
  const { browser, driver } = await requireFirefox();
  const capabilities = { "moz:firefoxOptions": { binary: browser } };
  return counted(await wasmTest("geckodriver", driver, { capabilities }));
}

/**
 * The same in WebKitGTK. Its driver takes the place of Safari's, and opens its small browser by itself.
 *
 * @returns {Promise<Outcome>}
 */
export async function webkitTest() {
  const { driver, display: server } = await requireWebkit();
  const display = await startDisplay(server);
  try {
    return counted(await wasmTest("safaridriver", driver, { env: webkitEnvironment(display.name) }));
  } finally {
    display.process.kill();
  }
}

/**
 * Adds up what each test binary reported.
 *
 * @param {{ code: number | null, output: string }} finished
 * @returns {Outcome}
 */
function counted({ code, output }) {
  const outcome = { code, passed: 0, failed: 0, output };
  for (const [, passed, failed] of output.matchAll(/^test result: .* (\d+) passed; (\d+) failed;/gm)) {
    outcome.passed += Number(passed);
    outcome.failed += Number(failed);
  }
  return outcome;
}

/**
 * @param {string} folder of `tests`
 * @param {{ tries?: number }} [options] `tries` of each test, where a browser or an editor may fail by itself: what needs a second try
 *   is told
 * @returns {Promise<Outcome>}
 */
export async function vitest(folder, { tries = 1 } = {}) {
  const report = join(root, "target", "vitest", `${folder}.json`);
  rmSync(report, { force: true });
  const { code, output } = await attempt(process.execPath, [
    ...[packageCommand("vitest"), "run", `tests/${folder}/`, `--retry=${tries - 1}`],
    ...["--reporter=default", "--reporter=json", `--outputFile=${report}`],
    `--reporter=${join(import.meta.dirname, "flaky.mjs")}`,
  ]);
  for (const line of output.split("\n").filter((line) => line.startsWith(NEEDED))) {
    console.log(line);
  }
  if (!existsSync(report)) {
    return { code: code || 1, passed: 0, failed: 1, output };
  }
  // Tests that a failing `beforeAll` kept from running are in neither number.
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  return { code, passed: numPassedTests, failed: numFailedTests, output };
}

/**
 * Runs the tests of a folder for as long as `env` tells them, and shows what they print while they run.
 *
 * @param {string} folder
 * @param {Record<string, string>} env
 */
export async function longRun(folder, env) {
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  const vitest = [packageCommand("vitest"), "run", folder, "--disable-console-intercept"];
  const { code } = await attempt(process.execPath, vitest, { env, onOutput });
  if (code !== 0) {
    throw new Problem("Something was found: the steps that led to it are above.");
  }
}
