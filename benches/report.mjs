/** The results as Markdown: benches/RESULTS.md, and what is printed. */
import { decoded } from "./node/contenders.mjs";

const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, useGrouping: false });

/** @param {number} value */
const show = (value) => digits.format(value);

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
 * @property {number} file
 * @property {number} verified
 * @property {number} [pythonPath]
 * @property {number} [pythonMemory]
 */

/** @typedef {{ rate: number, part: number, seconds: number, tasks: readonly number[] }} Arrival */

/**
 * @typedef {object} Viewer
 * @property {readonly { compression: string, drop: number, parts: readonly number[], longest: number }[]} images
 * @property {Arrival} arrival on a page that is open
 * @property {Arrival} link on one that is opened with the image's address
 * @property {{ nodes: number, parsed: number, shown: number, first: number, longest: number }} tree
 * @property {{ moves: number, tasks: number, longest: number }} panning
 */

/**
 * @typedef {object} Writes
 * @property {string} compression
 * @property {number} size bytes of the file
 * @property {number | null} pythonSize of Python's
 * @property {number} memory milliseconds
 * @property {number} blob
 * @property {number} [pythonPath]
 * @property {number} [pythonMemory]
 */

/**
 * @param {object} results
 * @param {number} results.rounds
 * @param {readonly string[]} results.machine
 * @param {readonly Times[]} results.reads with huge pages
 * @param {readonly Times[]} results.plain without
 * @param {readonly { name: string, note: string, time: number }[]} results.peers
 * @param {readonly Writes[]} results.writes
 * @param {readonly { compression: string, times: readonly number[] }[]} results.workers on the page's thread, by one, by two
 * @param {Viewer} results.viewer
 * @param {{ memory: { start: number, after: Record<string, number[]> }, large: Record<string, number> }} results.memory
 */
export function report({ rounds, machine, reads, plain, peers, writes, workers, viewer, memory }) {
  const cell = (/** @type {number | undefined} */ time) =>
    time === undefined ? "" : `${show(time)} ms (${show(decoded / 1000 / time)} MB/s)`;
  const over = (/** @type {number} */ time, /** @type {number | undefined} */ python) =>
    ratio(python && time / python);
  const headline = ["compression (file)", "asdf-wasm", "Python asdf", "ratio"];
  const ratioRows = (/** @type {readonly Times[]} */ reads) =>
    reads.map((read) => [
      `${read.compression} (${(read.stored / 1e6).toFixed(1)} MB)`,
      cell(read.memory),
      cell(read.pythonPath),
      over(read.memory, read.pythonPath),
    ]);
  const otherRows = reads.map((read) => [
    read.compression,
    cell(read.verified),
    cell(read.file),
    over(read.file, read.pythonPath),
    cell(read.pythonMemory),
  ]);
  const best = reads.find((read) => read.compression === "zlib")?.memory;
  const peerRows = peers.map(({ name, note, time }) => [name, note, cell(time), ratio(best && time / best)]);
  const mib = (/** @type {number} */ bytes) => (bytes / 1048576).toFixed(1);
  const memoryRows = Object.entries(memory.memory.after).map(([compression, after]) => [
    compression,
    ...after.map(mib),
  ]);
  const workerRows = workers.map(({ compression, times: [own = 0, one = 0, two = 0] }) => [
    compression,
    ...[own, one, two].map((time) => `${show(time)} ms`),
    ratio(two / one),
  ]);
  const dropRows = viewer.images.map(({ compression, drop, parts, longest }) => {
    const sum = parts.reduce((total, part) => total + part, 0);
    return [
      compression,
      ...[drop, ...parts, sum].map((time) => `${show(time)} ms`),
      ratio(drop / sum),
      longest > 0 ? `${show(longest)} ms` : "none",
    ];
  });
  const { arrival, link, tree, panning } = viewer;
  const longest = (/** @type {number} */ time) =>
    time > 0 ? `the longest took ${show(time)} ms` : "there was none";
  const writeRows = writes.map((write) => [
    write.compression,
    cell(write.memory),
    cell(write.pythonPath),
    over(write.memory, write.pythonPath),
    cell(write.blob),
    cell(write.pythonMemory),
    `${(write.size / 1e6).toFixed(1)} MB`,
    ratio(write.pythonSize ? write.size / write.pythonSize : undefined),
  ]);
  const { size = 0, opened = 0, selection = 0, selected = 0 } = memory.large;
  return `# Results of \`npm run bench\`

One 4088 × 4088 float32 sky image (${(decoded / 1e6).toFixed(1)} MB decoded), written by Python asdf; whole reads, opening included,
medians of ${rounds} after a warm-up, everybody taking turns. Absolute times move between machines: compare within this page.

${machine.map((fact) => `- ${fact}`).join("\n")}

## Whole reads

${table([headline, ...ratioRows(reads)])}

asdf-wasm reads bytes in memory, in Node; Python asdf a path whose file is in the page cache, \`memmap=False\`, the array decoded
in memory. Neither verifies checksums. An uncompressed array that begins at a multiple of its elements' size is a view of
the bytes given, and nothing is copied; where a block begins is chance, and any other array is copied once. Python reads
\`bls2\` and \`xz\` through \`compressors.py\`.

Both processes have their large arrays in huge pages (transparent ones, on Linux). numpy asks the kernel for them by itself,
and Node's allocator does when told so (\`GLIBC_TUNABLES=glibc.malloc.hugetlb=1\`); so decoding is compared, not who takes
fewer page faults. With memory as each asks for it by itself, numpy in huge pages and Node in small ones, whose faults cost
it the same time for every array of this size:

${table([headline, ...ratioRows(plain)])}

Other ways, in huge pages again: with the checksum verified, from a \`File\` (which Node reads slowly), and Python from bytes in
memory:

${table([["compression", "asdf-wasm, verified", "asdf-wasm, a File", "ratio", "Python asdf, BytesIO"], ...otherRows])}

## The zlib file beside its peers in JavaScript

${table([["", "", "time", "times asdf-wasm's"], ...peerRows])}

pako, fflate and Node's zlib inflate the block's bytes and do nothing else; h5wasm opens an HDF5 file of the same image.

## Whole writes

${table([["compression", "asdf-wasm", "Python asdf", "ratio", "asdf-wasm, a Blob", "Python asdf, BytesIO", "file", "size over Python's"], ...writeRows])}

asdf-wasm writes bytes in memory, in Node; Python asdf a path whose file stays in the page cache. Both compute the checksum,
at the same level: the default of either. Both Bloscs have LZ4 behind a shuffle of bytes, and Python one thread. \`bzp2\` and \`xz\`
are measured once, \`zlib\` three times.

## Workers

In Chromium, from bytes in memory, on the page's own thread, by one worker, and by two; the ratio is of two to one. All but
\`bzp2\`, whose reads are long, are read five times as often as elsewhere.

${table([["compression", "own thread", "one worker", "two workers", "ratio"], ...workerRows])}

\`lz4\`, \`blsc\`, \`bls2\` and \`bzp2\` are cut into parts; \`zlib\` is decoded by one worker as a whole.

## The viewer

In Chromium, which draws in software here: from the drop of a file on a page that was opened a second before, to its image on the
canvas as a whole. Beside it the parts of that one after the other, in turns with it, where the package is loaded already: the
bytes of the file, its array with the checksum verified, limits from a sample and the extremes of all, and a texture of which
a pixel was drawn and read. The last column is the longest task of the
page's own thread of 50 ms and more.

${table([["compression", "drop to image", "read", "decode", "limits", "upload", "sum", "ratio", "longest task"], ...dropRows])}

From a server that sends ${arrival.rate / 1e6} MB a second, \`lz4\`: the first rows are on the canvas when ${show(100 * arrival.part)} % of the
file have been sent; of tasks over 50 ms until then and in the ${arrival.seconds} seconds after it, ${longest(Math.max(0, ...arrival.tasks))}. Of a page that is opened with the
image's address, ${show(100 * link.part)} %, and the tasks over 50 ms, its own start included: ${link.tasks.map((time) => `${show(time)} ms`).join(", ") || "none"}.

A tree of ${tree.nodes} nodes, half of them in the root: dropped and shown in ${show(tree.shown)} ms, of which parsing takes
${show(tree.parsed)} ms by itself; a search for one of the last has its first match after ${show(tree.first)} ms; of tasks over
50 ms while it is searched and scrolled to its end, ${longest(tree.longest)}.

An image of 20 000 × 20 000 elements on a server, dragged ${panning.moves} times at its full size: of tasks over 50 ms, ${longest(panning.longest)}.

## Memory

WebAssembly memory in MiB after reading the array of a \`File\` and closing it, checksums verified, round by round;
it was ${mib(memory.memory.start)} MiB before.

${table([["compression", ...Array.from(memory.memory.after["none"] ?? [], (_, round) => `round ${round + 1}`)], ...memoryRows])}

Opening a source of ${(size / 1e9).toFixed(2)} GB reads ${opened} bytes of it; reading ${selected} bytes out of two rows of its array reads ${selection}.
`;
}
