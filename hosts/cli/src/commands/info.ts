/** `info`: layout, versions, blocks, arrays and warnings of files. */
import { bytes, grouped, many, shape } from "@asdf-wasm/science/format/format";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import type { AsdfFile, Meaning } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { isRemote, nameOf, openSource } from "../reading/open.ts";
import type { Style } from "../terminal/colour.ts";
import { columns } from "../terminal/table.ts";
import { type HduSummary, type Summary, summaryOf, warningText } from "../text/summary.ts";
import { forEach } from "./several.ts";

export interface InfoOptions {
  readonly blocks?: boolean;
  readonly all?: boolean;
  readonly describe?: boolean;
}

/** More arrays, HDUs or blocks are folded. */
const MANY = 40;

export async function run(
  context: Context,
  sources: readonly string[],
  options: InfoOptions,
): Promise<number> {
  return forEach(context, sources, async (source) => {
    using file = await openSource(source);
    // Each header of a remote file may take a request.
    if (options.blocks || !isRemote(source)) {
      await file.readBlockHeaders();
    }
    const summary = summaryOf(nameOf(source), file);
    const most = options.all ? Number.POSITIVE_INFINITY : MANY;
    const lines = linesOf(summary, context.style, most);
    if (!options.describe) {
      return { exit: EXIT.done, json: summary, lines };
    }
    const meanings = await meaningsOf(file);
    const rows = meanings.map(({ path, title = "", unit }) => [
      path,
      unit === undefined ? title : `${title} (${[unit].flat().join(", ")})`,
    ]);
    const described = sectionOf(context.style, many(rows.length, "described node"), rows, [], most);
    return { exit: EXIT.done, json: { ...summary, meanings }, lines: [...lines, ...described] };
  });
}

/** What schemas say of the nodes of a tree that they have a title for. */
async function meaningsOf(file: AsdfFile): Promise<({ readonly path: string } & Meaning)[]> {
  const known = await file.meanings();
  return Array.from(file.search("")).flatMap(({ path }) => {
    const meaning = known.of(path);
    return meaning?.title === undefined ? [] : [{ path, ...meaning }];
  });
}

function linesOf(summary: Summary, style: Style, most: number): string[] {
  const { source, size, dialect, formatVersion, standardVersion, writtenBy, comments, arrays, warnings } =
    summary;
  const format = { asdf: "ASDF", "asdf-0.1": "ASDF", "finf-0.1": "FINF" }[dialect] ?? dialect;
  const section = (heading: string, rows: string[][], right: number[], heads = 1) =>
    sectionOf(style, heading, rows, right, most + heads);
  const isInside = dialect === "fits" && summary.hdus?.some(({ name }) => name === "ASDF") === true;
  const versions = [
    dialect === "fits"
      ? isInside
        ? `FITS, ASDF ${formatVersion} inside`
        : "FITS"
      : `${format} ${formatVersion}`,
    standardVersion === undefined ? "" : `standard ${standardVersion}`,
    writtenBy === undefined ? "" : `written by ${writtenBy}`,
  ].filter((part) => part !== "");
  return [
    `${style.heading(source)}  ${bytes(size)}`,
    versions.join(", "),
    ...comments.map((comment) => style.faint(`#${comment}`)),
    ...section(many(arrays.length, "array"), arrayRows(summary), [1, 2], 0),
    ...(summary.hdus ? section(many(summary.hdus.length, "HDU"), hduRows(summary.hdus), [0, 4, 5]) : []),
    ...(summary.hdus && summary.blocks.length === 0
      ? []
      : section(many(summary.blocks.length, "block"), blockRows(summary), [0, 1, 2, 3])),
    ...hintOf(summary),
    ...(warnings.length > 0 ? ["", style.warning(many(warnings.length, "warning"))] : []),
    ...warnings.map((warning) => `  ${warningText(warning)}`),
  ];
}

function sectionOf(style: Style, heading: string, rows: string[][], right: number[], most: number): string[] {
  const lines = columns(rows.slice(0, most), right).map((line) => `  ${line}`);
  const rest = rows.length - lines.length;
  const folded = rest > 0 ? [style.faint(`  … ${grouped(rest)} more: --all lists them`)] : [];
  return ["", style.heading(heading), ...lines, ...folded];
}

function arrayRows({ arrays }: Summary): string[][] {
  // Of all arrays, or of none.
  const isKnown = arrays.every(
    ({ source, compression }) => typeof source !== "number" || compression !== undefined,
  );
  return arrays.map(({ path, dtype, shape: lengths, source, hdu, compression, nbytes, error }) => {
    const here = hdu === undefined ? "in the tree" : `HDU ${hdu}`;
    const stored = source === null ? here : typeof source === "number" ? `block ${source}` : source;
    return error === undefined
      ? [datatypeName(dtype), shape(lengths), bytes(nbytes), stored, (isKnown && compression) || "", path]
      : ["unreadable", "", "", "", "", `${path}: ${error}`];
  });
}

function hduRows(hdus: readonly HduSummary[]): string[][] {
  const head = ["", "name", "kind", "shape", "stored", "cards", ""];
  const rows = hdus.map(({ index, name, version, kind, shape: lengths, dataSize, cards, problem }) => [
    String(index),
    version === 1 ? name : `${name},${version}`,
    kind,
    lengths ? shape(lengths) : "",
    bytes(dataSize),
    String(cards),
    problem ?? "",
  ]);
  return [head, ...rows];
}

function blockRows({ blocks }: Summary): string[][] {
  if (blocks.length === 0) {
    return [];
  }
  const head = ["", "offset", "stored", "decoded", "compression", "checksum"];
  const rows = blocks.map(({ index, offset, usedSize, dataSize, compression, checksum, streamed }) => [
    String(index),
    String(offset),
    usedSize === undefined ? "?" : bytes(usedSize),
    dataSize === undefined ? "?" : bytes(dataSize),
    usedSize === undefined ? "?" : (compression ?? "none"),
    usedSize === undefined ? "?" : `${checksum ?? "none"}${streamed ? ", streamed" : ""}`,
  ]);
  return [head, ...rows];
}

/** Headers of a remote file that were not read. */
function hintOf({ blocks }: Summary): string[] {
  return blocks.some(({ usedSize }) => usedSize === undefined)
    ? ["  --blocks reads the missing headers."]
    : [];
}
