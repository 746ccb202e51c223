/** Which reader a table gets, by its first bytes, and what is no table. */
import { newTable, write } from "asdf-wasm";
import { openTable, writeTable } from "asdf-wasm/catalogues";
import { readRows } from "asdf-wasm/tables";
import { expect, test } from "vitest";

const text = (content: string) => new TextEncoder().encode(content);

test("a table of an ASDF file is found, or named by its path", async () => {
  const file = await write({
    a: { sources: newTable({ id: BigInt64Array.of(1n, 2n), flux: Float32Array.of(0.5, 1.5) }) },
    b: newTable({ ra: Float64Array.of(1, 2, 3) }),
  });
  const first = await openTable(file);
  expect(first.tables).toEqual(["b", "a/sources"]);
  const named = await openTable(file, { table: "a/sources" });
  expect([named.format, named.rows, named.size]).toEqual(["asdf", 2, file.size]);
  expect((await readRows(named))["flux"]?.data).toEqual(Float32Array.of(0.5, 1.5));
  await expect(openTable(file, { table: "c" })).rejects.toMatchObject({
    code: "not-found",
    message: "there is no table `c`: there are `b`, `a/sources`",
  });
});

test("a table of a FITS file has the number of its HDU", async () => {
  const table = await openTable(await write({ b: newTable({ ra: Float64Array.of(1, 2, 3) }) }));
  const fits = await (await writeTable(table, "fits", "SOURCES")).blob();
  for (const name of [1, "SOURCES", undefined]) {
    expect((await openTable(fits, { table: name })).rows).toBe(3);
  }
  await expect(openTable(fits, { table: 0 })).rejects.toMatchObject({ code: "not-found" });
});

test("tables of a VOTable without names are called by what `tables` says", async () => {
  const tables = ["1", "2"].map(
    (value) =>
      `<TABLE><FIELD name="a" datatype="int"/><DATA><TABLEDATA><TR><TD>${value}</TD></TR></TABLEDATA></DATA></TABLE>`,
  );
  const file = text(`<VOTABLE><RESOURCE>${tables.join("")}</RESOURCE></VOTABLE>`);
  const first = await openTable(file);
  expect(first.tables).toEqual(["0", "1"]);
  const second = await openTable(file, { table: "1" });
  expect((await readRows(second))["a"]?.data).toEqual(Int32Array.of(2));
});

test.each([
  ["", "this is no table: the file is empty"],
  ["<!DOCTYPE html><title>404</title>", "this is no table: the file is a web page"],
  ['{"error": 404}', "this is no table: the file is JSON"],
  ["\x89PNG\r\n\x1a\n\0\0", "this is no table: the file is of another format"],
])("what is no table is refused: %j", async (content, message) => {
  await expect(openTable(text(content))).rejects.toMatchObject({ code: "not-asdf", message });
});

test("an encrypted Parquet file is refused", async () => {
  await expect(openTable(text("PARE....PARE"))).rejects.toMatchObject({ code: "unsupported-encoding" });
});
