/** What `npm run bench` found as tables in Markdown. */
import { decoded } from "./node/contenders.mjs";

const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, useGrouping: false });

/** @param {number} value */
export const show = (value) => digits.format(value);

/** @param {number | undefined} value */
const ratio = (value) => (value === undefined ? "" : value.toFixed(2));

/** @param {readonly string[][]} rows of which the first is the head */
function table([head = [], ...rows]) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index ? "---:" : "---"))), ...rows.map(line)].join("\n");
}

/**
 * @typedef {object} Times
 * @property {string} compression
 * @property {number} stored bytes of the file
 * @property {number} memory milliseconds
 * @property {number} into
 * @property {number} path
 * @property {number} [pythonPath]
 */

/** @typedef {{ file: number, verified: number, pythonMemory?: number }} OtherTimes milliseconds */

/** @param {number} bytes */
export const mebibytes = (bytes) => (bytes / 1048576).toFixed(1);

/** @param {number | undefined} time milliseconds in which the image, or so many bytes of it, were read or written */
const cell = (time, bytes = decoded) =>
  time === undefined ? "" : `${show(time)} ms (${show(bytes / 1000 / time)} MB/s)`;

/**
 * @param {number} time
 * @param {number | undefined} python
 */
const over = (time, python) => ratio(python && time / python);

/** @param {readonly Times[]} reads */
export function readTable(reads) {
  const rows = reads.map((read) => [
    `${read.compression} (${(read.stored / 1e6).toFixed(1)} MB)`,
    cell(read.pythonPath),
    ...[read.path, read.memory, read.into].flatMap((time) => [
      `${show(time)} ms`,
      over(time, read.pythonPath),
    ]),
  ]);
  const ours = ["asdf-wasm, a path", "bytes", "bytes, `into`"].flatMap((way) => [way, "ratio"]);
  return table([["compression (file)", "Python asdf", ...ours], ...rows]);
}

/** @typedef {{ compression: string, first: number, drop: number, parts: readonly number[], longest: number }} Drop */
/** @typedef {{ rate: number, part: number, seconds: number, tasks: readonly number[] }} Arrival */

/**
 * From the drop of a file to its image, beside the sum of the parts of that.
 *
 * @param {readonly Drop[]} images
 */
export function dropTable(images) {
  const rows = images.map(({ compression, first, drop, parts, longest }) => {
    const sum = parts.reduce((total, part) => total + part, 0);
    return [
      compression,
      ...[first, drop, ...parts, sum].map((time) => `${show(time)} ms`),
      ratio(first / sum),
      ratio(drop / sum),
      longest > 0 ? `${show(longest)} ms` : "none",
    ];
  });
  const parts = ["read", "decode", "limits", "upload", "sum"];
  const head = ["compression", "drop to first picture", "to image", ...parts];
  return table([[...head, "first / sum", "image / sum", "longest task"], ...rows]);
}

/** @typedef {{ nodes: number, loaded: number, parsed: number, first: number, all: number, found: number, opening: number, using: number }} LargeTree */

/** @param {readonly LargeTree[]} trees */
export function treeTable(trees) {
  const rows = trees.map(({ nodes, loaded, parsed, first, all, found, opening, using }) => [
    `${nodes}`,
    ...[loaded, parsed, first, all].map((time) => `${show(time)} ms`),
    ratio(all / parsed),
    ratio(all / (loaded + parsed)),
    `${show(found)} ms`,
    ...[opening, using].map((time) => (time > 0 ? `${show(time)} ms` : "none")),
  ]);
  const shown = ["first rows", "whole tree", "to parsing", "to both", "first match"];
  return table([["nodes", "loading", "parsing alone", ...shown, "opening", "searching, scrolling"], ...rows]);
}

/** Other ways to read than those of `readTable`. @param {readonly (Times & OtherTimes)[]} reads */
export function otherReadTable(reads) {
  const rows = reads.map(({ compression, verified, file, pythonPath, pythonMemory }) => [
    compression,
    cell(verified),
    cell(file),
    over(file, pythonPath),
    cell(pythonMemory),
  ]);
  return table([
    ["compression", "asdf-wasm, verified", "asdf-wasm, a File", "ratio", "Python asdf, BytesIO"],
    ...rows,
  ]);
}

/** @typedef {{ name: string, note: string, time: number }} Peer */

/** @param {readonly Peer[]} peers @param {number | undefined} ours the time of the same file */
export function peerTable(peers, ours) {
  const rows = peers.map(({ name, note, time }) => [name, note, cell(time), ratio(ours && time / ours)]);
  return table([["", "", "time", "times asdf-wasm's"], ...rows]);
}

/**
 * @typedef {object} Writes
 * @property {string} compression
 * @property {number} written bytes that are compressed: those of the image, or of a part of it
 * @property {number} size bytes of the file
 * @property {number | null} pythonSize of Python's
 * @property {number} memory milliseconds
 * @property {number} twoWorkers
 * @property {number} blob
 * @property {number} [pythonPath]
 * @property {number} [pythonMemory]
 */

/** @param {readonly Writes[]} writes */
export function writeTable(writes) {
  const rows = writes.map(({ written, ...write }) => [
    write.compression,
    cell(write.memory, written),
    cell(write.pythonPath, written),
    over(write.memory, write.pythonPath),
    cell(write.twoWorkers, written),
    over(write.twoWorkers, write.pythonPath),
    cell(write.blob, written),
    cell(write.pythonMemory, written),
    `${(write.size / 1e6).toFixed(1)} MB`,
    ratio(write.pythonSize ? write.size / write.pythonSize : undefined),
  ]);
  const ours = ["asdf-wasm", "Python asdf", "ratio", "two workers", "ratio", "asdf-wasm, a Blob"];
  return table([["compression", ...ours, "Python asdf, BytesIO", "file", "size over Python's"], ...rows]);
}

/** @typedef {{ compression: string, layout: string, own: number, twoWorkers: number }} PartWrites */

/** @param {readonly PartWrites[]} parts */
export function partTable(parts) {
  const rows = parts.map(({ compression, layout, own, twoWorkers }) => [
    compression,
    layout,
    cell(own),
    cell(twoWorkers),
    ratio(twoWorkers / own),
  ]);
  return table([["compression", "in", "own thread", "two workers", "ratio"], ...rows]);
}

/** @typedef {{ compression: string, times: readonly number[] }} WorkerReads on the page's thread, by one, by two */

/** @param {readonly WorkerReads[]} reads */
export function workerTable(reads) {
  const rows = reads.map(({ compression, times: [own = 0, one = 0, two = 0] }) => [
    compression,
    ...[own, one, two].map((time) => `${show(time)} ms`),
    ratio(two / one),
  ]);
  return table([["compression", "own thread", "one worker", "two workers", "ratio"], ...rows]);
}

/** @param {Readonly<Record<string, readonly number[]>>} after bytes of memory after each round, by compression */
export function memoryTable(after) {
  const rows = Object.entries(after).map(([compression, bytes]) => [compression, ...bytes.map(mebibytes)]);
  const rounds = Object.values(after)[0]?.map((_, round) => `round ${round + 1}`) ?? [];
  return table([["compression", ...rounds], ...rows]);
}
