/** What a file of delimited values does not say, found and corrected by hand. */
import { gzipSync } from "node:zlib";
import { type CsvOptions, openTable } from "asdf-wasm/catalogues";
import { expect, test } from "vitest";
import { type Cell, cellsOf } from "./cells.ts";

async function read(text: string | Uint8Array<ArrayBuffer>, csv: CsvOptions = {}) {
  const table = await openTable(typeof text === "string" ? new TextEncoder().encode(text) : text, { csv });
  const columns = await Promise.all(
    table.columns.map(
      async ({ name, datatype }, i): Promise<[string, string, Cell[]]> => [
        name,
        datatype,
        await cellsOf(table, i),
      ],
    ),
  );
  return { columns, warnings: table.warnings, metadata: table.metadata };
}

test.each([
  ["commas", "a,b\n1,x\n2,y\n"],
  ["tabs", "a\tb\n1\tx\n2\ty\n"],
  ["semicolons", "a;b\n1;x\n2;y\n"],
  ["bars", "a|b\n1|x\n2|y\n"],
  ["spaces", "a   b\n1   x\n2   y\n"],
  ["CR LF", "a,b\r\n1,x\r\n2,y\r\n"],
  ["CR alone", "a,b\r1,x\r2,y\r"],
  ["no last line break", "a,b\n1,x\n2,y"],
  ["a byte order mark", "\ufeffa,b\n1,x\n2,y\n"],
  ["the line of spreadsheets", "sep=;\na;b\n1;x\n2;y\n"],
  ["comments", "# made by hand\n#\na,b\n1,x\n2,y\n"],
  ["quotes", '"a","b"\n"1","x"\n"2","y"\n'],
])("delimiters and line ends: %s", async (_, text) => {
  const { columns, warnings } = await read(text);
  expect(columns).toEqual([
    ["a", "int64", ["1", "2"]],
    ["b", "text", ["x", "y"]],
  ]);
  expect(warnings).toEqual([]);
});

test.each([
  ["commas", "Line Name,Rest Value\nHI 4-3, 1.8756\nHI 5-3,1.2822\n"],
  ["tabs", "Line Name\tRest Value\nHI 4-3\t1.8756\nHI 5-3\t1.2822\n"],
  ["bars", "Line Name|Rest Value\nHI 4-3|1.8756\nHI 5-3|1.2822\n"],
])("spaces in names and texts are none between cells: %s", async (_, text) => {
  expect((await read(text)).columns).toEqual([
    ["Line Name", "text", ["HI 4-3", "HI 5-3"]],
    ["Rest Value", "float64", ["1.8756", "1.2822"]],
  ]);
});

test("spaces beside decimal commas are between cells", async () => {
  expect((await read("x y\n1,5 2,25\n3,5 4,25\n")).columns).toEqual([
    ["x", "float64", ["1.5", "3.5"]],
    ["y", "float64", ["2.25", "4.25"]],
  ]);
});

test("UTF-16 and gzip", async () => {
  const text = "a,b\n1,x\n2,ö\n";
  const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  expect((await read(wide)).columns).toEqual((await read(text)).columns);
  expect((await read(new Uint8Array(gzipSync(text)))).columns).toEqual((await read(text)).columns);
});

test.each([
  ["integers beyond 2^53", ["9007199254740993", "-1"], "int64"],
  ["unsigned integers", ["18446744073709551615", "1"], "uint64"],
  ["integers of more than 64 bits", ["18446744073709551616", "1"], "text"],
  ["zeros in front", ["007", "12"], "text"],
  ["floats", ["1", "2.5e-3"], "float64"],
  ["NaN and infinities", ["nan", "-inf"], "float64"],
  ["truths", ["true", "False"], "bool8"],
  ["dates", ["2026-01-02", "2026-01-03T00:00:00"], "text"],
  ["numbers and words", ["1", "x"], "text"],
])("datatypes: %s", async (_, cells, datatype) => {
  const { columns } = await read(`a,b\n${cells.map((cell) => `${cell},z`).join("\n")}\n`);
  expect(columns[0]?.[1]).toBe(datatype);
  if (datatype === "text" || datatype.includes("int")) {
    expect(columns[0]?.[2]).toEqual(cells);
  }
});

test("cells without a value are masked, and words for none in columns of numbers", async () => {
  const { columns } = await read("n,t\n1,x\n,\nnull,null\nN/A,y\n");
  expect(columns).toEqual([
    ["n", "int64", ["1", null, null, null]],
    ["t", "text", ["x", null, "null", "y"]],
  ]);
});

test("decimal commas", async () => {
  const { columns } = await read("a;b\n1,5;x\n-2,25;y\n");
  expect(columns[0]).toEqual(["a", "float64", ["1.5", "-2.25"]]);
  expect((await read("a;b\n1,5;x\n", { decimal: "." })).columns[0]).toEqual(["a", "text", ["1,5"]]);
});

test("quotes hold delimiters, quotes and line breaks", async () => {
  const { columns } = await read('a,b\n"x, ""y""\nz",1\n"5"" tube",2\n5" tube,3\n');
  expect(columns[0]?.[2]).toEqual(['x, "y"\nz', '5" tube', '5" tube']);
});

test("a table without names, and with some of them", async () => {
  expect((await read("1,2\n3,4\n")).columns.map(([name]) => name)).toEqual(["col1", "col2"]);
  expect((await read(",b\n0,4\n")).columns.map(([name]) => name)).toEqual(["col1", "b"]);
  expect((await read("a,b\nc,d\n", { header: false })).columns[0]?.[2]).toEqual(["a", "c"]);
  const twice = await read("a,a\n1,2\n");
  expect(twice.columns.map(([name]) => name)).toEqual(["a", "a_2"]);
  expect(twice.warnings).toHaveLength(1);
});

test("names that are numbers, beside a word above numbers, as astropy and pandas have them", async () => {
  const { columns, warnings } = await read("id,2019,2020\n1,5,6\n2,7,8\n");
  expect(columns.map(([name, , cells]) => [name, cells])).toEqual([
    ["id", ["1", "2"]],
    ["2019", ["5", "7"]],
    ["2020", ["6", "8"]],
  ]);
  expect(warnings).toEqual([
    "names that are numbers, as the first line is taken as one of names and not as a row: 2019, 2020",
  ]);
  const names = async (text: string) => (await read(text)).columns.map(([name]) => name);
  expect(await names("M31,10.68\nM33,23.46\n")).toEqual(["col1", "col2"]);
  expect(await names("...,1\n2,3\n")).toEqual(["col1", "col2"]);
  expect(await names("bad,0,0\n1,2,3\n2,3,4\n")).toEqual(["col1", "col2", "col3"]);
});

test("ECSV 0.9 is read as 1.0, as astropy does", async () => {
  const header = [
    "%ECSV 0.9",
    "---",
    "datatype:",
    "- {name: flux, unit: Jy, datatype: float32}",
    "schema: astropy-2.0",
  ];
  const { columns } = await read(`${header.map((line) => `# ${line}\n`).join("")}flux\n1.5\n""\n`);
  expect(columns.map(([name, , cells]) => [name, cells])).toEqual([["flux", ["1.5", null]]]);
});

test("ragged lines are named", async () => {
  const { columns, warnings } = await read("a,b,c\n1,2,3\n4,5\n6,7,8,9\n");
  expect(columns.map(([, , cells]) => cells)).toEqual([
    ["1", "4", "6"],
    ["2", "5", "7"],
    ["3", null, "8"],
  ]);
  expect(warnings).toEqual([
    "lines with fewer cells than the 3 columns, whose missing ones are masked: line 3 has 2",
    "lines with more cells than the 3 columns, whose others are left out: line 4 has 4",
  ]);
});

test("types, delimiters and quotes by hand", async () => {
  const { columns, warnings } = await read("a'b'\n1'x'\n", { delimiter: "'", quote: "|" });
  expect(columns.map(([name]) => name)).toEqual(["a", "b", "col3"]);
  expect(warnings).toEqual([]);
  const typed = await read("a,b\n1,x\n2,7\n", { types: { a: "float32", b: "int16" } });
  expect(typed.columns).toEqual([
    ["a", "float32", ["1", "2"]],
    ["b", "int16", [null, "7"]],
  ]);
  expect(typed.warnings).toEqual(["cells that are no int16, which are masked: row 0 of `b`"]);
  await expect(read("a\n1\n", { types: { c: "int16" } })).rejects.toThrow(
    "column `c` cannot be of type int16",
  );
});
