/** The files that the benchmarks read: one image in each compression, written by Python asdf. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { announced, Problem, run } from "../../scripts/command/process.mjs";
import { folder } from "./python.mjs";

const script = fileURLToPath(new URL("./generate.py", import.meta.url));
const stamp = join(folder, "generate.py");

/** Whether the files are there and their script has not changed since. */
export function haveImages() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === readFileSync(script, "utf8");
}

/**
 * Writes the files once, and again when their script changed.
 *
 * @param {string | undefined} python
 */
export async function requireImages(python) {
  if (haveImages()) {
    return;
  }
  if (python === undefined) {
    throw new Problem("There is nothing to read: the image of the benchmark is written by Python asdf.");
  }
  mkdirSync(folder, { recursive: true });
  await announced("Making the image in each compression", () =>
    run(python, [script, folder], { problem: "The image could not be written." }),
  );
  writeFileSync(stamp, readFileSync(script));
}
