/**
 * Runs tests with cargo or with vitest, and counts those that passed and failed.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, packageCommand, root } from "../command/process.mjs";

/** @typedef {{ code: number | null, passed: number, failed: number, output: string }} Outcome */

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome>}
 */
export async function cargoTest(args, env = {}) {
  const test = ["test", "--no-fail-fast", ...args];
  const { code, output } = await attempt("cargo", test, { env, background: true });
  const outcome = { code, passed: 0, failed: 0, output };
  for (const [, passed, failed] of output.matchAll(/^test result: .* (\d+) passed; (\d+) failed;/gm)) {
    outcome.passed += Number(passed);
    outcome.failed += Number(failed);
  }
  return outcome;
}

/**
 * @param {string} folder of `tests`
 * @returns {Promise<Outcome>}
 */
export async function vitest(folder) {
  const report = join(root, "target", "vitest", `${folder}.json`);
  rmSync(report, { force: true });
  const { code, output } = await attempt(process.execPath, [
    ...[packageCommand("vitest"), "run", `tests/${folder}/`],
    ...["--reporter=default", "--reporter=json", `--outputFile=${report}`],
  ]);
  if (!existsSync(report)) {
    return { code: code || 1, passed: 0, failed: 1, output };
  }
  // Tests that a failing `beforeAll` kept from running are in neither number.
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  return { code, passed: numPassedTests, failed: numFailedTests, output };
}
