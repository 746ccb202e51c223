/** What fuzzing of each target begins with: fixtures, and pieces of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../command/process.mjs";

const magic = Buffer.from("d3424c4b", "hex");
/** The size of the largest seed, in bytes. */
const SEED = 16_000;

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
export function seeds(target) {
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
    case "fits":
      return fitsFixtures()
        .filter((bytes) => bytes.length <= SEED)
        .map((bytes) => Buffer.concat([arriving, bytes.subarray(CARD)]));
    case "fits_hdus":
      return fitsFixtures().flatMap(hdus);
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

/** The size of a card and of a record of FITS, in bytes. */
const CARD = 80;
const RECORD = 2880;

/** The FITS files among the fixtures. */
function fitsFixtures() {
  const data = join(root, "tests", "data", "fits");
  const names = readdirSync(data).filter((name) => name.endsWith(".fits"));
  return names.map((name) => readFileSync(join(data, name)));
}

/**
 * Each HDU of a file behind an empty one, as the cards and the data that the target takes.
 *
 * @param {Buffer} bytes
 */
function hdus(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    /** @type {string[]} */
    const cards = [];
    let card = "";
    for (; card !== "END" && at < bytes.length; at += CARD) {
      card = bytes.toString("latin1", at, at + CARD).trimEnd();
      cards.push(card);
    }
    const value = (/** @type {string} */ key, /** @type {number} */ absent) => {
      const line = cards.find((one) => one.startsWith(`${key.padEnd(8)}=`));
      return line === undefined ? absent : Number.parseInt(line.slice(10), 10);
    };
    const axes = Array.from({ length: value("NAXIS", 0) }, (_, axis) => value(`NAXIS${axis + 1}`, 0));
    const elements = axes.length === 0 ? 0 : axes.reduce((product, length) => product * length, 1);
    const size = (Math.abs(value("BITPIX", 8)) / 8) * value("GCOUNT", 1) * (value("PCOUNT", 0) + elements);
    const start = Math.ceil(at / RECORD) * RECORD;
    const data = bytes.subarray(start, start + Math.min(size, 4095));
    const text = (/** @type {readonly string[]} */ lines) => Buffer.from(`${lines.join("\n")}\n\n`, "latin1");
    const empty = text(["SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0"]);
    const length = Buffer.of(data.length >> 4, data.length & 15);
    const some = cards.slice(0, -1).filter((line) => line !== "");
    found.push(Buffer.concat([arriving, empty, Buffer.of(0, 0), text(some), length, data]));
    at = start + Math.ceil(size / RECORD) * RECORD;
  }
  return found.filter((seed) => seed.length <= SEED);
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
