/**
 * What a visitor downloads, gzipped, and the limits for it. `npm run build`
 * writes the sizes to docs/sizes.md, in whole kilobytes, so that a change of
 * size shows in review and a new compiler hardly ever changes the file. The
 * other commands only check the limits.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Problem, root } from "../command/process.mjs";

const pkg = join(root, "pkg");
const dist = join(root, "www", "dist");
const report = join(root, "docs", "sizes.md");

/** @param {Iterable<string>} files */
function gzipped(files) {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}

/** @param {string} folder */
function scriptsIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return names.map((name) => join(folder, name));
}

/** What of the catalogues is loaded with the first folder of tables. */
const FOLDERS = ["folder.js", "catalogue.js"];

/** What reads and writes tables. */
const TABLES = ["command-table.js", "command-conversion.js"];
/** What works on tables, and is counted without what all of these load. */
const ON_TABLES = /** @type {const} */ ([
  ["`match`", "command-match.js"],
  ["`measure`", "command-measure.js"],
  ["`regions`", "command-regions.js"],
  ["`table --inside`", "command-regionsFile.js"],
  ["folders of tables", "command-folder.js", "folder.js"],
]);

/** What few who install the command use: its scripts are loaded when first used, and counted each by itself. */
const RARE = [
  { what: "`view`", scripts: ["command-view.js"] },
  { what: "`mosaic`, `reproject`", scripts: ["command-mosaic.js", "command-reproject.js"] },
  { what: "`ls`, and files in buckets", scripts: ["command-ls.js", "bucket.js", "bucket2.js"] },
  { what: "`table`, and `convert` of tables", scripts: TABLES },
  { what: "`convert` to Parquet", scripts: ["writing-parquet.js"] },
  { what: "`refs`", scripts: ["command-refs.js"] },
  { what: "`types`", scripts: ["command-types.js"] },
  { what: "`validate`, `schema`", scripts: ["command-validate.js", "command-schema.js", "schema.js"] },
];

/**
 * Scripts of the command, with all that they load at once or later, but for those in `without`.
 *
 * @param {Iterable<string>} scripts
 * @param {ReadonlySet<string>} without
 */
function commandGraph(scripts, without) {
  const found = new Set(scripts);
  // The loop also visits scripts added during it.
  for (const script of found) {
    const imports = readFileSync(join(pkg, "bin", script), "utf8").matchAll(
      /\b(?:from|import)\s*\(?[`"]\.\/([\w-]+\.js)[`"]/g,
    );
    for (const [, name = ""] of imports) {
      if (!without.has(name)) {
        found.add(name);
      }
    }
  }
  return found;
}

/** @returns {Size[]} */
function commandSizes() {
  const inBin = (/** @type {string} */ script) => join(pkg, "bin", script);
  const rare = [...ON_TABLES.flatMap(([, ...scripts]) => scripts), ...RARE.flatMap(({ scripts }) => scripts)];
  const everyday = commandGraph(["asdf-wasm.js"], new Set(rare));
  const withTables = new Set([...everyday, ...commandGraph(TABLES, new Set([...everyday, ...rare]))]);
  return [
    {
      what: "the command `asdf-wasm`, without what follows",
      size: gzipped([...everyday].map(inBin)),
      limit: 350_000,
    },
    ...RARE.map(({ what, scripts }) => ({
      what: `its ${what}, loaded when first used`,
      size: gzipped([...commandGraph(scripts, new Set([...everyday, ...rare]))].map(inBin)),
      limit: 150_000,
    })),
    ...ON_TABLES.map(([what, ...scripts]) => ({
      what: `its ${what}, without what \`table\` loads`,
      size: gzipped([...commandGraph(scripts, new Set([...withTables, ...rare]))].map(inBin)),
    })),
  ];
}

/**
 * A built module of the package and every module that it imports statically.
 *
 * @param {string} file
 * @param {Set<string>} [found]
 */
function moduleGraph(file, found = new Set()) {
  if (!found.has(file)) {
    found.add(file);
    const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;(]*?\bfrom "(\.[^"]+)";/gm);
    for (const [, path = ""] of imports) {
      moduleGraph(join(dirname(file), path), found);
    }
  }
  return found;
}

/** @typedef {{ file: string, imports?: string[] }} Chunk */

/**
 * The scripts that the built page loads at its start: those in its HTML, and all that they import statically.
 *
 * @param {string} html
 */
function initialScripts(html) {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
  const files = new Set(addresses(html, /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g));
  // The loop also visits entries added during it, so imports of imports are found.
  for (const file of files) {
    const chunk = Object.values(manifest).find((chunk) => chunk.file === file);
    for (const key of chunk?.imports ?? []) {
      files.add(manifest[key]?.file ?? "");
    }
  }
  return files;
}

/**
 * The files that `pattern` finds in the built HTML, relative to its folder.
 *
 * @param {string} html
 * @param {RegExp} pattern
 */
function addresses(html, pattern) {
  return Array.from(html.matchAll(pattern), ([, path = ""]) => path.replace("./", ""));
}

/** @typedef {{ what: string, size: number, limit?: number }} Size sizes in bytes */

/** @returns {Size[]} */
function measure() {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const styles = addresses(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g);
  const inDist = (/** @type {string} */ file) => join(dist, file);
  const catalogues = join(pkg, "catalogues");
  const ofFolders = FOLDERS.map((name) => join(catalogues, name));
  return [
    {
      what: "WebAssembly module that reads",
      size: gzipped([join(pkg, "asdf_wasm_bg.wasm")]),
      limit: 350_000,
    },
    {
      what: "WebAssembly module that reads FITS and ASDF, loaded with the first FITS file in place of the one above",
      size: gzipped([join(pkg, "asdf_wasm_fits_bg.wasm")]),
      limit: 480_000,
    },
    {
      what: "WebAssembly module that writes, loaded when first needed",
      size: gzipped([join(pkg, "asdf_wasm_writer_bg.wasm")]),
      limit: 300_000,
    },
    {
      what: "WebAssembly module for world coordinates, loaded when first needed",
      size: gzipped([join(pkg, "asdf_wasm_wcs_bg.wasm")]),
      limit: 180_000,
    },
    { what: "package entry `asdf-wasm`, unminified", size: gzipped(moduleGraph(join(pkg, "index.js"))) },
    {
      what: "package entry `asdf-wasm/viewer`: its initial JavaScript",
      size: gzipped(moduleGraph(join(pkg, "viewer", "index.js"))),
      limit: 90_000,
    },
    { what: "its worker, without the package", size: gzipped([join(pkg, "viewer", "worker.js")]) },
    {
      what: "package entry `asdf-wasm/catalogues`, all its scripts but for folders, each loaded when first needed",
      size: gzipped(scriptsIn(catalogues).filter((script) => !ofFolders.includes(script))),
      limit: 150_000,
    },
    { what: "its folders and catalogues of HATS, loaded with the first one", size: gzipped(ofFolders) },
    {
      what: "package entry `asdf-wasm/buckets`, without the package",
      size: gzipped(scriptsIn(join(pkg, "buckets"))),
    },
    ...commandSizes(),
    {
      what: "the page's initial JavaScript",
      size: gzipped([...initialScripts(html)].map(inDist)),
      limit: 90_000,
    },
    { what: "the page's style sheets", size: gzipped(styles.map(inDist)) },
  ];
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

/** Measures what was built; a size over its limit is a problem. */
export function checkSizes() {
  const sizes = measure();
  for (const { what, size, limit = Number.POSITIVE_INFINITY } of sizes) {
    if (size > limit) {
      throw new Problem(`Too big: ${what} is ${kilobytes(size)} gzipped, the limit is ${kilobytes(limit)}.`);
    }
  }
  return sizes;
}

/**
 * Prints the sizes and keeps them in docs/sizes.md.
 *
 * @param {Size[]} sizes
 */
export function writeSizeReport(sizes) {
  const rows = sizes.map(({ what, size, limit }) => {
    const limited = limit === undefined ? "" : kilobytes(limit);
    return `| ${what} | ${kilobytes(size)} | ${limited} |`;
  });
  const table = ["| gzipped | size | limit |", "|---|---:|---:|", ...rows].join("\n");
  const text = `# Sizes\n\nThe download of a visitor, measured by \`npm run build\`. The build fails if a size exceeds its limit.\n\n${table}\n`;
  keep(text, codecSection());
  console.log(table);
}

const CODECS = "\n## What each codec costs\n";

/** The section of the report about codecs. */
function codecSection() {
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const start = text.indexOf(CODECS);
  return start < 0 ? "" : text.slice(start);
}

/**
 * Keeps what each codec adds to the WebAssembly module, gzipped.
 *
 * @param {readonly [codec: string, size: number][]} sizes
 */
export function writeCodecSizes(sizes) {
  const rows = sizes.map(([codec, size]) => `| ${codec} | ${(size / 1000).toFixed(1)} kB |`);
  const table = ["| gzipped | size |", "|---|---:|", ...rows].join("\n");
  const how =
    "How much smaller the module is without the codec, measured by `npm run codec-sizes`. Code that two codecs share counts for neither; Blosc shares Zlib, Zstd and the copying of LZ4.";
  const text = readFileSync(report, "utf8");
  keep(text.slice(0, text.length - codecSection().length), `${CODECS}\n${how}\n\n${table}\n`);
  console.log(table);
}

/**
 * @param {string} sizes
 * @param {string} codecs
 */
function keep(sizes, codecs) {
  const text = sizes + codecs;
  mkdirSync(dirname(report), { recursive: true });
  if (!existsSync(report) || readFileSync(report, "utf8") !== text) {
    writeFileSync(report, text);
  }
}
