/** The results as Markdown: benches/RESULTS.md, which is also printed, and the table of speeds in docs/speed.md. */
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
 * @property {number} into
 * @property {number} path
 * @property {number} file
 * @property {number} verified
 * @property {number} [pythonPath]
 * @property {number} [pythonMemory]
 */

/** @param {number | undefined} time milliseconds in which the image was read or written */
const cell = (time) => (time === undefined ? "" : `${show(time)} ms (${show(decoded / 1000 / time)} MB/s)`);

/**
 * @param {number} time
 * @param {number | undefined} python
 */
const over = (time, python) => ratio(python && time / python);

/** @param {readonly Times[]} reads */
function readTable(reads) {
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

/** The comments in docs/speed.md between which `npm run bench` puts the table of speeds. */
const SPEEDS = /(<!-- speeds, written by npm run bench -->\n).*(\n<!-- end of speeds -->)/s;

/**
 * docs/speed.md with the speeds that a user gets without tuning.
 *
 * @param {string} page
 * @param {{ reads: readonly Times[], machine: readonly string[] }} results
 */
export function speedPageWith(page, { reads, machine }) {
  if (!SPEEDS.test(page)) {
    throw new Error("docs/speed.md lacks the comments around its table of speeds");
  }
  const text = `Measured on ${machine.join("; ")}:\n\n${readTable(reads)}`;
  return page.replace(SPEEDS, (_, before, after) => before + text + after);
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

/**
 * @typedef {object} Viewer
 * @property {readonly Drop[]} images
 * @property {Arrival} arrival on a page that is open
 * @property {Arrival} link on one that is opened with the image's address
 * @property {{ moves: number, tasks: number, longest: number }} panning
 */

/** @typedef {{ nodes: number, loaded: number, parsed: number, first: number, all: number, found: number, opening: number, using: number }} LargeTree */

/**
 * @typedef {object} Writes
 * @property {string} compression
 * @property {number} size bytes of the file
 * @property {number | null} pythonSize of Python's
 * @property {number} memory milliseconds
 * @property {number} twoWorkers
 * @property {number} blob
 * @property {number} [pythonPath]
 * @property {number} [pythonMemory]
 */

/**
 * @param {object} results
 * @param {number} results.rounds
 * @param {readonly string[]} results.machine
 * @param {readonly Times[]} results.reads as each program allocates memory by itself
 * @param {readonly Times[]} results.tuned with large arrays in huge pages
 * @param {readonly { name: string, note: string, time: number }[]} results.peers measured with the tuned reads
 * @param {readonly Writes[]} results.writes
 * @param {readonly { compression: string, layout: string, own: number, twoWorkers: number }[]} results.parts written
 * @param {readonly { compression: string, times: readonly number[] }[]} results.workers on the page's thread, by one, by two
 * @param {Viewer} results.viewer
 * @param {readonly LargeTree[]} results.trees
 * @param {string} results.looks a table, as the next two are
 * @param {string} results.tasks
 * @param {string} results.fits
 * @param {{ memory: { start: number, after: Record<string, number[]> }, large: Record<string, number> }} results.memory
 */
export function report({ rounds, machine, reads, tuned, peers, writes, memory, ...results }) {
  const { parts, workers, viewer, trees, looks, tasks, fits } = results;
  const otherRows = tuned.map((read) => [
    read.compression,
    cell(read.verified),
    cell(read.file),
    over(read.file, read.pythonPath),
    cell(read.pythonMemory),
  ]);
  const best = tuned.find((read) => read.compression === "zlib")?.memory;
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
  const treeRows = trees.map(({ nodes, loaded, parsed, first, all, found, opening, using }) => [
    `${nodes}`,
    ...[loaded, parsed, first, all].map((time) => `${show(time)} ms`),
    ratio(all / parsed),
    ratio(all / (loaded + parsed)),
    `${show(found)} ms`,
    ...[opening, using].map((time) => (time > 0 ? `${show(time)} ms` : "none")),
  ]);
  const { arrival, link, panning } = viewer;
  const longest = (/** @type {number} */ time) => (time > 0 ? `the longest took ${show(time)} ms` : "none");
  const writeRows = writes.map((write) => [
    write.compression,
    cell(write.memory),
    cell(write.pythonPath),
    over(write.memory, write.pythonPath),
    cell(write.twoWorkers),
    over(write.twoWorkers, write.pythonPath),
    cell(write.blob),
    cell(write.pythonMemory),
    `${(write.size / 1e6).toFixed(1)} MB`,
    ratio(write.pythonSize ? write.size / write.pythonSize : undefined),
  ]);
  const partRows = parts.map(({ compression, layout, own, twoWorkers }) => [
    compression,
    layout,
    cell(own),
    cell(twoWorkers),
    ratio(twoWorkers / own),
  ]);
  const { size = 0, opened = 0, selection = 0, selected = 0 } = memory.large;
  return `# Results of \`npm run bench\`

One 4088 × 4088 float32 sky image (${(decoded / 1e6).toFixed(1)} MB decoded), written by Python asdf; whole reads, opening included,
medians of ${rounds} after a warm-up, in turns. Times differ between machines: compare within this page only.

${machine.map((fact) => `- ${fact}`).join("\n")}

## Whole reads

As a user gets them: each program allocates memory as it does by itself. docs/speed.md shows this table.

${readTable(reads)}

asdf-wasm reads the same path as Python asdf, in Node, or bytes in memory, also into an array that was used before. The files are in
the page cache. Python asdf reads with \`memmap=False\`, and decodes the array into memory. Neither verifies checksums. If an uncompressed array begins at a multiple of its element size,
\`{ view: true }\` returns a view of bytes in memory and copies nothing, which is what \`none-aligned\` shows for bytes; any other array is copied once. Python reads
\`bls2\` and \`xz\` through \`compressors.py\`.

### Tuned: both in huge pages

numpy asks the Linux kernel for transparent huge pages by itself. Node's allocator does so only when it is told to
(\`GLIBC_TUNABLES=glibc.malloc.hugetlb=1\`). Without them, the page faults of small pages add about the same time to every
array of this size, unless the caller gives memory that was written before (\`into\`); with two processors, a part of it passes while
the array is decoded. The next table gives huge pages to both programs, so it compares decoding alone:

${readTable(tuned)}

Other ways to read, also in huge pages: asdf-wasm with the checksum verified, asdf-wasm from a \`File\` (which Node reads slowly),
and Python asdf from bytes in memory:

${table([["compression", "asdf-wasm, verified", "asdf-wasm, a File", "ratio", "Python asdf, BytesIO"], ...otherRows])}

## The zlib file beside its peers in JavaScript

${table([["", "", "time", "times asdf-wasm's"], ...peerRows])}

Measured in huge pages. pako, fflate and Node's zlib only inflate the bytes of the block; h5wasm opens an HDF5 file of the same
image.

## Whole writes

${table([["compression", "asdf-wasm", "Python asdf", "ratio", "two workers", "ratio", "asdf-wasm, a Blob", "Python asdf, BytesIO", "file", "size over Python's"], ...writeRows])}

Measured in huge pages. asdf-wasm writes to bytes in memory, in Node; Python asdf writes to a path whose file stays in the page
cache; the second ratio is that of two workers to it. Both compute the checksum and use the same level, their common default. Both
Blosc formats use LZ4 after a byte shuffle, and Python uses one thread. \`bzp2\` and \`xz\` are measured once, \`zlib\` three times.

The same image in several blocks, which the workers share:

${table([["compression", "in", "own thread", "two workers", "ratio"], ...partRows])}

## Workers

In Chromium, from bytes in memory: on the page's own thread, with one worker, and with two. The ratio is two workers to one.
These reads are repeated five times as often as the others, except \`bzp2\`, which takes long.

${table([["compression", "own thread", "one worker", "two workers", "ratio"], ...workerRows])}

Blocks of \`lz4\`, \`blsc\`, \`bls2\` and \`bzp2\` are split among workers. A \`zlib\` block is decoded by one worker.

## The viewer

In Chromium, which draws in software here. "Drop to first picture" is the time from the drop of a file, on a page that was opened a second
before, until something of the image is on the canvas, and "to image" until it is there as a whole. The next columns are its parts, measured one after the other in turns with it, with
the package already loaded: reading the bytes of the file, decoding the array with the checksum verified, finding limits from a
sample and the extremes of all values, and uploading a texture until one of its pixels was drawn and read back. The last column is
the longest task of 50 ms or more on the page's main thread.

${dropTable(viewer.images)}

Before what a drop needs ran side by side, on a quiet machine: the image after 1.71 (none), 1.66 (lz4), 1.64 (zlib) and 1.95 (blsc) times the sum,
whose parts took longer then.

An \`lz4\` file from a server that sends ${arrival.rate / 1e6} MB per second: the first rows are on the canvas when ${show(100 * arrival.part)} % of the file
has been sent. Tasks of 50 ms or more until then and in the ${arrival.seconds} seconds after: ${longest(Math.max(0, ...arrival.tasks))}. On a page that a link to
the image opens: ${show(100 * link.part)} %; tasks of 50 ms or more, including the start of the page: ${link.tasks.map((time) => `${show(time)} ms`).join(", ") || "none"}.

An image of 20 000 × 20 000 elements on a server, dragged ${panning.moves} times at full size. Tasks of 50 ms or more: ${longest(panning.longest)}.

### Large trees

Half of the nodes are in the root. Parsing alone is \`open()\` on a page that has loaded the module that reads; the other times are from the drop
on the viewer, the first on its page, which loads that module, too: what this takes by itself is the column "loading". The ratios are of the whole
tree to parsing, and to loading and parsing. The search is for one of the last nodes. The last columns are the longest tasks of 50 ms
or more on the page's main thread: until the tree is shown, and during the search and while scrolling to the end.

${table([["nodes", "loading", "parsing alone", "first rows", "whole tree", "to parsing", "to both", "first match", "opening", "searching, scrolling"], ...treeRows])}

Before: a whole tree of 100,000 nodes was there after 1.5 times its parsing, and its rows all at once.

### Another look

The arrays of a file like an L2 of Roman, one after the other by the arrow key, and back: from the key until the array is on the canvas, the first
time and later, and until every element is.

${looks}

Before, when nothing was kept, another look was as long as the first.

### Long tasks

Tasks of 50 ms or more on the page's main thread, over 20 runs of each: their number and the longest in the median run, the longest in the worst run
and what calls of WebGL took of it, and the most processor time that a task took.

${tasks}

Before: 80 to 110 ms during a drop.

${fits && `## FITS\n\nThe HDUs of a FITS file in memory as a whole, beside astropy: README.md of this folder says what is compared.\n\n${fits}\n`}
## Memory

WebAssembly memory in MiB after reading the array of a \`File\`, with checksums verified, and closing the file, in each round.
Before the first round it is ${mib(memory.memory.start)} MiB.

${table([["compression", ...Array.from(memory.memory.after["none"] ?? [], (_, round) => `round ${round + 1}`)], ...memoryRows])}

Opening a source of ${(size / 1e9).toFixed(2)} GB reads ${opened} bytes. Reading ${selected} bytes from two rows of its array reads ${selection}.
`;
}
