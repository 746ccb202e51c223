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

const votable = (fields: string, row: string) =>
  text(
    `<VOTABLE><RESOURCE><INFO name="ERROR" value="it broke"/><TABLE>${fields}<DATA><TABLEDATA><TR>${row}</TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`,
  );

test("missing values of a VOTable may be said by another field, and once for what is legal and what is there", async () => {
  const table = await openTable(
    votable(
      `<FIELD name="a" datatype="int"><VALUES ID="none" null="-99"/></FIELD>
<FIELD name="b" datatype="int" unit=" "><VALUES ref="none"/></FIELD>
<FIELD name="c" datatype="int"><VALUES null="-1"/><VALUES type="actual"><MIN value="0"/></VALUES></FIELD>`,
      "<TD>-99</TD><TD>-99</TD><TD>-1</TD>",
    ),
  );
  const parts = await readRows(table);
  expect(Object.values(parts).map(({ mask }) => mask)).toEqual(
    [[1], [1], [1]].map((mask) => Uint8Array.of(...mask)),
  );
  expect(table.columns[1]?.unit).toBe("");
  expect(table.warnings).toEqual(["The service that wrote it failed (QUERY_STATUS is ERROR): it broke"]);
});

test("datatypes that VOTables do not have are read as what they mean, or as text", async () => {
  const fields = ["string", "float64", "int32", "colour"].map(
    (datatype) => `<FIELD name="${datatype}" datatype="${datatype}"/>`,
  );
  const table = await openTable(votable(fields.join(""), "<TD>M 31</TD><TD>0.5</TD><TD>7</TD><TD>red</TD>"));
  const parts = await readRows(table);
  expect(table.columns.map(({ datatype }) => datatype)).toEqual(["text", "float64", "int32", "text"]);
  expect(Object.values(parts).map(({ data }) => data[0])).toEqual(["M 31", 0.5, 7, "red"]);
  expect(table.warnings[1]).toContain(
    '`string` is "string", read as char, `float64` is "float64", read as double',
  );
});

test("fields of one name are columns with names of their own, also where they are written", async () => {
  const fields = [1, 2, 3].map(() => '<FIELD name="a" datatype="int"/>').join("");
  const table = await openTable(votable(fields, "<TD>1</TD><TD>2</TD><TD>3</TD>"));
  expect(table.warnings.at(-1)).toBe("names of columns that occur more than once, which get a number: a, a");
  const again = await openTable(await (await writeTable(table, "asdf")).blob());
  expect(again.columns.map(({ name }) => name)).toEqual(["a", "a_2", "a_3"]);
  expect((await readRows(again))["a_3"]?.data).toEqual(Int32Array.of(3));
});

test("BINARY of datatypes that are read as wider ones is not read, because their bytes are not known", async () => {
  const fields = '<FIELD name="n" datatype="unsignedShort"/>';
  const table = await openTable(votable(fields, "<TD>65535</TD>"));
  expect((await readRows(table))["n"]?.data).toEqual(Int32Array.of(65535));
  const binary = new TextDecoder()
    .decode(votable(fields, ""))
    .replace(/<TABLEDATA>.*<\/TABLEDATA>/s, '<BINARY><STREAM encoding="base64">//8=</STREAM></BINARY>');
  const unread = await openTable(text(binary));
  expect(unread.rows).toBe(0);
  expect(unread.warnings.at(-1)).toBe(
    'Rows are missing: the field `n` has the datatype "unsignedShort", which VOTables do not have',
  );
});

test.each([
  ["", "this is no table: the file is empty"],
  ["<!DOCTYPE html><title>404</title>", "this is no table: the file is a web page"],
  ['{"error": 404}', "this is no table: the file is JSON"],
  [
    "\\name = 'x'\n| ra  |\n 1.5\n",
    "the file is an IPAC table, which is not read: astropy's `ascii.ipac` reads it",
  ],
  [
    "| ra  |\n|double|\n 1.5\n",
    "the file is an IPAC table, which is not read: astropy's `ascii.ipac` reads it",
  ],
  // Longer than what is looked at: the comments, or the lines.
  [`\\fixlen = T\n${"\\ a comment\n".repeat(400)}| ra  |\n`, "the file is an IPAC table"],
  [`| ra |${" ".repeat(1990)}\n| double |${" ".repeat(1990)}\n| deg |${" ".repeat(1990)}\n`, "an IPAC table"],
  [
    "Title: A\nAuthors: B\nTable: C\nByte-by-byte Description of file: d\n",
    "the file is a table of the CDS or of the AAS, which is not read: astropy's `ascii.mrt` reads it",
  ],
  ["\\begin{table}\n", "the file is LaTeX"],
  ["\x89PNG\r\n\x1a\n\0\0", "this is no table: the file is of another format"],
])("what is no table is refused: %j", async (content, message) => {
  await expect(openTable(text(content))).rejects.toMatchObject({
    code: "not-asdf",
    message: expect.stringContaining(message),
  });
});

test("an encrypted Parquet file is refused", async () => {
  await expect(openTable(text("PARE....PARE"))).rejects.toMatchObject({ code: "unsupported-encoding" });
});
