/**
 * How large a file and a folder may be. A line of code is one that holds something besides comments and spaces;
 * a Rust file's own tests do not count.
 */
import { dirname, extname } from "node:path";
import { parseSync } from "oxc-parser";
import { tokens, withoutTests } from "./rust-lexer.mjs";

/** @import { Table } from "./rules.mjs" */

const MAX_FILES = 15;
const MAX_LINES = 400;

const SCRIPTS = [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs"];

/** What is a comment in a language that has no parser here; a text may hold the signs of one. */
const COMMENTS = new Map([
  [".css", /(?<text>"[^"\n]*"|'[^'\n]*')|\/\*.*?\*\//gs],
  [".py", /(?<=^[ \t]*)""".*?"""|(?<text>""".*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*/gms],
]);

/** @param {string} file */
export function isSource(file) {
  return [".rs", ...SCRIPTS, ...COMMENTS.keys()].includes(extname(file));
}

/**
 * @param {string} file
 * @param {string} source
 */
export function linesOfCode(file, source) {
  if (extname(file) === ".rs") {
    return new Set(withoutTests(tokens(source)).map(({ line }) => line)).size;
  }
  return withoutComments(file, source)
    .split("\n")
    .filter((line) => line.trim() !== "").length;
}

/**
 * @param {string} file
 * @param {string} source
 */
function withoutComments(file, source) {
  if (SCRIPTS.includes(extname(file))) {
    const { comments } = parseSync(file, source);
    return comments.reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), source);
  }
  const comment = COMMENTS.get(extname(file));
  return comment ? source.replace(comment, (...found) => found.at(-1)?.text ?? "") : source;
}

/**
 * @param {ReadonlyMap<string, number>} lines the lines of code of each source file
 * @param {Table} table
 * @returns {string[]}
 */
export function faultsOfSize(lines, table) {
  const problems = [];
  /** @type {Map<string, number>} */
  const folders = new Map();
  for (const [file, count] of lines) {
    const folder = dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
    const excused = table.long.some((one) => one.file === file);
    if (count > MAX_LINES && !excused) {
      problems.push(`${file} has ${count} lines of code: at most ${MAX_LINES}; divide it by duty`);
    } else if (count <= MAX_LINES && excused) {
      problems.push(`${file} has ${count} lines of code: it is no exception any more`);
    }
  }
  for (const [folder, count] of folders) {
    const excused = table.crowded.some((one) => one.folder === folder);
    if (count > MAX_FILES && !excused) {
      problems.push(`${folder} holds ${count} source files: at most ${MAX_FILES}; divide it by duty`);
    } else if (count <= MAX_FILES && excused) {
      problems.push(`${folder} holds ${count} source files: it is no exception any more`);
    }
  }
  const gone = [
    ...table.long.filter(({ file }) => !lines.has(file)).map(({ file }) => file),
    ...table.crowded.filter(({ folder }) => !folders.has(folder)).map(({ folder }) => folder),
  ];
  return [
    ...problems,
    ...gone.map((path) => `${path} is not there any more: take it out of architecture.json`),
  ];
}
