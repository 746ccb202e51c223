/** The results as Markdown: benches/decoders/RESULTS.md, and what is printed. */

/** What each crate says of unsafe code; ours is this repository's. */
const UNSAFE = new Map([
  ["asdf-wasm", "forbidden"],
  ["fdeflate", "forbidden"],
  ["miniz_oxide", "forbidden"],
  ["zune-inflate", "none as configured"],
  ["zlib-rs", "used"],
  ["ruzstd", "used"],
  ["structured-zstd", "used"],
  ["lz4_flex", "forbidden as configured"],
  ["bzip2", "used (libbz2-rs-sys)"],
  ["bzip2-rs", "forbidden"],
  ["lzma-rust2", "forbidden as configured"],
]);

/**
 * @param {readonly number[]} times
 * @returns {{ median: number, least: number }}
 */
function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? Number.NaN, least: sorted[0] ?? Number.NaN };
}

const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, useGrouping: false });

/** @param {readonly string[][]} rows of which the first is the head */
function table([head = [], ...rows]) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index ? "---:" : "---"))), ...rows.map(line)].join("\n");
}

/**
 * @typedef {object} Result
 * @property {string} title
 * @property {readonly string[]} decoders
 * @property {number} streams
 * @property {number} decoded
 * @property {Map<string, number[]>} times
 */

/** @param {Result} result */
function section({ title, decoders, streams, decoded, times }) {
  const ours = summary(times.get("asdf-wasm") ?? []);
  const rows = decoders.map((decoder) => {
    const measured = times.get(decoder);
    if (!measured) {
      return [decoder, "fails", "", "", "", ""];
    }
    const { median, least } = summary(measured);
    const ratios = [median / ours.median, least / ours.least].map((ratio) => ratio.toFixed(2));
    return [
      decoder,
      ...[`${digits.format(median)} ms`, `${digits.format(least)} ms`],
      ...[digits.format(decoded / 1000 / median), ...ratios],
    ];
  });
  const rounds = times.get("asdf-wasm")?.length ?? 0;
  const head = ["decoder", "median", "fastest", "MB/s", "median over ours", "fastest over ours"];
  return `## ${title}

${digits.format(decoded / 1e6)} MB decoded, ${streams === 1 ? "one stream" : `${streams} streams`}; ${rounds} rounds.

${table([head, ...rows])}
`;
}

/**
 * @param {object} on
 * @param {readonly Result[]} on.results
 * @param {ReadonlyMap<string, { version: string, license: string }>} on.crates
 * @param {string} on.machine
 */
export function report({ results, crates, machine }) {
  const rows = [...UNSAFE].map(([name, unsafe]) => {
    const { version = "", license = "" } = crates.get(name) ?? {};
    return [name, version, unsafe, license];
  });
  return `# Results of \`npm run bench:decoders\`

Decoders alone, in one WebAssembly module built as the package's are, in Node: stored bytes in memory to decoded bytes in memory
that was written before. Decoders take turns, after one round that does not count. Over 1 in the last columns, ours is faster.
Absolute times move between machines: compare within this page.

${machine}, ${new Date().toISOString().slice(0, 10)}

${results.map(section).join("\n")}
## The crates

${table([["crate", "version", "unsafe code", "licence"], ...rows])}
`;
}
