/** Where the rows of tables are on the sky, whatever the system, unit and notation of their positions, as astropy has them: see truth.py. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { errorsIn, readErrors } from "@asdf-wasm/science/tables/errors";
import { degreesAYear, motionIn, yearOf } from "@asdf-wasm/science/tables/motion";
import { positionsIn } from "@asdf-wasm/science/tables/positions";
import { readPositions } from "@asdf-wasm/science/tables/rows";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import { openTable } from "asdf-wasm/catalogues";
import { describe, expect, test } from "vitest";
import { apart } from "./apart.ts";
import moving from "./moving.json" with { type: "json" };
import truth from "./truth.json" with { type: "json" };

const { signal } = new AbortController();
/** In arcseconds. */
const CLOSE = 1e-6;

async function opened(name: string) {
  const table = await openTable(readFileSync(join(import.meta.dirname, "data", name)));
  const [columns] = positionsIn(table.columns);
  if (!columns) {
    throw new Error(`${name} has no positions`);
  }
  return { table, columns };
}

test.each(Object.entries(truth))("%s", async (name, expected) => {
  const { table, columns } = await opened(name);
  expect(apart(await readPositions(table, columns, signal), expected)).toBeLessThan(CLOSE);
});

const column = (name: string, more: Partial<TableColumn> = {}): TableColumn => ({
  ...{ name, datatype: "float64", unit: "deg", description: "", isText: false, sortable: true },
  ...more,
});

describe("what is not known is said", () => {
  const placeOf = (more: Partial<TableColumn>) =>
    positionsIn([column("ra", more), column("dec", more)]).map(({ place }) => place);

  test.each([
    [{ frame: { system: "geo_app" } }, "The reference system of the positions, “geo_app”, is not known"],
    [
      { frame: { system: "FK5", equinox: "of date" } },
      "The reference system of the positions, “FK5 of date”, is not known",
    ],
    [{ unit: "furlong" }, "The unit of ra, “furlong”, is no angle that is known"],
  ])("%o", (more, unknown) => {
    expect(placeOf(more)).toEqual([{ unknown }]);
  });

  test("and not read", async () => {
    const { table, columns } = await opened("icrs.vot");
    await expect(
      readPositions(table, { ...columns, place: { unknown: "No frame" } }, signal),
    ).rejects.toThrow("No frame");
    const flux = { ...table, columns: table.columns.map((column) => ({ ...column, unit: "Jy" })) };
    await expect(readPositions(flux, columns, signal)).rejects.toThrow(
      "The unit of ra, “Jy”, is no angle that is known",
    );
  });
});

describe("which columns", () => {
  test("the main ones by their UCDs go before others, known systems before unknown ones", () => {
    const main = { ucd: "pos.eq.ra;meta.main" };
    const found = positionsIn([
      ...[column("ra"), column("dec")],
      ...[column("a", main), column("d", { ucd: "pos.eq.dec;meta.main" })],
      ...[column("l"), column("b"), column("e", { ucd: "stat.error;pos.eq.ra" })],
    ]);
    expect(found.map(({ x, y }) => [x, y])).toEqual([
      [2, 3],
      [0, 1],
      [4, 5],
    ]);
    const unknown = { ...main, frame: { system: "gappt" } };
    const [first] = positionsIn([
      column("a", unknown),
      column("d", { ucd: "pos.eq.dec;meta.main" }),
      column("ra"),
      column("dec"),
    ]);
    expect(first).toEqual({ x: 2, y: 3, place: { sky: "icrs" } });
  });

  test("what the name of a column says goes before what the file says of all", () => {
    const frame = { system: "FK5" };
    const places = (...names: string[]) =>
      positionsIn(names.map((name) => column(name, { frame }))).map(({ place }) => place);
    expect(places("ra_icrs", "dec_icrs")).toEqual([{ sky: "icrs" }]);
    expect(places("glon", "glat")).toEqual([{ sky: "galactic" }]);
    expect(places("RAB1950", "DEB1950")).toEqual([{ sky: "fk4" }]);
    expect(places("raj2000", "dej2000")).toEqual([{ sky: "fk5" }]);
  });

  test("a unit that is chosen goes before the one of the table", async () => {
    const { table, columns } = await opened("hours.vot");
    const degrees = await readPositions(table, { ...columns, angles: "degrees" }, signal);
    const hours = await readPositions(table, { ...columns, angles: "hours" }, signal);
    expect(degrees[2]).toBeCloseTo(83.6331 / 15, 12);
    expect(apart(hours, truth["hours.vot"])).toBeLessThan(CLOSE);
    const text = await opened("degrees.vot");
    const asHours = await readPositions(text.table, { ...text.columns, angles: "hours" }, signal);
    // 83 hours are no right ascension.
    expect(asHours[2]).toBeNaN();
  });
});

describe("proper motions", () => {
  test.each(Object.entries(moving.moving))("%s: where rows are at another date", async (name, expected) => {
    const { table, columns } = await opened(name);
    const motion = motionIn(table.columns, columns);
    const at = motion && { columns: motion, year: moving.year };
    expect(apart(await readPositions(table, columns, signal, at), expected)).toBeLessThan(CLOSE);
  });

  test.each(Object.entries(moving.dates))("%s is a year", (text, year) => {
    // Julian years of UTC and TT differ by a minute.
    expect(Math.abs((yearOf(text) ?? Number.NaN) - year)).toBeLessThan(70 / 86_400 / 365.25);
  });

  test.each(["", "yesterday", "J", "2027-13-40"])("%j is none", (text) => {
    expect(yearOf(text)).toBeUndefined();
  });

  test("units", () => {
    const mas = 1 / 3.6e6;
    for (const unit of [
      "mas/yr",
      "mas / yr",
      "mas.yr-1",
      "mas yr**-1",
      "mas yr^-1",
      "mas.a-1",
      "",
      "mas/a",
    ]) {
      expect(degreesAYear(unit), unit).toBeCloseTo(mas, 15);
    }
    expect(degreesAYear("deg/d")).toBeCloseTo(365.25, 10);
    for (const unit of ["mas", "km/s", "mas/s", "s/yr", "pix/yr", "mas/yr-1"]) {
      expect(degreesAYear(unit), unit).toBeUndefined();
    }
  });

  test("what is not known is said, and nothing is moved by it", async () => {
    const { table, columns } = await opened("gaia.ecsv");
    const motion = motionIn(table.columns, columns);
    if (!motion) {
      throw new Error("the table has proper motions");
    }
    const read = (more: object, of = columns, from = table) =>
      readPositions(from, of, signal, { columns: { ...motion, ...more }, year: 2027 });
    await expect(read({ from: undefined })).rejects.toThrow("does not say the date of its positions");
    await expect(read({ x: 0 })).rejects.toThrow("The unit of ra, “deg”, is no proper motion that is known");
    await expect(read({}, { ...columns, place: { sky: "fk4" } })).rejects.toThrow("systems at rest");
    expect(motionIn(table.columns, { x: 0, y: 1, place: { first: 0 } })).toBeUndefined();
    // Rows without a proper motion stay.
    const none = {
      ...table,
      read: async (wanted: readonly number[], ...rest: [undefined, AbortSignal]) => {
        const parts = await table.read(wanted, ...rest);
        return wanted.includes(motion.x)
          ? parts.map((part) => ({ ...part, mask: new Uint8Array(table.rows).fill(1) }))
          : parts;
      },
    };
    const still = await readPositions(table, columns, signal);
    expect(await read({}, columns, none as typeof table)).toEqual(still);
  });
});

describe("errors", () => {
  const names = (...all: readonly (string | TableColumn)[]) =>
    all.map((one) => (typeof one === "string" ? column(one, { unit: "mas" }) : one));
  const sky = { x: 0, y: 1, place: { sky: "icrs" } } as const;

  test.each([
    [
      names("ra", "dec", "ra_error", "dec_error", "ra_dec_corr"),
      { along: "positions", x: 2, y: 3, third: 4 },
    ],
    [
      names("RAJ2000", "DEJ2000", "e_DEJ2000", "e_RAJ2000"),
      { along: "positions", x: 3, y: 2, third: undefined },
    ],
    [
      names("ra_centroid", "dec_centroid", "ra_centroid_err", "dec_centroid_err"),
      { along: "positions", x: 2, y: 3, third: undefined },
    ],
    [names("ra", "dec", "err_maj", "err_min", "err_ang"), { along: "ellipse", x: 2, y: 3, third: 4 }],
    [
      names(
        "a",
        "d",
        column("s", { ucd: "stat.error;pos.eq.ra" }),
        column("t", { ucd: "stat.error;pos.eq.dec" }),
      ),
      { along: "positions", x: 2, y: 3, third: undefined },
    ],
    [names("ra", "dec", "flux_error"), undefined],
  ])("are found", (columns, expected) => {
    expect(errorsIn(columns, sky)).toEqual(expected);
  });

  /** One row. */
  const tableOf = (columns: readonly TableColumn[], ...row: readonly number[]): TableSource => ({
    ...{ rows: 1, columns, left: [], bytes: () => 0 },
    read: async (wanted) =>
      wanted.map((column) => ({ data: Float64Array.of(row[column] ?? Number.NaN), shape: [1], stride: [1] })),
  });
  const read = async (columns: readonly TableColumn[], ...row: readonly number[]) => {
    const found = errorsIn(columns, sky);
    return found && readErrors(tableOf(columns, ...row), found, true, signal);
  };

  test("have the covariance of both axes", async () => {
    const found = await read(
      names("ra", "dec", "ra_error", "dec_error", "ra_dec_corr"),
      1,
      2,
      3000,
      2000,
      -0.6,
    );
    const [ae = 0, an = 0, be = 0, bn = 0] = found ?? [];
    expect(ae * ae + be * be).toBeCloseTo(9, 12);
    expect(an * an + bn * bn).toBeCloseTo(4, 12);
    expect(ae * an + be * bn).toBeCloseTo(-0.6 * 3 * 2, 12);
  });

  test("are not known where they are negative", async () => {
    const found = await read(names("ra", "dec", "ra_error", "dec_error"), 1, 2, -99, 2000);
    expect([...(found ?? [])]).toEqual([Number.NaN, 0, 0, 2]);
  });

  test("have semi-axes at an angle from north to east", async () => {
    const columns = [...names("ra", "dec", "err_maj", "err_min"), column("err_ang")];
    const found = await read(columns, 1, 2, 3000, 1000, 30);
    const expected = [
      3 * Math.sin(Math.PI / 6),
      3 * Math.cos(Math.PI / 6),
      Math.cos(Math.PI / 6),
      -Math.sin(Math.PI / 6),
    ];
    expect(
      [...(found ?? [])].map((value, i) => value - (expected[i] ?? 9)).every((off) => Math.abs(off) < 1e-12),
    ).toBe(true);
    expect([...((await read(columns, 1, 2, Number.NaN, 1000, 30)) ?? [])].some(Number.isNaN)).toBe(true);
  });

  test("without a unit, or with another one, are refused", async () => {
    const errors = (unit: string) => [
      ...names("ra", "dec"),
      column("ra_error", { unit }),
      column("dec_error", { unit }),
    ];
    await expect(read(errors(""), 1, 2, 3, 4)).rejects.toThrow("does not say the unit of ra_error");
    await expect(read(errors("Jy"), 1, 2, 3, 4)).rejects.toThrow("The unit of ra_error, “Jy”, is no angle");
  });
});
