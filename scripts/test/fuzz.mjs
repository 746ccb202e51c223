/**
 * `npm run fuzz`: runs every target of `fuzz/` in turn, starting from the fixtures and the corpus of earlier runs.
 * `npm run fuzz -- zstd tree --seconds 600` runs the named ones, each for that time. Inputs that reach new code are kept in
 * `tests/data/corpus`, one file per target, which `npm test` replays. A failing input is printed, and kept by cargo-fuzz in
 * `fuzz/artifacts`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command/command.mjs";
import { attempt, Problem, root } from "../command/process.mjs";

const corpus = join(root, "fuzz", "corpus");
const packed = join(root, "tests", "data", "corpus");
const magic = Buffer.from("d3424c4b", "hex");
/** The size of the largest seed, and of the kept corpus of one target, in bytes. */
const SEED = 16_000;
const KEPT = 40_000;

/**
 * The inputs of a packed corpus: each is a length of four bytes, little-endian, and that many bytes.
 *
 * @param {Uint8Array} bytes
 */
function* unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + view.getUint32(at, true);
    yield bytes.subarray(at + 4, end);
    at = end;
  }
}

/** @param {readonly Uint8Array[]} inputs */
function pack(inputs) {
  return Buffer.concat(
    inputs.flatMap((input) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(input.length);
      return [length, input];
    }),
  );
}

/** The small files among the fixtures. */
function fixtures() {
  const data = join(root, "tests", "data");
  const names = readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".asdf"),
  );
  return names.map((name) => readFileSync(join(data, name))).filter((bytes) => bytes.length <= SEED);
}

/**
 * The fixtures as inputs of a target.
 *
 * @param {string} target
 * @returns {Buffer[]}
 */
function seeds(target) {
  const text = (/** @type {Buffer} */ bytes) => bytes.indexOf("--- ");
  switch (target) {
    case "file":
      return fixtures();
    case "arrival":
      return fixtures().map((bytes) => Buffer.concat([Buffer.of(8), bytes]));
    case "tree":
      return fixtures()
        .filter((bytes) => text(bytes) > 0)
        .map((bytes) => bytes.subarray(text(bytes) + 4, bytes.indexOf("\n...") + 1 || undefined));
    case "ndarray":
      return descriptions.map((text) =>
        Buffer.concat([Buffer.from(`${text}\0\x06\0\x02\x01`), Buffer.alloc(99, 7)]),
      );
    case "chain":
      return fixtures().flatMap((file) => blocks(file, 36));
    case "encode":
      return Array.from({ length: 42 }, (_, k) =>
        Buffer.concat([Buffer.of(k, 6 * k, 1 + (k % 9), 90), Buffer.from(descriptions.join("\n").repeat(4))]),
      );
    case "wcs":
      return transforms.map((text) => Buffer.from(text));
    default:
      return [...fixtures().flatMap((file) => blocks(file, 48, target)), ...pieces(target)];
  }
}

const transforms = [
  "!transform/compose-1.2.0 {forward: [!transform/affine-1.2.0 {matrix: [[1, 2], [3, 5]], translation: [1, 2]}, !transform/gnomonic-1.2.0 {direction: pix2sky}]}",
  "!transform/polynomial-1.2.0 {coefficients: [[0.3, 1], [4, 0]], domain: [[0, 1], [0, 2]]}",
  "!gwcs!wcs-1.0.0 {steps: [!gwcs!step-1.0.0 {frame: a, transform: !transform/identity-1.0.0 {n_dims: 2}}, !gwcs!step-1.0.0 {frame: b}]}",
];

const descriptions = [
  "{source: 0, datatype: float32, byteorder: big, shape: [4, 4], strides: [-16, 4], offset: 48}",
  "{source: -1, datatype: uint16, byteorder: little, shape: ['*', 3]}",
  "{source: 0, datatype: [{name: a, datatype: [ucs4, 2]}, {datatype: float16, byteorder: big, shape: [2]}], shape: [3]}",
  "{data: [[1, 2.5], [null, 1+2i]], mask: [true, false]}",
];

/**
 * The encoded blocks of a file, as inputs of the target of their label.
 *
 * @param {Buffer} bytes
 * @param {number} header the size of its block headers, in bytes
 * @param {string} [label] absent when the headers have none
 */
function blocks(bytes, header, label) {
  const found = [];
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) {
    const start = at + 6 + header;
    if (start > bytes.length || bytes.readUInt16BE(at + 4) !== header) {
      continue;
    }
    if (label !== undefined && bytes.toString("latin1", at + 10, at + 14) !== label.padEnd(4, "\0")) {
      continue;
    }
    // Three sizes follow the flags and the label, if any: allocated, used, decoded.
    const sizes = at + (label === undefined ? 10 : 14);
    const stored = bytes.subarray(start, start + Number(bytes.readBigUInt64BE(sizes + 8)));
    const decoded = Buffer.from(bytes.subarray(sizes + 21, sizes + 24)).reverse();
    found.push(Buffer.concat([decoded, label === undefined ? Buffer.of() : arriving, stored]));
  }
  return found;
}

/** How the seeds of a codec arrive: in pieces of this many bytes and one. */
const arriving = Buffer.of(30);

/**
 * The small pieces of compressed data in `tests/data/codecs`, for the target of their label.
 *
 * @param {string} label
 */
function pieces(label) {
  return ["blosc", "zstd"].flatMap((name) => {
    const file = join(root, "tests", "data", "codecs", name);
    const data = readFileSync(`${file}.bin`);
    const [names = [], ...rows] = readFileSync(`${file}.tsv`, "utf8")
      .trim()
      .split("\n")
      .map((row) => row.split("\t"));
    const cell = (/** @type {string[]} */ row, /** @type {string} */ column) => row[names.indexOf(column)];
    const own = rows.filter((row) => (cell(row, "label") ?? name) === label);
    return own.map((row) => {
      const offset = Number(cell(row, "offset"));
      const size = Buffer.alloc(4);
      size.writeUInt32LE(Number(cell(row, "size")));
      const stored = data.subarray(offset, offset + Number(cell(row, "length")));
      return Buffer.concat([size.subarray(0, 3), arriving, stored]);
    });
  });
}

/** @param {string} target */
function kept(target) {
  try {
    return [...unpack(readFileSync(join(packed, `${target}.bin`)))];
  } catch {
    return [];
  }
}

/**
 * @param {string} target
 * @param {number} seconds
 */
async function fuzz(target, seconds) {
  const folder = join(corpus, target);
  mkdirSync(folder, { recursive: true });
  for (const input of [...seeds(target), ...kept(target)]) {
    writeFileSync(join(folder, createHash("sha1").update(input).digest("hex")), input);
  }
  const limits = ["-rss_limit_mb=1024", "-timeout=10", "-max_len=40000", `-max_total_time=${seconds}`];
  const command = ["+nightly", "fuzz", "run", target, "--", ...limits];
  const { code, output } = await attempt("cargo", command);
  const runs = /^Done (\d+) runs/m.exec(output)?.[1];
  if (code !== 0 || runs === undefined) {
    const end = output.split("\n").slice(-80).join("\n");
    throw new Problem(`The target ${target} failed; cargo-fuzz and a nightly toolchain are needed.`, end);
  }
  await attempt("cargo", ["+nightly", "fuzz", "cmin", target]);
  const inputs = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  // The shortest inputs reach the same code as all of them, and are quick to replay.
  inputs.sort((a, b) => a.length - b.length || a.compare(b));
  let size = 0;
  const chosen = inputs.filter((input) => {
    size += input.length;
    return size <= KEPT;
  });
  mkdirSync(packed, { recursive: true });
  writeFileSync(join(packed, `${target}.bin`), pack(chosen));
  rmSync(folder, { recursive: true });
  console.log(`${target.padEnd(10)} ok. ${runs} executions in ${seconds} s; ${chosen.length} inputs kept`);
}

const manifest = readFileSync(join(root, "fuzz", "Cargo.toml"), "utf8");
const targets = [...manifest.matchAll(/^\[\[bin\]\]\nname = "(.*)"/gm)].map(([, name = ""]) => name);

await command(
  {
    name: "npm run fuzz",
    help: "Fuzzes everything that a file's bytes reach, and keeps new inputs for `npm test` to replay.",
    positionals: { name: "target", help: "fuzz only these", choices: targets },
    options: {
      seconds: { value: "N", help: "how long to fuzz each target", fallback: "600", whole: true },
    },
  },
  async ({ positionals, values }) => {
    for (const target of positionals.length > 0 ? positionals : targets) {
      await fuzz(target, Number(values["seconds"]));
    }
  },
);
