/** Tables written in other formats and read again: what each format keeps is what docs/catalogues.md says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArrayValues } from "asdf-wasm";
import { openTable, type WrittenFormat, writeTable } from "asdf-wasm/catalogues";
import type { TableSource } from "asdf-wasm/tables";
import { expect, test } from "vitest";
import { cellsOf, isEqual } from "./cells.ts";

const FORMATS = ["parquet", "ecsv", "votable", "asdf", "fits", "csv"] as const;
const data = join(import.meta.dirname, "data");
const docs = readFileSync(join(import.meta.dirname, "../../../../docs/catalogues.md"), "utf8");

async function back(table: TableSource, format: WrittenFormat) {
  const file = await writeTable(table, format, "sources");
  return { table: await openTable(await file.blob()), remarks: file.remarks };
}

/** A table of three rows, with what formats keep or do not. */
const KINDS: Readonly<Record<string, readonly [datatype: string, data: ArrayValues, mask?: number[]]>> = {
  int64: ["int64", BigInt64Array.of(-(2n ** 63n), 9007199254740993n, 2n ** 63n - 1n)],
  uint64: ["uint64", BigUint64Array.of(0n, 9007199254740993n, 2n ** 64n - 1n)],
  int8: ["int8", Int8Array.of(-128, 0, 127)],
  float32: ["float32", Float32Array.of(0.1, -0, Number.NEGATIVE_INFINITY)],
  complex: ["complex128", Float64Array.of(1, -2, 0, 1e300, -0.5, 0)],
  "masked integers": ["int16", Int16Array.of(0, 1, -32768), [1, 0, 0]],
  "masked truths": ["bool8", Uint8Array.of(1, 0, 1), [0, 1, 0]],
  "masked texts": ["text", ["a", "", "ü ∞"], [0, 1, 0]],
  "empty texts": ["text", ["a", "", "b"], [0, 0, 0]],
  "spaces around texts": ["text", [" a ", "b", "c"]],
  arrays: ["float64", Float64Array.of(1, 2.5, 3, 4, 5, 6), [0, 1, 0, 0, 0, 0]],
  "arrays of texts": ["text", ["a", "b", "c", "d e", "f", "g"]],
  "arrays of complex": ["complex64", Float32Array.from({ length: 12 }, (_, i) => i)],
};

const made: TableSource = {
  rows: 3,
  columns: Object.entries(KINDS).map(([name, [datatype]], i) => ({
    ...{ name: name.replaceAll(" ", "_"), datatype, isText: datatype === "text", sortable: true },
    ...{
      unit: i === 0 ? "Jy" : "",
      description: i === 0 ? 'first & "best"' : "",
      ...(i === 0 && { ucd: "meta.id" }),
    },
  })),
  left: [],
  read: async (columns, { start, stop } = { start: 0, stop: 3 }) =>
    columns.map((column) => {
      const [datatype = "", data = [], mask] = Object.values(KINDS)[column] ?? [];
      const numbers = data.length / 3;
      const each = datatype.startsWith("complex") ? numbers / 2 : numbers;
      return {
        data: data.slice(start * numbers, stop * numbers),
        shape: each > 1 ? [stop - start, each] : [stop - start],
        stride: each > 1 ? [each, 1] : [1],
        ...(mask && { mask: Uint8Array.from(mask.slice(start * each, stop * each)) }),
      };
    }),
  bytes: () => 0,
  metadata: { title: "made", n: 1.5e-7 },
};

/** What becomes of a column. */
async function fate(table: TableSource, index: number): Promise<string> {
  const { name, datatype } = made.columns[index] ?? { name: "", datatype: "" };
  const own = table.columns.findIndex((column) => column.name === name);
  if (own < 0) {
    return "left out";
  }
  const [before, after] = [await cellsOf(made, index), await cellsOf(table, own)];
  const type = table.columns[own]?.datatype ?? "";
  const isSame = before.every((cell, row) => isEqual(after[row], cell, datatype));
  const isType = type === datatype || (datatype === "text" && /^(ucs4|ascii)/.test(type));
  if (isSame) {
    return isType ? "yes" : `as ${type}`;
  }
  const [cell] = after;
  return type === "text" && typeof cell === "string" && (datatype !== "text" || cell.startsWith("["))
    ? "as text"
    : "changed";
}

test("what formats keep is what the documentation says", async () => {
  const kept = await Promise.all(FORMATS.map(async (format) => (await back(made, format)).table));
  const [first] = made.columns;
  const said = ["unit", "description", "ucd"] as const;
  const rows = [
    ...said.map((what) => [
      what === "ucd" ? "UCDs" : `${what}s`,
      ...kept.map(({ columns }) => (columns[0]?.[what] === first?.[what] ? "yes" : "no")),
    ]),
    [
      "metadata",
      ...kept.map(({ metadata }) =>
        JSON.stringify(metadata ?? {}).includes('"title":"made"') ? "yes" : "no",
      ),
    ],
    ...(await Promise.all(
      Object.keys(KINDS).map(async (name, i) => [
        name,
        ...(await Promise.all(kept.map((table) => fate(table, i)))),
      ]),
    )),
  ];
  const lines = [["", ...FORMATS], ["---", ...FORMATS.map(() => "---")], ...rows].map(
    (row) => `| ${row.join(" | ")} |`,
  );
  expect(docs).toContain(lines.join("\n"));
});

test.each(FORMATS)("what %s does not keep is said", async (format) => {
  expect((await back(made, format)).remarks).toMatchSnapshot();
});

test.each([
  ["types-space.ecsv", ["ecsv", "votable", "asdf"]],
  ["masked-space.ecsv", ["ecsv", "votable", "asdf"]],
  ["mixins.ecsv", ["ecsv", "votable", "asdf"]],
  ["types-binary2.xml", ["votable", "asdf"]],
] as const)("%s keeps its cells, units and descriptions in other formats", async (name, formats) => {
  const before = await openTable(readFileSync(join(data, name)));
  for (const format of formats) {
    const { table } = await back(before, format);
    expect(table.rows).toBe(before.rows);
    for (const [i, { name, unit, description, datatype }] of before.columns.entries()) {
      expect(table.columns[i]).toMatchObject({ name, unit, description });
      const cells = await cellsOf(table, i);
      const wrong = (await cellsOf(before, i)).filter(
        (cell, row) => !isEqual(cells[row], cell, datatype) && cell !== "",
      );
      expect(wrong, `${format} ${name}`).toEqual([]);
    }
  }
});

test("a VOTable keeps its systems, parameters and descriptors", async () => {
  const before = await openTable(readFileSync(join(data, "types-tabledata.xml")));
  const { table } = await back(before, "votable");
  const said = (of: TableSource) => Object.entries(of.metadata ?? {}).filter(([name]) => name !== "fields");
  expect(said(table)).toEqual(said(before));
  expect(table.columns).toEqual(before.columns);
  expect(table.tables).toEqual(["sources"]);
});

test.each(FORMATS)("positions that are none in ICRS are said where they are written: %s", async (format) => {
  const [system, cells] = ['<COOSYS ID="old" system="eq_FK4" equinox="B1950"/>', "<TD>1</TD><TD>2</TD>"];
  const field = (name: string, ucd: string) =>
    `<FIELD name="${name}" datatype="double" unit="deg" ref="old" ucd="pos.eq.${ucd}"/>`;
  const table = await openTable(
    new TextEncoder().encode(
      `<VOTABLE><RESOURCE>${system}<TABLE>${field("ra", "ra")}${field("dec", "dec")}<DATA><TABLEDATA><TR>${cells}</TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`,
    ),
  );
  expect((await back(table, format)).remarks).toContain(
    "ra, dec are positions in eq_FK4, not in ICRS: in the file, only metadata say so, where they are kept.",
  );
});
