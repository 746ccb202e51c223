/** Files and folders that have grown large. A line of code is one that begins with code; a Rust file's own tests do not count. */
import { dirname } from "node:path";
import { withoutTests } from "./imports.mjs";

const MAX_FILES = 15;
const MAX_LINES = 400;

/**
 * @param {string} file
 * @param {string} source
 */
function linesOfCode(file, source) {
  const code = file.endsWith(".rs") ? withoutTests(source) : source;
  const comment = file.endsWith(".py") ? /^#/ : /^(?:\/\/|\/?\*)/;
  return code.split("\n").filter((line) => line.trim() && !comment.test(line.trim())).length;
}

/**
 * @param {ReadonlyMap<string, string>} sources
 * @returns {string[]}
 */
export function warningsOfSize(sources) {
  /** @type {Map<string, number>} */
  const folders = new Map();
  const warnings = [];
  for (const [file, source] of sources) {
    folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    const lines = linesOfCode(file, source);
    if (lines > MAX_LINES) {
      warnings.push(`${file} has ${lines} lines of code, more than ${MAX_LINES}`);
    }
  }
  for (const [folder, files] of folders) {
    if (files > MAX_FILES) {
      warnings.push(`${folder} has ${files} source files, more than ${MAX_FILES}`);
    }
  }
  return warnings;
}
