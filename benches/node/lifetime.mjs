/**
 * What many reads of a 67 MB image leave behind, and what a read into given memory allocates. Prints two tables:
 *
 *   node --expose-gc benches/node/lifetime.mjs
 */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ndarray, open, WorkerPool, write } from "../../pkg/node.js";

const SIDE = 4088;
const ROUNDS = 200;
const collect = globalThis.gc ?? (() => {});

const folder = mkdtempSync(join(tmpdir(), "asdf-lifetime-"));
const pixels = Float32Array.from({ length: SIDE * SIDE }, (_, i) => Math.round(100 * Math.sin(i / 1000)));

/** @param {"none" | "lz4"} compression */
async function pathOf(compression) {
  const path = join(folder, `${compression}.asdf`);
  const image = ndarray(pixels, { shape: [SIDE, SIDE], compression });
  writeFileSync(path, await write({ data: image }, { as: "bytes" }));
  return path;
}

/** The memory of all buffers. `external` contains it once more, as far as it is not in transit. */
const held = () => process.memoryUsage().arrayBuffers;
const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);

/**
 * RSS in bytes after 50 and after 200 opens, reads and closes.
 *
 * @param {string} path @param {WorkerPool | false} workers
 */
async function rounds(path, workers) {
  const after = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const file = await open(path, { workers });
    await file.array("data").read();
    file.close();
    if (round === 50 || round === ROUNDS) {
      collect();
      after.push(process.memoryUsage().rss);
    }
  }
  return after;
}

/**
 * The memory that each of five reads into given memory adds before anything is collected.
 *
 * @param {string | Blob | Uint8Array} source @param {WorkerPool | false} workers
 */
async function growth(source, workers) {
  const file = await open(source, { workers });
  const array = file.array("data", "float32");
  const into = new Float32Array(new SharedArrayBuffer(4 * pixels.length));
  const grown = [];
  for (let call = 0; call < 5; call += 1) {
    collect();
    const before = held();
    await array.read([], { into });
    grown.push(held() - before);
  }
  file.close();
  return grown;
}

const pool = new WorkerPool({ size: 2 });
try {
  console.log("| compression | workers | RSS after 50, MB | after 200, MB |\n| --- | --- | ---: | ---: |");
  for (const compression of /** @type {const} */ (["none", "lz4"])) {
    const path = await pathOf(compression);
    for (const workers of /** @type {const} */ ([false, pool])) {
      const cells = (await rounds(path, workers)).map(megabytes);
      console.log(`| ${[compression, workers ? "2" : "none", ...cells].join(" | ")} |`);
    }
  }
  console.log(
    "\n| compression | source | workers | MB that each of five reads adds |\n| --- | --- | --- | --- |",
  );
  for (const compression of ["none", "lz4"]) {
    const path = join(folder, `${compression}.asdf`);
    const blob = await openAsBlob(path);
    const memory = new Uint8Array(await blob.arrayBuffer());
    for (const [name, source] of /** @type {const} */ ([
      ["path", path],
      ["Blob", blob],
      ["memory", memory],
    ])) {
      for (const workers of /** @type {const} */ ([false, pool])) {
        const cells = (await growth(source, workers)).map(megabytes).join(", ");
        console.log(`| ${[compression, name, workers ? "2" : "none", cells].join(" | ")} |`);
      }
    }
  }
} finally {
  pool.close();
  rmSync(folder, { recursive: true });
}
