/** Catalogues that hats-import wrote, and folders of Parquet files, as one table: see tests/data/catalogues/hats/make_imported.py. */
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Files } from "@asdf-wasm/catalogues/folders/files";
import { openFolder, openHats, openTable } from "asdf-wasm/catalogues";
import { arranged, readRows } from "asdf-wasm/tables";
import { expect, test } from "vitest";

const data = fileURLToPath(new URL("../../data/catalogues", import.meta.url));
interface Expected {
  readonly rows: number;
  readonly partitions: number;
  readonly cones: readonly {
    readonly cone: readonly [number, number, number];
    readonly ids: readonly number[];
  }[];
}
const expected: Expected = JSON.parse(readFileSync(join(data, "hats/imported.json"), "utf8"));
const KINDS = ["imported", "folders"] as const;

/** A folder whose files are counted, some of them replaced or taken away. */
function folderOf(name: string, changes: Readonly<Record<string, string | Uint8Array | undefined>> = {}) {
  const asked: string[] = [];
  const reader = async (path: string) => {
    asked.push(path);
    const file = join(data, name, path);
    if (Object.hasOwn(changes, path)) {
      const changed = changes[path];
      return typeof changed === "string" ? new Blob([changed]) : changed && new Blob([changed.slice()]);
    }
    return existsSync(file) ? new Blob([readFileSync(file)]) : undefined;
  };
  return { reader, partitions: () => asked.filter((path) => path.includes("Npix=")) };
}

const ids = (data: ArrayLike<unknown> | undefined) =>
  Array.from(data ?? [], (id) => Number(BigInt(String(id)) - 2n ** 60n)).sort((a, b) => a - b);

test.each(KINDS)("cones of the catalogue in %s have lsdb's rows", async (kind) => {
  const { reader } = folderOf(`hats/${kind}`);
  const catalogue = await openHats(reader);
  expect(catalogue.partitions).toHaveLength(expected.partitions);
  for (const { cone, ids: rows } of expected.cones) {
    const [ra, dec, radius] = cone;
    const table = await catalogue.table({ cone: { ra, dec, radius } });
    expect(ids((await readRows(table, { columns: ["id"] }))["id"]?.data)).toEqual(rows);
  }
  catalogue.close();
});

test.each(KINDS)(
  "the catalogue in %s is one table, of which partitions are opened when their rows are read",
  async (kind) => {
    const { reader, partitions } = folderOf(`hats/${kind}`);
    const table = await openFolder(reader);
    expect([table.format, table.rows, table.warnings]).toEqual(["hats", expected.rows, []]);
    expect(table.columns.map(({ name }) => name)).toEqual(["_healpix_29", "id", "ra", "dec", "mag", "name"]);
    expect(table.columns[2]).toMatchObject({ unit: "deg", ucd: "pos.eq.ra;meta.main" });
    expect(table.metadata).toMatchObject({ hats: { hats_nrows: "1200" } });
    expect(partitions()).toEqual([]);
    await readRows(table, { columns: ["id"], start: 0, stop: 10 });
    expect(partitions()).toHaveLength(1);
    const { id, name } = await readRows(table, { columns: ["id", "name"] });
    expect(ids(id?.data)).toEqual(Array.from({ length: expected.rows }, (_, i) => i));
    const [some] = await table.read([1, 5], { start: 100, stop: 400 }, new AbortController().signal);
    expect(some?.data).toEqual(id?.data.slice(100, 400));
    expect(name?.data).toHaveLength(expected.rows);
    const bright = await arranged(table, {
      filters: [{ column: "mag", text: "< 18" }],
      sort: { column: "mag" },
    });
    const { mag } = await readRows(bright, { columns: ["mag"] });
    expect(mag?.data).toEqual(mag?.data.slice().sort());
    expect(table.warnings).toEqual([]);
    table.close();
  },
);

test.each(KINDS)(
  "rows of the partitions in view of the catalogue in %s are spans, and cells of the sky say how many there are",
  async (kind) => {
    const { reader, partitions } = folderOf(`hats/${kind}`);
    const table = await openFolder(reader);
    for (const { cone, ids: rows } of expected.cones) {
      const [ra, dec, radius] = cone;
      const spans = table.sky?.spans({ ra, dec, radius }) ?? [];
      const found = new Set<number>();
      for (const span of spans) {
        const { id } = await readRows(table, { columns: ["id"], ...span });
        for (const one of ids(id?.data)) {
          found.add(one);
        }
      }
      expect(rows.filter((row) => !found.has(row))).toEqual([]);
      const cells = table.sky?.cells({ ra, dec, radius }) ?? [];
      expect(cells.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThanOrEqual(rows.length);
      expect(cells.every(({ corners }) => corners.length === 8)).toBe(true);
    }
    const all = table.sky?.cells({ ra: 0, dec: 0, radius: 180 }) ?? [];
    expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBe(expected.rows);
    expect(new Set(partitions()).size).toBeLessThan(expected.partitions);
  },
);

const PARTITION = "dataset/Norder=4/Dir=0/Npix=1702.parquet";
const read = (path: string) => readFileSync(join(data, "hats/imported", path));

test.each([
  [
    "a partition that is not there",
    { [PARTITION]: undefined },
    [`the partition \`${PARTITION}\` is not there`],
    68,
  ],
  [
    "a partition that was cut",
    { [PARTITION]: read(PARTITION).subarray(0, 900) },
    ["the Parquet file does not end with its footer: it was cut, or its writing was not finished"],
    68,
  ],
  [
    "a partition with other rows and columns",
    { [PARTITION]: readFileSync(join(data, "hats/made/dataset/Norder=2/Dir=0/Npix=1.parquet")) },
    [
      expect.stringMatching(
        /^the partition Norder=4, Npix=1702 has \d+ rows and not \d+, as the catalogue says/,
      ),
      "the partition Norder=4, Npix=1702 has no column `mag` of float64: it is masked there",
    ],
    68,
  ],
  [
    "properties that lie",
    { "hats.properties": "hats_nrows=9\nhats_col_ra=RA\nhats_col_dec=dec\nhats_skymap_order=1" },
    [
      "`hats.properties` says 9 rows, and the partitions have 1200",
      "`hats.properties` says that positions are in `RA`, which is no column",
    ],
    0,
  ],
] as const)("%s is named, and the rest is shown", async (_, changes, warnings, masked) => {
  const { reader } = folderOf("hats/imported", changes);
  const table = await openFolder(reader);
  const { mag, id } = await readRows(table, { columns: ["mag", "id"] });
  expect(table.warnings).toEqual(warnings);
  const count = mag?.mask?.reduce((sum, mark) => sum + mark, 0) ?? 0;
  expect([count > 0, count < 100, mag?.data.length]).toEqual([masked > 0, true, 1200]);
  const known = ids(Array.from<unknown>(id?.data ?? []).filter((_, i) => !mag?.mask?.[i]));
  expect(known).toHaveLength(1200 - count);
});

test("partitions that the list lacks, or has twice, and a list that is not there", async () => {
  const info = read("partition_info.csv").toString();
  const properties = "hats_col_ra=ra\nhats_col_dec=dec";
  const short = await openFolder(
    folderOf("hats/imported", {
      "hats.properties": properties,
      "partition_info.csv": info.replace("4,1702\n", "4,1700\n"),
    }).reader,
  );
  expect(short.warnings).toEqual([
    "`partition_info.csv` does not list `Norder=4/Dir=0/Npix=1702`, which `dataset/_metadata` has: their rows are left out",
  ]);
  expect(short.rows).toBeLessThan(expected.rows);
  const without = await openFolder(folderOf("hats/imported", { "partition_info.csv": undefined }).reader);
  expect(without.rows).toBe(expected.rows);
  // Nothing says how many rows there are: the partitions do.
  const none = folderOf("hats/imported", { "hats.properties": properties, "dataset/_metadata": undefined });
  expect((await openFolder(none.reader)).rows).toBe(expected.rows);
  const lists = folderOf("hats/folders", { "dataset/_metadata": undefined });
  await expect(openFolder(lists.reader)).rejects.toThrow("which files they have");
  const list = async () => (await readdir(join(data, "hats/folders"), { recursive: true })).map(String);
  expect((await openFolder(lists.reader, { list })).rows).toBe(expected.rows);
});

test("cells that are empty are no numbers of rows, and what is no pixel of HEALPix is refused", async () => {
  const [, ...lines] = read("partition_info.csv").toString().trim().split("\n");
  const pixels = lines.map((line) => line.split(",").slice(0, 2).join(","));
  const opened = (...rows: readonly string[]) =>
    openFolder(
      folderOf("hats/imported", { "partition_info.csv": ["Norder,Npix,num_rows", ...rows].join("\n") })
        .reader,
    );
  expect((await opened(...pixels.map((pixel) => `${pixel},`))).rows).toBe(expected.rows);
  for (const line of ["0,12,1", "30,1,1", "1.5,1,1", ",1,1", "0,,1", "29,9007199254740992,1"]) {
    await expect(opened(line)).rejects.toThrow(`a line that is no pixel of HEALPix: ${line}`);
  }
});

test("paths that lead out of the folder are not followed", async () => {
  const { reader } = folderOf("hats", { "collection.properties": "hats_primary_table_url=../hats/imported" });
  await expect(openFolder(reader)).rejects.toMatchObject({
    code: "corrupt-data",
    message: expect.stringContaining("leads out of the folder"),
  });
  const list = async () => ["night=1/a.parquet", "../made/night=1/a.parquet", "..\\a.parquet"];
  const { reader: hive } = folderOf("hive/made");
  await expect(openFolder(hive, { list })).rejects.toThrow(/leads out of the folder|is not there/);
});

test("a call that is stopped does not stop another that waits for the same partition", async () => {
  const { reader } = folderOf("hats/imported");
  const waiting: (() => void)[] = [];
  const files = new Files(async (path) => {
    const file = await reader(path);
    return (
      file && {
        size: file.size,
        read: async (offset: number, length: number) => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
        },
      }
    );
  }, {});
  const stopping = new AbortController();
  const stopped = files.table(PARTITION, stopping.signal);
  const other = files.table(PARTITION, new AbortController().signal);
  await expect.poll(() => waiting.length).toBe(1);
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  const timer = setInterval(() => waiting.shift()?.());
  expect((await other).rows).toBeGreaterThan(0);
  expect(await files.table(PARTITION, undefined)).toBe(await other);
  clearInterval(timer);
});

test("a path or an address of a folder, or of the file that describes it, opens it", async () => {
  const imported = join(data, "hats/imported");
  for (const name of [`${imported}/`, `${imported}/hats.properties`]) {
    const table = await openTable(name);
    expect([table.format, table.rows, table.size]).toEqual(["hats", expected.rows, 238 * 1024]);
    table.close();
  }
  await expect(openTable(`${data}/`)).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringMatching(
      /^nothing says which files are in the folder: there is no `hats.properties`/,
    ),
  });
});

test("a folder by `key=value` opens by its `_metadata` or a list, without files that cannot be read", async () => {
  const hive = JSON.parse(readFileSync(join(data, "hive/expected.json"), "utf8"));
  const list = async () => [...hive.paths, "_SUCCESS", "README.md", "night=1/cut.parquet"];
  const { reader } = folderOf("hive/made", { "night=1/cut.parquet": new Uint8Array(9) });
  const table = await openFolder(reader, { list });
  expect([table.format, table.rows]).toEqual(["parquet", Object.values<string[]>(hive.rows)[0]?.length]);
  expect(table.warnings).toEqual([expect.stringMatching(/^`night=1\/cut\.parquet` is left out: /)]);
  expect(table.columns.map(({ name }) => name)).toEqual(Object.keys(hive.types));
  const named = await openTable(join(data, "hats/imported/dataset/_metadata"));
  expect([named.format, named.rows]).toEqual(["parquet", expected.rows]);
  expect(named.columns.map(({ name }) => name).slice(-2)).toEqual(["Norder", "Dir"]);
});
