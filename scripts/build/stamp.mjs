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
 * Runs `work` unless its inputs, its settings and its outputs are those of its last run.
 *
 * @param {string} name
 * @param {object} on
 * @param {readonly string[]} on.inputs
 * @param {readonly string[] | (() => readonly string[])} on.outputs a function finds those that its last run left
 * @param {string} [on.settings]
 * @param {() => Promise<void>} work
 */
export async function whenChanged(name, { inputs, outputs, settings = "" }, work) {
  const stamp = join(root, "target", "stamps", name);
  const found = () => (typeof outputs === "function" ? outputs() : outputs);
  const current = () => `${hashOf(inputs, settings)} ${hashOf(found())}`;
  const complete = found().every((path) => existsSync(path));
  if (complete && existsSync(stamp) && readFileSync(stamp, "utf8") === current()) {
    return;
  }
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, current());
}
