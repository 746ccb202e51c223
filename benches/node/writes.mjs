/**
 * Writes of the image in each compression by this package and by Python asdf, taking turns. Runs in a process of its own
 * and prints JSON: `node benches/node/writes.mjs ROUNDS [PYTHON]`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { NdArray, ndarray, open, WorkerPool, write } from "../../pkg/node.js";
import { folder, PythonAsdf } from "../python/python.mjs";
import { inTurns } from "./turns.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const raw = join(folder, "image.raw");
const { buffer } = new Uint8Array(readFileSync(raw));
const pixels = new Float32Array(buffer);

/** Eight parts of the image, each an eighth of its rows. */
const bands = Array.from({ length: 8 }, (_, band) =>
  pixels.subarray(band * 511 * 4088, (band + 1) * 511 * 4088),
);
const [band = pixels] = bands;
const rawBand = join(folder, "band.raw");
writeFileSync(rawBand, band);

const compressions = /** @type {const} */ (["none", "lz4", "zlib", "zstd", "bzp2", "blsc", "bls2", "xz"]);

/** What takes seconds to a minute for the image writes an eighth of it. @type {ReadonlySet<string>} */
const SLOW = new Set(["zlib", "bzp2", "xz"]);

/**
 * The milliseconds that `work` takes.
 *
 * @param {() => Promise<unknown>} work
 */
async function timed(work) {
  collect();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const workers = new WorkerPool({ size: 2 });

/** @param {Uint8Array} bytes @param {Float32Array} written */
async function check(bytes, written) {
  const file = await open(bytes, { checksums: "error" });
  const array = file.get("data");
  const read = array instanceof NdArray ? await array.read() : undefined;
  if (!(read && "data" in read && read.data instanceof Float32Array)) {
    throw new Error("what was written has no array `data`");
  }
  if (
    Buffer.compare(
      Buffer.from(read.data.buffer, read.data.byteOffset, read.data.byteLength),
      Buffer.from(written.buffer, written.byteOffset, written.byteLength),
    )
  ) {
    throw new Error("what was written reads back as something else");
  }
}

/**
 * The image or a part of it.
 *
 * @param {(typeof compressions)[number]} compression
 * @param {PythonAsdf | undefined} asdf
 * @param {number} rounds
 */
async function measure(compression, asdf, rounds) {
  const isPart = SLOW.has(compression);
  const data = isPart ? band : pixels;
  const tree = { data: ndarray(data, { shape: [data.length / 4088, 4088], compression }) };
  const bytes = await write(tree, { as: "bytes" });
  await check(bytes, data);
  const sizes = { written: data.byteLength, size: bytes.length, pythonSize: Number.NaN };
  const contenders = [
    () => timed(() => write(tree, { as: "bytes" })),
    () => timed(() => write(tree, { as: "bytes", workers })),
    () => timed(() => write(tree, { as: "blob" })),
  ];
  if (asdf) {
    for (const kind of /** @type {const} */ (["write", "write-memory"])) {
      contenders.push(async () => {
        const { time, size } = await asdf.write(kind, compression, isPart ? rawBand : raw);
        sizes.pythonSize = size;
        return time;
      });
    }
  }
  const isOnce = compression === "xz";
  const times = await inTurns(contenders, isOnce ? 1 : rounds, { isWarm: isOnce });
  const [memory, twoWorkers, blob, pythonPath, pythonMemory] = times;
  return { compression, ...sizes, memory, twoWorkers, blob, pythonPath, pythonMemory };
}

/**
 * Blocks that belong to several arrays or chunks, without workers and with two.
 *
 * @param {"lz4" | "zlib" | "zstd"} compression
 * @param {number} rounds
 */
async function measureParts(compression, rounds) {
  /** @type {Record<string, object>} */
  const trees = {
    "chunks of 511 × 511": {
      data: ndarray(pixels, { shape: [4088, 4088], chunks: [511, 511], compression }),
    },
    "eight arrays": {
      data: bands.map((band) => ndarray(band, { shape: [511, 4088], compression })),
    },
  };
  const found = [];
  for (const [layout, tree] of Object.entries(trees)) {
    const [one, other] = [await write(tree, { as: "bytes" }), await write(tree, { as: "bytes", workers })];
    if (Buffer.compare(one, other)) {
      throw new Error("workers write something else");
    }
    const contenders = [{}, { workers }].map(
      (options) => () => timed(() => write(tree, { as: "bytes", ...options })),
    );
    const [own, twoWorkers] = await inTurns(contenders, compression === "zlib" ? 1 : rounds, {
      isWarm: true,
    });
    found.push({ compression, layout, own, twoWorkers });
  }
  return found;
}

const [rounds, python] = process.argv.slice(2);
const asdf = python === undefined ? undefined : new PythonAsdf(python);
await asdf?.versions();
const writes = [];
for (const compression of compressions) {
  writes.push(await measure(compression, asdf, Number(rounds)));
}
const parts = [];
for (const compression of /** @type {const} */ (["lz4", "zlib", "zstd"])) {
  parts.push(...(await measureParts(compression, Number(rounds))));
}
console.log(JSON.stringify({ writes, parts }));
asdf?.close();
workers.close();
