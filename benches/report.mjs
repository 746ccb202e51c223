/** The results as Markdown: benches/RESULTS.md, and the table of speeds in docs/speed.md. */
import { decoded } from "./node/contenders.mjs";
import {
  dropTable,
  mebibytes,
  memoryTable,
  otherReadTable,
  partTable,
  peerTable,
  readTable,
  show,
  treeTable,
  workerTable,
  writeTable,
} from "./tables.mjs";

/** @import { Arrival, Drop, LargeTree, OtherTimes, PartWrites, Peer, Times, WorkerReads, Writes } from "./tables.mjs" */

/**
 * @typedef {object} Parts what each part found
 * @property {{ reads: readonly Times[] }} reads
 * @property {{ reads: readonly (Times & OtherTimes)[], peers: readonly Peer[] }} tuned
 * @property {{ writes: readonly Writes[], parts: readonly PartWrites[] }} writes
 * @property {{ memory: { start: number, after: Record<string, number[]> }, large: Record<string, number> }} memory
 * @property {{ reads: readonly WorkerReads[] }} workers
 * @property {Viewer} viewer
 * @property {{ trees: readonly LargeTree[] }} trees
 * @property {string} looks a table, as the next two are
 * @property {string} tasks
 * @property {string} fits
 */

/**
 * @typedef {object} Viewer
 * @property {readonly Drop[]} images
 * @property {Arrival} arrival on a page that is open
 * @property {Arrival} link on one that is opened with the image's address
 * @property {{ moves: number, tasks: number, longest: number }} panning
 */

/**
 * @typedef {object} Results
 * @property {number} rounds
 * @property {readonly string[]} machine with the programs and the day
 * @property {Partial<Parts>} parts without those that failed
 */

/** The comments in docs/speed.md between which `npm run bench` puts the table of speeds. */
const SPEEDS = /(<!-- speeds, written by npm run bench -->\n).*(\n<!-- end of speeds -->)/s;

/**
 * docs/speed.md with the speeds that a user gets without tuning; as it is, if they were not measured.
 *
 * @param {string} page
 * @param {Results} results
 */
export function speedPageWith(page, { parts: { reads: found }, machine }) {
  if (!SPEEDS.test(page)) {
    throw new Error("docs/speed.md lacks the comments around its table of speeds");
  }
  if (found === undefined) {
    return page;
  }
  const text = `Measured on ${machine.join("; ")}:\n\n${readTable(found.reads)}`;
  return page.replace(SPEEDS, (_, before, after) => before + text + after);
}

/** @param {number} time */
const longest = (time) => (time > 0 ? `the longest took ${show(time)} ms` : "none");

/** What benches/RESULTS.md says of each part. @type {{ [Name in keyof Parts]: (found: Parts[Name]) => string }} */
const sections = {
  reads: ({ reads }) => `## Whole reads

As a user gets them: each program allocates memory as it does by itself. docs/speed.md shows this table.

${readTable(reads)}

asdf-wasm reads the same path as Python asdf, in Node, or bytes in memory, also into an array that was used before. The files are in
the page cache. Python asdf reads with \`memmap=False\`, and decodes the array into memory. Neither verifies checksums. If an uncompressed array begins at a multiple of its element size,
\`{ view: true }\` returns a view of bytes in memory and copies nothing, which is what \`none-aligned\` shows for bytes; any other array is copied once. Python reads
\`bls2\` and \`xz\` through \`compressors.py\`. \`bzp2\` and \`xz\` are read once, after a warm-up.`,

  tuned: ({ reads, peers }) => `### Tuned: both in huge pages

numpy asks the Linux kernel for transparent huge pages by itself. Node's allocator does so only when it is told to
(\`GLIBC_TUNABLES=glibc.malloc.hugetlb=1\`). Without them, the page faults of small pages add about the same time to every
array of this size, unless the caller gives memory that was written before (\`into\`); with two processors, a part of it passes while
the array is decoded. The next table gives huge pages to both programs, so it compares decoding alone:

${readTable(reads)}

Other ways to read, also in huge pages: asdf-wasm with the checksum verified, asdf-wasm from a \`File\` (which Node reads slowly),
and Python asdf from bytes in memory:

${otherReadTable(reads)}

## The zlib file beside its peers in JavaScript

${peerTable(peers, reads.find(({ compression }) => compression === "zlib")?.memory)}

Measured in huge pages. pako, fflate and Node's zlib only inflate the bytes of the block; h5wasm opens an HDF5 file of the same
image.`,

  writes: ({ writes, parts }) => `## Whole writes

${writeTable(writes)}

Measured in huge pages. asdf-wasm writes to bytes in memory, in Node; Python asdf writes to a path whose file stays in the page
cache; the second ratio is that of two workers to it. Both compute the checksum and use the same level, their common default. Both
Blosc formats use LZ4 after a byte shuffle, and Python uses one thread. \`zlib\`, \`bzp2\` and \`xz\` write an eighth of the
image, \`xz\` once.

The same image in several blocks, which the workers share, \`zlib\` measured once:

${partTable(parts)}`,

  workers: ({ reads }) => `## Workers

In Chromium, from bytes in memory: on the page's own thread, with one worker, and with two. The ratio is two workers to one.
These reads are repeated three times as often as the others, except \`bzp2\`, which takes long.

${workerTable(reads)}

Blocks of \`lz4\`, \`blsc\`, \`bls2\` and \`bzp2\` are split among workers. A \`zlib\` block is decoded by one worker.`,

  viewer: ({ images, arrival, link, panning }) => `## The viewer

In Chromium, which draws in software here. "Drop to first picture" is the time from the drop of a file, on a page that was opened a second
before, until something of the image is on the canvas, and "to image" until it is there as a whole. The next columns are its parts, measured one after the other in turns with it, with
the package already loaded: reading the bytes of the file, decoding the array with the checksum verified, finding limits from a
sample and the extremes of all values, and uploading a texture until one of its pixels was drawn and read back. The last column is
the longest task of 50 ms or more on the page's main thread.

${dropTable(images)}

Before what a drop needs ran side by side, on a quiet machine: the image after 1.71 (none), 1.66 (lz4), 1.64 (zlib) and 1.95 (blsc) times the sum,
whose parts took longer then.

An \`lz4\` file from a server that sends ${arrival.rate / 1e6} MB per second: the first rows are on the canvas when ${show(100 * arrival.part)} % of the file
has been sent. Tasks of 50 ms or more until then and in the ${arrival.seconds} seconds after: ${longest(Math.max(0, ...arrival.tasks))}. On a page that a link to
the image opens: ${show(100 * link.part)} %; tasks of 50 ms or more, including the start of the page: ${link.tasks.map((time) => `${show(time)} ms`).join(", ") || "none"}.

An image of 20 000 × 20 000 elements on a server, dragged ${panning.moves} times at full size. Tasks of 50 ms or more: ${longest(panning.longest)}.`,

  trees: ({ trees }) => `### Large trees

Half of the nodes are in the root. Parsing alone is \`open()\` on a page that has loaded the module that reads; the other times are from the drop
on the viewer, the first on its page, which loads that module, too: what this takes by itself is the column "loading". The ratios are of the whole
tree to parsing, and to loading and parsing. The search is for one of the last nodes. The last columns are the longest tasks of 50 ms
or more on the page's main thread: until the tree is shown, and during the search and while scrolling to the end.

${treeTable(trees)}

Before: a whole tree of 100,000 nodes was there after 1.5 times its parsing, and its rows all at once.`,

  looks: (table) => `### Another look

The arrays of a file like an L2 of Roman, one after the other by the arrow key, and back: from the key until the array is on the canvas, the first
time and later, and until every element is.

${table}

Before, when nothing was kept, another look was as long as the first.`,

  tasks: (table) => `### Long tasks

Tasks of 50 ms or more on the page's main thread, in many runs of each: their number and the longest in the median run, the longest in the worst run
and what calls of WebGL took of it, and the most processor time that a task took.

${table}

Before: 80 to 110 ms during a drop.`,

  fits: (table) => `## FITS

The HDUs of a FITS file in memory as a whole, beside astropy: README.md of this folder says what is compared.

${table}`,

  memory: ({ memory, large: { size = 0, opened = 0, selection = 0, selected = 0 } }) => `## Memory

WebAssembly memory in MiB after reading the array of a \`File\`, with checksums verified, and closing the file, in each round.
Before the first round it is ${mebibytes(memory.start)} MiB.

${memoryTable(memory.after)}

Opening a source of ${(size / 1e9).toFixed(2)} GB reads ${opened} bytes. Reading ${selected} bytes from two rows of its array reads ${selection}.`,
};

/** What is said of a part, also when it failed. @template {keyof Parts} Name @param {Name} name @param {Partial<Parts>} parts */
export function sectionOf(name, parts) {
  const found = parts[name];
  return found === undefined
    ? `## Not measured: ${name}\n\nThis part of the bench failed.`
    : sections[name](found);
}

/** @param {Results} results */
export function report({ rounds, machine, parts }) {
  const names = /** @type {(keyof Parts)[]} */ (Object.keys(sections));
  return `# Results of \`npm run bench\`

One 4088 × 4088 float32 sky image (${(decoded / 1e6).toFixed(1)} MB decoded), written by Python asdf; whole reads, opening included,
medians of ${rounds} after a warm-up, in turns. Times differ between machines: compare within this page only.

${machine.map((fact) => `- ${fact}`).join("\n")}

${names.map((name) => sectionOf(name, parts)).join("\n\n")}
`;
}
