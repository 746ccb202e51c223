/** The blocks to decode: stored bytes out of the benchmark's files, and Blosc with codecs that those do not have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../python/python.mjs";

/** The package, imported when it is needed: `npm run bench:decoders` builds it first. */
const loadPackage = () => import("../../pkg/node.js");

/** How many elements are written for Blosc: enough to measure, and done in a moment. */
const ELEMENTS = 4 << 20;

/**
 * The stored bytes of the only block of a file.
 *
 * @param {Uint8Array} bytes
 */
async function stored(bytes) {
  const { open } = await loadPackage();
  const file = await open(bytes, { checksums: "ignore" });
  const [block] = await file.readBlockHeaders();
  file.close();
  if (!block) {
    throw new Error("the file has no block");
  }
  const start = block.offset + 6 + block.headerSize;
  return bytes.subarray(start, start + block.usedSize);
}

/** @param {string} compression */
export function blockOfImage(compression) {
  return stored(new Uint8Array(readFileSync(join(folder, `image-${compression}.asdf`))));
}

/**
 * A part of the image in a Blosc buffer that holds streams of `codec`.
 *
 * @param {"zlib" | "zstd"} codec
 */
export async function blockOfBlosc(codec) {
  const { ndarray, write } = await loadPackage();
  const { buffer } = new Uint8Array(readFileSync(join(folder, "image.raw")));
  const data = new Float32Array(buffer, 0, ELEMENTS);
  const array = ndarray(data, { shape: [ELEMENTS], compression: { name: "blsc", codec } });
  return stored(await write({ data: array }, { as: "bytes" }));
}

/** What the image's blocks decode to. */
export const image = () => readFileSync(join(folder, "image.raw"));
