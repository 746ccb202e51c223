/** The published entries of the science, in Node: each as a program uses it, beside what astropy, photutils and the package say. */
import { readFileSync } from "node:fs";
import { type AsdfFile, NdArray, ndarray, open, type Wcs, withTag, write } from "asdf-wasm";
import { exportArray, exportTable } from "asdf-wasm/export";
import {
  MeasureError,
  pathProfile,
  photometry,
  type RegionShape,
  radialProfile,
  spectrum,
  statistics,
} from "asdf-wasm/measure";
import { areaOf, isInside, type Region, readRegions, writeRegions } from "asdf-wasm/regions";
import { arranged, readRows, tableAt } from "asdf-wasm/tables";
import { beforeAll, describe, expect, test } from "vitest";
import vectors from "../../viewer/measure/measure.vectors.json" with { type: "json" };

const ROMAN = new URL("../../data/roman/roman_l2_192.asdf", import.meta.url);
const CIRCLE = { kind: "circle", x: 42.5, y: 43, radius: 4.25 } as const;

let roman: AsdfFile;
let wcs: Wcs;

beforeAll(async () => {
  roman = await open(readFileSync(ROMAN));
  wcs = await roman.wcs("roman/meta/wcs");
});

function arrayOf(file: AsdfFile, path: string): NdArray {
  const array = file.get(path);
  if (!(array instanceof NdArray)) {
    throw new Error(`${path} is no array`);
  }
  return array;
}

async function fileOf(tree: Parameters<typeof write>[0]): Promise<AsdfFile> {
  return open(await write(tree, { as: "blob" }));
}

describe("asdf-wasm/measure", () => {
  test("statistics, with flagged pixels and without", async () => {
    const data = arrayOf(roman, "roman/data");
    const [one, unflagged] = [vectors.roman[0], vectors.unflagged[0]];
    const found = await statistics(data, one?.shape as RegionShape);
    expect(found).toMatchObject({ count: one?.count, median: one?.median, cut: false });
    expect(found.sum).toBeCloseTo(one?.sum ?? 0, 9);
    const flags = { array: arrayOf(roman, "roman/dq"), bits: 4 };
    const fewer = await statistics(data, unflagged?.shape as RegionShape, { flags });
    expect(fewer).toMatchObject({ count: unflagged?.count, median: unflagged?.median });
  });

  test("photometry with errors, and a radial profile", async () => {
    const [expected] = vectors.photometry;
    const data = arrayOf(roman, "roman/data");
    const found = await photometry(data, expected?.shape as RegionShape, {
      background: { kind: "annulus", gap: expected?.gap ?? 0, width: expected?.width ?? 0, by: "median" },
      errors: { array: arrayOf(roman, "roman/err"), are: "deviations" },
    });
    expect(found.net).toBeCloseTo(expected?.net ?? 0, 9);
    expect(found.error).toBeCloseTo(expected?.error ?? 0, 9);
    const { at, radius } = vectors.radial;
    const region = { kind: "circle", x: at[0] ?? 0, y: at[1] ?? 0, radius } as const;
    const { growth } = await radialProfile(data, region, { radius });
    const whole = await photometry(data, region);
    expect(growth.y.at(-1)).toBeCloseTo(whole.sum, 9);
  });

  test("along a line, and along the third axis", async () => {
    const values = Float64Array.from({ length: 60 }, (_, i) => i);
    const cube = arrayOf(await fileOf({ cube: ndarray(values, { shape: [3, 4, 5] }) }), "cube");
    const row = {
      kind: "line",
      points: [
        { x: 0, y: 1 },
        { x: 4, y: 1 },
      ],
    } as const;
    const { x, y } = await pathProfile(cube, row, { index: [2, 0, 0] });
    expect([...x]).toEqual([0, 1, 2, 3, 4]);
    expect([...y]).toEqual([45, 46, 47, 48, 49]);
    const point = { kind: "point", x: 1, y: 1 } as const;
    expect([...(await spectrum(cube, point, 0))]).toEqual([6, 26, 46]);
    expect([...(await spectrum(cube, { kind: "point", x: 1, y: 2 }, 2, { axes: [1, 0] }))]).toEqual([
      30, 31, 32, 33, 34,
    ]);
  });

  test("what cannot be measured is said with a code", async () => {
    const data = arrayOf(roman, "roman/data");
    const far = { ...CIRCLE, x: 5000 };
    await expect(statistics(data, far)).rejects.toThrow(MeasureError);
    await expect(statistics(data, far)).rejects.toMatchObject({ code: "outside" });
    await expect(photometry(data, { kind: "point", x: 1, y: 1 })).rejects.toMatchObject({ code: "no-area" });
    const line = arrayOf(await fileOf({ line: ndarray(Float32Array.of(1, 2)) }), "line");
    await expect(statistics(line, CIRCLE)).rejects.toMatchObject({ code: "not-an-image" });
  });
});

describe("asdf-wasm/regions", () => {
  const regions: readonly Region[] = [
    { shape: CIRCLE, name: "A star", color: "#00ff00" },
    { shape: { kind: "box", x: 60, y: 120, width: 30, height: 12.5, angle: 15 }, name: "", color: "#ff0000" },
  ];

  test("files in pixels and as JSON come back as they are", async () => {
    for (const format of ["ds9", "json"] as const) {
      const found = await readRegions(await writeRegions(regions, { format }));
      expect(found).toEqual({ regions, problems: [], leftOut: 0, unplaced: 0 });
    }
    expect(areaOf(CIRCLE)).toBeCloseTo(Math.PI * 4.25 ** 2, 9);
    expect(isInside(CIRCLE, { x: 44, y: 44 })).toBe(true);
  });

  test.each(["icrs", "fk5", "galactic", "ecliptic"] as const)("on the sky: %s", async (system) => {
    const text = await writeRegions(regions, { system, wcs });
    const found = await readRegions(text, { wcs });
    expect(found).toMatchObject({ problems: [], unplaced: 0 });
    const [circle] = found.regions;
    expect(circle).toMatchObject({ name: "A star", shape: { kind: "circle" } });
    if (circle?.shape.kind === "circle") {
      expect(circle.shape.x).toBeCloseTo(CIRCLE.x, 4);
      expect(circle.shape.y).toBeCloseTo(CIRCLE.y, 4);
      expect(circle.shape.radius).toBeCloseTo(CIRCLE.radius, 3);
    }
    expect(await readRegions(text)).toMatchObject({ regions: [], unplaced: 2 });
  });

  test("a position is the one of the WCS", async () => {
    const [ra = 0, dec = 0] = wcs.pixelToWorld(100, 50);
    const { regions: found } = await readRegions(`icrs\ncircle(${ra},${dec},1")`, { wcs });
    const [region] = found;
    expect(region?.shape).toMatchObject({
      kind: "circle",
      x: expect.closeTo(100, 4),
      y: expect.closeTo(50, 4),
    });
  });

  test("what is left out is told, and nothing is written in part", async () => {
    const found = await readRegions("image\nbogus(1,2)\nphysical\ncircle(11,11,4)", {
      cards: [
        { keyword: "LTV1", value: 5, comment: "" },
        { keyword: "LTM1_1", value: 0.5, comment: "" },
        { keyword: "LTV2", value: 5, comment: "" },
        { keyword: "LTM2_2", value: 0.5, comment: "" },
      ],
    });
    expect(found.problems).toMatchObject([{ line: 2 }]);
    expect(found.regions[0]?.shape).toEqual({ kind: "circle", x: 9.5, y: 9.5, radius: 2 });
    await expect(writeRegions(regions, { system: "icrs" })).rejects.toThrow("2 regions have no position");
  });
});

describe("asdf-wasm/tables and asdf-wasm/export", () => {
  const tree = {
    catalog: {
      name: ["a", "b", "c", "d"],
      flux: ndarray(Float64Array.of(3, 1, Number.NaN, 2)),
      error: ndarray(Float32Array.of(0.5, 0.25, 1, 2)),
    },
  };

  test("rows are sorted and filtered", async () => {
    const table = tableAt(await fileOf(tree), "catalog");
    expect(table.rows).toBe(4);
    expect(table.columns.map(({ name }) => name)).toEqual(["name", "flux", "error"]);
    const order = {
      sort: { column: "flux", descending: true },
      filters: [{ column: "error", text: "< 1.5" }],
    };
    const chosen = await arranged(table, order);
    const { name, flux } = await readRows(chosen, { columns: ["name", "flux"] });
    expect(name?.data).toEqual(["a", "b", "c"]);
    expect(flux?.data).toEqual(Float64Array.of(3, 1, Number.NaN));
    const { error } = await readRows(table, { start: 1, stop: 3, columns: ["error"] });
    expect(error?.data).toEqual(Float32Array.of(0.25, 1));
    await expect(arranged(table, { sort: { column: "nought" } })).rejects.toThrow(
      "there is no column `nought`",
    );
    await expect(arranged(table, { filters: [{ column: "flux", text: "< x" }] })).rejects.toThrow(RangeError);
    await expect(async () => tableAt(roman, "nowhere")).rejects.toThrow("nothing at `nowhere`");
  });

  test("a table as CSV, and as a FITS table", async () => {
    const table = tableAt(await fileOf(tree), "catalog");
    const csv = await exportTable(table, "csv");
    expect(await (await csv.blob()).text()).toBe(
      "name,flux,error\r\na,3,0.5\r\nb,1,0.25\r\nc,NaN,1\r\nd,2,2\r\n",
    );
    const fits = await open(await (await exportTable(table, "fits", "SOURCES")).blob());
    expect(fits.hdus[1]).toMatchObject({ name: "SOURCES" });
    const [primary, hdu] = fits.hdus;
    const again = await readRows(tableAt(fits, hdu ?? ""), { columns: ["error"] });
    expect(again["error"]?.data).toEqual(Float32Array.of(0.5, 0.25, 1, 2));
    expect(() => tableAt(fits, primary ?? "")).toThrow("the HDU has no data");
  });

  test("a part of an image as FITS has the same values and positions", async () => {
    const rows = { start: 10, stop: 50 };
    const options = { axes: [0, 1], rows, columns: { start: 20, stop: 80 }, wcs, unit: "DN/s" };
    const exported = await exportArray(roman, "roman/data", "fits", options);
    expect(exported.remarks).toEqual([]);
    const fits = await open(await exported.blob());
    const [image] = fits.hdus;
    const expected = await arrayOf(roman, "roman/data").read([
      { start: 10, stop: 50, step: 1 },
      { start: 20, stop: 80, step: 1 },
    ]);
    expect((await image?.data?.read())?.data).toEqual(expected.data);
    expect(image?.cards).toContainEqual(expect.objectContaining({ keyword: "BUNIT", value: "DN/s" }));
    const part = await fits.wcs(fits.hdus[0] ?? "");
    const [ra = 0, dec = 0] = wcs.pixelToWorld(25, 17);
    expect(part.pixelToWorld(5, 7)).toEqual([expect.closeTo(ra, 8), expect.closeTo(dec, 8)]);
  });

  test("a plane of a cube as .npy; what has no such file is refused", async () => {
    const cube = await fileOf({
      cube: ndarray(
        Int16Array.from({ length: 12 }, (_, i) => i),
        { shape: [3, 2, 2] },
      ),
      word: withTag(["x"], "!word"),
    });
    const exported = await exportArray(cube, "cube", "npy", { axes: [1, 2], index: [2, 0, 0] });
    const chunks: Uint8Array[] = [];
    const reader = exported.stream().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
    }
    const bytes = Buffer.concat(chunks);
    expect(bytes.subarray(1, 6).toString()).toBe("NUMPY");
    expect(
      new Int16Array(
        bytes.buffer.slice(-8 + bytes.byteOffset + bytes.length, bytes.byteOffset + bytes.length),
      ),
    ).toEqual(Int16Array.of(8, 9, 10, 11));
    await expect(exportArray(cube, "cube", "csv")).rejects.toThrow("a CSV file has rows and columns");
    await expect(exportArray(cube, "word", "npy")).rejects.toThrow("there is no array at `word`");
    const table = tableAt(await fileOf({ t: { x: [1, 2] } }), "t");
    const asPng = [exportArray(cube, "cube", "png" as "npy"), exportTable(table, "png" as "npy")];
    for (const exported of asPng) {
      await expect(exported).rejects.toThrow("`png` is not a format of arrays: they are npy, fits and csv");
    }
  });
});
