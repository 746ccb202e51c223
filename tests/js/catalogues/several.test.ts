/** Several Parquet files as one table, beside pyarrow: see tests/data/catalogues/hive/make.py. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSeveral, openTable, writeTable } from "asdf-wasm/catalogues";
import { arranged, readRows } from "asdf-wasm/tables";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../data/catalogues/hive", import.meta.url));
interface Expected {
  readonly paths: readonly string[];
  readonly types: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, readonly (string | null)[]>>;
}
const expected: Expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
const fileAt = async (path: string) => new Uint8Array(readFileSync(join(folder, "made", path)));

test("rows, types and nulls are pyarrow's, in parts too, and filters leave files out", async () => {
  const table = await openSeveral(expected.paths.toReversed(), fileAt);
  const types = table.columns.map(({ name, datatype }) => [name, datatype.replace("text", "string")]);
  expect(Object.fromEntries(types)).toEqual(expected.types);
  for (const span of [
    { start: 0, stop: table.rows },
    { start: 2, stop: 9 },
  ]) {
    const found = Object.entries(await readRows(table, span)).map(([name, { data, mask }]) => [
      name,
      Array.from({ length: data.length }, (_, i) => (mask?.[i] ? null : String(data[i]))),
    ]);
    const all = Object.entries(expected.rows);
    expect(found).toEqual(all.map(([name, cells]) => [name, cells.slice(span.start, span.stop)]));
  }
  expect(table.candidates?.([{ column: 2, text: "= 10" }])).toEqual([
    { start: 4, stop: 5 },
    { start: 5, stop: 7 },
    { start: 7, stop: 8 },
  ]);
  const some = await arranged(table, { filters: [{ column: "band", text: "a/b" }] });
  expect(some.rows).toBe(expected.rows["band"]?.filter((band) => band === "a/b =").length);
  table.close();
});

test("other columns, a file that is not there, and none at all are refused", async () => {
  const other = readFileSync(join(folder, "../parquet/spread.parquet"));
  const [, first = ""] = expected.paths;
  const differing = openSeveral([first, "z.parquet"], async (path) =>
    path === first ? fileAt(path) : other,
  );
  await expect(differing).rejects.toMatchObject({
    code: "corrupt-data",
    message: "column `name` is text in the first file, and not there in `z.parquet`",
  });
  await expect(openSeveral(["x.parquet"], async () => undefined)).rejects.toThrow("`x.parquet` is not there");
  await expect(openSeveral(["_metadata"], fileAt)).rejects.toThrow("there is no file");
});

/** Parquet files made of texts of ECSV, without the lines that all have. */
async function openedOf(...files: readonly (readonly [columns: readonly string[], rows: string])[]) {
  const made = await Promise.all(
    files.map(async ([columns, rows]) => {
      const names = columns.map((column) => /name: (\w+)/.exec(column)?.[1]).join(" ");
      const header = ["# %ECSV 1.0", "# ---", "# datatype:", ...columns.map((column) => `# - {${column}}`)];
      const text = [...header, names, rows, ""].join("\n");
      return (await writeTable(await openTable(new Blob([text])), "parquet")).blob();
    }),
  );
  const paths = made.map((_, i) => `./${i}.parquet`);
  const table = await openSeveral(paths, async (path) => made[Number(path.slice(2, 3))]);
  return { table, size: made.reduce((sum, { size }) => sum + size, 0) };
}
const A = "name: a, datatype: int32";
const B = "name: b, datatype: int32, unit: m";

test("columns in another order are found by their names, in filters too", async () => {
  const { table, size } = await openedOf([[A, B], "1 9\n2 9"], [[B, A], "9 3\n9 4"]);
  expect([table.rows, table.size]).toEqual([4, size]);
  const some = await arranged(table, { filters: [{ column: "a", text: "< 4" }] });
  const { a, b } = await readRows(some, { columns: ["a", "b"] });
  expect([a?.data, b?.data]).toEqual([Int32Array.of(1, 2, 3), Int32Array.of(9, 9, 9)]);
});

test("a column with nulls in one file has a mask in each part, and no rows are of its type", async () => {
  const { table } = await openedOf([[A], "1\n2"], [[A], '""\n4']);
  const read = async (start: number, stop: number) =>
    (await readRows(table, { columns: ["a"], start, stop }))["a"];
  expect(await read(0, 1)).toMatchObject({ data: Int32Array.of(1), mask: Uint8Array.of(0) });
  expect(await read(2, 2)).toMatchObject({ data: new Int32Array(0) });
  const fits = await openTable(await (await writeTable(table, "fits")).blob());
  expect((await readRows(fits))["a"]?.mask).toEqual(Uint8Array.of(0, 0, 1, 0));
});

test("columns that only a later file has, and other units, are refused", async () => {
  await expect(openedOf([[A], "1"], [[A, B], "1 2"])).rejects.toThrow(
    "column `b` is not there in the first file, and int32 in `./1.parquet`",
  );
  await expect(openedOf([[B], "1"], [[B.replace("unit: m", "unit: km")], "1"])).rejects.toThrow(
    "the unit of column `b` is m in the first file, and km in `./1.parquet`",
  );
});
