/**
 * How much WebAssembly memory reading takes, and how little of a large file opening it reads. Runs in a process of
 * its own, in which nothing was read before, and prints JSON.
 */
import { closeSync, ftruncateSync, openAsBlob, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as generated from "../../pkg/asdf_wasm.js";
import { init, NdArray, open, slice } from "../../pkg/node.js";
import { treeFile } from "../../scripts/test/tree-file.mjs";
import { folder } from "../python/python.mjs";
import { compressions, pathOf } from "./contenders.mjs";

const rounds = 4;
const rows = 5 * 1024;

/** WebAssembly memory in bytes after each round of reading and closing, for each compression in turn. */
async function memoryByRound() {
  await init();
  // The module is loaded, so this only gives its exports again.
  const { memory } = generated.initSync({ module: new Uint8Array() });
  const start = memory.buffer.byteLength;
  /** @type {Record<string, number[]>} */
  const after = {};
  for (const compression of compressions) {
    after[compression] = [];
    for (let round = 0; round < rounds; round++) {
      const file = await open(await openAsBlob(pathOf(compression)), { checksums: "error" });
      const array = file.get("data");
      await (array instanceof NdArray ? array.read() : Promise.reject(new Error("no array `data`")));
      file.close();
      after[compression].push(memory.buffer.byteLength);
    }
  }
  return { start, after };
}

/** Opens a sparse file of 5 GiB and reads a little of it, counting the bytes that are read. */
async function bytesOfLargeFile() {
  const path = join(folder, "sparse.asdf");
  const size = writeSparse(path);
  const descriptor = openSync(path, "r");
  let count = 0;
  // Not `openAsBlob`: of a file over 4 GiB, Node 20 has its size wrong.
  const source = {
    size,
    async read(/** @type {number} */ offset, /** @type {number} */ length) {
      const bytes = new Uint8Array(length);
      count += length;
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
    },
  };
  try {
    const file = await open(source);
    const opened = count;
    const array = file.get("data");
    await (array instanceof NdArray
      ? array.read([slice(1000, 1002), slice(0, 4096)])
      : Promise.reject(new Error("no array")));
    file.close();
    return { size, opened, selection: count - opened, selected: 2 * 4096 };
  } finally {
    closeSync(descriptor);
    rmSync(path);
  }
}

/**
 * An uncompressed array of rows of 1 MiB, nothing but holes on the disk, and a block index.
 *
 * @param {string} path
 */
function writeSparse(path) {
  const tree = treeFile(
    `data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${rows}, 1048576]}`,
  );
  const used = rows * 1048576;
  const header = Buffer.alloc(54);
  header.write("d3424c4b0030", "hex");
  for (const at of [14, 22, 30]) {
    header.writeBigUInt64BE(BigInt(used), at);
  }
  const block = Buffer.byteLength(tree);
  const end = block + header.length + used;
  const index = `#ASDF BLOCK INDEX\n%YAML 1.1\n---\n- ${block}\n...\n`;
  const file = openSync(path, "w");
  writeSync(file, tree);
  writeSync(file, header);
  ftruncateSync(file, end);
  writeSync(file, index, end);
  closeSync(file);
  return end + index.length;
}

console.log(JSON.stringify({ memory: await memoryByRound(), large: await bytesOfLargeFile() }));
