/**
 * Whole reads of each file by this package and by Python asdf, and of the zlib file by its peers in JavaScript, everybody
 * taking turns. Runs in a process of its own and prints JSON: `node benches/node/reads.mjs ROUNDS [PYTHON] [--every]`, with the last
 * also reads with checksums, from a File and from Python's BytesIO, and the peers.
 */
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PythonAsdf } from "../python/python.mjs";
import { inTurns } from "./turns.mjs";

setFlagsFromString("--expose-gc");
Object.assign(globalThis, { gc: runInNewContext("gc") });
const { compressions, ours, pathOf, peers } = await import("./contenders.mjs");

/** How often the slowest are measured, at most. @type {Readonly<Record<string, number>>} */
const MOST = { bzp2: 1, xz: 1 };

/**
 * @param {PythonAsdf | undefined} asdf
 * @param {number} rounds
 * @param {boolean} isEvery
 */
async function measureReads(asdf, rounds, isEvery) {
  const reads = [];
  for (const compression of compressions) {
    const path = pathOf(compression);
    const { file, verified, ...ways } = await ours(compression);
    const contenders = Object.entries(isEvery ? { ...ways, file, verified } : ways).map(
      ([way, { measure }]) => /** @type {const} */ ([way, measure]),
    );
    if (asdf) {
      contenders.push(["pythonPath", () => asdf.read("path", path)]);
      isEvery && contenders.push(["pythonMemory", () => asdf.read("memory", path)]);
    }
    const times = await inTurns(
      contenders.map(([, measure]) => measure),
      Math.min(rounds, MOST[compression] ?? rounds),
    );
    const found = Object.fromEntries(contenders.map(([way], i) => [way, times[i]]));
    reads.push({ compression, stored: statSync(path).size, ...found });
  }
  return reads;
}

/** @param {number} rounds */
async function measurePeers(rounds) {
  const all = await peers();
  const times = await inTurns(
    all.map(({ measure }) => measure),
    rounds,
  );
  return all.map(({ name, note }, index) => ({ name, note, time: times[index] ?? Number.NaN }));
}

const { positionals, values } = parseArgs({
  options: { every: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [rounds, python] = positionals;
const asdf = python === undefined ? undefined : new PythonAsdf(python);
await asdf?.versions();
const reads = await measureReads(asdf, Number(rounds), values.every);
const others = values.every ? { peers: await measurePeers(Number(rounds)) } : {};
console.log(JSON.stringify({ reads, ...others }));
asdf?.close();
