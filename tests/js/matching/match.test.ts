/** Catalogues matched by position and by key, as astropy matches them: see truth.py. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTable, writeTable } from "asdf-wasm/catalogues";
import { type MatchOptions, match, readRows, type SkyColumns, type TableSource } from "asdf-wasm/tables";
import { describe, expect, test } from "vitest";

interface Sky {
  readonly kind: string;
  readonly frame: string;
  readonly nearest: readonly (readonly [rows: readonly number[], arcseconds: readonly number[]])[];
  readonly radii: readonly number[];
  readonly around: readonly Pairs[];
  readonly all: number;
  readonly sigmas: Pairs;
}

type Pairs = readonly [left: readonly number[], right: readonly number[], sum: number];
type Keys = Readonly<Record<string, readonly (readonly (number | null)[])[]>> & {
  readonly left: readonly string[];
  readonly right: readonly string[];
};

const truth: { readonly skies: readonly Sky[]; readonly keys: readonly Keys[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, "truth.json"), "utf8"),
);
const DEGREES = 180 / Math.PI;

/** The numbers of truth.py. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function positionOf(kind: string, random: () => number): readonly [number, number] {
  const [a, b] = [random(), random()];
  switch (kind) {
    case "sky":
      return [360 * a, Math.asin(2 * b - 1) * DEGREES];
    case "field":
      return [150 + a / 100, 2 + b / 100];
    case "north":
      return [360 * a, 90 - b / 100];
    case "south":
      return [360 * a, -90 + b / 100];
    case "meridian":
      return [((a - 0.5) / 100 + 360) % 360, b / 100];
    default:
      return [Math.floor(4 * a), Math.floor(4 * b)];
  }
}

interface Column {
  readonly name: string;
  readonly type: "float64" | "int64" | "int32" | "string" | "bool";
  readonly unit?: string;
  /** Null is masked. */
  readonly values: readonly (number | string | null)[];
}

/** A table of ECSV, which has units and integers of 64 bits. */
function tableOf(...columns: readonly Column[]): Promise<TableSource> {
  const header = columns.map(
    ({ name, type, unit }) => `# - {name: ${name}, datatype: ${type}${unit ? `, unit: ${unit}` : ""}}`,
  );
  const cell = (value: number | string | null | undefined): string =>
    value == null
      ? ""
      : typeof value === "string" && !/^-?\d+$/.test(value)
        ? JSON.stringify(value)
        : String(value);
  const rows = (columns[0]?.values ?? []).map((_, row) =>
    columns.map(({ values }) => cell(values[row])).join(","),
  );
  const names = columns.map(({ name }) => name).join(",");
  return openTable(
    new Blob([
      ["# %ECSV 1.0", "# ---", "# delimiter: ','", "# datatype:", ...header, names, ...rows, ""].join("\n"),
    ]),
  );
}

const numbers = (name: string, values: readonly (number | null)[], unit = ""): Column => ({
  ...{ name, type: "float64", values, unit },
});

function skyOf(positions: readonly (readonly [number, number])[], [x, y] = ["ra", "dec"], errors = [[0, 0]]) {
  return tableOf(
    { name: "row", type: "int32", values: positions.map((_, row) => row) },
    ...([0, 1] as const).map((axis) =>
      numbers(
        [x, y][axis] ?? "",
        positions.map((position) => position[axis] ?? null),
        "deg",
      ),
    ),
    ...([0, 1] as const).map((axis) =>
      numbers(
        ["east", "north"][axis] ?? "",
        positions.map((_, row) => errors[row]?.[axis] ?? 0),
        "arcsec",
      ),
    ),
  );
}

/** A column, with null for what is masked. */
async function column(table: TableSource, name: string): Promise<(number | string | bigint | null)[]> {
  const { [name]: part } = await readRows(table, { columns: [name] });
  const values: ArrayLike<number | string | bigint> = part?.data ?? [];
  return Array.from(values, (value, row) => (part?.mask?.[row] ? null : value));
}

async function numbersIn(table: TableSource, name: string): Promise<number[]> {
  return (await column(table, name)).map((value) => (value === null ? Number.NaN : Number(value)));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("as astropy", () => {
  const FRAMES: Readonly<Record<string, SkyColumns>> = {
    icrs: { longitude: "ra", latitude: "dec" },
    fk5: { longitude: "ra", latitude: "dec", frame: "fk5" },
    galactic: { longitude: "l", latitude: "b", frame: "galactic" },
    barycentricmeanecliptic: { longitude: "elon", latitude: "elat", frame: "ecliptic" },
  };

  test.each([...truth.skies.entries()])("sky %i", async (index, sky) => {
    const random = randomOf(index + 1);
    const catalogue = async (rows: number, names: readonly [string, string]) => {
      const positions = Array.from({ length: rows }, () => positionOf(sky.kind, random));
      const errors = Array.from({ length: rows }, () => [random() / 2, random() / 2]);
      return skyOf(positions, [...names], errors);
    };
    const columns = FRAMES[sky.frame];
    const left = await catalogue(40, [columns?.longitude ?? "", columns?.latitude ?? ""]);
    const right = await catalogue(60, ["ra", "dec"]);
    const found = (options: MatchOptions) =>
      match(left, right, { positions: [columns, undefined], ...options });

    for (const [i, [rows, arcseconds]] of sky.nearest.entries()) {
      const table = await found({ find: [1, 2, 5][i] ?? 1 });
      const separations = await numbersIn(table, "separation");
      for (const [row, expected] of arcseconds.entries()) {
        expect(Math.abs((separations[row] ?? Number.NaN) - expected)).toBeLessThan(1e-9 + 6e-9 * expected);
      }
      // Of rows at the same position astropy takes any.
      expect(sky.kind === "duplicates" ? rows : await column(table, "row_2")).toEqual(rows);
    }
    for (const [i, radius] of sky.radii.entries()) {
      const table = await found({ radius, find: "all" });
      const [rows, others, total = 0] = sky.around[i] ?? [];
      expect([await column(table, "row_1"), await column(table, "row_2")]).toEqual([rows, others]);
      expect(Math.abs(sum(await numbersIn(table, "separation")) - total)).toBeLessThan(1e-9 + 6e-9 * total);
    }
    expect((await found({ radius: 180 * 3600, find: "all" })).rows).toBe(sky.all);
    const near = await found({
      errors: [
        ["east", "north"],
        ["east", "north"],
      ],
      ...{ sigmas: 3, find: "all" },
    });
    const [rows, others, total] = sky.sigmas;
    expect([await column(near, "row_1"), await column(near, "row_2")]).toEqual([rows, others]);
    expect(Math.abs(sum(await numbersIn(near, "sigmas")) - total)).toBeLessThan(1e-9 + 1e-7 * total);
  });

  test.each([...truth.keys.entries()])("keys %i: identifiers beyond 2^53 and texts", async (_, keys) => {
    for (const kind of ["int64", "text"] as const) {
      const tableWith = (name: string, values: readonly string[]) =>
        tableOf(
          { name: "row", type: "int32", values: values.map((_, row) => row) },
          {
            ...{ name, type: kind === "int64" ? "int64" : "string" },
            values: values.map((value) =>
              kind === "int64" ? value : `s${BigInt(value) % 7n}${BigInt(value) % 2n ? " " : ""}`,
            ),
          },
        );
      const [left, right] = [await tableWith("id", keys.left), await tableWith("source_id", keys.right)];
      for (const join of ["inner", "left", "right", "outer"] as const) {
        const table = await match(left, right, { key: ["id", "source_id"], join });
        const [one, other] = [await column(table, "row_1"), await column(table, "row_2")];
        const rows = one.map((row, i) => [row, other[i] ?? null]);
        const place = (row: readonly unknown[]) =>
          row.map((value) => String(value ?? 99).padStart(2, "0")).join();
        expect(rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))).toEqual(keys[`${kind} ${join}`]);
      }
      const alone = await match(left, right, { key: ["id", "source_id"], join: "anti" });
      const unpaired = keys[`${kind} left`]?.filter(([, other]) => other === null).map(([row]) => row);
      expect(await column(alone, "row")).toEqual(unpaired);
      expect(alone.columns.map(({ name }) => name)).toEqual(["row", "id"]);
    }
  });
});

describe("positions", () => {
  test("rows without a position, or at no latitude, belong to no other", async () => {
    const left = await skyOf([
      [10, 20],
      [Number.NaN, 20],
      [10, 95],
      [10, 90],
    ]);
    const right = await tableOf(numbers("ra", [10, null, 370, 200]), numbers("dec", [20, 20, 20, 90]));
    const table = await match(left, right, { radius: 1e-9, find: "all", join: "outer" });
    expect(await column(table, "row")).toEqual([0, 0, 1, 2, 3, null]);
    expect(await column(table, "ra_2")).toEqual([10, 370, null, null, 200, null]);
    expect(await column(table, "separation")).toEqual([0, 0, null, null, expect.closeTo(0), null]);
  });

  test("hours, radians and degrees are the same sky", async () => {
    const degrees = await skyOf([[359.999, 45]]);
    const hours = await tableOf(
      numbers("ra", [359.999 / 15], "hourangle"),
      numbers("dec", [Math.PI / 4], "rad"),
    );
    const [apart] = await numbersIn(await match(degrees, hours, {}), "separation");
    expect(apart).toBeLessThan(1e-8);
  });

  test("the best by errors is the nearest in standard deviations, and rows without errors have none", async () => {
    const left = await tableOf(
      numbers("ra", [0, 0]),
      numbers("dec", [0, 0]),
      numbers("sd", [3.6, null], "arcsec"),
    );
    const right = await tableOf(
      ...[numbers("ra", [0.001, 0.002, 0.0005]), numbers("dec", [0, 0, 0])],
      numbers("sd", [0, 1, null], "mas"),
    );
    const by = { errors: [["sd"], ["sd"]], sigmas: 2 } as const;
    const table = await match(left, right, by);
    expect(await column(table, "ra_2")).toEqual([0.001]);
    expect(await numbersIn(table, "sigmas")).toEqual([expect.closeTo(1)]);
    expect((await match(left, right, { ...by, sigmas: 2.1, find: "all" })).rows).toBe(2);
    expect((await match(left, right, { ...by, sigmas: 2.1, radius: 5, find: "all" })).rows).toBe(1);
  });

  test("errors that are negative are not known", async () => {
    const withError = (error: number) =>
      tableOf(numbers("ra", [0]), numbers("dec", [0.001]), numbers("sd", [error], "arcsec"));
    const at = await tableOf(numbers("ra", [0]), numbers("dec", [0]), numbers("sd", [1], "arcsec"));
    const by = { errors: [["sd"], ["sd"]], sigmas: 3 } as const;
    expect((await match(at, await withError(1), by)).rows).toBe(1);
    expect((await match(at, await withError(-99), by)).rows).toBe(0);
    expect((await match(await withError(-99), at, by)).rows).toBe(0);
  });

  test("columns that are named are on the sky, also if their names are usual for pixels", async () => {
    const pixels = await tableOf(numbers("x", [1], "hourangle"), numbers("y", [20], "deg"));
    const table = await match(pixels, await skyOf([[15, 20]]), {
      positions: [{ longitude: "x", latitude: "y" }, undefined],
      radius: 1,
    });
    expect(await column(table, "x")).toEqual([1]);
  });

  test("tables without rows", async () => {
    const [none, some] = [await skyOf([]), await skyOf([[1, 2]])];
    expect((await match(none, some, {})).rows).toBe(0);
    expect((await match(some, none, { radius: 1, find: "all" })).rows).toBe(0);
    const outer = await match(some, none, { join: "outer" });
    expect([await column(outer, "ra_1"), await column(outer, "ra_2")]).toEqual([[1], [null]]);
  });

  test("windows of rows", async () => {
    const [left, right] = [
      await skyOf([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
      await skyOf([
        [5, 6],
        [1, 2],
      ]),
    ];
    const table = await match(left, right, { radius: 1, join: "left" });
    const { row_2, separation, row_1 } = await readRows(table, {
      columns: ["row_2", "separation", "row_1"],
      start: 1,
    });
    expect([[...(row_2?.mask ?? [])], [...(separation?.mask ?? [])]]).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect([row_1?.data, row_2?.data[1], separation?.data[1]]).toEqual([Int32Array.of(1, 2), 0, 0]);
  });
});

describe("keys", () => {
  test("null equals nothing, and numbers are equal whatever their datatypes", async () => {
    const ids = ["", "1", "9007199254740993", "2"].map((id) => id || null);
    const left = await tableOf({ name: "id", type: "int64", values: ids }, numbers("x", [0, 1, 2, 3]));
    const right = await tableOf(numbers("id", [1, null, 9007199254740992, Number.NaN, 2, 2]), {
      ...{ name: "n", type: "int64", values: ["0", "1", "2", "3", "4", "5"] },
    });
    const table = await match(left, right, { key: ["id", "id"] });
    expect(await column(table, "n")).toEqual([0n, 4n, 5n]);
    expect(await column(await match(left, right, { key: ["id", "id"], find: 2 }), "n")).toEqual([5n]);
    const outer = await match(left, right, { key: ["id", "id"], join: "outer" });
    expect(await column(outer, "id_1")).toEqual([null, 1n, 9007199254740993n, 2n, 2n, null, null, null]);
    expect(await column(outer, "n")).toEqual([null, 0n, null, 4n, 5n, 1n, 2n, 3n]);
  });
});

test("a match of a match, written and read again", async () => {
  const first = await match(await skyOf([[1, 2]]), await skyOf([[1, 2.0001]]), { radius: 1 });
  const again = await match(
    first,
    await skyOf([
      [1, 2],
      [7, 8],
    ]),
    {
      positions: [{ longitude: "ra_1", latitude: "dec_1" }, undefined],
      join: "outer",
    },
  );
  expect(
    again.columns.map(({ name, unit }) => [name, unit]).filter(([name]) => /^(sep|ra)/.test(name ?? "")),
  ).toEqual([
    ["ra_1", "deg"],
    ["ra_2", "deg"],
    ["separation", "arcsec"],
    ["ra", "deg"],
    ["separation_2", "arcsec"],
  ]);
  for (const format of ["ecsv", "votable", "asdf", "fits"] as const) {
    const table = await openTable(await (await writeTable(again, format)).blob());
    expect(await column(table, "separation_2"), format).toEqual([0, format === "fits" ? Number.NaN : null]);
    expect(table.rows).toBe(2);
  }
});

test("what a row does not have is masked in a file, also if the first row has it", async () => {
  const left = await skyOf([
    [1, 2],
    [3, 4],
  ]);
  const table = await match(left, await skyOf([[1, 2]]), { radius: 1, join: "left" });
  for (const format of ["fits", "votable", "ecsv", "parquet", "asdf"] as const) {
    const again = await openTable(await (await writeTable(table, format)).blob());
    expect(await column(again, "row_2"), format).toEqual([0, null]);
  }
});

test("what cannot be matched is said", async () => {
  const [sky, other] = [
    await skyOf([[1, 2]]),
    await tableOf(numbers("flux", [1]), { name: "t", type: "string", values: ["x"] }),
  ];
  const own = await tableOf(numbers("lon", [1]), numbers("lat", [2]));
  const refused = (right: TableSource, options: MatchOptions) =>
    match(sky, right, options).then(String, String);
  expect(await refused(other, {})).toMatch(
    /no columns that are known as positions on the sky: it has flux, t/,
  );
  expect(await refused(own, {})).toMatch(/reference system of the positions of one table is not known/);
  expect(await refused(sky, { find: "all" })).toMatch(/within a `radius`/);
  expect(await refused(sky, { radius: -1 })).toMatch(/`radius` is -1, not 0 or more/);
  expect(await refused(sky, { find: 0 })).toMatch(/`find` is 0/);
  expect(await refused(sky, { sigmas: 3 })).toMatch(/given together/);
  expect(await refused(sky, { sigmas: 3, errors: [[], ["row"]] })).toMatch(/one column or two, not 0/);
  expect(await refused(other, { key: ["ra", "t"] })).toMatch(/one is text/);
  expect(await refused(other, { key: ["id", "t"] })).toMatch(/there is no column `id`/);
});

test("matching is stopped, and says how far it is", async () => {
  const random = randomOf(1);
  const some = await skyOf(Array.from({ length: 20_000 }, () => positionOf("sky", random)));
  const shares: number[] = [];
  await match(some, some, { find: 5, onProgress: (share) => shares.push(share) });
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  const stopping = new AbortController();
  const stopped = match(some, some, { find: 5, signal: stopping.signal, onProgress: () => stopping.abort() });
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
});

test("metadata, units and descriptions are those of both tables", async () => {
  const ecsv = (meta: string, name: string) =>
    openTable(
      new Blob([
        `# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: ${name}, unit: mJy, datatype: float64, description: of ${name}}\n# meta: ${meta}\nid ${name}\n1 2.5\n`,
      ]),
    );
  const [left, right] = [
    await ecsv("{origin: a, epoch: 2016, note: first}", "flux"),
    await ecsv("{origin: b, epoch: 2016, band: F158}", "other"),
  ];
  const found = await match(left, right, { key: ["id", "id"] });
  expect(found.metadata).toEqual({ origin: "a", epoch: 2016, note: "first", origin_2: "b", band: "F158" });
  expect(found.columns.map(({ unit, description }) => [unit, description])).toEqual([
    ["", ""],
    ["mJy", "of flux"],
    ["", ""],
    ["mJy", "of other"],
  ]);
  const alone = await match(left, right, { key: ["id", "id"], join: "anti" });
  expect(alone.metadata).toEqual(left.metadata);
});
