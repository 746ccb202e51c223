/** Rows of a table in an image: inside of a region, as regions, measured. */
import { NdArray, ndarray, open, type Wcs, write } from "asdf-wasm";
import { openTable } from "asdf-wasm/catalogues";
import { type MeasureRowsOptions, measureRows, photometry } from "asdf-wasm/measure";
import { readRegions, writeRegions } from "asdf-wasm/regions";
import { readRows, rowRegions, rowsInside, type SkyColumns, type TableSource } from "asdf-wasm/tables";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";
import { hdu as hduOf } from "../../support/fits.ts";
import vectors from "./rows.vectors.json" with { type: "json" };

const SIDE = 64;
/** Degrees in a pixel. */
const PIXEL = 1 / 3600;

/** The card of one axis, and of the other. */
function fits(
  data: Buffer,
  width: number,
  height: number,
  crval: readonly [number, number],
  pixel: number,
): Buffer {
  return hduOf(
    [
      ...([
        ["SIMPLE", true],
        ["BITPIX", -32],
        ["NAXIS", 2],
        ["NAXIS1", width],
        ["NAXIS2", height],
      ] as const),
      ...([
        ["CTYPE1", "RA---TAN"],
        ["CTYPE2", "DEC--TAN"],
        ["CRVAL1", crval[0]],
        ["CRVAL2", crval[1]],
      ] as const),
      ...([
        ["CRPIX1", (width + 1) / 2],
        ["CRPIX2", (height + 1) / 2],
        ["CDELT1", -pixel],
        ["CDELT2", pixel],
      ] as const),
    ],
    data,
  );
}

/** An image of ones on the sky, but for a two at [10, 20]. */
function ones(): Buffer {
  const data = Buffer.alloc(4 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    data.writeFloatBE(i === 20 * SIDE + 10 ? 2 : 1, 4 * i);
  }
  return fits(data, SIDE, SIDE, [150, 0], PIXEL);
}

/** The same numbers between 0 and 1 as `noise` in rows.vectors.py. */
function noise(size: number, start = 0, step = 1): Float64Array<ArrayBuffer> {
  return Float64Array.from(
    { length: size },
    (_, i) => ((((i * step + start) * 2654435761 + 12345) % 2 ** 32) + 0.5) / 2 ** 32,
  );
}

const csv = (text: string): Promise<TableSource> => openTable(new Blob([text]));

async function numbers(table: TableSource, name: string): Promise<(number | null)[]> {
  const { [name]: part } = await readRows(table, { columns: [name] });
  const values: ArrayLike<number | bigint | string> = part?.data ?? [];
  return Array.from(values, (value, row) => (part?.mask?.[row] ? null : Number(value)));
}

describe("in pixels", () => {
  let image: NdArray;
  let errors: NdArray;
  let table: TableSource;
  beforeAll(async () => {
    const rows = Array.from({ length: 30 }, (_, y) =>
      Array.from({ length: 40 }, (_, x) => (Math.sin(x * 12.9 + y * 78.2) * 43758.5) % 10),
    );
    const yaml = (of: (value: number) => number) => JSON.stringify(rows.map((row) => row.map(of)));
    const file = await open(
      new Blob([
        treeFile(
          `data: !core/ndarray-1.1.0 ${yaml((x) => x)}\nerr: !core/ndarray-1.1.0 ${yaml((x) => Math.abs(x) / 9)}\n`,
        ),
      ]),
    );
    [image, errors] = [file.array("data"), file.array("err")];
    table = await csv("id,x,y,size\n1,10.3,20.1,2\n2,5,5,0\n3,38.9,1,3\n4,500,5,1\n5,,5,2\n6,20,15.5,4\n");
  });

  test("the photometry of each row is that of its circle", async () => {
    const background = { kind: "annulus", gap: 2, width: 3, by: "median" } as const;
    const given = { array: errors, are: "deviations" } as const;
    const shares: number[] = [];
    const measured = await measureRows(table, image, {
      ...{
        radius: 2.5,
        background,
        errors: given,
        unit: "mJy",
        onProgress: (share: number) => shares.push(share),
      },
    });
    expect(measured.columns.slice(4).map(({ name, unit }) => [name, unit])).toEqual([
      ["aperture_sum", "mJy"],
      ["aperture_sum_err", "mJy"],
      ["aperture_background", "mJy"],
      ["aperture_area", "pix2"],
    ]);
    const [x, y] = [await numbers(measured, "x"), await numbers(measured, "y")];
    expect(measured.metadata).toBe(table.metadata);
    const expected = await Promise.all(
      x.map((x, row) =>
        x === null || x > 40
          ? undefined
          : photometry(
              image,
              { kind: "circle", x, y: y[row] ?? 0, radius: 2.5 },
              { background, errors: given },
            ),
      ),
    );
    const of = (value: (found: NonNullable<(typeof expected)[number]>) => number | undefined) =>
      expected.map((found) => (found ? (value(found) ?? null) : null));
    expect(await numbers(measured, "aperture_sum")).toEqual(of(({ net }) => net));
    expect(await numbers(measured, "aperture_sum_err")).toEqual(of(({ error }) => error));
    expect(await numbers(measured, "aperture_background")).toEqual(of((found) => found.background?.perPixel));
    expect(await numbers(measured, "aperture_area")).toEqual(of(({ area }) => area));
    expect((await numbers(measured, "aperture_sum")).filter((sum) => sum === null)).toHaveLength(2);
  });

  test("rows inside of a region, and circles around rows", async () => {
    expect(
      await numbers(await rowsInside(table, { kind: "circle", x: 12, y: 20, radius: 12 }), "id"),
    ).toEqual([1, 6]);
    const regions = await rowRegions(table, { radius: "size" });
    expect(regions.map(({ name, shape }) => [name, "radius" in shape && shape.radius])).toEqual([
      ["0", 2],
      ["2", 3],
      ["3", 1],
      ["5", 4],
    ]);
    expect(await rowRegions(table, { radius: 1 })).toHaveLength(5);
  });

  test("what cannot be done is said", async () => {
    const said = (work: Promise<unknown>) => work.then(String, String);
    expect(await said(measureRows(table, image, { radius: 0 }))).toMatch(/the radius is 0, not more than 0/);
    expect(await said(measureRows(await csv("a,b\n1,2\n"), image, { radius: 1 }))).toMatch(
      /known as positions: it has a, b/,
    );
    expect(await said(measureRows(await csv("ra,dec\n1,2\n"), image, { radius: 1 }))).toMatch(/need a WCS/);
    expect(await said(rowRegions(table, { radius: "radius" }))).toMatch(/no column `radius`/);
    const stopping = new AbortController();
    stopping.abort();
    expect(await said(measureRows(table, image, { radius: 1, signal: stopping.signal }))).toMatch(
      /AbortError/,
    );
  });
});

describe("as photutils", () => {
  const [width, height, count] = [400, 300, 10_000];
  const shape = [height, width];
  const { sky } = vectors;
  let image: NdArray;
  let wcs: Wcs;
  let options: MeasureRowsOptions;
  beforeAll(async () => {
    const data = noise(width * height).map((value, i) => (i % 397 === 0 ? Number.NaN : value * 10 + 100));
    const dq = Uint32Array.from(data, (_, i) => (i % 53 === 0 ? 5 : 2));
    const file = await open(
      await write({
        data: ndarray(data, { shape, compression: "zlib" }),
        err: ndarray(noise(width * height, 7), { shape }),
        dq: ndarray(dq, { shape }),
      }),
    );
    const empty = await open(fits(Buffer.alloc(4 * width * height), width, height, [150, 2], 0.11 / 3600));
    const [hdu] = empty.hdus;
    wcs = await empty.wcs(hdu ?? "");
    image = file.array("data");
    options = {
      radius: 3.5,
      background: { kind: "annulus", gap: 2.5, width: 4, by: "median" },
      errors: { array: file.array("err"), are: "deviations" },
      flags: { array: file.array("dq"), bits: 1 },
    };
  });

  test("10,000 rows, of which some are outside, or masked", async () => {
    const [x, y] = [noise(count, 11), noise(count, 22, 101)];
    const lines = Array.from(x, (share, i) =>
      i % 501 === 0 ? "," : `${share * 440 - 20},${(y[i] ?? 0) * 340 - 20}`,
    );
    const measured = await measureRows(await csv(`x,y\n${lines.join("\n")}\n`), image, options);
    const weighed = async (name: string) => {
      const values = await numbers(measured, `aperture_${name}`);
      return Array.from({ length: count / 10 }, (_, i) =>
        values.slice(10 * i, 10 * i + 10).reduce<number>((sum, value, k) => sum + (value ?? 0) * (k + 1), 0),
      );
    };
    expect(await weighed("sum")).toEqual(vectors.sum.map((value) => expect.closeTo(value, 7)));
    expect(await weighed("sum_err")).toEqual(vectors.error.map((value) => expect.closeTo(value, 9)));
    expect(await weighed("background")).toEqual(vectors.background.map((value) => expect.closeTo(value, 9)));
    expect(await weighed("area")).toEqual(vectors.area.map((value) => expect.closeTo(value, 9)));
    const missing = (await numbers(measured, "aperture_sum")).filter((value) => value === null);
    expect(missing).toHaveLength(vectors.missing);
  });

  test.each<[string, SkyColumns | undefined, number | undefined, "sum" | "moved"]>([
    ["positions in ICRS", undefined, undefined, "sum"],
    ["galactic positions", { longitude: "l", latitude: "b", frame: "galactic" }, undefined, "sum"],
    ["rows moved to a date", undefined, 2027.5, "moved"],
    ["galactic ones, moved", { longitude: "l", latitude: "b", frame: "galactic" }, 2027.5, "moved"],
  ])("%s", async (_, columns, date, expected) => {
    const rows = sky.ra.map((ra, i) => [ra, sky.dec[i], sky.l[i], sky.b[i], sky.pmra[i], sky.pmdec[i], 2016]);
    const table = await csv(`ra,dec,l,b,pmra,pmdec,ref_epoch\n${rows.join("\n")}\n`);
    const measured = await measureRows(table, image, { ...options, wcs, sky: columns, date });
    // The least error of a position changes a share of a pixel.
    expect(await numbers(measured, "aperture_sum")).toEqual(
      sky[expected].map((value) => expect.closeTo(value, 3)),
    );
  });

  test("a date needs proper motions", async () => {
    const table = await csv("ra,dec\n150,2\n");
    await expect(measureRows(table, image, { radius: 1, wcs, date: 2027 })).rejects.toThrow(
      /no columns that are known as proper motions/,
    );
  });
});

describe("regions", () => {
  let wcs: Wcs;
  let table: TableSource;
  beforeAll(async () => {
    const file = await open(ones());
    wcs = await file.wcs(file.hdus[0] ?? "");
    table = await openTable(
      new Blob([
        [
          "# %ECSV 1.0",
          "# ---",
          "# datatype:",
          ...["x", "y"].map((name) => `# - {name: ${name}, datatype: float64}`),
          "# - {name: a, unit: arcsec, datatype: float64}",
          "# - {name: b, unit: pix, datatype: float64}",
          "# - {name: pa, unit: deg, datatype: float64}",
          "# - {name: mag, unit: mag, datatype: float64}",
          "# - {name: name, datatype: string}",
          "x y a b pa mag name",
          "10 20 4 2 0 1 A",
          "40 30 6 3 30 1 B",
          '"" 30 6 3 30 1 C',
        ].join("\n"),
      ]),
    );
  });

  test("of several regions, with what is excluded, and holes of annuli", async () => {
    const at = { x: 10, y: 20 } as const;
    const names = async (
      ...regions: readonly { shape: Parameters<typeof rowsInside>[1]; excluded?: true }[]
    ) => (await readRows(await rowsInside(table, regions as never), { columns: ["name"] }))["name"]?.data;
    const all = { shape: { kind: "box", x: 20, y: 20, width: 100, height: 100, angle: 0 } } as const;
    expect(await names(all)).toEqual(["A", "B"]);
    expect(await names(all, { shape: { kind: "circle", ...at, radius: 2 }, excluded: true })).toEqual(["B"]);
    expect(await names({ shape: { kind: "circle", ...at, radius: 2 }, excluded: true })).toEqual(["B"]);
    expect(await names({ shape: { kind: "annulus", ...at, inner: 2, outer: 5 } })).toEqual([]);
    expect(await names()).toEqual([]);
  });

  test("ellipses have the angles and units of their columns", async () => {
    const found = await rowRegions(table, {
      ...{ semiAxes: ["a", "b"], angle: "pa", angleFrom: "north", scale: 2, names: "name", wcs },
    } as const);
    expect(found.map(({ name, shape }) => [name, shape])).toEqual([
      // A pixel has an arcsecond; east is to the left.
      ["A", { kind: "ellipse", x: 10, y: 20, a: expect.closeTo(8, 4), b: 4, angle: expect.closeTo(90, 3) }],
      ["B", { kind: "ellipse", x: 40, y: 30, a: expect.closeTo(12, 4), b: 6, angle: expect.closeTo(120, 3) }],
    ]);
    const [first] = await rowRegions(table, { semiAxes: [5, { arcsec: 3 }], angle: "pa", wcs });
    expect(first?.shape).toMatchObject({ a: 5, b: expect.closeTo(3, 4), angle: 0 });
    const text = await writeRegions(found, { system: "icrs", wcs });
    expect((await readRegions(text, { wcs })).regions.map(({ name }) => name)).toEqual(["A", "B"]);
  });

  test("what cannot be a size is said", async () => {
    const said = (work: Promise<unknown>) => work.then(String, String);
    expect(await said(rowRegions(table, { radius: "mag" }))).toMatch(/neither pixels nor an angle/);
    expect(await said(rowRegions(table, { radius: "a" }))).toMatch(/sizes in angles need a WCS/);
    expect(await said(rowRegions(table, {}))).toMatch(/circles of a `radius`, or ellipses/);
    expect(await said(rowRegions(table, { semiAxes: ["a", "b"], angle: "pa", angleFrom: "north" }))).toMatch(
      /angles from north need the WCS/,
    );
  });
});

test("positions on the sky, by the WCS", async () => {
  const file = await open(ones());
  const [hdu] = file.hdus;
  if (!(hdu?.data instanceof NdArray)) {
    throw new Error("the file has no image");
  }
  const wcs = await file.wcs(hdu);
  const place = (x: number, y: number) => [150 - (x - (SIDE - 1) / 2) * PIXEL, (y - (SIDE - 1) / 2) * PIXEL];
  const table = await csv(
    `ra,dec\n${[place(10, 20), place(30, 40), place(30, 400)].map(String).join("\n")}\n`,
  );
  const measured = await measureRows(table, hdu.data, { radius: 3, wcs });
  const [one = 0, other = 0, none] = await numbers(measured, "aperture_sum");
  expect([one, other, none]).toEqual([expect.closeTo(9 * Math.PI + 1), expect.closeTo(9 * Math.PI), null]);
  expect(
    (await rowsInside(table, { kind: "box", x: 10, y: 20, width: 2, height: 2, angle: 0 }, { wcs })).rows,
  ).toBe(1);
  const text = await writeRegions(await rowRegions(table, { radius: 2, wcs }), { system: "icrs", wcs });
  expect(text.match(/circle\(/g)).toHaveLength(3);
});
