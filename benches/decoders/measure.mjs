/** Measures the decoders, each case by itself; `run.mjs` imports this once the package that it uses is built. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { announced, Problem } from "../../scripts/command/process.mjs";
import { blockOfBlosc, blockOfImage, image } from "./blocks.mjs";

/**
 * @typedef {object} Bench what the crate of this folder exports
 * @property {(codec: string, decoder: string) => void} run
 * @property {() => void} clear
 * @property {() => Uint8Array} output
 * @property {() => number} decoded
 * @property {() => number} count
 */

/**
 * @typedef {object} Case
 * @property {string} title
 * @property {string} codec
 * @property {string} label of the block
 * @property {() => Promise<Uint8Array>} block
 * @property {boolean} [whole] whether it decodes to the image
 * @property {readonly string[]} decoders
 * @property {number} [most] rounds, where decoding is slow
 */

const INFLATE = ["asdf-wasm", "fdeflate", "miniz_oxide", "zune-inflate", "zlib-rs"];
const ZSTD = ["asdf-wasm", "ruzstd", "structured-zstd"];
const LZ4 = ["asdf-wasm", "lz4_flex"];

/** @type {readonly Case[]} */
const CASES = [
  {
    ...{ title: "`zlib`: one stream", codec: "zlib", label: "zlib", whole: true, decoders: INFLATE },
    block: () => blockOfImage("zlib"),
  },
  {
    ...{ title: "zlib in Blosc", codec: "zlib", label: "blsc", decoders: INFLATE },
    block: () => blockOfBlosc("zlib"),
  },
  {
    ...{ title: "`zstd`: one frame", codec: "zstd", label: "zstd", whole: true, decoders: ZSTD },
    block: () => blockOfImage("zstd"),
  },
  {
    ...{ title: "Zstandard in Blosc", codec: "zstd", label: "blsc", decoders: ZSTD },
    block: () => blockOfBlosc("zstd"),
  },
  {
    ...{ title: "`lz4`: chunks of 4 MiB", codec: "lz4", label: "lz4", whole: true, decoders: LZ4 },
    block: () => blockOfImage("lz4"),
  },
  {
    ...{ title: "LZ4 in Blosc", codec: "lz4", label: "bls2", decoders: LZ4 },
    block: () => blockOfImage("bls2"),
  },
  {
    ...{ title: "`bzp2`: one stream", codec: "bzip2", label: "bzp2", whole: true, most: 5 },
    decoders: ["asdf-wasm", "bzip2", "bzip2-rs"],
    block: () => blockOfImage("bzp2"),
  },
  {
    ...{ title: "`xz`: one stream", codec: "xz", label: "xz", whole: true, most: 5 },
    decoders: ["asdf-wasm", "lzma-rust2"],
    block: () => blockOfImage("xz"),
  },
];

/**
 * Milliseconds of each round of each decoder, in turns, after each has shown that it decodes to the same; of one that fails,
 * there are none.
 *
 * @param {Case} of
 * @param {() => Promise<{ Bench: new (label: string, stored: Uint8Array, decoded: number) => Bench }>} load
 * @param {number} rounds
 */
async function measure(
  { codec, label, block, whole, decoders, most = Number.POSITIVE_INFINITY },
  load,
  rounds,
) {
  const stored = await block();
  /** @type {Uint8Array | undefined} */
  let expected = whole ? image() : undefined;
  const start = async () => new (await load()).Bench(label, stored, image().length);
  let bench = await start();
  /** @type {Map<string, number[]>} */
  const times = new Map();
  for (const decoder of decoders) {
    try {
      bench.clear();
      bench.run(codec, decoder);
    } catch {
      // What has trapped cannot be used any more.
      bench = await start();
      continue;
    }
    const decoded = bench.output();
    expected ??= decoded;
    if (Buffer.compare(decoded, expected) !== 0) {
      throw new Problem(`${decoder} decodes ${label} to something else.`);
    }
    times.set(decoder, []);
  }
  for (let round = -1; round < Math.min(rounds, most); round++) {
    for (const [decoder, of] of times) {
      const begin = performance.now();
      bench.run(codec, decoder);
      const elapsed = performance.now() - begin;
      if (round >= 0) {
        of.push(elapsed);
      }
    }
  }
  return { streams: bench.count(), decoded: bench.decoded(), times };
}

/**
 * @param {{ wasm: string, bindings: string }} built paths of the module and of its bindings
 * @param {number} rounds
 */
export async function measureDecoders({ wasm, bindings }, rounds) {
  const module = new WebAssembly.Module(readFileSync(wasm));
  let instances = 0;
  const load = async () => {
    instances += 1;
    const exports = await import(`${pathToFileURL(bindings).href}?${instances}`);
    exports.initSync({ module });
    return exports;
  };
  const results = [];
  for (const of of CASES) {
    const { title, decoders } = of;
    const result = await announced(`Measuring ${title}`, () => measure(of, load, rounds));
    results.push({ title, decoders, ...result });
  }
  return results;
}
