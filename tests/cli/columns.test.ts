/** Columns of tables, named behind the table. */
import { writeFileSync } from "node:fs";
import { ndarray, withTag, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { json, run, scratch } from "./run.ts";

const at = scratch();

test("`stats`, `get` and `extract` take one column of a table, of records and of arrays", async () => {
  const records = {
    fields: {
      flux: { data: Float32Array.of(1, 2, Number.NaN, 6), shape: [4], stride: [1] },
      "S/N [1]": { data: Uint8Array.of(4, 5, 6, 7), shape: [4], stride: [1] },
      at: {
        fields: { xy: { data: Int16Array.of(1, 2, 3, 4, 5, 6, 7, 8), shape: [4, 2], stride: [2, 1] } },
        shape: [4],
      },
    },
    shape: [4],
  };
  const column = (name: string, data: Float64Array) => ({ name, unit: "mJy", data: ndarray(data) });
  const table = withTag(
    { columns: [column("ra", Float64Array.of(1, 2)), column("flux", Float64Array.of(3, 5))] },
    "tag:stsci.edu:asdf/core/table-1.0.0",
  );
  const map = { time: ndarray(Float64Array.of(1, 2, 3)), rate: ndarray(Float64Array.of(4, 6, 8)) };
  writeFileSync(
    at("columns.asdf"),
    await write({ records: ndarray(records), in: { table, map } }, { as: "bytes" }),
  );
  const cases = [
    ["records/flux", { dtype: "float32", shape: [4], count: 3, nan: 1, min: 1, max: 6, mean: 3 }],
    ["records[1:3]/flux", { shape: [2], count: 1, mean: 2 }],
    ["records/flux[-1]", { shape: [], count: 1, mean: 6 }],
    ["records/S~1N [1]", { dtype: "uint8", count: 4, mean: 5.5 }],
    ["records/at/xy", { dtype: "int16", shape: [4, 2], count: 8, mean: 4.5, percentiles: { 50: 4.5 } }],
    ["in/table/flux", { unit: "mJy", count: 2, mean: 4 }],
    ["in/table/flux[0]", { unit: "mJy", count: 1, mean: 3 }],
    ["in/map/rate", { count: 3, mean: 6 }],
  ] as const;
  const found = await Promise.all(cases.map(([path]) => json("stats", at("columns.asdf"), path)));
  expect(found).toMatchObject(cases.map(([, expected]) => expected));
  expect(await json("get", at("columns.asdf"), "records/flux")).toEqual([1, 2, "NaN", 6]);
  expect((await run("extract", at("columns.asdf"), "records[::2]/at/xy", "-", "--format", "csv")).out).toBe(
    "1,2\r\n5,6\r\n",
  );
  for (const path of ["in/table", "in/map"]) {
    expect((await run("stats", at("columns.asdf"), path)).err).toContain(
      "is a table: name a column of it, such as",
    );
  }
});
