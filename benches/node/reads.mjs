/**
 * Whole reads of each file by this package and by Python asdf, and of the zlib file by its peers in JavaScript, everybody
 * taking turns. Runs in a process of its own and prints JSON: `node benches/node/reads.mjs ROUNDS [PYTHON]`.
 */
import { statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PythonAsdf } from "../python/python.mjs";
import { inTurns } from "./turns.mjs";

setFlagsFromString("--expose-gc");
Object.assign(globalThis, { gc: runInNewContext("gc") });
const { compressions, ours, pathOf, peers } = await import("./contenders.mjs");

/**
 * @param {PythonAsdf | undefined} asdf
 * @param {number} rounds
 */
async function measureReads(asdf, rounds) {
  const reads = [];
  for (const compression of compressions) {
    const path = pathOf(compression);
    const { memory, into, path: disk, file, verified } = await ours(compression);
    const contenders = [memory, into, disk, file, verified].map(({ measure }) => measure);
    if (asdf) {
      contenders.push(
        () => asdf.read("path", path),
        () => asdf.read("memory", path),
      );
    }
    const [m = 0, i = 0, p = 0, f = 0, v = 0, pythonPath, pythonMemory] = await inTurns(contenders, rounds);
    const python = pythonPath && pythonMemory ? { pythonPath, pythonMemory } : {};
    reads.push({
      compression,
      stored: statSync(path).size,
      memory: m,
      into: i,
      path: p,
      file: f,
      verified: v,
      ...python,
    });
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

const [rounds, python] = process.argv.slice(2);
const asdf = python === undefined ? undefined : new PythonAsdf(python);
const versions = asdf ? await asdf.versions() : "Python asdf not measured";
const reads = await measureReads(asdf, Number(rounds));
console.log(JSON.stringify({ versions, reads, peers: await measurePeers(Number(rounds)) }));
asdf?.close();
