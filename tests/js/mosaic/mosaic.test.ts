/** The entry `asdf-wasm/mosaic`: resampled pixels are those of astropy's reproject, and planes those that it finds. */
import { readFileSync } from "node:fs";
import { type ArrayData, type AsdfFile, open, type Wcs, write } from "asdf-wasm";
import { gridOf, MosaicError, mosaic, reproject, type SkyImage, TangentPlane } from "asdf-wasm/mosaic";
import { describe, expect, test } from "vitest";

type Numbers = readonly (number | null)[];
type Shape = readonly [number, number];

interface Plane {
  readonly center: number[];
  readonly scale: number;
  readonly shape: number[];
  readonly rotation?: number;
}

/** What mosaic.vectors.py wrote: numbers are texts there. */
interface Vectors {
  readonly images: readonly {
    readonly name: string;
    readonly header: object;
    readonly shape: number[];
    readonly data: Numbers;
    readonly plane: Plane;
    readonly results: Readonly<Record<"nearest" | "bilinear" | "exact" | "exact with NaN", Numbers>>;
    readonly footprint: Numbers;
  }[];
  readonly planes: readonly Best[];
  readonly sky: Readonly<Record<"nearest" | "bilinear" | "data", Numbers>> &
    Readonly<Record<"header" | "target", object>> &
    Readonly<Record<"shape" | "dataShape", number[]>>;
  readonly gwcs: { readonly plane: Plane } & Readonly<
    Record<"nearest" | "bilinear" | "exact" | "footprint", Numbers>
  >;
  readonly mosaics: {
    readonly pair: { readonly headers: object[]; readonly shape: number[]; readonly plane: Plane } & Readonly<
      Record<"mean" | "first" | "match", Numbers>
    >;
    readonly "focal plane": Best &
      Readonly<Record<"bilinear" | "exact", { readonly values: Numbers; readonly count: number }>>;
  };
}

type Best = Readonly<Record<"crval" | "crpix" | "cdelt" | "shape", number[]>>;

const vectors: Vectors = JSON.parse(
  readFileSync(new URL("mosaic.vectors.json", import.meta.url), "utf8"),
  (_, value) =>
    typeof value === "string" && /^\S+( \S+){20}/.test(value)
      ? value.split(" ").map((number) => (number === "nan" ? null : Number(number)))
      : value,
);
const ROMAN = new URL("../../data/roman/roman_l2_192.asdf", import.meta.url);
const FOCAL_PLANE = new URL("focal_plane.asdf", import.meta.url);

async function wcsOf(header: object): Promise<Wcs> {
  const file = await open(await write({ wcs: header }));
  return file.wcs("wcs");
}

function arrayOf(numbers: Numbers, shape: readonly number[]): ArrayData {
  const data = Float64Array.from(numbers, (value) => value ?? Number.NaN);
  return { data, shape, stride: [shape[1] ?? 0, 1] };
}

function planeOf({ center, shape, ...plane }: Plane) {
  return new TangentPlane({ ...plane, center: center as unknown as Shape, shape: shape as unknown as Shape });
}

/** Compares numbers with those of reproject, where both, or neither, must have one. */
function expectAlike(
  found: Float64Array,
  truth: Numbers,
  tolerance: number,
  but: (i: number) => boolean = () => false,
) {
  expect(found.length).toBe(truth.length);
  const wrong = truth.flatMap((value, i) => {
    const own = found[i] ?? Number.NaN;
    const isAlike = value === null ? Number.isNaN(own) : Math.abs(own - value) <= tolerance * Math.abs(value);
    return isAlike || but(i) ? [] : [[i, own, value]];
  });
  expect(wrong).toEqual([]);
}

describe.each(vectors.images)("$name", ({ header, shape, data, plane, results, footprint }) => {
  const image = async (): Promise<SkyImage> => ({ array: arrayOf(data, shape), wcs: await wcsOf(header) });

  test.each(["nearest", "bilinear"] as const)("%s is reproject_interp's", async (kernel) => {
    const found = await reproject(await image(), planeOf(plane), { kernel });
    expectAlike(found.values, results[kernel], 1e-6);
    expect([...found.footprint]).toEqual(results[kernel].map((value) => (value === null ? 0 : 1)));
  });

  test("exact is reproject_exact's, and leaves out pixels that are NaN", async () => {
    const whole = data.map((value) => value ?? 100);
    const found = await reproject({ ...(await image()), array: arrayOf(whole, shape) }, planeOf(plane), {
      kernel: "exact",
    });
    // Of less than a ten-thousandth of a pixel, digits are lost on either side.
    expectAlike(found.values, results.exact, 1e-4, (i) => (footprint[i] ?? 0) < 1e-4);
    for (const [i, share] of footprint.entries()) {
      expect(Math.abs((found.footprint[i] ?? 0) - (share ?? 0))).toBeLessThan(1e-4);
    }
    const holey = await reproject(await image(), planeOf(plane), { kernel: "exact" });
    const truth = results["exact with NaN"];
    expectAlike(holey.values, truth, 1e-4, (i) => truth[i] === null || (footprint[i] ?? 0) < 1e-4);
  });
});

test.each(["nearest", "bilinear"] as const)(
  "a map of all of the sky, to a grid with another edge: %s",
  async (kernel) => {
    const { header, target, data, dataShape, shape } = vectors.sky;
    const grid = gridOf(await wcsOf(target), shape as unknown as Shape);
    const image = { array: arrayOf(data, dataShape), wcs: await wcsOf(header) };
    expectAlike((await reproject(image, grid, { kernel })).values, vectors.sky[kernel], 1e-6);
  },
);

describe("Roman's distorted pixels", () => {
  const { plane, footprint, ...results } = vectors.gwcs;
  const image = async (file: AsdfFile) => ({
    array: file.array("roman/data"),
    wcs: await file.wcs("roman/meta/wcs"),
  });

  test.each(["nearest", "bilinear", "exact"] as const)("%s is reproject's with gwcs", async (kernel) => {
    const file = await open(readFileSync(ROMAN));
    const found = await reproject(await image(file), planeOf(plane), { kernel });
    const isSliver = (i: number) => kernel === "exact" && (footprint[i] ?? 0) < 1e-4;
    expectAlike(found.values, results[kernel], kernel === "exact" ? 1e-4 : 1e-6, isSliver);
  });

  test("the integral over the sky is kept, and flux by the pixel", async () => {
    const file = await open(readFileSync(ROMAN));
    const source = await image(file);
    const [ra = 0, dec = 0] = source.wcs.pixelToWorld(95.5, 95.5);
    const target = new TangentPlane({ center: [ra, dec], scale: 0.3, shape: [110, 110], rotation: 33 });
    const { data } = await file.array("roman/data").read();
    const flux = await reproject(source, target, { kernel: "exact", conserve: "flux" });
    const sum = (values: ArrayLike<number>) => Array.from(values).reduce((all, v) => all + (v || 0), 0);
    expect(sum(flux.values) / sum(data as Float32Array)).toBeCloseTo(1, 9);
    const { values, footprint: covered } = await reproject(source, target, { kernel: "exact" });
    const bright = sum(values.map((value, i) => value * (covered[i] ?? 0))) * 0.3 ** 2;
    const before = Array.from(data as Float32Array, (value, i) => {
      const scale = source.wcs.pixelScale(i % 192, Math.floor(i / 192));
      // Pixels on the edge have no neighbour outside of the bounding box.
      return value * (Number.isNaN(scale) ? source.wcs.pixelScale(95, 95) : scale) ** 2;
    });
    expect(bright / sum(before)).toBeCloseTo(1, 4);
  });
});

describe("mosaics", () => {
  const { headers, shape, plane, ...results } = vectors.mosaics.pair;
  const pair = async (): Promise<SkyImage[]> =>
    Promise.all(
      headers.map(async (header, i) => ({
        name: `image ${i}`,
        array: arrayOf(new Array(24 * 24).fill([10, 13][i] ?? 0), shape),
        wcs: await wcsOf(header),
      })),
    );

  test("the mean, the first, and matched backgrounds are reproject_and_coadd's", async () => {
    const target = planeOf(plane);
    for (const [name, options] of [
      ["mean", { order: "mean" }],
      ["first", { order: "first" }],
      ["match", { order: "mean", background: "match" }],
    ] as const) {
      const found = await mosaic(await pair(), { target, ...options });
      expectAlike((await found.read()).values, results[name], 1e-6);
    }
  });

  test("of overlapping images, the one whose centre is nearest", async () => {
    const found = await mosaic(await pair(), { scale: 1 });
    const { which, weight, values } = await found.read();
    const [rows, columns] = found.target.shape;
    expect(which?.length).toBe(rows * columns);
    const images = await pair();
    const grids = images.map(({ wcs }) => gridOf(wcs as Wcs, [24, 24]));
    for (let i = 0; i < values.length; i += 7) {
      const sky = found.target.toSky(Float64Array.of(i % columns, Math.floor(i / columns)));
      const distances = grids.map((grid) => {
        const [x = Number.NaN, y = Number.NaN] = grid.toPixels(sky);
        const isIn = x >= -0.5 && y >= -0.5 && x < 23.5 && y < 23.5;
        return isIn ? Math.hypot(x - 11.5, y - 11.5) : Infinity;
      });
      const nearest = Math.min(...distances);
      if (Math.abs((distances[0] ?? 0) - (distances[1] ?? 0)) > 0.01) {
        const expected = Number.isFinite(nearest) ? distances.indexOf(nearest) : 65535;
        expect([i, which?.[i], weight[i]]).toEqual([i, expected, Number.isFinite(nearest) ? 1 : 0]);
      }
    }
  });

  test.each(vectors.images.map(({ name }, i) => [name, i] as const))("the plane around %s", async (_, i) => {
    const { header, shape: size = [], data } = vectors.images[i] ?? {};
    const { crval, crpix, cdelt, shape: best } = vectors.planes[i] ?? {};
    const image = { array: arrayOf(data ?? [], size), wcs: await wcsOf(header ?? {}) };
    const { target } = await mosaic([image]);
    const found = target as TangentPlane;
    // Images of astropy have the scale of their reference pixel, ours of their middle.
    expect([Math.abs((found.center[0] - (crval?.[0] ?? 0)) % 360), found.center[1]]).toEqual([
      expect.closeTo(0, 8),
      expect.closeTo(crval?.[1] ?? 0, 8),
    ]);
    expect(found.scale / 3600 / (cdelt?.[1] ?? 0)).toBeCloseTo(1, 4);
    expect(found.shape).toEqual(best);
    expect(found.pixel[0]).toBeCloseTo((crpix?.[0] ?? 0) - 1, 2);
    expect(found.pixel[1]).toBeCloseTo((crpix?.[1] ?? 0) - 1, 2);
  });

  test("the eighteen detectors of Roman", async () => {
    const file = await open(readFileSync(FOCAL_PLANE));
    const images = await Promise.all(
      Array.from({ length: 18 }, async (_, i): Promise<SkyImage> => {
        const name = `wfi${String(i + 1).padStart(2, "0")}`;
        return { name, array: file.array(`${name}/data`), wcs: await file.wcs(`${name}/wcs`) };
      }),
    );
    const truth = vectors.mosaics["focal plane"];
    for (const kernel of ["bilinear", "exact"] as const) {
      const found = await mosaic(images, { kernel, order: "mean" });
      const target = found.target as TangentPlane;
      expect(found.leftOut).toEqual([]);
      expect(target.center).toEqual(truth.crval.map((value) => expect.closeTo(value, 8)));
      expect(target.shape).toEqual(truth.shape);
      const { values, weight } = await found.read();
      expect(weight.filter((share) => share > 1e-9).length).toBe(truth[kernel].count);
      const tolerance = kernel === "exact" ? 1e-4 : 1e-6;
      for (const [i, value] of truth[kernel].values.entries()) {
        // Where less than half of a pixel is covered, there is no truth.
        expect(value === null ? 0 : Math.abs((values[11 * i] ?? 0) / value - 1)).toBeLessThan(tolerance);
      }
    }
  });

  test("an image on both sides of RA 0, one at a pole and one mirrored lie where their pixels are", async () => {
    for (const { header, shape: size, data } of vectors.images) {
      const image = { array: arrayOf(data, size), wcs: await wcsOf(header) };
      const found = await mosaic([image], { kernel: "nearest" });
      const { values } = await found.read();
      const [x, y] = [13, 9];
      const sky = Float64Array.from(image.wcs.pixelToWorld(x, y));
      const own = gridOf(image.wcs, size as unknown as Shape);
      const target = own.system === "icrs" ? found.target.toPixels(sky) : undefined;
      if (target) {
        const [column = 0, row = 0] = target.map(Math.round);
        const [near = 0, high = 0] = own.toPixels(found.target.toSky(Float64Array.of(column, row)));
        expect(values[row * found.target.shape[1] + column]).toBe(
          data[Math.round(high) * (size[1] ?? 0) + Math.round(near)],
        );
      }
    }
  });

  test("an image has the extent of its bounding box", async () => {
    const [image] = await pair();
    const whole = gridOf(image?.wcs as Wcs, [24, 24]);
    const limits = [
      [3.5, 19.5],
      [5.5, 23.5],
    ] as const;
    const toSky = (pixels: Float64Array) => {
      const sky = whole.toSky(pixels);
      const isOut = (i: number) =>
        [0, 1].some((k) => {
          const [least = 0, greatest = 0] = limits[k] ?? [];
          const value = pixels[(i & ~1) + k] ?? 0;
          return value < least || value > greatest;
        });
      return sky.map((value, i) => (isOut(i) ? Number.NaN : value));
    };
    const { target } = await mosaic([{ ...(image as SkyImage), wcs: { ...whole, limits, toSky } }]);
    expect(target.shape).toEqual([18, 16]);
  });

  test("what is left out is named with its reason, and the rest is done", async () => {
    const [first, second] = await pair();
    const [far] = vectors.images;
    const away = {
      name: "away",
      array: arrayOf(far?.data ?? [], far?.shape ?? []),
      wcs: await wcsOf({ ...far?.header, CRVAL1: 20, CRVAL2: -60 }),
    };
    const images: SkyImage[] = [
      { ...(first as SkyImage), unit: "DN/s", factors: { "MJy/sr": 2 } },
      { ...(second as SkyImage), unit: "MJy / sr" },
      { ...(second as SkyImage), name: "counts", unit: "electron" },
      { ...(second as SkyImage), name: "bare", wcs: undefined },
      { ...(second as SkyImage), name: "line", array: arrayOf([1, 2, 3], [3]) },
      { ...away, unit: "MJy/sr" },
      {
        ...(second as SkyImage),
        name: "damaged",
        unit: "MJy/sr",
        array: {
          shape: [24, 24],
          dtype: "float64",
          read: () => Promise.reject(new Error("the block is cut")),
        },
      },
    ];
    const found = await mosaic(images, { order: "first", unit: "MJy/sr" });
    expect(found.unit).toBe("MJy/sr");
    expect(found.leftOut.map(({ name }) => name)).toEqual(["bare", "line", "counts", "away"]);
    const { values, which } = await found.read();
    expect(found.leftOut).toEqual([
      { name: "bare", reason: "it has no WCS" },
      { name: "line", reason: "it is no image" },
      { name: "counts", reason: "its unit electron cannot be converted to MJy/sr" },
      { name: "away", reason: "it reaches farther than 85° from the centre of the mosaic" },
      { name: "damaged", reason: "it cannot be read: the block is cut" },
    ]);
    expect(new Set(which)).toEqual(new Set([0, 1, 65535]));
    expect(new Set(values.filter((value) => !Number.isNaN(value)).map(Math.round))).toEqual(
      new Set([20, 13]),
    );
    await expect(mosaic([{ ...(first as SkyImage), wcs: undefined }])).rejects.toThrow(
      "there is no image to make a mosaic of: image 0: it has no WCS",
    );
    await expect(mosaic(await pair(), { scale: 1e-6 })).rejects.toThrow("choose a larger scale");
  });

  test("flags, masks and the background of the metadata", async () => {
    const [image] = await pair();
    const flags = new Uint32Array(576);
    flags[24 * 12 + 12] = 1;
    flags[24 * 6 + 6] = 2;
    const mask = new Uint8Array(576);
    mask[24 * 9 + 9] = 1;
    const array = { ...(image?.array as ArrayData), mask };
    const dq = { array: { data: flags, shape: [24, 24], stride: [24, 1] }, bits: 1 };
    const target = gridOf(image?.wcs as Wcs, [24, 24]);
    const found = await mosaic([{ ...(image as SkyImage), array, flags: dq, background: 4 }], {
      target,
      kernel: "nearest",
      background: "meta",
    });
    const { values } = await found.read();
    const none = [...values.entries()].flatMap(([i, value]) => (Number.isNaN(value) ? [i] : []));
    expect(none).toEqual([24 * 9 + 9, 24 * 12 + 12]);
    expect(new Set(values.filter((value) => !Number.isNaN(value)))).toEqual(new Set([6]));
    expect(found.images).toEqual([{ name: "image 0", offset: 4 }]);
  });
});

test("a large image is read by windows, with progress, and can be cancelled", async () => {
  const read: number[] = [];
  const wcs = await wcsOf(vectors.images[0]?.header ?? {});
  const image = (side: number): SkyImage => ({
    wcs,
    array: {
      shape: [side, side],
      dtype: "float32",
      read: async (selection: readonly unknown[]) => {
        const [rows, columns] = selection.map((span) =>
          span && typeof span === "object" && "stop" in span && "start" in span
            ? Number(span.stop) - Number(span.start)
            : 1,
        );
        const data = new Float32Array((rows ?? 0) * (columns ?? 0)).fill(1);
        read.push(data.length);
        return { data, shape: [rows ?? 0, columns ?? 0], stride: [columns ?? 0, 1] };
      },
    } as SkyImage["array"],
  });
  const sky = await mosaic([image(1500)], { order: "first" });
  const done: number[] = [];
  for await (const { height } of sky.rows({ onProgress: ({ done: rows }) => done.push(rows) })) {
    expect(height).toBeLessThanOrEqual(1024);
  }
  expect(done.at(-1)).toBe(sky.target.shape[0]);
  expect(done.length).toBeGreaterThan(1);
  expect(Math.max(...read)).toBeLessThan(800 ** 2);
  const coarse = new TangentPlane({ center: [83.6, -5.4], scale: 100, shape: [60, 60] });
  const { footprint } = await reproject(image(5000), coarse);
  // The reference pixel, in the middle of the plane, is near a corner of the image.
  expect(Math.abs(footprint.reduce((sum, share) => sum + share) - 900)).toBeLessThan(50);
  expect(Math.max(...read)).toBeLessThan(2 ** 22);
  for (const kernel of ["bilinear", "exact"] as const) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    const started = performance.now();
    await expect(reproject(image(1500), sky.target, { kernel, signal: stop.signal })).rejects.toThrow(
      /abort/i,
    );
    expect(performance.now() - started).toBeLessThan(5000);
  }
});

test("a WCS without an inverse is said by name, and has its pixels by area", async () => {
  const [first] = vectors.images;
  const wcs = await wcsOf(first?.header ?? {});
  const oneWay = Object.create(wcs, { invertible: { value: false } }) as Wcs;
  const image = { array: arrayOf(first?.data ?? [], first?.shape ?? []), wcs: oneWay };
  const target = planeOf(first?.plane as Plane);
  await expect(reproject(image, target)).rejects.toThrow(
    'its WCS has no inverse, which the kernel "bilinear" needs: "exact" does not',
  );
  await expect(reproject({ ...image, wcs }, target, { conserve: "flux" })).rejects.toThrow(MosaicError);
  expect(() => new TangentPlane({ center: [0, 91], scale: 1, shape: [2, 2] })).toThrow(RangeError);
});
