/** Times, quantities and tables of files. */
import { readFileSync } from "node:fs";
import { open, slice, type Table, type TreeMap, toDate, toQuantity, toTable, toUnit } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { failure } from "../../support/values.ts";

const fileOf = (tree: string) => open(build(tree));

test.each([
  ["!time/time-1.1.0 2024-02-29T12:34:56.789", "2024-02-29T12:34:56.789Z"],
  ["2024-02-29T12:34:56+05:30", "2024-02-29T07:04:56.000Z"],
  ["2001-12-14 21:59:43.10 -5", "2001-12-15T02:59:43.100Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["!time/time-1.1.0 '2016:366:23:59:60.5'", "2017-01-01T00:00:00.500Z"],
  ["'0099-01-01T00:00:00'", "0099-01-01T00:00:00.000Z"],
  ["!time/time-1.1.0 {value: '2017-01-01T00:00:37', scale: tai}", "2017-01-01T00:00:00.000Z"],
  ["!time/time-1.1.0 {value: '2017-01-01T00:00:36.25', scale: tai}", "2017-01-01T00:00:00.250Z"],
  ["!time/time-1.1.0 {value: '2017-01-01T00:00:35', scale: tai}", "2016-12-31T23:59:59.000Z"],
  ["!time/time-1.1.0 {value: '2000-01-01T12:00:00', scale: tt}", "2000-01-01T11:58:55.816Z"],
  ["!time/time-1.1.0 {value: '2000-01-01T12:00:00', scale: TDB}", "2000-01-01T11:58:55.816Z"],
  ["!time/time-1.1.0 {value: 51544.5, format: mjd, scale: utc}", "2000-01-01T12:00:00.000Z"],
  ["!time/time-1.1.0 {value: 2451545.0, base_format: jd}", "2000-01-01T12:00:00.000Z"],
  ["!time/time-1.1.0 J2000.0", "2000-01-01T11:58:55.816Z"],
  ["!time/time-1.1.0 {value: 1950.0, format: byear, scale: utc}", "1949-12-31T22:09:46.862Z"],
  ["!time/time-1.1.0 {value: 2020.5, format: decimalyear}", "2020-07-02T00:00:00.000Z"],
  ["!time/time-1.1.0 {value: 2016.5, format: decimalyear}", "2016-07-02T00:00:00.500Z"],
  ["!time/time-1.1.0 {value: 1167264018, format: gps}", "2017-01-01T00:00:00.000Z"],
  ["!time/time-1.1.0 {value: 86400, format: unix, scale: tai}", "1970-01-02T00:00:00.000Z"],
  ["!time/time-1.1.0 {value: 0.0, format: cxcsec}", "1997-12-31T23:58:56.816Z"],
])("%s is a Date", async (text, expected) => {
  using file = await fileOf(`time: ${text}`);
  expect(toDate(file.get("time")).toISOString()).toBe(expected);
});

test.each([
  ["{value: '2020-01-01', scale: ut1}", "its scale `ut1` cannot be converted to UTC"],
  ["{value: '1971-01-01', scale: tai}", "before 1972, TAI and UTC did not differ by whole seconds"],
  ["{value: 5}", "it is a number without a format"],
  ["{value: 5, format: stardate}", "its format `stardate` is not known"],
  ["soon", "`soon` is no time in a known form"],
  ["5", "it is neither a text nor a map with `value`"],
  [`{value: !core/ndarray-1.1.0 {data: [1, 2]}, format: mjd}`, "it holds an array of times"],
])("%s has no Date", async (text, why) => {
  using file = await fileOf(`time: ${text}`);
  const error = await failure(() => toDate(file.get("time")));
  expect([error.code, error.message]).toEqual(["bad-tree", expect.stringContaining(why)]);
});

test("every format and scale is what astropy reads it as, to the millisecond", async () => {
  const folder = new URL(".", import.meta.url);
  const truth: Record<string, string> = JSON.parse(
    readFileSync(new URL("times.vectors.json", folder), "utf8"),
  );
  using file = await open(readFileSync(new URL("times.vectors.asdf", folder)));
  expect(Object.keys(truth)).toHaveLength(128);
  for (const [name, utc] of Object.entries(truth)) {
    const exact = Date.parse(`${utc.slice(0, 23)}Z`) + Number(utc.slice(23)) / 1000;
    expect(Math.abs(toDate(file.get(`times/${name}`)).getTime() - exact), name).toBeLessThan(0.7);
  }
});

test("a quantity is its value and its unit", async () => {
  using file = await open(
    build(
      [
        "length: !unit/quantity-1.1.0 {value: 2.5, unit: !unit/unit-1.0.0 m}",
        "ratio: !unit/quantity-1.1.0 {value: 1, unit: !unit/unit-1.0.0 }",
        `flux: !unit/quantity-1.1.0 {value: ${ndarray(0, "int8", [2])}, unit: !unit/unit-1.0.0 Jy}`,
        "other: {value: red, unit: !unit/unit-1.0.0 m}",
      ].join("\n"),
      [{ content: Int8Array.of(1, 2) }],
    ),
  );
  expect(toQuantity(file.get("length"))).toEqual({ value: 2.5, unit: "m" });
  expect(toQuantity(file.get("ratio"))).toEqual({ value: 1, unit: "" });
  expect(toQuantity(file.get("flux"))).toEqual({ value: file.array("flux/value"), unit: "Jy" });
  for (const path of ["other", "nothing"]) {
    expect((await failure(() => toQuantity(file.get(path)))).code).toBe("bad-tree");
  }
});

// astropy 8 reads each as this unit. Until 1.1.0, magunit was a map.
test.each([
  ["!unit/unit-1.0.0 AB", "AB"],
  ["!unit/unit-1.0.0 ", ""],
  ["!<tag:astropy.org:astropy/units/unit-1.0.0> dex(cm / s2)", "dex(cm / s2)"],
  ["!<tag:astropy.org:astropy/units/magunit-1.1.0> AB", "mag(AB)"],
  ["!<tag:astropy.org:astropy/units/magunit-1.1.0> ct / s", "mag(ct / s)"],
  ["!<tag:astropy.org:astropy/units/magunit-1.1.0> ''", "mag(1)"],
  ["!<tag:astropy.org:astropy/units/magunit-1.0.0> {unit: !unit/unit-1.0.0 ct.s**-1}", "mag(ct.s**-1)"],
])("the unit %s is `%s`, alone and of a column", async (node, unit) => {
  const column = `!table/column-1.1.0 {name: m, data: ${ndarray(0, "int8", [2])}, unit: ${node}}`;
  using file = await open(
    build(`unit: ${node}\ntable: !table/table-1.1.0 {columns: [${column}]}`, [
      { content: Int8Array.of(1, 2) },
    ]),
  );
  expect(toUnit(file.get("unit"))).toBe(unit);
  expect(toTable(file.get("table")).columns.map((one) => one.unit)).toEqual([unit]);
});

async function rowsOf(table: Table, ...options: Parameters<Table["records"]>) {
  const rows = [];
  for await (const row of table.records(...options)) {
    rows.push(row);
  }
  return rows;
}

test("an astropy table has columns with units; some are read, its rows are walked through", async () => {
  using file = await open(readFileSync("tests/e2e/values/tables/tables.asdf"));
  const table = toTable(file.get("catalog"));
  expect(table.length).toBe(300);
  expect(table.meta).toEqual({ survey: "made up" });
  expect(table.columns.map(({ name }) => name)).toEqual([
    ...["id", "ra", "band", "flux", "magnitude", "saturated", "position"],
  ]);
  expect(table.columns[1]).toMatchObject({ dtype: "float64", unit: "deg", description: "Right ascension" });
  const { fields, shape } = await table.read(slice(10, 12), { fields: ["ra", "id"] });
  expect([Object.keys(fields), shape]).toEqual([["ra", "id"], [2]]);
  const rows = await rowsOf(table, { rows: slice(10, 12), batch: 1 });
  expect(rows.map(({ ra }) => ra)).toEqual(Array.from((fields["ra"]?.data ?? []) as Float64Array));
  expect(rows[0]).toMatchObject({ position: { shape: [2] } });
  expect(typeof rows[0]?.["saturated"]).toBe("boolean");
  const whole = await table.read();
  const masked = whole.fields["magnitude"]?.mask?.indexOf(1) ?? -1;
  expect((await rowsOf(table, { fields: ["magnitude"], rows: slice(masked, masked + 1) }))[0]).toMatchObject({
    magnitude: null,
  });
  const quantities = toTable(file.get("quantities"));
  expect(quantities.columns.map(({ name, unit }) => [name, unit])).toEqual([
    ["distance", "kpc"],
    ["seen", undefined],
  ]);
  const [seen] = await rowsOf(quantities, { fields: ["seen"] });
  expect(toDate(seen?.["seen"])).toBeInstanceOf(Date);
});

test("records are a table, too; what is none is refused", async () => {
  using file = await open(readFileSync("tests/e2e/values/tables/tables.asdf"));
  const table = toTable(file.get("records"));
  expect([table.length, table.columns.length]).toEqual([40, 5]);
  const { fields } = await table.read(slice(2), { fields: ["name"] });
  expect(fields["name"]?.data).toHaveLength(2);
  expect(await rowsOf(table, { rows: slice(2), fields: ["name", "at"] })).toHaveLength(2);
  expect((await failure(() => toTable(file.get("cube")))).code).toBe("bad-tree");
  const missing = await failure(() => table.read(null, { fields: ["nmae"] }));
  expect([missing.code, missing.message]).toEqual([
    "bad-selection",
    "the column `nmae` does not exist: the columns are `name`, `label`, `counts`, `at`, `z`; did you mean `name`?",
  ]);
  using odd = await open(
    build(`t: {columns: [${ndarray(0, "int8", [1])}, ${ndarray(0, "int8", [2])}]}`, [
      { content: Int8Array.of(1, 2) },
    ]),
  );
  expect((await failure(() => toTable(odd.get("t") as TreeMap))).code).toBe("bad-array");
});
