/** `file.wcs()` on files of Roman: the numbers of gwcs, points by ones and by many, the sky at a pixel, the life of a WCS. */
import { readFileSync } from "node:fs";
import { type AsdfFile, open, type Wcs } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";

const data = new URL("../../data/", import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, data));

/** A thousandth of a milliarcsecond in degrees. */
const MICROARCSECOND = 1e-6 / 3600;

let file: AsdfFile;
let wcs: Wcs;

beforeAll(async () => {
  file = await open(bytesOf("libasdf/roman_l2_wcs.asdf"));
  wcs = await file.wcs("roman/meta/wcs");
});

test("paths of WCS", async () => {
  expect(file.wcsPaths()).toEqual(["roman/meta/wcs"]);
  expect((await open(bytesOf("roman/roman_l3_192.asdf"))).wcsPaths()).toEqual(["roman/meta/wcs"]);
  expect((await open(bytesOf("libasdf/255.asdf"))).wcsPaths()).toEqual([]);
});

test("frames, axes and bounding box", () => {
  expect([wcs.pixelAxes, wcs.worldAxes, wcs.invertible]).toEqual([2, 2, true]);
  expect(wcs.frames.map(({ name }) => name)).toEqual(["detector", "v2v3", "v2v3vacorr", "v2v3corr", "world"]);
  expect(wcs.frames.at(-1)).toEqual({
    name: "world",
    kind: "celestial_frame",
    axes: [
      { name: "lon", unit: "deg", physicalType: "pos.eq.ra" },
      { name: "lat", unit: "deg", physicalType: "pos.eq.dec" },
    ],
    reference: "icrs",
  });
  expect(wcs.sky).toEqual({ longitude: 0, latitude: 1, reference: "icrs" });
  expect(wcs.boundingBox).toEqual([
    [-0.5, 4087.5],
    [-0.5, 4087.5],
  ]);
});

test("the positions of gwcs, by ones and by many, and back", () => {
  const rows = String(bytesOf("wcs/roman_l2_wcs_wfi01.csv")).trim().split(/\r?\n/).slice(1);
  const points = rows.map((row) => row.split(",").slice(1).map(Number));
  const pixels = Float64Array.from(points.flatMap(([x = 0, y = 0]) => [x, y]));
  const expected = points.flatMap(([, , ra = 0, dec = 0]) => [ra, dec]);
  const world = wcs.toWorld(pixels);
  expect(world).toHaveLength(expected.length);
  for (const [i, value] of world.entries()) {
    // The table has ten digits after the point.
    expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(MICROARCSECOND);
  }
  const back = wcs.toPixels(world);
  for (const [i, value] of back.entries()) {
    // The inverse that the file has is a fit.
    expect(Math.abs(value - (pixels[i] ?? 0))).toBeLessThan(5e-3);
  }
  const [x = 0, y = 0] = pixels;
  expect(wcs.pixelToWorld(x, y)).toEqual([...world.subarray(0, 2)]);
  expect(wcs.worldToPixel(world[0] ?? 0, world[1] ?? 0)).toEqual([...back.subarray(0, 2)]);
  expect([...wcs.toWorld([x, y])]).toEqual([...world.subarray(0, 2)]);
});

test("NaN outside the bounding box, and for NaN", () => {
  expect(wcs.pixelToWorld(-0.6, 0)).toEqual([Number.NaN, Number.NaN]);
  expect(wcs.pixelToWorld(Number.NaN, 0)).toEqual([Number.NaN, Number.NaN]);
  expect(wcs.pixelToWorld(-0.5, 4087.5).every(Number.isFinite)).toBe(true);
  expect(wcs.worldToPixel(90, -66)).toEqual([Number.NaN, Number.NaN]);
  const beyond = wcs.toWorld([-0.6, 0, 10, 10], { boundingBox: false });
  expect([...beyond].every(Number.isFinite)).toBe(true);
  expect([...beyond.subarray(2)]).toEqual(wcs.pixelToWorld(10, 10));
});

test.each(["roman_l2_192", "roman_l3_192"])("the positions of gwcs: %s", async (name) => {
  interface Answers {
    readonly path: string;
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly lon: readonly number[];
    readonly lat: readonly number[];
  }
  const answers: Answers = JSON.parse(String(bytesOf(`roman/${name}.json`))).wcs;
  const own = await (await open(bytesOf(`roman/${name}.asdf`))).wcs(answers.path);
  for (const [i, x] of answers.x.entries()) {
    const [lon = 0, lat = 0] = own.pixelToWorld(x, answers.y[i] ?? 0);
    expect(Math.abs(lon - (answers.lon[i] ?? 0))).toBeLessThan(MICROARCSECOND);
    expect(Math.abs(lat - (answers.lat[i] ?? 0))).toBeLessThan(MICROARCSECOND);
  }
});

test("footprint and orientation are those of gwcs 1.0.3 and astropy 8.0.2", async () => {
  const own = await (await open(bytesOf("roman/roman_l3_192.asdf"))).wcs("roman/meta/wcs");
  // `wcs.footprint()`
  const expected = [
    [83.60119001527714, -5.401763729341224],
    [83.60176857610564, -5.398830543943355],
    [83.59882232330558, -5.398254545366945],
    [83.59824374876924, -5.401187727977427],
  ];
  for (const [i, corner] of own.footprint().entries()) {
    expect(corner[0]).toBeCloseTo(expected[i]?.[0] ?? 0, 10);
    expect(corner[1]).toBeCloseTo(expected[i]?.[1] ?? 0, 10);
  }
  // `SkyCoord.separation()` and `position_angle()` of points half a pixel around (96, 96)
  const { scales, positionAngle, parity } = own.orientation(96, 96) ?? {};
  expect(scales?.[0]).toBeCloseTo(0.05604758696841617, 9);
  expect(scales?.[1]).toBeCloseTo(0.05604758696869212, 9);
  expect(positionAngle).toBeCloseTo(11.110009670371413, 5);
  expect(parity).toBe(-1);
  // Further from the equator, in a plane that is distorted.
  expect(wcs.orientation(96, 96)?.scales[0]).toBeCloseTo(0.11010508517653968, 9);
  expect(wcs.orientation(96, 96)?.scales[1]).toBeCloseTo(0.1074631429206771, 9);
  expect(wcs.orientation(96, 96)?.positionAngle).toBeCloseTo(359.9335795355976 - 360, 4);
});

describe("the sky at a pixel", () => {
  test("footprint: the corners as gwcs orders them", () => {
    const corner = (x: number, y: number) => wcs.pixelToWorld(x, y);
    const [low, high] = [-0.5, 4087.5];
    expect(wcs.footprint()).toEqual([
      corner(low, low),
      corner(low, high),
      corner(high, high),
      corner(high, low),
    ]);
    expect(wcs.footprint({ center: true })[2]).toEqual(corner(4087, 4087));
    const limits = [[0, 10] as const, [0, 20] as const];
    expect(wcs.footprint({ limits })[1]).toEqual(corner(0, 20));
    const beyond = [[-10, 10] as const, [0, 20] as const];
    expect(wcs.footprint({ limits: beyond }).flat().every(Number.isFinite)).toBe(true);
  });

  test("pixel scale and orientation, also at the edge", () => {
    // Of the positions of neighbouring pixels by gwcs: about 0.11 arcseconds.
    expect(wcs.pixelScale(2043.5, 2043.5)).toBeCloseTo(0.1093, 3);
    expect(wcs.pixelScale(-0.5, -0.5)).toBeCloseTo(0.1087, 3);
    expect(wcs.pixelScale(-5, 0)).toBeNaN();
    expect(wcs.orientation(-5, 0)).toBeUndefined();
    const orientation = wcs.orientation(2043.5, 2043.5);
    expect(orientation?.parity).toBe(-1);
    expect(orientation?.scales[0]).toBeCloseTo(0.1103, 3);
    // A step in the direction of north changes the declination only.
    const { north = 0 } = orientation ?? {};
    const angle = (north * Math.PI) / 180;
    const [ra = 0, dec = 0] = wcs.pixelToWorld(2043.5, 2043.5);
    const [raNorth = 0, decNorth = 0] = wcs.pixelToWorld(2043.5 + Math.cos(angle), 2043.5 + Math.sin(angle));
    expect(raNorth).toBeCloseTo(ra, 9);
    expect((decNorth - dec) * 3600).toBeCloseTo(0.1083, 3);
  });
});

test("behind a proxy, as frameworks make them", () => {
  const behind = new Proxy(wcs, {});
  expect(behind.pixelToWorld(10, 20)).toEqual(wcs.pixelToWorld(10, 20));
  expect(behind.worldToPixel(269.8, 66)).toEqual(wcs.worldToPixel(269.8, 66));
  expect(behind.pixelScale(10, 20)).toBe(wcs.pixelScale(10, 20));
  expect(behind.orientation(10, 20)).toEqual(wcs.orientation(10, 20));
  expect(behind.footprint()).toEqual(wcs.footprint());
});

test("a WCS outlives its file, and ends with close()", async () => {
  const opened = await open(bytesOf("roman/roman_l2_192.asdf"));
  const own = await opened.wcs(["roman", "meta", "wcs"]);
  opened.close();
  expect(own.pixelToWorld(10, 10).every(Number.isFinite)).toBe(true);
  own.close();
  expect(() => own.pixelToWorld(10, 10)).toThrow("the WCS was closed");
  own.close();
});

test("what callers do wrong", async () => {
  const failure = (call: () => unknown) => {
    try {
      call();
    } catch (thrown) {
      return thrown;
    }
    return undefined;
  };
  expect(failure(() => wcs.pixelToWorld(1))).toMatchObject({
    code: "bad-argument",
    message: "pixelToWorld() has 1 coordinates: expected 2",
  });
  expect(failure(() => wcs.worldToPixel(1, 2, 3))).toMatchObject({ code: "bad-argument" });
  expect(failure(() => wcs.toWorld([1, 2, 3]))).toMatchObject({ code: "bad-argument" });
  expect(failure(() => wcs.footprint({ limits: [[0, 1]] }))).toMatchObject({ code: "bad-argument" });
  await expect(file.wcs("roman/meta/nothing")).rejects.toMatchObject({
    code: "not-found",
    path: "roman/meta/nothing",
  });
  await expect(file.wcs("roman/meta")).rejects.toMatchObject({ code: "bad-tree", path: "roman/meta" });
  const signal = AbortSignal.abort();
  await expect(file.wcs("roman/meta/wcs", { signal })).rejects.toMatchObject({ code: "aborted" });
});
