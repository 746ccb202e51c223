/**
 * `node benches/matching/run.mjs`: a catalogue of 10⁵ rows matched with one of 10⁶, beside astropy, in turns. `--rounds 9` measures nine
 * times instead of five. MATCHING_PYTHON names a Python with astropy:
 *
 *     python3 -m venv venv && venv/bin/pip install -r benches/matching/requirements.txt
 *     MATCHING_PYTHON=venv/bin/python node benches/matching/run.mjs
 *
 * Build the package first. Both begin with positions in memory. Processor time is printed too: it tells more on a machine that does other
 * things.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pairsOnSky } from "../../pkg/analysis/matching/onSky.js";
import { median } from "../node/turns.mjs";

const [LEFT, RIGHT] = [1e5, 1e6];
const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(options.rounds);

/**
 * Positions in degrees: the same each time.
 *
 * @param {number} rows
 * @param {number} seed
 * @param {"the whole sky" | "a field of 0.5°"} where
 */
function positions(rows, seed, where) {
  const pairs = new Float64Array(2 * rows);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < pairs.length; i += 2) {
    const isSky = where === "the whole sky";
    pairs[i] = isSky ? 360 * random() : 150 + random() / 2;
    pairs[i + 1] = isSky ? (Math.asin(2 * random() - 1) * 180) / Math.PI : 2 + random() / 2;
  }
  return pairs;
}

/** @param {readonly string[]} files */
async function startPython(files) {
  const python = process.env["MATCHING_PYTHON"] ?? "python3";
  const child = spawn(python, [here("measure.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const versions = await line();
  child.stdin.write(`${files.join(" ")}\n`);
  const measure = async (/** @type {string} */ what) => {
    child.stdin.write(`${what}\n`);
    return /** @type {number[]} */ (JSON.parse(await line()));
  };
  return { versions, measure, close: () => child.stdin.end() };
}

const sum = (/** @type {ArrayLike<number>} */ values) =>
  Array.from(values).reduce((total, value) => total + value, 0);
const folder = mkdtempSync(join(tmpdir(), "matching-"));
try {
  console.log(
    "| where | what | pairs | asdf-wasm | astropy | ratio |\n| --- | --- | ---: | ---: | ---: | ---: |",
  );
  let versions = "";
  for (const where of /** @type {const} */ (["the whole sky", "a field of 0.5°"])) {
    const [left, right] = [positions(LEFT, 1, where), positions(RIGHT, 2, where)];
    const files = ["left", "right"].map((name) => join(folder, name));
    for (const [i, pairs] of [left, right].entries()) {
      writeFileSync(files[i] ?? "", pairs);
    }
    const python = await startPython(files);
    versions = python.versions;
    const radius = where === "the whole sky" ? 60 : 1;
    const cases = /** @type {const} */ ([
      ["nearest", "nearest", { radius: Infinity, find: 1 }],
      [`within ${radius}″`, `around ${radius}`, { radius, find: "all" }],
    ]);
    for (const [what, request, nearness] of cases) {
      /** @type {[number[][], number[][]]} */
      const all = [[], []];
      for (let round = -1; round < rounds; round += 1) {
        const [start, used] = [performance.now(), process.cpuUsage()];
        const found = await pairsOnSky(
          { positions: left },
          { positions: right },
          nearness,
          new AbortController().signal,
        );
        const { user, system } = process.cpuUsage(used);
        const times = [performance.now() - start, (user + system) / 1000];
        const mine = [...times, found.left.length, sum(found.left), sum(found.right)];
        const theirs = await python.measure(request);
        if (mine.slice(2).join() !== theirs.slice(2).join()) {
          throw new Error(`${mine.join()} is not ${theirs.join()}`);
        }
        if (round >= 0) {
          all[0].push(mine);
          all[1].push(theirs);
        }
      }
      const [mine, theirs] = all.map((times) =>
        [0, 1, 2].map((kind) => median(times.map((time) => time[kind] ?? Number.NaN))),
      );
      const cells = [mine, theirs].map(
        ([wall, used] = []) => `${wall?.toFixed()} ms (${used?.toFixed()} ms)`,
      );
      const ratio = ((mine?.[0] ?? 0) / (theirs?.[0] ?? 0)).toFixed(2);
      console.log(`| ${where} | ${what} | ${mine?.[2]} | ${cells.join(" | ")} | ${ratio} |`);
    }
    python.close();
  }
  console.log(
    `\nNode ${process.versions.node}, ${versions}; medians of ${rounds}, wall time (processor time)`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
