/** Every cell of the tables in `data` as astropy reads it: see truth.py. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTable } from "asdf-wasm/catalogues";
import { describe, expect, test } from "vitest";
import { type Cell, cellsOf, isEqual } from "./cells.ts";

interface Column {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly values: readonly Cell[];
}

const data = join(import.meta.dirname, "data");
const truth: Readonly<Record<string, readonly Column[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "truth.json"), "utf8"),
);

test.each(Object.entries(truth))(
  "%s has the cells, units and descriptions that astropy reads",
  async (name, expected) => {
    const table = await openTable(readFileSync(join(data, name)));
    expect(table.columns.map(({ name, unit, description }) => ({ name, unit, description }))).toEqual(
      expected.map(({ name, unit, description }) => ({ name, unit, description })),
    );
    for (const [i, { name, values }] of expected.entries()) {
      const cells = await cellsOf(table, i);
      const { datatype = "" } = table.columns[i] ?? {};
      const wrong = values.flatMap((value, row) =>
        isEqual(cells[row], value, datatype) ? [] : [{ row, is: cells[row], should: value }],
      );
      expect(wrong, name).toEqual([]);
    }
    const isOverflow = name.endsWith(".xml");
    expect(table.warnings).toEqual(
      isOverflow ? ["The service that wrote it left out rows (QUERY_STATUS is OVERFLOW)"] : [],
    );
  },
);

test("there are as many cells as said", () => {
  const count = Object.values(truth).flatMap((columns) => columns.flatMap(({ values }) => values)).length;
  expect(count).toBe(2128);
});

describe("ECSV", () => {
  const read = (name: string) => openTable(readFileSync(join(data, name)));

  test("a position, a time and a quantity are columns that say what they are", async () => {
    const { columns, metadata, rows } = await read("mixins.ecsv");
    expect(rows).toBe(7);
    expect(columns.map(({ name, unit, description, ucd }) => [name, unit, description, ucd])).toEqual([
      ["q", "nJy", "", undefined],
      ["mjd", "", "Time, format mjd, scale tai", undefined],
      ["iso", "", "", undefined],
      ["icrs.ra", "deg", "ra of SkyCoord, frame icrs", "pos.eq.ra"],
      ["icrs.dec", "deg", "dec of SkyCoord, frame icrs", "pos.eq.dec"],
      ["gal.l", "deg", "l of SkyCoord, frame galactic", "pos.galactic.lon"],
      ["gal.b", "deg", "b of SkyCoord, frame galactic", "pos.galactic.lat"],
      ["delta", "", "TimeDelta, format sec", undefined],
    ]);
    expect(metadata).toHaveProperty("__serialized_columns__");
  });

  test("a time of two numbers keeps both", async () => {
    const { columns } = await read("mixins-exact.ecsv");
    expect(columns.map(({ name, description }) => [name, description]).slice(1, 3)).toEqual([
      ["mjd.jd1", "jd1 of Time, format mjd, scale tai"],
      ["mjd.jd2", "jd2 of Time, format mjd, scale tai"],
    ]);
  });

  test("cells of objects stay JSON", async () => {
    const table = await read("objects.ecsv");
    expect((await cellsOf(table, 0))[1]).toBe('{"a":1,"b":[1,null]}');
  });
});

describe("VOTable", () => {
  const read = (table?: string | number) =>
    openTable(readFileSync(join(data, "types-binary2.xml")), { table });

  test("a table is chosen by name, ID or number", async () => {
    const first = await read();
    expect([first.tables, first.format]).toEqual([["sources", "other"], "votable"]);
    expect((await read("first")).columns).toEqual(first.columns);
    const other = await read("other");
    expect(await cellsOf(other, 0)).toEqual(["1", "2"]);
    expect((await read(1)).columns).toEqual(other.columns);
    await expect(read("none")).rejects.toMatchObject({ code: "not-found" });
  });

  test("systems, parameters and descriptors are kept", async () => {
    const { metadata, columns } = await read();
    expect(columns.find(({ ucd }) => ucd)).toMatchObject({
      name: "double",
      ucd: "pos.eq.ra;meta.main",
      unit: "deg",
    });
    expect(metadata).toMatchObject({
      COOSYS: [{ ID: "sys", system: "ICRS", epoch: "J2015.5" }],
      TIMESYS: [{ ID: "time", timescale: "TCB", refposition: "BARYCENTER" }],
      PARAM: [{ name: "limit", value: "5" }],
    });
  });

  test("arrays of which writers count different things are refused by name", async () => {
    const table = await openTable(readFileSync(join(data, "rows-tabledata.xml")));
    expect(table.rows).toBe(7);
    await expect(openTable(readFileSync(join(data, "rows-binary2.xml")))).rejects.toMatchObject({
      code: "unsupported-encoding",
      message: expect.stringContaining("`unsignedByte2xv`"),
    });
  });
});

test("the ECSV of the archive of Gaia, whose signs of texts stand alone", async () => {
  const lines = [
    "%ECSV 1.0",
    "---",
    "delimiter: ','",
    "datatype:",
    "-",
    "  name: source_id",
    "  datatype: int64",
    "  description: ",
    "  |",
    "   A unique identifier:",
    "   |",
    "   of the source",
    "  meta:",
    "    ucd: meta.id",
    "meta:",
    "  QUERY: ",
    "  |",
    "   ",
    "                    SELECT",
    "                      source_id",
    "  RELEASE: Gaia DR3",
  ];
  const text = `${lines.map((line) => `# ${line}\n`).join("")}source_id\n6636090334814214528\n`;
  const table = await openTable(new TextEncoder().encode(text));
  expect(table.columns[0]?.description).toBe("A unique identifier:\n|\nof the source\n");
  expect(table.metadata).toEqual({
    QUERY: "\nSELECT\n  source_id\n",
    RELEASE: "Gaia DR3",
  });
  expect(await cellsOf(table, 0)).toEqual(["6636090334814214528"]);
});
