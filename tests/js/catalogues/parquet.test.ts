/** Every cell of Parquet files beside pyarrow; see tests/data/catalogues/parquet/make.py. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ArrayData } from "asdf-wasm";
import { type OpenedTable, openTable } from "asdf-wasm/catalogues";
import { exportTable } from "asdf-wasm/export";
import { arranged, readRows } from "asdf-wasm/tables";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../data/catalogues/parquet", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".parquet"));

type Cell = number | string | null;
interface Expected {
  readonly tables: readonly Readonly<Record<string, readonly Cell[]>>[];
  readonly files: Readonly<Record<string, number>>;
}
const expected: Expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));

/** A cell as expected.json has it. */
function cell({ data, mask }: ArrayData, row: number): Cell {
  const value = data[row];
  if (mask?.[row]) {
    return null;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  const isInteger =
    typeof value === "bigint" || (typeof value === "number" && /^[BU]?\w*[Ii]nt/.test(data.constructor.name));
  return isInteger ? String(value) : (value ?? null);
}

async function cells(table: OpenedTable, start = 0, stop = table.rows): Promise<Record<string, Cell[]>> {
  const parts = await readRows(table, { start, stop });
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      Array.from({ length: stop - start }, (_, row) =>
        table.columns.find((column) => column.name === name)?.datatype === "bool8" && !part.mask?.[row]
          ? Number(part.data[row])
          : cell(part, row),
      ),
    ]),
  );
}

test.each(Object.entries(expected.files))("every cell of %s is pyarrow's", async (name, index) => {
  const table = await openTable(join(folder, `${name}.parquet`));
  const all = expected.tables[index] ?? {};
  expect(table.left).toEqual([]);
  expect(table.warnings).toEqual([]);
  expect(await cells(table)).toEqual(all);
  // A span that begins and ends inside of row groups.
  const span = Object.fromEntries(
    Object.entries(all).map(([column, values]) => [column, values.slice(3, 10)]),
  );
  expect(await cells(table, 3, 10)).toEqual(span);
  for (const { name: column, nulls } of table.columns) {
    expect(nulls ?? 0, column).toBe(
      nulls === undefined ? 0 : all[column]?.filter((value) => value === null).length,
    );
  }
  table.close();
});

test("integers above 2⁵³ are exact in filters, orders and CSV", async () => {
  const table = await openTable(join(folder, "spread.parquet"));
  const first = 2n ** 60n;
  const filters = [
    { column: "id", text: `> ${first + 1n}` },
    { column: "id", text: `<= ${first + 3n}` },
  ];
  const some = await arranged(table, { filters, sort: { column: "id", descending: true } });
  const { id } = await readRows(some, { columns: ["id"] });
  expect(id?.data).toEqual(BigInt64Array.of(first + 3n, first + 2n));
  const lines = (await (await (await exportTable(some, "csv")).blob()).text()).split("\r\n");
  expect(lines.slice(1, 3).map((line) => line.split(",")[0])).toEqual([`${first + 3n}`, `${first + 2n}`]);
});

test("rows that were arranged are filtered again", async () => {
  const table = await openTable(join(folder, "spread.parquet"));
  const { id } = await readRows(table, { columns: ["id"] });
  const last = BigInt(id?.data.at(-1) ?? 0);
  const reversed = await arranged(table, { sort: { column: "id", descending: true } });
  const again = await arranged(reversed, { filters: [{ column: "id", text: `>= ${last - 1n}` }] });
  expect((await readRows(again, { columns: ["id"] }))["id"]?.data).toEqual(BigInt64Array.of(last, last - 1n));
});

test("every file is expected", () => {
  expect(names.map((name) => name.replace(".parquet", ""))).toEqual(
    expect.arrayContaining(Object.keys(expected.files)),
  );
  const count = Object.values(expected.files).reduce(
    (sum, index) => sum + Object.values(expected.tables[index] ?? {}).flat().length,
    0,
  );
  expect(count).toBeGreaterThan(40_000);
});
