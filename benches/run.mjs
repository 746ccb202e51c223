/**
 * `npm run bench`: whole reads of one large image in each compression, beside Python asdf and what JavaScript has, in one
 * run; the table is printed and kept in benches/RESULTS.md. `--rounds 9` measures more often than five times.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { announced, main, Problem, run } from "../scripts/process.mjs";
import { folder, PythonAsdf, requirePython } from "./python.mjs";
import { report } from "./report.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const stamp = join(folder, "generate.py");

/**
 * The files to read, written once and again when their script changed.
 *
 * @param {string | undefined} python
 */
async function requireImages(python) {
  const script = readFileSync(join(here, "generate.py"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === script) {
    return;
  }
  if (python === undefined) {
    throw new Problem("There is nothing to read: the image of the benchmark is written by Python asdf.");
  }
  await announced("Writing the image in each compression", () =>
    run(python, [join(here, "generate.py"), folder], { problem: "The image could not be written." }),
  );
  writeFileSync(stamp, script);
}

/** @param {readonly number[]} times */
function median(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Medians of each, after a warm-up, in turns: drift of the machine hits all alike.
 *
 * @param {readonly (() => Promise<number>)[]} contenders
 * @param {number} rounds
 */
async function inTurns(contenders, rounds) {
  /** @type {number[][]} */
  const times = contenders.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, measure] of contenders.entries()) {
      const time = await measure();
      if (round >= 0) {
        times[index]?.push(time);
      }
    }
  }
  return times.map(median);
}

/** Memory is measured in a process in which nothing else has happened. */
function measureMemory() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", join(here, "memory.mjs")],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) {
    throw new Problem("The memory could not be measured.", stderr);
  }
  return JSON.parse(stdout);
}

/**
 * @param {PythonAsdf | undefined} asdf
 * @param {number} rounds
 */
async function measureReads(asdf, rounds) {
  const { compressions, ours, pathOf } = await import("./contenders.mjs");
  const reads = [];
  for (const compression of compressions) {
    console.log(`Reading ${compression} …`);
    const path = pathOf(compression);
    const { memory, file, verified } = await ours(compression);
    const contenders = [memory.measure, file.measure, verified.measure];
    if (asdf) {
      contenders.push(
        () => asdf.read("path", path),
        () => asdf.read("memory", path),
      );
    }
    const [m = 0, f = 0, v = 0, pythonPath, pythonMemory] = await inTurns(contenders, rounds);
    const python = pythonPath && pythonMemory ? { pythonPath, pythonMemory } : {};
    reads.push({ compression, stored: statSync(path).size, memory: m, file: f, verified: v, ...python });
  }
  return reads;
}

/** @param {number} rounds */
async function measurePeers(rounds) {
  console.log("Reading zlib with its peers …");
  const { peers } = await import("./contenders.mjs");
  const all = await peers();
  const times = await inTurns(
    all.map(({ measure }) => measure),
    rounds,
  );
  return all.map(({ name, note }, index) => ({ name, note, time: times[index] ?? Number.NaN }));
}

await main(async () => {
  const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
  const rounds = Number(values.rounds);
  setFlagsFromString("--expose-gc");
  Object.assign(globalThis, { gc: runInNewContext("gc") });
  mkdirSync(folder, { recursive: true });
  const python = await requirePython();
  await requireImages(python);
  const asdf = python === undefined ? undefined : new PythonAsdf(python);
  const versions = asdf ? await asdf.versions() : "Python asdf not measured";
  const { decoded } = await import("./contenders.mjs");
  const results = {
    decoded,
    rounds,
    reads: await measureReads(asdf, rounds),
    peers: await measurePeers(rounds),
    memory: measureMemory(),
    machine: [
      `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
      `Node ${process.versions.node}, ${versions}`,
      new Date().toISOString().slice(0, 10),
    ],
  };
  asdf?.close();
  const text = report(results);
  writeFileSync(join(here, "RESULTS.md"), text);
  console.log(`\n${text}`);
});
