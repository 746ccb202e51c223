/** Several Parquet files as one table, beside pyarrow: see tests/data/catalogues/hive/make.py. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSeveral } from "asdf-wasm/catalogues";
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
