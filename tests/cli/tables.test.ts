/** Tables of other formats: their columns, rows and statistics, and conversions between formats. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../scripts/test/tree-file.mjs";
import { json, root, run, scratch } from "./run.ts";

const data = join(root, "tests/js/catalogues/text/data");
const path = scratch();

test("a table has its columns and first rows", async () => {
  const { out, code } = await run("table", join(data, "mixins.ecsv"), "--head", "2");
  expect(code).toBe(0);
  expect(out).toContain("ecsv, 7 rows, 8 columns");
  expect(out).toMatch(/icrs\.ra +float64 +deg +pos\.eq\.ra +ra of SkyCoord, frame icrs/);
  expect(out).toContain("… 5 rows more");
});

test("columns that no array holds are named", async () => {
  const column = "!core/ndarray-1.1.0 {data: [1, 2], datatype: int32, shape: [2]}";
  const delta = "!<tag:astropy.org:astropy/time/timedelta-1.2.0> {format: jd, jd1: 1.0, jd2: 0.0}";
  const tree = `t: !table/table-1.2.0 {colnames: [n, td], columns: [${column}, ${delta}]}`;
  writeFileSync(path("left.asdf"), treeFile(tree));
  expect((await run("table", path("left.asdf"))).out).toContain("Without td, which no array holds.");
  expect(await json("table", path("left.asdf"))).toMatchObject({ columns: [{ name: "n" }], left: ["td"] });
});

test("rows, columns and an order are chosen, and statistics are of these", async () => {
  const found = await json(
    ...["table", join(data, "types-space.ecsv"), "--where", "int64 > 2", "--where", "uint8<255"],
    ...["--sort", "-int64", "--columns", "int64,text", "--stats"],
  );
  expect(found).toMatchObject({ format: "ecsv", rows: 7, matching: 2 });
  expect(found.head).toEqual([
    { int64: "9007199254740993", text: "spaces" },
    { int64: 3, text: null },
  ]);
  expect(found.stats[0]).toMatchObject({ name: "int64", count: 2, min: "3", max: "9007199254740993" });
});

test("a catalogue of HATS, and a folder by `key=value`, are tables", async () => {
  const catalogues = join(root, "tests/data/catalogues");
  const hats = await json("table", join(catalogues, "hats/imported"), "--head", "1", "--where", "mag < 15");
  expect(hats).toMatchObject({ format: "hats", rows: 1200, warnings: [] });
  expect(hats.matching).toBeGreaterThan(1);
  const cut = await run("table", `${join(catalogues, "hats/folders")}/`, "--stats");
  expect([cut.code, cut.out]).toEqual([0, expect.stringContaining("hats, 1200 rows, 6 columns")]);
  const hive = await json("table", join(catalogues, "hive/made"), "--columns", "night,band");
  expect(hive).toMatchObject({ format: "parquet", columns: [{ name: "night" }, { name: "band" }] });
  const none = await run("table", `${data}/`);
  expect([none.code, none.err]).toEqual([3, expect.stringContaining("there is no file of which a table")]);
});

test("what is no column or comparison is said", async () => {
  const file = join(data, "types.csv");
  const none = await run("table", file, "--columns", "flux");
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("there is no column `flux`")]);
  const vague = await run("table", file, "--where", "bright");
  expect([vague.code, vague.err]).toEqual([2, expect.stringContaining("has no comparison")]);
  const text = await run("table", file, "--where", "flux > 1");
  expect([text.code, text.err]).toEqual([2, expect.stringContaining("there is no column `flux`")]);
});

test("CSV is corrected by hand, and what is wrong in it is told", async () => {
  writeFileSync(path("a.csv"), "1,5;2\n3,5;4\n5,5;6\n7,5;8\n9,5\n");
  const found = await json("table", path("a.csv"));
  expect(found.columns.map(({ datatype }: { datatype: string }) => datatype)).toEqual(["float64", "int64"]);
  expect(found.warnings).toEqual([expect.stringContaining("line 5 has 1")]);
  const other = await json("table", path("a.csv"), "--delimiter", "|", "--no-header");
  expect(other.columns).toHaveLength(1);
});

test("tables are converted by the extension of the output", async () => {
  const [votable = "", asdf = "", parquet = "", ecsv = "", fits = ""] = [
    "a.vot",
    "a.asdf",
    "a.parquet",
    "a.ecsv",
    "a.fits",
  ].map(path);
  const first = await run("convert", join(data, "masked-space.ecsv"), votable);
  expect([first.code, first.err]).toEqual([0, expect.stringContaining("uint64 become text")]);
  expect((await run("convert", votable, asdf)).code).toBe(0);
  expect((await run("convert", asdf, ecsv)).code).toBe(0);
  const columnar = await run("convert", ecsv, parquet);
  expect([columnar.code, columnar.err]).toEqual([
    0,
    expect.stringContaining("Without complex64, complex128"),
  ]);
  expect((await json("table", parquet)).rows).toBe(7);
  expect((await run("convert", ecsv, fits)).code).toBe(0);
  const [before, after] = [await json("table", join(data, "masked-space.ecsv")), await json("table", ecsv)];
  for (const name of ["int64", "float64", "bool", "complex128"]) {
    const of = (rows: Record<string, unknown>[]) => rows.map((row) => row[name]);
    expect(of(after.head), name).toEqual(of(before.head));
  }
  expect((await run("convert", ecsv, fits)).err).toContain("exists: --force replaces it");
});

describe("two tables as one", () => {
  beforeAll(() => {
    writeFileSync(path("one.csv"), "id,ra,dec\n9007199254740993,10,20\n2,359.9999,0\n3,50,-90\n");
    writeFileSync(path("other.csv"), "id,l,b\n9007199254740992,1,2\n9007199254740993,5,6\n");
    writeFileSync(path("near.csv"), "ra,dec\n10,20.0002\n10,20.0001\n0.0001,0\n");
  });

  test("rows that are near each other, the nearest or all", async () => {
    const nearest = path("nearest.ecsv");
    const { code, err } = await run(
      "match",
      path("one.csv"),
      path("near.csv"),
      "--radius",
      "800mas",
      "-o",
      nearest,
    );
    expect([code, err]).toEqual([0, expect.stringContaining("2 of 3 and 3 rows")]);
    const { head, columns } = await json("table", nearest);
    expect(head.map(({ dec_2 }: { dec_2: number }) => dec_2)).toEqual([20.0001, 0]);
    expect(head[0].separation).toBeCloseTo(0.36);
    expect(columns.at(-1)).toMatchObject({ name: "separation", unit: "arcsec" });
    const all = await json(
      ...["match", path("one.csv"), path("near.csv"), "--radius", "0.1arcmin", "--all", "--join", "left"],
      ...["-o", path("all.fits")],
    );
    expect(all).toMatchObject({ rows: 4, written: [path("all.fits")] });
  });

  test("rows with the same key, by identifiers beyond 2^53", async () => {
    const args = ["match", path("one.csv"), path("other.csv"), "--key", "id"];
    await run(...args, "-o", path("key.ecsv"));
    expect((await json("table", path("key.ecsv"))).head).toEqual([
      { id_1: "9007199254740993", ra: 10, dec: 20, id_2: "9007199254740993", l: 5, b: 6 },
    ]);
    expect((await run(...args, "-o", path("key.ecsv"))).code).toBe(3);
    await run(...args, "--join", "anti", "--force", "-o", path("key.ecsv"));
    expect((await json("table", path("key.ecsv"))).head.map(({ id }: { id: number }) => id)).toEqual([2, 3]);
  });

  test("positions of another system, and nothing that is near", async () => {
    const { code, err } = await run(
      ...["match", path("one.csv"), path("other.csv"), "--radius", "1", "-o", path("none.csv")],
      ...["--positions", "ra,dec=l,b,galactic"],
    );
    expect([code, err]).toEqual([1, expect.stringContaining("0 of 3 and 2 rows")]);
  });

  test.each([
    [[], /--radius, by --sigmas/],
    [["--radius", "1parsec"], /It is an angle such as/],
    [["--key", "id=name"], /there is no column `name`/],
    [["--key", "a=b=c"], /is not what the columns of both tables are/],
    [["--radius", "1", "--positions", "ra=l"], /is not a longitude and a latitude/],
    [["--radius", "1", "--positions", "ra,dec=l,b,flat"], /positions of flat cannot be converted/],
    [["--sigmas", "3"], /given together/],
  ])("what is wrong with %j is said", async (args, message) => {
    const { code, err } = await run(
      "match",
      path("one.csv"),
      path("other.csv"),
      ...args,
      "-o",
      path("no.csv"),
    );
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

test("a file that is no table is said to be none", async () => {
  writeFileSync(path("page.csv"), "<!DOCTYPE html><title>404</title>");
  const { code, err } = await run("table", path("page.csv"));
  expect([code, err]).toEqual([3, expect.stringContaining("this is no table: the file is a web page")]);
});
