/** Every piece of Blosc and Zstandard data in `tests/data/codecs` through the package, as a file of one block. */
import { readFileSync } from "node:fs";
import { openSync } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { sha256 } from "../../support/truth.ts";
import { arrayAt, bytesOf, column } from "../../support/values.ts";

const codecs = new URL("../../data/codecs/", import.meta.url);

interface Piece {
  readonly name: string;
  readonly label: string;
  readonly content: Uint8Array;
  readonly size: number;
  readonly hash: string;
  readonly warnings: readonly string[];
}

/** The rows of a table, each cell by the name of its column. */
function pieces(codec: string, label?: string): Piece[] {
  const all = readFileSync(new URL(`${codec}.bin`, codecs));
  const [head = "", ...rows] = readFileSync(new URL(`${codec}.tsv`, codecs), "utf8")
    .trimEnd()
    .split("\n");
  const columns = head.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t");
    const cell = (column: string) => cells[columns.indexOf(column)] ?? "";
    const start = Number(cell("offset"));
    const warning = cell("warning");
    return {
      name: cell("name"),
      label: label ?? cell("label"),
      content: all.subarray(start, start + Number(cell("length"))),
      size: Number(cell(columns.includes("size") ? "size" : "decoded")),
      hash: cell("sha256"),
      warnings: ["", "-"].includes(warning) ? [] : [warning],
    };
  });
}

async function check({ label, content, size, hash, warnings }: Piece): Promise<void> {
  using file = openSync(build(`a: ${ndarray(0, "uint8", [size])}`, [{ content, encoded: { label, size } }]));
  expect(sha256(bytesOf(column(await arrayAt(file, "a").read())))).toBe(hash);
  expect(file.warnings.map(({ code }) => code)).toEqual(warnings);
}

describe("Blosc", () => {
  test.each(pieces("blosc"))("$name", check);
});

describe("Zstandard", () => {
  // No writer of ASDF uses dictionaries: they are for the chunks of Blosc.
  test.each(pieces("zstd", "zstd").filter(({ name }) => !name.startsWith("dictionary")))("$name", check);
});
