/**
 * ECSV (Astropy Proposal for Enhancement 6): a YAML header with the datatypes, units and descriptions of the columns, then lines of values.
 * astropy writes a position or a time as several columns: they stay columns, whose descriptions say what they belong to. A mask that is a
 * column of its own becomes the mask of the column that it belongs to.
 */
import { AsdfError, type Bytes, isMap, type TreeMap, type TreeValue } from "asdf-wasm";
import { damaged } from "../damaged.ts";
import { Lines } from "../delimited/lines.ts";
import { chunksOf, decoded } from "../memory/chunks.ts";
import { checkMemory, memoryTable, reading, Warnings } from "../memory/table.ts";
import type { ReadTable, TableOptions } from "../table.ts";
import { EcsvColumn } from "./ecsv/column.ts";
import { joined } from "./ecsv/mixins.ts";
import { yamlTree } from "./yaml.ts";

/** Characters of a header. */
const MOST_HEADER = 2 ** 26;

/** A key, the sign below it, and the lines of the text, which is deeper. */
const LONE_SIGN = /^(( *)[^\s#|][^\n]*:) *\n\2([|>][-+\d]*) *(?=\n)((?:\n(?:\2 [^\n]*| *(?=\n)))*)/gm;

export async function ecsvTable(bytes: Bytes, { signal }: TableOptions): Promise<ReadTable> {
  const text = decoded(chunksOf(bytes, signal));
  const { header, rest, lines } = await headerOf(text);
  const { delimiter, columns, metadata } = await described(header);
  const warnings = new Warnings();
  let names: readonly string[] | undefined;
  const reader = new Lines(
    { delimiter, quote: '"' },
    (cells, line) => {
      if (names) {
        addRow(columns, cells, line, warnings);
      } else {
        names = checkedNames(cells, columns, line);
      }
    },
    lines + 1,
  );
  await reading(
    warnings,
    () => names !== undefined,
    async () => {
      reader.push(rest);
      for await (const piece of text) {
        reader.push(piece);
        checkMemory(columns.map(({ column }) => column));
      }
      reader.end();
    },
  );
  if (!names) {
    throw damaged("the line with the names of the columns is missing");
  }
  const { facts, kept } = joined(columns, metadata, warnings);
  return { ...memoryTable(facts, kept), metadata, warnings: warnings.texts };
}

/** The lines that begin with `#`, without it, and what follows of the text that was read. */
async function headerOf(text: AsyncGenerator<string>) {
  let all = "";
  for (;;) {
    const { done, value = "" } = await text.next();
    all += value;
    const [header = ""] = /^(?:#[^\n]*\n|\r?\n)*/.exec(all) ?? [];
    if (done || (header.length < all.length && !all.startsWith("#", header.length))) {
      const lines = header.split("\n");
      return {
        header: lines.map((line) => line.replace(/^# ?/, "").replace(/\r$/, "")),
        rest: all.slice(header.length),
        lines: lines.length - 1,
      };
    }
    if (all.length > MOST_HEADER) {
      throw damaged(`the header is longer than ${MOST_HEADER} characters`);
    }
  }
}

async function described([version = "", ...header]: readonly string[]) {
  if (!/^%ECSV (?:0\.9|1\.\d+)$/.test(version.trim())) {
    throw new AsdfError(
      "unsupported-encoding",
      `the header begins with "${version.trim()}", and not with "%ECSV 1.0"`,
    );
  }
  const yaml = header.join("\n").replace(/^---\s*$/m, "");
  const { datatype, delimiter = " ", meta = {} } = await parsed(yaml);
  if (!Array.isArray(datatype)) {
    throw damaged("the header has no list `datatype` of the columns");
  }
  if (delimiter !== " " && delimiter !== ",") {
    throw damaged(
      `the header says the delimiter ${JSON.stringify(delimiter)}, which is neither a space nor a comma`,
    );
  }
  const columns = datatype.map((column, i) => new EcsvColumn(isMap(column) ? column : {}, i));
  return { delimiter, columns, metadata: meta };
}

async function parsed(yaml: string): Promise<Readonly<Record<string, TreeValue>>> {
  try {
    // The archive of Gaia writes the sign of a text of several lines alone, no deeper than its key, which Python's reader of YAML takes.
    const tree = await yamlTree(yaml).catch(() => yamlTree(yaml.replace(LONE_SIGN, "$1 $3$4")));
    return isMap(tree) ? (tree as TreeMap as Readonly<Record<string, TreeValue>>) : {};
  } catch (cause) {
    throw damaged(`the header is no YAML: ${(cause as Error).message}`, { cause });
  }
}

function checkedNames(
  cells: readonly string[],
  columns: readonly EcsvColumn[],
  line: number,
): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const wrong = columns.findIndex(({ name }, i) => name !== names[i]);
  if (wrong >= 0 || names.length !== columns.length) {
    const at = wrong >= 0 ? wrong : columns.length;
    const [said, found] = [columns[at]?.name, names[at]].map((name) =>
      name === undefined ? "none" : `\`${name}\``,
    );
    throw damaged(`column ${at + 1} is ${said} in the header, and ${found} in line ${line} with the names`);
  }
  return names;
}

function addRow(
  columns: readonly EcsvColumn[],
  cells: readonly string[],
  line: number,
  warnings: Warnings,
): void {
  warnings.addCells(cells.length, { row: "line", at: line, width: columns.length, of: "columns" });
  for (const [i, column] of columns.entries()) {
    if (!column.add(cells[i] ?? "")) {
      warnings.add(
        "cells that are not what the header says, which are masked",
        `line ${line} of \`${column.name}\` (${column.said})`,
      );
    }
  }
}
