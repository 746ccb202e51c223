/**
 * The dialects before ASDF 1.0.0 through the package: what their block headers say (`tests/data/early/blocks.tsv`), and in
 * which words a block is refused (`messages.tsv`). What their arrays hold is in the tables of every fixture.
 */
import { openSync } from "asdf-wasm";
import { expect, test } from "vitest";
import { fixtures, read, rows } from "../../support/truth.ts";
import { arrayAt, failure } from "../../support/values.ts";

const early = fixtures().filter(({ file }) => file.startsWith("early/"));

test.each(early)("the block headers of $file", ({ file: name }) => {
  const file = openSync(read(name));
  expect(file.dialect).toBe(name.startsWith("early/finf") ? "finf-0.1" : "asdf-0.1");
  const found = file.blocks.map((block) => [
    block.index,
    block.headerSize,
    block.flags,
    block.compression,
    block.allocatedSize,
    block.usedSize,
    block.dataSize,
    block.checksum,
    block.streamed ? "yes" : "no",
  ]);
  const listed = rows("early/blocks.tsv").filter(([listed]) => `early/${listed}` === name);
  const cells = found.map((block) => block.map((cell) => cell?.toString()));
  expect(cells).toEqual(listed.map((row) => row.slice(1)));
  expect(file.blocks.map(({ source }) => source)).toEqual(found.map(() => "walk"));
});

test.each(rows("early/messages.tsv"))("%s: %s: %s", async (name, path, message) => {
  const file = openSync(read(`early/${name}`));
  const error = await failure(() => arrayAt(file, path ?? "").read());
  expect(error).toMatchObject({ block: 0 });
  expect(error.message).toContain(message);
});

test("one block that cannot be decoded costs nothing but itself", async () => {
  const file = openSync(read("early/chain-unknown.asdf"));
  expect(file.warnings).toEqual([]);
  expect(await failure(() => file.readBlock(0))).toMatchObject({ code: "unsupported-encoding" });
  expect((await file.readBlock(1)).length).toBe(48);
  expect(arrayAt(file, "data")).toMatchObject({ compression: "chain", error: undefined });
});
