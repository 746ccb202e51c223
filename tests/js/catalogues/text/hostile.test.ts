/** Files that are cut, or not what they say: what is readable is shown, what is wrong is named, and nothing takes long. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { AsdfError } from "asdf-wasm";
import { openTable } from "asdf-wasm/catalogues";
import { expect, test } from "vitest";
import { cellsOf } from "./cells.ts";

const data = join(import.meta.dirname, "data");
const text = (content: string) => new TextEncoder().encode(content);
const votable = (fields: string, rows: string, before = "") =>
  text(
    `<?xml version="1.0"?>${before}<VOTABLE version="1.4"><RESOURCE><TABLE name="t">${fields}<DATA>${rows}</DATA></TABLE></RESOURCE></VOTABLE>`,
  );
const NUMBERS = '<FIELD name="n" datatype="int"/><FIELD name="x" datatype="float"/>';
const cells = (...rows: string[]) =>
  `<TABLEDATA>${rows.map((row) => `<TR>${row}</TR>`).join("")}</TABLEDATA>`;
const ecsv = (header: string, ...lines: string[]) =>
  text(`# %ECSV 1.0\n# ---\n${header.replace(/^/gm, "# ")}\n${lines.join("\n")}\n`);

test("every file may end anywhere, or have a wrong byte", async () => {
  let opened = 0;
  for (const name of readdirSync(data)) {
    const bytes = readFileSync(join(data, name));
    for (let i = 0; i < 12; i += 1) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * i) / 12));
      const changed = Uint8Array.from(bytes);
      changed[(i * 7919) % bytes.length] = (i * 37) % 256;
      for (const broken of [cut, changed]) {
        try {
          const table = await openTable(broken);
          await table.read([...table.columns.keys()], undefined, new AbortController().signal);
          opened += 1;
        } catch (cause) {
          expect(cause).toBeInstanceOf(AsdfError);
        }
      }
    }
  }
  expect(opened).toBeGreaterThan(100);
});

test("the rows before the end of a cut VOTable are there", async () => {
  const whole = readFileSync(join(data, "types-tabledata.xml"), "utf8");
  const table = await openTable(
    text(whole.slice(0, whole.lastIndexOf("<TR>", whole.indexOf("</TABLE>")) + 200)),
  );
  expect(table.rows).toBe(6);
  expect(table.warnings.at(-1)).toContain("Rows are missing: the XML is not well-formed in or behind row 7");
  const binary = readFileSync(join(data, "types-binary2.xml"), "utf8");
  const cut = await openTable(text(binary.slice(0, binary.indexOf("</STREAM>") - 100)));
  expect([cut.rows, cut.warnings.length]).toEqual([6, 2]);
});

test("entities are refused, whatever they would be", async () => {
  const bomb = '<!DOCTYPE VOTABLE [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  await expect(openTable(votable(NUMBERS, cells("<TD>&b;</TD>"), bomb))).rejects.toMatchObject({
    code: expect.stringMatching(/unsupported-encoding|corrupt-data/),
  });
  const unknown = await openTable(votable(NUMBERS, cells("<TD>1</TD><TD>2</TD>", "<TD>&nbsp;</TD>")));
  expect([unknown.rows, unknown.warnings[0]]).toEqual([1, expect.stringContaining("undefined entity")]);
});

test("rows with other numbers of cells, and cells of other types, are named", async () => {
  const rows = cells(
    "<TD>1</TD><TD>2</TD>",
    "<TD>3</TD>",
    "<TD>x</TD><TD>4</TD><TD>5</TD>",
    "<TD>3000000000</TD><TD/>",
  );
  const table = await openTable(votable(NUMBERS, rows));
  expect(await cellsOf(table, 0)).toEqual(["1", "3", null, null]);
  expect(await cellsOf(table, 1)).toEqual(["2", null, "4", null]);
  expect(table.warnings).toEqual([
    "rows with fewer cells than the 2 fields, the others are masked: row 2 (1)",
    "cells that are no int, which are masked: row 3 of `n`, row 4 of `n`",
    "rows with more cells than the 2 fields, which are left out: row 3 (3)",
  ]);
});

test("what fields cannot be is an error", async () => {
  for (const [field, message] of [
    ['datatype="int" arraysize="-3"', 'the field `a` has the array size "-3"'],
    ['datatype="int" arraysize="99999x99999"', 'the field `a` has the array size "99999x99999"'],
  ]) {
    await expect(openTable(votable(`<FIELD name="a" ${field}/>`, cells("<TD>1</TD>")))).rejects.toThrow(
      message,
    );
  }
  const binary = '<BINARY><STREAM encoding="base64">AAAA</STREAM></BINARY>';
  const { rows, warnings } = await openTable(votable('<FIELD name="a" datatype="quad"/>', binary));
  expect(rows).toBe(0);
  expect(warnings.join()).toContain('the field `a` has the datatype "quad", which VOTables do not have');
});

test("streams of other files are refused by their names, gzip is unpacked, and long cells are not read", async () => {
  const stream = (attributes: string, bytes: Uint8Array) =>
    votable(
      NUMBERS,
      `<BINARY><STREAM ${attributes}>${Buffer.from(bytes).toString("base64")}</STREAM></BINARY>`,
    );
  await expect(openTable(stream('href="https://example.org/rows.bin"', new Uint8Array()))).rejects.toThrow(
    "the rows of the VOTable are in another file, https://example.org/rows.bin",
  );
  const row = Uint8Array.of(0, 0, 0, 7, 0x3f, 0x80, 0, 0);
  for (const bytes of [row, gzipSync(row)]) {
    const table = await openTable(stream('encoding="base64"', bytes));
    expect([await cellsOf(table, 0), await cellsOf(table, 1), table.warnings]).toEqual([["7"], ["1"], []]);
  }
  const long = votable(
    '<FIELD name="a" datatype="double" arraysize="*"/>',
    `<BINARY><STREAM encoding="base64">${Buffer.of(0x7f, 0xff, 0xff, 0xff).toString("base64")}</STREAM></BINARY>`,
  );
  expect((await openTable(long)).warnings).toEqual([expect.stringContaining("a cell of `a` would have")]);
});

test("a service that failed is quoted", async () => {
  const failed = text(
    '<VOTABLE><RESOURCE type="results"><INFO name="QUERY_STATUS" value="ERROR">no such table: foo</INFO></RESOURCE></VOTABLE>',
  );
  await expect(openTable(failed)).rejects.toThrow("no such table: foo");
});

test("an ECSV header that lies is named", async () => {
  const ints = "datatype: [{name: a, datatype: int16}, {name: b, datatype: string, subtype: 'int8[2]'}]";
  const table = await openTable(ecsv(ints, "a b", "1 [1,2]", "70000 [1,2,3]", "x [1", "4"));
  expect(await cellsOf(table, 0)).toEqual(["1", null, null, "4"]);
  expect(await cellsOf(table, 1)).toEqual([
    ["1", "2"],
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect(table.warnings).toEqual([
    "cells that are not what the header says, which are masked: line 6 of `a` (int16), line 6 of `b` (int8[2]), line 7 of `a` (int16), line 7 of `b` (int8[2])",
    "lines with fewer cells than the 2 columns, the others are masked: line 8 (1)",
  ]);
  for (const [header, line, message] of [
    [ints, "a c", "column 2 is `b` in the header, and `c` in line 4 with the names"],
    [ints, "a", "column 2 is `b` in the header, and none in line 4 with the names"],
    [
      "datatype: [{name: a, datatype: int99}]",
      "a",
      'column `a` has the datatype "int99", which ECSV does not have',
    ],
    ["datatype: [{datatype: int8}]", "a", "the header says no name or no datatype for column 1"],
    ["delimiter: ;\ndatatype: [{name: a, datatype: int8}]", "a", 'the header says the delimiter ";"'],
    ["meta: {}", "a", "the header has no list `datatype` of the columns"],
    ["datatype: [}", "a", "the header is no YAML"],
  ] as const) {
    await expect(openTable(ecsv(header, line, "1"))).rejects.toThrow(message);
  }
});

test("a quote that is never closed ends the table, and does not take the rest of the file long", async () => {
  const start = performance.now();
  const table = await openTable(text(`a,b\n1,2\n"${"x,y\n".repeat(3_000_000)}`));
  expect([table.rows, table.warnings[0]]).toEqual([1, expect.stringContaining("line 3")]);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test("reading can be stopped", async () => {
  const controller = new AbortController();
  const long = text(`a,b\n${"1,2\n".repeat(5_000_000)}`);
  const opening = openTable(long, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(opening).rejects.toMatchObject({ name: "AbortError" });
});
