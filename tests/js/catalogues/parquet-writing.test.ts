/** Tables written as Parquet and read again; tests/written/parquet.py has pyarrow and astropy read them. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ArrayData } from "asdf-wasm";
import { type OpenedTable, openTable, writeTable } from "asdf-wasm/catalogues";
import { readRows, type TableSource } from "asdf-wasm/tables";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../data/catalogues/parquet", import.meta.url));

async function again(table: TableSource): Promise<OpenedTable> {
  return openTable(await (await writeTable(table, "parquet")).blob());
}

/** Cells, null where they are masked. */
async function cellsOf(table: TableSource) {
  const cells = ({ data, mask }: ArrayData) =>
    Array.from({ length: data.length }, (_, i) => (mask?.[i] ? null : data[i]));
  return Object.fromEntries(Object.entries(await readRows(table)).map(([name, part]) => [name, cells(part)]));
}

test.each(["types-nulls-none-1", "types-whole", "encoding-plain-1-nulls", "nested-nulls-1", "spread"])(
  "%s has the same cells and types when it is written again",
  async (name) => {
    const before = await openTable(join(folder, `${name}.parquet`));
    const after = await again(before);
    expect(await cellsOf(after)).toEqual(await cellsOf(before));
    // Others become numbers or texts as they are read.
    const kept = /^(u?int|float|bool|date|time|string)/;
    for (const [i, { storedAs = "", datatype }] of before.columns.entries()) {
      expect(after.columns[i]?.datatype).toBe(datatype);
      expect(after.columns[i]?.storedAs).toEqual(kept.test(storedAs) ? storedAs : expect.any(String));
    }
  },
);

test("masks that astropy writes as columns are those of their columns", async () => {
  const table = await openTable(join(folder, "astropy.parquet"));
  expect(table.columns.map(({ name }) => name)).toEqual(["id", "name", "at.ra", "at.dec"]);
  expect(table.columns[2]).toMatchObject({ unit: "deg", ucd: "pos.eq.ra", frame: { system: "icrs" } });
  const cells = { id: [1n, null, 2n ** 63n - 1n], name: [null, "b", ""], "at.ra": [1, 2, 3] };
  expect(await cellsOf(table)).toMatchObject(cells);
  expect(table.columns[0]?.nulls).toBeUndefined();
  const after = await again(table);
  expect(await cellsOf(after)).toMatchObject(cells);
  expect(after.metadata).toMatchObject({ table_meta_yaml: { meta: { title: "masked" } } });
  // And once more, nothing is nested deeper.
  expect(JSON.stringify((await again(after)).metadata)).toBe(JSON.stringify(after.metadata));
});

/** A table of one column of numbers. */
function made(rows: number, names: readonly string[] = ["x"]): TableSource {
  return {
    rows,
    columns: names.map((name) => ({
      ...{ name, datatype: "uint32", isText: false, sortable: true, unit: "m", description: "" },
    })),
    left: ["objects"],
    read: async (columns, { start, stop } = { start: 0, stop: rows }) =>
      columns.map(() => ({
        data: Uint32Array.from({ length: stop - start }, (_, i) => (start + i) * 40503),
        shape: [stop - start],
        stride: [1],
      })),
    bytes: () => 0,
  };
}

test("large tables have several row groups, with statistics of each", async () => {
  const table = await again(made(300_000));
  expect(table.candidates?.([{ column: 0, text: "< 1000" }])).toEqual([{ start: 0, stop: 131_072 }]);
  const { x } = await readRows(table);
  expect(x?.data).toEqual((await readRows(made(300_000)))["x"]?.data);
});

test("tables without rows keep their columns", async () => {
  const table = await again(made(0));
  expect([table.rows, table.columns[0]]).toMatchObject([0, { name: "x", datatype: "uint32", unit: "m" }]);
});

test("what is not written is said, and names that are there twice are refused", async () => {
  expect((await writeTable(made(1), "parquet")).remarks).toEqual([
    "Without objects: not a column that this format holds.",
  ]);
  await expect(writeTable(made(1, ["x", "x"]), "parquet")).rejects.toThrow("Two columns are named `x`");
  const masked = await openTable(new Blob(["t,t.mask\nx,1\n,2\n"]));
  await expect(writeTable(masked, "parquet")).rejects.toThrow("Two columns are named `t.mask`");
});
