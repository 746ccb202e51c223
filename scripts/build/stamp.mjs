/**
 * Skips steps of the build when nothing changed. A stamp keeps the hash of the
 * step's inputs and outputs: a changed source, a changed setting or an
 * overwritten output makes the step run again. Dates do not matter.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../command/process.mjs";

/**
 * Every file of `paths` (files, or folders with all they hold), sorted; missing ones are left out.
 *
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
function filesOf(paths) {
  return paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) {
      return stat ? [path] : [];
    }
    const names = readdirSync(path).sort();
    return filesOf(names.map((name) => join(path, name)));
  });
}

/**
 * @param {readonly string[]} paths
 * @param {string} [settings]
 */
export function hashOf(paths, settings = "") {
  const hash = createHash("sha256").update(settings);
  for (const file of filesOf(paths)) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/**
 * What a step is made of: its inputs, its settings and its outputs. Outputs as a function are those that its last run left.
 *
 * @typedef {{ inputs: readonly string[], outputs: readonly string[] | (() => readonly string[]), settings?: string }} Step
 */

/** @param {string} name of a step */
const stampOf = (name) => join(root, "target", "stamps", name);

/** @param {Step} step */
const outputsOf = ({ outputs }) => (typeof outputs === "function" ? outputs() : outputs);

/** @param {Step} step */
const stateOf = (step) => `${hashOf(step.inputs, step.settings)} ${hashOf(outputsOf(step))}`;

/**
 * Whether inputs, settings and outputs of a step are the same as in its last run.
 *
 * @param {string} name
 * @param {Step} step
 */
export function isCurrent(name, step) {
  const stamp = stampOf(name);
  const complete = outputsOf(step).every((path) => existsSync(path));
  return complete && existsSync(stamp) && readFileSync(stamp, "utf8") === stateOf(step);
}

/**
 * Runs `work` unless the step is current.
 *
 * @param {string} name
 * @param {Step} step
 * @param {() => Promise<void>} work
 */
export async function whenChanged(name, step, work) {
  if (isCurrent(name, step)) {
    return;
  }
  await work();
  const stamp = stampOf(name);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, stateOf(step));
}
