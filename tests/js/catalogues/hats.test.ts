/** A catalogue in a folder of HATS, beside hats and astropy: see tests/data/catalogues/hats/make.py. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openHats } from "asdf-wasm/catalogues";
import { arranged, readRows } from "asdf-wasm/tables";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../data/catalogues/hats", import.meta.url));
interface Expected {
  readonly rows: number;
  readonly partitions: number;
  readonly cones: readonly {
    readonly cone: readonly [number, number, number];
    readonly partitions: readonly (readonly [order: number, pixel: number])[];
    readonly ids: readonly number[];
  }[];
}
const expected: Expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));

const fileAt = async (path: string) => {
  const file = join(folder, "made", path);
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
};

const ids = (data: ArrayLike<unknown> | undefined) =>
  Array.from(data ?? [], (id) => Number(BigInt(String(id)) - 2n ** 60n)).sort((a, b) => a - b);

test.each(expected.cones)(
  "cone $cone has astropy's rows, of hats' partitions",
  async ({ cone, partitions, ids: rows }) => {
    const asked = new Set<string>();
    const catalogue = await openHats((path) => {
      asked.add(path);
      return fileAt(path);
    });
    const [ra, dec, radius] = cone;
    const table = await catalogue.table({ cone: { ra, dec, radius } });
    const { id, name } = await readRows(table, { columns: ["id", "name"] });
    expect(ids(id?.data)).toEqual(rows);
    expect(name?.data).toHaveLength(rows.length);
    const opened = [...asked].flatMap((path) => {
      const [, order, pixel] = /Norder=(\d+)\/.*Npix=(\d+)/.exec(path) ?? [];
      return order === undefined ? [] : [`${order}/${pixel}`];
    });
    const touched = partitions.map(([order, pixel]) => `${order}/${pixel}`);
    // Both take in pixels that the cone only nearly touches; wide cones open all.
    expect(opened.length - touched.length).toBeLessThan(radius > 60 ? 5 : 2);
    catalogue.close();
  },
);

test("the rows of all partitions are sorted, filtered and read in parts", async () => {
  const catalogue = await openHats(join(folder, "made"));
  expect([catalogue.partitions.length, catalogue.properties["obs_collection"]]).toEqual([
    expected.partitions,
    "made",
  ]);
  const table = await catalogue.table();
  expect(table.rows).toBe(expected.rows);
  const north = await arranged(table, { sort: { column: "id" }, filters: [{ column: "dec", text: "> 60" }] });
  const { id, dec } = await readRows(north, { columns: ["id", "dec"], start: 10, stop: 20 });
  expect(id?.data).toEqual(id?.data.slice().sort());
  expect(Array.from(dec?.data ?? [], Number).every((value) => value > 60)).toBe(true);
});

test("a folder that is none, and a partition that is not there, are named", async () => {
  await expect(openHats(folder)).rejects.toMatchObject({ code: "not-found" });
  const catalogue = await openHats(async (path) => (path.startsWith("dataset") ? undefined : fileAt(path)));
  await expect(catalogue.table()).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringMatching(
      /^the partition `dataset\/Norder=\d\/Dir=0\/Npix=\d+\.parquet` is not there$/,
    ),
  });
});
