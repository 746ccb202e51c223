/** Images in the pixels of another grid, read in parts: the numbers that resampling all of it gives. */
import { alignedArray } from "@asdf-wasm/science/mosaic/aligned";
import { isSameGrid } from "@asdf-wasm/science/mosaic/placing";
import { slice, type Wcs } from "asdf-wasm";
import { gridOf, reproject, TangentPlane } from "asdf-wasm/mosaic";
import { expect, test } from "vitest";

const plane = (center: readonly [number, number], shape: readonly [number, number], rotation = 0) =>
  new TangentPlane({ center, shape, rotation, scale: 1 });
const SOURCE = plane([10, 20], [700, 600], 12);
const IMAGE = {
  array: {
    data: Float32Array.from({ length: 700 * 600 }, (_, i) => Math.sin(i / 50) + (i % 7)),
    shape: [700, 600],
    stride: [600, 1],
  },
  wcs: SOURCE,
};
const TARGET = plane([10.01, 20.01], [800, 500]);

test.each(["nearest", "bilinear", "exact"] as const)("all rows, some and one element: %s", async (kernel) => {
  const { values } = await reproject(IMAGE, TARGET, { kernel });
  const array = alignedArray(IMAGE, TARGET, kernel);
  expect(array).toMatchObject({ dtype: "float32", shape: [800, 500] });
  const rows: number[] = [];
  const whole = await array.read([], { onRows: ({ stop }) => rows.push(stop) });
  // Of so many numbers, a difference would take minutes to print.
  const expected = Float32Array.from(values);
  expect((whole.data as Float32Array).every((value, i) => Object.is(value, expected[i]))).toBe(true);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.at(-1)).toBe(800);
  const some = await array.read([slice(100, 700, 50), slice(3, 480, 9)], {});
  expect(some.shape).toEqual([12, 53]);
  const [first, last] = [some.data?.[0], some.data?.at(-1)];
  expect([first, last]).toEqual([100 * 500 + 3, 650 * 500 + 471].map((i) => Math.fround(values[i] ?? 0)));
  expect((await array.read([400, 250], {})).data?.[0]).toBe(Math.fround(values[400 * 500 + 250] ?? 0));
});

test("grids are the same up to a thousandth of a pixel, across RA 0 and at the pole, too", () => {
  for (const center of [
    [10, 20],
    [0, -5],
    [77, 90],
  ] as const) {
    const grid = plane(center, [30, 20], 5);
    expect(isSameGrid(grid, plane(center, [30, 20], 5 + 1e-5))).toBe(true);
    expect(isSameGrid(grid, plane(center, [30, 20], 5.1))).toBe(false);
    expect(isSameGrid(grid, plane(center, [20, 30], 5))).toBe(false);
    expect(isSameGrid(grid, plane([center[0], center[1] - 1e-5], [30, 20], 5))).toBe(false);
  }
});

test("an image of another part of the sky, or that cannot be resampled, is refused", () => {
  // Near, beside a turned image whose corners reach as far, at 90°, behind, and at the other side of the sky.
  for (const center of [
    [30, 20],
    [10.12, 20.12],
    [100, 0],
    [120, -40],
    [190, -20],
  ] as const) {
    expect(() => alignedArray(IMAGE, plane(center, [10, 10]), "exact")).toThrow(
      "it is of another part of the sky",
    );
  }
  expect(() => alignedArray({ ...IMAGE, wcs: undefined }, TARGET, "exact")).toThrow("it has no WCS");
});

test("a map of the whole sky has all directions, and a small image is in it", () => {
  const sky = gridOf(
    {
      ...{
        sky: { longitude: 0, latitude: 1, reference: "ICRS" },
        pixelAxes: 2,
        worldAxes: 2,
        boundingBox: [],
      },
      frames: [{ axes: [{ unit: "deg" }, { unit: "deg" }] }],
      toWorld: (pixels: Float64Array) => pixels.map((at, i) => 2 * at - (i % 2 === 0 ? 0 : 89)),
      toPixels: (sky: Float64Array) => sky.map((at, i) => (at + (i % 2 === 0 ? 0 : 89)) / 2),
    } as unknown as Wcs,
    [90, 180],
  );
  const map = { array: { data: new Float32Array(90 * 180), shape: [90, 180], stride: [180, 1] }, wcs: sky };
  expect(() => alignedArray(map, TARGET, "nearest")).not.toThrow();
  expect(() => alignedArray(IMAGE, sky, "nearest")).not.toThrow();
});
