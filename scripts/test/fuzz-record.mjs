/**
 * The record of the fuzzing campaign: how often each target was executed, at which commit. It is kept in
 * `fuzz/campaign.json`, and `docs/hardening.md` shows it.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../command/process.mjs";

const file = join(root, "fuzz", "campaign.json");
const page = join(root, "docs", "hardening.md");
const BEGIN = "<!-- campaign: `npm run fuzz` writes what follows from fuzz/campaign.json -->";
const END = "<!-- campaign -->";
const GOAL = 1_000_000_000;

/**
 * What a target went through at one commit.
 *
 * @typedef {object} Row
 * @property {string} target
 * @property {string} commit the commit that was checked out, by its first digits; with `+`, and changes on top of it
 * @property {number} executions
 * @property {number} seconds of one processor
 * @property {number} findings inputs for which something did not hold
 */

/**
 * Replaces a file at once, so that a campaign may be stopped at any time.
 *
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export function replaceFile(path, content) {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** @returns {Row[]} */
export function readRecord() {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * Adds to the record, and shows it.
 *
 * @param {Row} added
 */
export function addToRecord(added) {
  const rows = readRecord();
  const known = rows.find((row) => row.target === added.target && row.commit === added.commit);
  if (known) {
    known.executions += added.executions;
    known.seconds += added.seconds;
    known.findings += added.findings;
  } else {
    rows.push(added);
  }
  // Order by target; commits stay in the order in which they were fuzzed.
  rows.sort((a, b) => (a.target < b.target ? -1 : Number(a.target > b.target)));
  replaceFile(file, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`);
  show(rows);
}

/**
 * The sums of each target.
 *
 * @param {readonly Row[]} rows
 */
export function totals(rows) {
  /** @type {Map<string, Row & { commits: string[] }>} */
  const sums = new Map();
  for (const { target, commit, executions, seconds, findings } of rows) {
    const sum = sums.get(target) ?? { target, commit, commits: [], executions: 0, seconds: 0, findings: 0 };
    sum.commits.push(commit);
    sum.executions += executions;
    sum.seconds += seconds;
    sum.findings += findings;
    sums.set(target, sum);
  }
  return sums;
}

/** @param {readonly Row[]} rows */
function show(rows) {
  const text = readFileSync(page, "utf8");
  const [before, rest = ""] = text.split(BEGIN);
  const [, after = ""] = rest.split(END);
  replaceFile(page, `${before}${BEGIN}\n\n${table(rows)}\n\n${END}${after}`);
}

/** @param {readonly Row[]} rows */
function table(rows) {
  const count = (/** @type {number} */ number) => number.toLocaleString("en-US");
  const lines = [...totals(rows).values()].map(({ target, commits, executions, seconds, findings }) => {
    const range = commits.length > 1 ? `${commits[0]} … ${commits.at(-1)}` : commits[0];
    const cells = [target, count(executions), (seconds / 3600).toFixed(2), count(findings), range];
    return `| ${cells.join(" | ")} |`;
  });
  const all = rows.reduce((sum, row) => sum + row.executions, 0);
  const share = `${((100 * all) / GOAL).toFixed(1)} %`;
  return [
    `${count(all)} of ${count(GOAL)} executions, ${share}.`,
    "",
    "| target | executions | hours of one processor | findings | commits |",
    "| --- | ---: | ---: | ---: | --- |",
    ...lines,
  ].join("\n");
}
