/** Tables made for writing, maps of equal columns as tables, and single columns. */
import { ndarray, newTable, open, slice, type TreeMap, toTable, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../../support/build.ts";
import { failure } from "../../support/values.ts";

test("a new table is one of astropy's, with units, texts and masks", async () => {
  const table = newTable(
    {
      ra: [10.5, 11, 12],
      flux: new Float32Array([1, 2, 3]),
      name: ["a", "bc", "ö"],
      count: ndarray([1, 2, 3], { dtype: "int16", mask: [false, true, false] }),
      position: ndarray([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    },
    { units: { ra: "deg", flux: "Jy" }, descriptions: { ra: "right ascension" }, meta: { source: "here" } },
  );
  const file = await open(await write({ table }, { as: "bytes" }));
  expect(file.tag("table")).toBe("tag:astropy.org:astropy/table/table-1.1.0");
  const read = toTable(file.get("table"));
  expect(read.columns.map(({ name, unit, description }) => [name, unit, description])).toEqual([
    ["ra", "deg", "right ascension"],
    ["flux", "Jy", undefined],
    ["name", undefined, undefined],
    ["count", undefined, undefined],
    ["position", undefined, undefined],
  ]);
  expect(read.meta).toMatchObject({ source: "here" });
  expect((await read.column("ra", "float64")).data).toEqual(Float64Array.of(10.5, 11, 12));
  expect((await read.column("flux", "float32", slice(1, 3))).data).toEqual(Float32Array.of(2, 3));
  expect((await read.column("count", "int16")).mask).toEqual(Uint8Array.of(0, 1, 0));
  expect((await read.column("name")).data).toEqual(["a", "bc", "ö"]);
  expect((await read.column("position")).shape).toEqual([3, 2]);
  expect((await failure(() => read.column("ra", "float32"))).code).toBe("bad-array");
  expect((await failure(() => read.column("rra"))).message).toContain("`ra`?");
  // A table of an opened file and a new one are edited alike.
  const edited = await file.edit((tree: TreeMap) => {
    tree["more"] = newTable({ x: [1], y: [2] }) as TreeMap;
  });
  expect(toTable((await open(edited)).get("more")).length).toBe(1);
});

test("columns of one length, and options of columns that exist", () => {
  expect(() => newTable({ a: [1, 2], b: new Float32Array(3) })).toThrow("`a` has 2 rows, and `b` 3");
  expect(() => newTable({ ra: [1] }, { units: { ar: "deg" } })).toThrow("did you mean `ra`?");
  expect(() => newTable([1] as never)).toThrow("`columns` is a list");
  expect(() => newTable({ a: [1] }, { unit: {} } as never)).toThrow("`units`?");
});

test("a map of arrays of one length is a table; other maps are none", async () => {
  const unit = "!unit/unit-1.0.0";
  const columns = `{ra: !unit/quantity-1.1.0 {value: ${arrayText(0, "float64", [2])}, unit: ${unit} deg}, flux: ${arrayText(1, "float32", [2])}}`;
  const blocks = [{ content: Float64Array.of(1, 2) }, { content: Float32Array.of(3, 4) }];
  const file = await open(build(`cat: ${columns}\nother: {a: 1, b: [1, 2]}`, blocks));
  const table = toTable(file.get("cat"));
  expect(table.columns.map(({ name, dtype, unit: its }) => [name, dtype, its])).toEqual([
    ["ra", "float64", "deg"],
    ["flux", "float32", undefined],
  ]);
  expect((await table.column("ra", "float64")).data).toEqual(Float64Array.of(1, 2));
  const rows: unknown[] = [];
  for await (const row of table.records()) {
    rows.push({ ...row });
  }
  expect(rows).toEqual([
    { ra: 1, flux: 3 },
    { ra: 2, flux: 4 },
  ]);
  expect(() => toTable(file.get("other"))).toThrow("this is no table");
});
