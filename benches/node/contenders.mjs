/**
 * What is measured: each contender reads one file as a whole and answers its milliseconds; what it read is compared
 * with the image once, before anything counts.
 */
import { openAsBlob, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { unzlibSync } from "fflate";
import h5wasm from "h5wasm/node";
import { inflate } from "pako";
import { NdArray, open } from "../../pkg/node.js";
import { blockOfImage } from "../decoders/blocks.mjs";
import { folder } from "../python/python.mjs";

/** The files: those that Python asdf writes (`bls2` and `xz` through compressors.py), and an uncompressed one whose array happens to begin at a multiple of 4. */
export const compressions = /** @type {const} */ ([
  "none",
  "none-aligned",
  "zlib",
  "lz4",
  "zstd",
  "bzp2",
  "blsc",
  "bls2",
  "xz",
]);

/** How many bytes the image decodes to. */
export const decoded = 4088 * 4088 * 4;

/** @param {string} compression */
export const pathOf = (compression) => join(folder, `image-${compression}.asdf`);

const image = () => readFileSync(join(folder, "image.raw"));

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} note
 * @property {() => Promise<number>} measure milliseconds of one whole read
 */

/** Makes the collector run, so that nobody pays for what another left behind. */
const collect = /** @type {{ gc?: () => void }} */ (globalThis).gc ?? (() => {});

/**
 * @param {string} name
 * @param {string} note
 * @param {() => Promise<ArrayBufferView>} read
 * @returns {Contender}
 */
function contender(name, note, read) {
  let checked = false;
  const measure = async () => {
    collect();
    const start = performance.now();
    const data = await read();
    const elapsed = performance.now() - start;
    if (!checked) {
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      if (!bytes.equals(image())) {
        throw new Error(`${name} read something else than what was written`);
      }
      checked = true;
    }
    return elapsed;
  };
  return { name, note, measure };
}

/**
 * @param {import("../../pkg/node.js").Source} source
 * @param {"error" | "ignore"} checksums
 * @param {import("../../pkg/node.js").ReadOptions} [how]
 */
async function readAsdf(source, checksums, how = {}) {
  const file = await open(source, { checksums });
  const array = file.get("data");
  if (!(array instanceof NdArray)) {
    throw new Error("the file has no array `data`");
  }
  const result = await array.read([], how);
  file.close();
  if (!ArrayBuffer.isView(result.data)) {
    throw new Error("the array is not of numbers");
  }
  return result.data;
}

/**
 * This package, five ways.
 *
 * @param {string} compression
 */
export async function ours(compression) {
  const bytes = new Uint8Array(readFileSync(pathOf(compression)));
  const blob = await openAsBlob(pathOf(compression));
  // A user of an aligned file in memory asks for a view of it.
  const view = compression === "none-aligned";
  // Filled, because memory that was never written has no pages yet.
  const given = new Float32Array(decoded / 4).fill(1);
  return {
    memory: contender("asdf-wasm", "bytes in memory", () => readAsdf(bytes, "ignore", { view })),
    into: contender("asdf-wasm", "bytes in memory, into given memory", () =>
      readAsdf(bytes, "ignore", { into: given }),
    ),
    path: contender("asdf-wasm", "a path", () => readAsdf(pathOf(compression), "ignore")),
    file: contender("asdf-wasm", "a File", () => readAsdf(blob, "ignore")),
    verified: contender("asdf-wasm", "bytes in memory, checksum verified", () => readAsdf(bytes, "error")),
  };
}

/** What JavaScript has for the same zlib stream, and for the same image in HDF5. */
export async function peers() {
  const stored = await blockOfImage("zlib");
  const hdf5 = join(folder, "image.h5");
  await h5wasm.ready;
  return [
    contender("pako", "`inflate`", async () => inflate(stored)),
    contender("fflate", "`unzlibSync`", async () => unzlibSync(stored)),
    contender("Node's zlib", "native, `inflateSync`", async () =>
      inflateSync(stored, { chunkSize: 1 << 20 }),
    ),
    contender("h5wasm", "HDF5, gzip in 256² chunks, a path", async () => {
      const file = new h5wasm.File(hdf5, "r");
      const dataset = file.get("data");
      const value = dataset instanceof h5wasm.Dataset ? dataset.value : undefined;
      file.close();
      if (!ArrayBuffer.isView(value)) {
        throw new Error("the HDF5 file has no dataset of numbers");
      }
      return value;
    }),
  ];
}
