/**
 * `node benches/fits/run.mjs`: whole reads of the HDUs of a FITS file in memory, beside astropy. `--rounds 9` measures nine times
 * instead of five. FITS_PYTHON names a Python with astropy:
 *
 *     python3 -m venv venv && venv/bin/pip install -r benches/fits/requirements.txt
 *     FITS_PYTHON=venv/bin/python node benches/fits/run.mjs
 *
 * Both sides have the numbers in the machine's byte order at the end: astropy alone would swap them later. Ours reads into new
 * memory and into memory of the caller: the system gives new memory to Node page by page, which takes longer than the reading.
 * Processor time is printed too: it tells more on a machine that does other things.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { open } from "asdf-wasm";
import { median } from "../node/turns.mjs";

const SIDE = 4088;
const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(options.rounds);

/** @param {string} name */
async function startPython(name) {
  const python = process.env["FITS_PYTHON"] ?? "python3";
  const child = spawn(python, [here("measure.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => JSON.parse(String((await lines.next()).value));
  child.stdin.write(`${name} ${SIDE}\n`);
  const [versions, hdus] = /** @type {[string, string[]]} */ (await line());
  const measure = async (/** @type {string} */ hdu) => {
    child.stdin.write(`${hdu}\n`);
    return /** @type {number[]} */ (await line());
  };
  return { versions, hdus, measure, close: () => child.stdin.end() };
}

/** @param {Iterable<number | bigint>} values */
function sum(values) {
  let total = 0;
  for (const value of values) {
    total += Number(value);
  }
  return total;
}

const folder = mkdtempSync(join(tmpdir(), "fits-"));
try {
  const name = join(folder, "measured.fits");
  const python = await startPython(name);
  const bytes = new Uint8Array(readFileSync(name));
  /** @type {Map<string, Float32Array>} */
  const given = new Map();

  /** Reads an HDU of the file, which is opened again. @param {string} hdu @param {boolean} intoGiven */
  const ours = async (hdu, intoGiven) => {
    const file = await open(bytes);
    const array = file.array(`${hdu}/data`);
    const into = intoGiven ? given.get(hdu) : undefined;
    const [start, used] = [performance.now(), process.cpuUsage()];
    const result = /** @type {any} */ (await (into ? array.read([], { into }) : array.read()));
    const { user, system } = process.cpuUsage(used);
    const times = [performance.now() - start, (user + system) / 1000];
    const results = result.fields ? Object.values(result.fields).map(({ data }) => data) : [result.data];
    if (!result.fields) {
      given.set(hdu, result.data);
    }
    await file.close();
    return [...times, results.map(sum).reduce((one, other) => one + other, 0)];
  };

  console.log(
    `Node ${process.versions.node}, ${python.versions}; medians of ${rounds}, wall time (processor time)\n`,
  );
  console.log("| HDU | asdf-wasm | into given memory | astropy |\n| --- | ---: | ---: | ---: |");
  for (const hdu of python.hdus) {
    /** @type {number[][][]} */
    const all = [[], [], []];
    for (let round = -2; round < rounds; round += 1) {
      const found = [await ours(hdu, false), await ours(hdu, true), await python.measure(hdu)];
      const [mine, , theirs] = found.map(([, , total]) => total ?? Number.NaN);
      if (Math.abs((mine ?? 0) / (theirs ?? 0) - 1) > 1e-9) {
        throw new Error(`${hdu}: ${mine} is not ${theirs}`);
      }
      if (round >= 0) {
        for (const [i, one] of found.entries()) {
          all[i]?.push(one);
        }
      }
    }
    const cells = all.map((times) =>
      [0, 1].map((kind) => median(times.map((time) => time[kind] ?? Number.NaN)).toFixed(0)),
    );
    console.log(`| ${hdu} | ${cells.map(([wall, used]) => `${wall} ms (${used} ms)`).join(" | ")} |`);
  }
  python.close();
} finally {
  rmSync(folder, { recursive: true });
}
