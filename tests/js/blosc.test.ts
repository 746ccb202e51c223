/** Every piece of Blosc data in `tests/data/codecs` through the package, as a file of one block. */
import { readFileSync } from "node:fs";
import { openSync } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "./support/build.ts";
import { sha256 } from "./support/truth.ts";
import { arrayAt, bytesOf, column } from "./support/values.ts";

const codecs = new URL("../data/codecs/", import.meta.url);
const all = readFileSync(new URL("blosc.bin", codecs));
const [, ...rows] = readFileSync(new URL("blosc.tsv", codecs), "utf8").trimEnd().split("\n");

test.each(rows)("%s", async (row) => {
  const [, offset, length, label = "", size, hash, warning] = row.split("\t");
  const content = all.subarray(Number(offset), Number(offset) + Number(length));
  const encoded = { label, size: Number(size) };
  using file = openSync(build(`a: ${ndarray(0, "uint8", [encoded.size])}`, [{ content, encoded }]));
  expect(sha256(bytesOf(column(await arrayAt(file, "a").read())))).toBe(hash);
  expect(file.warnings.map(({ code }) => code)).toEqual(warning === "-" ? [] : [warning]);
});
