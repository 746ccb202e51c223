/**
 * What a visitor downloads, gzipped, and the limits it is held to. `npm run
 * build` keeps the figures in docs/sizes.md, in whole kilobytes, so that a
 * change of size shows in review and a change of compiler hardly ever does;
 * the other commands only check the limits.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Problem, root } from "./process.mjs";

const pkg = join(root, "pkg");
const dist = join(root, "www", "dist");
const report = join(root, "docs", "sizes.md");

/** @param {Iterable<string>} files */
function gzipped(files) {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
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
    const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["']/gm);
    for (const [, path = ""] of imports) {
      moduleGraph(join(dirname(file), path), found);
    }
  }
  return found;
}

/**
 * @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk
 * @param {Record<string, Chunk>} manifest vite's
 * @param {string} key
 * @param {Set<Chunk>} [found]
 */
function chunkGraph(manifest, key, found = new Set()) {
  const chunk = manifest[key];
  if (chunk && !found.has(chunk)) {
    found.add(chunk);
    for (const imported of chunk.imports ?? []) {
      chunkGraph(manifest, imported, found);
    }
  }
  return found;
}

/** @typedef {{ what: string, size: number, limit?: number }} Size sizes in bytes */

/** @returns {Size[]} */
function measure() {
  const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
  const chunks = [...chunkGraph(manifest, "index.html")];
  const scripts = chunks.map(({ file }) => join(dist, file));
  const styles = new Set(chunks.flatMap(({ css = [] }) => css.map((file) => join(dist, file))));
  return [
    { what: "WebAssembly module", size: gzipped([join(pkg, "asdf_wasm_bg.wasm")]), limit: 250_000 },
    { what: "package entry `asdf-wasm`, unminified", size: gzipped(moduleGraph(join(pkg, "index.js"))) },
    { what: "the page's initial JavaScript", size: gzipped(scripts), limit: 90_000 },
    { what: "the page's style sheets", size: gzipped(styles) },
  ];
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

/** Measures what was built; over a limit is a problem. */
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
  const text = `# Sizes\n\nWhat a visitor downloads, as \`npm run build\` measured it; over a limit the build fails.\n\n${table}\n`;
  mkdirSync(dirname(report), { recursive: true });
  if (!existsSync(report) || readFileSync(report, "utf8") !== text) {
    writeFileSync(report, text);
  }
  console.log(table);
}
