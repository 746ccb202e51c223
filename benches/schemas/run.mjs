/**
 * `node benches/schemas/run.mjs`: a tree of 290 kB, Roman L2 metadata of nineteen exposures, checked against its schemas beside Python's asdf,
 * in turns: processor time, so that other work on the machine counts less. Build the package first. SCHEMAS_PYTHON names a Python with
 * the packages of `requirements.txt`.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { open, write } from "../../pkg/node.js";
import { median } from "../node/turns.mjs";

const COPIES = 19;
const TURNS = 25;
const roman = fileURLToPath(new URL("../../tests/data/roman/roman_l2_192.asdf", import.meta.url));
const files = await Promise.all(Array.from({ length: COPIES }, () => open(roman)));
const path = join(tmpdir(), "schemas.asdf");
writeFileSync(path, await write({ exposures: files.map((file) => file.get("roman")) }, { as: "bytes" }));

const measure = fileURLToPath(new URL("measure.py", import.meta.url));
const child = spawn(process.env["SCHEMAS_PYTHON"] ?? "python3", [measure, path], {
  stdio: ["pipe", "pipe", "inherit"],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const line = async () => String((await lines.next()).value);
const version = await line();

const file = await open(path);
/** @type {number[]} */
const ours = [];
/** @type {{ parsed: number, checked: number }[]} */
const theirs = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  const before = process.cpuUsage();
  const { problems } = await file.validate();
  const { user, system } = process.cpuUsage(before);
  if (problems.length > 0) {
    throw new Error(`the tree is not valid: ${problems[0]?.message}`);
  }
  ours.push((user + system) / 1000);
  child.stdin.write("\n");
  const [parsed = Number.NaN, checked = Number.NaN] = (await line())
    .split(" ")
    .map((text) => 1000 * Number(text));
  theirs.push({ parsed, checked });
}
child.stdin.end();
file.close();

const ms = (/** @type {number | undefined} */ value) => `${Math.round(value ?? Number.NaN)} ms`;
const [firstOurs] = ours;
const [firstTheirs] = theirs;
console.log(`|  | asdf-wasm, with parsing | ${version}, parsing | checking |\n| --- | ---: | ---: | ---: |`);
console.log(
  `| the first time | ${ms(firstOurs)} | ${ms(firstTheirs?.parsed)} | ${ms(firstTheirs?.checked)} |`,
);
const [, ...later] = theirs;
console.log(
  `| later, median | ${ms(median(ours.slice(1)))} | ${ms(median(later.map(({ parsed }) => parsed)))} | ${ms(median(later.map(({ checked }) => checked)))} |`,
);
