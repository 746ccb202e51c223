/** Measuring in regions, against what numpy, astropy, scipy and photutils measure. Nothing of a browser is needed. */
import { readFileSync } from "node:fs";
import { areaOf, hasArea, overlapOf } from "@asdf-wasm/science/measure/overlap";
import { FWHM, radialWidth } from "@asdf-wasm/science/numbers/gaussian";
import type { Position } from "@asdf-wasm/science/regions/region";
import { Measurement } from "@asdf-wasm/www/viewer/worker/measure/measurement.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { type AsdfFile, init, ndarray, open, write } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { treeFile } from "../../../scripts/test/tree-file.mjs";
import { openFile } from "../support/openFile.ts";
import vectors from "./measure.vectors.json" with { type: "json" };
import { measuring, never, noise, shapeOf } from "./measuring.ts";

const ROMAN = new URL("../../data/roman/roman_l2_192.asdf", import.meta.url);

let roman: AsdfFile;

beforeAll(async () => {
  await init();
  roman = await open(readFileSync(ROMAN));
});

function field(): Float64Array<ArrayBuffer> {
  return noise(500 * 700).map((u, i) => {
    const value = (Math.log(u / (1 - u)) + 1000) * (i % 97 === 0 ? 50 : 1);
    return i >= 7 && (i - 7) % 2003 === 0 ? Infinity : i >= 5 && (i - 5) % 1009 === 0 ? Number.NaN : value;
  });
}

function points(all: readonly (readonly number[])[]): [Position, Position] {
  const [from, to] = all.map(([x = 0, y = 0]) => ({ x, y }));
  return [from ?? { x: 0, y: 0 }, to ?? { x: 0, y: 0 }];
}

async function fileOf(tree: Parameters<typeof write>[0]): Promise<AsdfFile> {
  return open(await write(tree, { as: "blob" }));
}

const all = (width: number, height: number) => ({
  ...{ kind: "box", x: (width - 1) / 2, y: (height - 1) / 2 },
  ...{ width, height, angle: 0 },
});

type Statistics = (typeof vectors.roman)[number];

async function checkStatistics(measurement: Measurement, expected: Statistics) {
  const found = await measurement.statistics();
  const { masked, flagged, notFinite } = found.excluded;
  expect(found.count).toBe(expected.count);
  expect(found.count + masked + flagged + notFinite).toBe(expected.pixels);
  for (const name of ["sum", "mean", "std"] as const) {
    expect(close(Number(found[name]), expected[name], 1e-12)).toEqual([]);
  }
  expect(found.median).toBe(expected.median);
  const [mean = 0, median, std = 0] = expected.clipped;
  expect(found.clipped.median).toBe(median);
  expect(close([found.clipped.mean, found.clipped.std], [mean, std], 1e-10)).toEqual([]);
  expect([found.min?.value, found.min?.x, found.min?.y]).toEqual(expected.min);
  expect([found.max?.value, found.max?.x, found.max?.y]).toEqual(expected.max);
}

/** The numbers that are not as expected, to a relative precision. */
function close(found: number | ArrayLike<number>, expected: number | ArrayLike<number>, precision: number) {
  const [some, others] = [found, expected].map((one) => (typeof one === "number" ? [one] : Array.from(one)));
  return (others ?? []).flatMap((value, i) => {
    const one = some?.[i] ?? Number.NaN;
    return Math.abs(one - value) <= precision * Math.max(Math.abs(value), 1e-12) ? [] : [[i, one, value]];
  });
}

const named = (shape: { readonly kind: string }, i: number) => `${i + 1}, a ${shape.kind}`;

describe("statistics are numpy's and astropy's", () => {
  test.each(vectors.roman.map((one, i) => [named(one.shape, i), one] as const))(
    "of the Roman sample in region %s",
    async (_, expected) => {
      await checkStatistics(measuring(roman, "roman/data")(expected.shape), expected);
    },
  );

  test.each(vectors.unflagged.map((one, i) => [named(one.shape, i), one] as const))(
    "without flagged pixels in region %s",
    async (_, expected) => {
      const measured = measuring(roman, "roman/data");
      await checkStatistics(measured(expected.shape, { flagged: ["roman/dq", 4] }), expected);
    },
  );

  test("of 350,000 numbers with long tails, some not finite", async () => {
    const measured = measuring(await fileOf({ field: ndarray(field(), { shape: [500, 700] }) }), "field");
    for (const expected of vectors.field) {
      await checkStatistics(measured(expected.shape), expected);
    }
  });

  test("of integers of 64 bits, to the last digit", async () => {
    const values = BigInt64Array.from(noise(600), (u) => 2n ** 60n + BigInt(Math.floor(u * 2 ** 40)));
    const measured = measuring(await fileOf({ wide: ndarray(values, { shape: [20, 30] }) }), "wide");
    const found = await measured(all(30, 20)).statistics();
    expect({ sum: String(found.sum), min: String(found.min?.value), max: String(found.max?.value) }).toEqual({
      sum: vectors.wide.sum,
      min: vectors.wide.min,
      max: vectors.wide.max,
    });
    expect(close(found.mean, vectors.wide.mean, 1e-15)).toEqual([]);
  });
});

describe("the share of each pixel inside is exact", () => {
  test.each(vectors.shares.map((one, i) => [named(one.shape, i), one] as const))(
    "of region %s",
    (_, { shape: given, rows }) => {
      const shape = shapeOf(given);
      const overlap = hasArea(shape) ? overlapOf(shape) : () => {};
      let area = 0;
      for (const [y, expected] of rows.entries()) {
        const shares = new Float64Array(expected.length);
        overlap(y, 0, shares);
        for (const [x, share] of shares.entries()) {
          expect(share).toBeCloseTo(expected[x] ?? 0, 12);
          area += share;
        }
      }
      expect(hasArea(shape) && areaOf(shape)).toBeCloseTo(area, 10);
    },
  );
});

describe("sources are measured as photutils does", () => {
  test.each(vectors.photometry.map((one, i) => [named(one.shape, i), one] as const))(
    "in region %s",
    async (_, { shape, gap, width, ...expected }) => {
      const choice = { kind: "annulus", gap, width, by: "median" } as const;
      const found = await measuring(roman, "roman/data")(shape).photometry(choice);
      const { background, moments, fit } = found;
      for (const name of ["area", "sum", "net", "error"] as const) {
        expect(close(found[name] ?? Number.NaN, expected[name], 1e-9)).toEqual([]);
      }
      expect(found).toMatchObject({ errorOf: "err" });
      expect(found.missing).toBeCloseTo(0, 9);
      const { perPixel = 0, std = 0, count = 0, total = 0 } = background ?? {};
      expect(close([perPixel, std, count], expected.background, 1e-12)).toEqual([]);
      expect(total).toBeCloseTo(perPixel * expected.area, 9);
      expect(close([moments?.x ?? 0, moments?.y ?? 0], expected.centroid, 1e-9)).toEqual([]);
      expect(
        close(
          [moments?.major ?? 0, moments?.minor ?? 0],
          expected.axes.map((sigma) => sigma * FWHM),
          1e-9,
        ),
      ).toEqual([]);
      expect(Math.hypot(moments?.major ?? 0, moments?.minor ?? 0) / Math.SQRT2).toBeCloseTo(expected.fwhm, 8);
      expect(moments?.angle).toBeCloseTo(expected.angle, 6);
      const [x, y, major = 0, minor = 0, amplitude = 0, offset = 0] = expected.fit;
      expect(fit?.x).toBeCloseTo(x ?? 0, 4);
      expect(fit?.y).toBeCloseTo(y ?? 0, 4);
      expect(close([fit?.major ?? 0, fit?.minor ?? 0], [major * FWHM, minor * FWHM], 1e-4)).toEqual([]);
      expect(close([fit?.amplitude ?? 0], [amplitude], 1e-4)).toEqual([]);
      expect(fit?.offset).toBeCloseTo(offset, 4);
      // Other fits, of other pixels and without a constant.
      expect(close([fit?.x ?? 0, fit?.y ?? 0], expected.centroid2dg, 0.01)).toEqual([]);
    },
  );

  test("the radial profile and the curve of growth", async () => {
    const { at, radius, ...expected } = vectors.radial;
    const [x = 0, y = 0] = at;
    const measured = measuring(roman, "roman/data");
    const region = { kind: "circle", x, y, radius: 5 };
    const found = await measured(region).radial({
      background: { kind: "none" },
      centre: "region",
      radius,
    });
    const background = 0.5;
    const less = expected.profile.map((value) => value + background);
    expect(close(found.profile.y, less, 1e-9)).toEqual([]);
    const grown = expected.growth.map((value, i) => value + background * Math.PI * (i + 1) ** 2);
    expect(close(found.growth.y, grown, 1e-9)).toEqual([]);
    const net = found.profile.y.map((value) => value - background);
    expect(close(radialWidth(found.profile.x, net), expected.fwhm, 1e-4)).toEqual([]);
  });

  test("errors of pixels that do not count are left out", async () => {
    const values = Float64Array.of(1, 2, Number.NaN, 4);
    const err = Float64Array.of(3, 4, 100, 0);
    const shape = { shape: [2, 2] };
    const file = await fileOf({ data: ndarray(values, shape), err: ndarray(err, shape) });
    const found = await measuring(file, "data")(all(2, 2)).photometry({ kind: "none" });
    expect(found).toMatchObject({ area: 3, missing: 1, sum: 7, net: 7, error: 5 });
  });
});

describe("profiles and spectra are scipy's and numpy's", () => {
  test.each(vectors.paths)("along $points, $width wide", async ({ points: ends, width, ...expected }) => {
    const measured = measuring(roman, "roman/data")({ kind: "line", points: points(ends) });
    for (const sampling of ["bilinear", "nearest"] as const) {
      const line = await measured.path({ width, sampling });
      expect(close(line.x, expected.distance, 1e-12)).toEqual([]);
      expect(close(line.y, expected[sampling], 1e-6)).toEqual([]);
    }
  });

  test.each([
    ["planes first", [6, 20, 24], (z: number, y: number, x: number) => (z * 20 + y) * 24 + x],
    ["planes last", [20, 24, 6], (z: number, y: number, x: number) => (y * 24 + x) * 6 + z],
  ] as const)("through a cube, %s", async (_, shape, place) => {
    const values = new Float64Array(6 * 20 * 24);
    for (const [i, value] of noise(values.length).entries()) {
      values[place(Math.floor(i / 480), Math.floor(i / 24) % 20, i % 24)] = value;
    }
    const measured = measuring(await fileOf({ cube: ndarray(values, { shape: [...shape] }) }), "cube");
    const axis = shape.indexOf(6);
    const section = { axes: [0, 1, 2].filter((other) => other !== axis), index: [0, 0, 0] };
    for (const by of ["mean", "sum", "median"] as const) {
      const line = await measured(vectors.cube.region, { section }).spectrum(axis, by, () => {});
      expect(close(line.y, vectors.cube[by], 1e-12)).toEqual([]);
    }
  });
});

test("a spectrum lies over the wavelengths beside the cube", async () => {
  const wavelength = Float64Array.of(3, 2, 1);
  const file = await fileOf({
    flux: ndarray(
      Float32Array.from({ length: 12 }, (_, i) => i),
      { shape: [3, 2, 2] },
    ),
    wavelength: ndarray(wavelength),
  });
  const line = await measuring(file, "flux")(all(2, 2)).spectrum(0, "mean", () => {});
  expect(line).toMatchObject({ axisName: "wavelength", extent: { min: 1, max: 3 } });
  expect([...line.x, ...line.y]).toEqual([1, 2, 3, 9.5, 5.5, 1.5]);
});

test("a great deal is read from a server only after asking", async () => {
  const [width, height] = [8192, 4096];
  const yaml = `data: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [${height}, ${width}]}`;
  const nodes = new Nodes(await open(Buffer.from(treeFile(yaml))));
  const opened = openFile(roman, { nodes, isRemote: true });
  const node = nodes.trailAlong("data")?.at(-1) ?? -1;
  const section = { axes: [0, 1], index: [0, 0] };
  const request = { node, section, part: "amplitude", shape: shapeOf(all(width, height)) } as const;
  await expect(new Measurement(opened, request, never).statistics()).rejects.toMatchObject({
    code: "much-to-read",
    message: "This reads 134 MB.",
  });
  // Allowed, the reading itself fails: the file has no block.
  await expect(
    new Measurement(opened, { ...request, all: true }, never).statistics(),
  ).rejects.not.toMatchObject({
    code: "much-to-read",
  });
});

describe("what cannot be measured is said", () => {
  const image = async () =>
    measuring(await fileOf({ data: ndarray(new Float32Array(12).fill(NaN), { shape: [3, 4] }) }), "data");

  test("a region outside the image", async () => {
    const measured = (await image())({ kind: "circle", x: 50, y: 2, radius: 3 });
    await expect(measured.statistics()).rejects.toMatchObject({ code: "outside" });
  });

  test("nothing but NaN: every pixel is counted as left out", async () => {
    const found = await (await image())(all(4, 3)).statistics();
    expect(found).toMatchObject({ count: 0, sum: 0, min: undefined, excluded: { notFinite: 12 } });
    expect([found.mean, found.median, found.std]).toEqual([NaN, NaN, NaN]);
    const histogram = await (await image())(all(4, 3)).histogram({});
    expect(histogram.histogram).toBeUndefined();
  });

  test("photometry of a line, and a background of no pixels", async () => {
    const line = {
      kind: "line",
      points: points([
        [0, 0],
        [2, 2],
      ]),
    };
    await expect((await image())(line).photometry({ kind: "none" })).rejects.toMatchObject({
      code: "no-area",
    });
    const circle = { kind: "circle", x: 1, y: 1, radius: 1 };
    const around = { kind: "annulus", gap: 0, width: 1, by: "median" } as const;
    await expect((await image())(circle).photometry(around)).rejects.toMatchObject({ code: "no-background" });
  });

  test("part of a region outside", async () => {
    const file = await fileOf({ data: ndarray(new Uint8Array(12).fill(1), { shape: [3, 4] }) });
    const measured = measuring(file, "data")({ kind: "circle", x: 0, y: 0, radius: 2 });
    expect(await measured.statistics()).toMatchObject({ count: 4, sum: 4, cut: true });
  });

  test("masked elements, and the drawn part of complex numbers", async () => {
    const shape = { shape: [2, 2] };
    const masked = ndarray(Int16Array.of(1, 2, 3, 4), { ...shape, mask: Uint8Array.of(0, 1, 0, 0) });
    const complex = ndarray(Float64Array.of(3, 4, 0, 1, -2, 0, 5, 12), { ...shape, dtype: "complex128" });
    const file = await fileOf({ masked, complex });
    const some = await measuring(file, "masked")(all(2, 2)).statistics();
    expect(some).toMatchObject({ count: 3, sum: 8, excluded: { masked: 1 } });
    const whole = measuring(file, "complex");
    expect((await whole(all(2, 2)).statistics()).sum).toBe(5 + 1 + 2 + 13);
    expect((await whole(all(2, 2), { part: "real" }).statistics()).sum).toBe(6);
  });
});

test("a histogram of whole numbers has bins of whole numbers", async () => {
  const values = Uint8Array.from({ length: 100 }, (_, i) => i % 10);
  const measured = measuring(await fileOf({ data: ndarray(values, { shape: [10, 10] }) }), "data");
  const { histogram } = await measured({ ...all(10, 5), y: 2 }).histogram({});
  expect(histogram).toMatchObject({ min: -0.5, max: 9.5, whole: true });
  expect([...(histogram?.counts ?? [])]).toEqual(Array.from({ length: 10 }, () => 5));
});
