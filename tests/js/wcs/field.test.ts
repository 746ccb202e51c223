/** WCS of files from the field, with the values that gwcs and dkist give. */
import { readFileSync } from "node:fs";
import { open } from "asdf-wasm";
import { expect, test } from "vitest";

const field = new URL("../../data/field/asdf/", import.meta.url);
const read = (name: string) => open(readFileSync(new URL(name, field)));

/** Pixels and their places; `tolerance` is for the places, relative to them, `back` for the pixels. */
const CASES: readonly {
  readonly file: string;
  readonly path: string;
  readonly points: readonly (readonly [pixel: readonly number[], world: readonly number[]])[];
  readonly tolerance?: number;
  readonly back?: number;
}[] = [
  {
    file: "dkist-visp-inverse/visp_no_headers.asdf",
    path: "dataset/wcs",
    // The last digits of positions in arcseconds are lost in those of a circle.
    points: [
      [
        [1302.07421, 945.71138, 376.25659, 3],
        [1295918.15, 590.073365, 92.807527, 288.454415],
      ],
    ],
    tolerance: 1e-7,
    back: 1e-3,
  },
  {
    file: "tabular2d-pair-inverse/tab2.asdf",
    path: "wcs",
    points: [
      [
        [1.5, 2.5],
        [5, 3.75],
      ],
    ],
    back: 1e-6,
  },
  {
    file: "tabular-one-point/len1b.asdf",
    path: "wcs",
    points: [
      [[0], [5]],
      [[0.5], [Number.NaN]],
    ],
  },
  {
    file: "transform-planar2d/f_Planar2D.asdf",
    path: "wcs",
    points: [
      [[0.1, 0.2], [0.30000000000000004]],
      [[1, 2], [3]],
    ],
  },
  {
    file: "transform-logarithmic1d/f_Logarithmic1D.asdf",
    path: "wcs",
    points: [
      [[0.1], [-Math.LN10]],
      [[0.5], [-Math.LN2]],
      [[5], [1.6094379124341003]],
    ],
    back: 1e-12,
  },
];

test.each(CASES)("$file", async ({ file: name, path, points, tolerance = 1e-14, back }) => {
  using file = await read(name);
  const wcs = await file.wcs(path);
  expect(wcs.invertible).toBe(back !== undefined || wcs.pixelAxes === 1);
  for (const [pixel, world] of points) {
    for (const [axis, value] of wcs.pixelToWorld(...pixel).entries()) {
      const expected = world[axis] ?? 0;
      const isNear = Number.isNaN(expected)
        ? Number.isNaN(value)
        : Math.abs(value / expected - 1) <= tolerance;
      expect(isNear, `${name}: ${value} is not ${expected}`).toBe(true);
    }
    for (const [axis, value] of wcs.invertible ? wcs.worldToPixel(...world).entries() : []) {
      const expected = pixel[axis] ?? 0;
      const isNear = Number.isNaN(world[0]) ? Number.isNaN(value) : Math.abs(value - expected) <= (back ?? 0);
      expect(isNear, `${name}, back: ${value} is not ${expected}`).toBe(true);
    }
  }
});

test("the first pixel of a slit of DKIST comes back", async () => {
  using file = await read("dkist-visp-inverse/visp_no_headers.asdf");
  const wcs = await file.wcs("dataset/wcs");
  const world = wcs.pixelToWorld(0, 0, 0, 0);
  for (const [axis, expected] of [1295898.43, 589.078101, 61.958622, 0].entries()) {
    expect(world[axis]).toBeCloseTo(expected, 2);
  }
  for (const value of wcs.worldToPixel(...world)) {
    expect(Math.abs(value)).toBeLessThan(1e-6);
  }
});

test("Stokes parameters of old files of DKIST count from 1, as dkist reads them", async () => {
  using file = await read("dkist-old-stokes/test_old_wcs_BRMQY.asdf");
  const wcs = await file.wcs("dataset/wcs");
  const world = wcs.pixelToWorld(0, 0, 0, 0);
  expect(world.at(-1)).toBe(1);
  expect(wcs.pixelToWorld(0, 0, 0, 3).at(-1)).toBe(4);
  expect(wcs.invertible).toBe(true);
  for (const value of wcs.worldToPixel(...world)) {
    expect(Math.abs(value)).toBeLessThan(1e-6);
  }
});

test("pixels on the edge of the bounding box come back, and others without it", async () => {
  using file = await open(readFileSync(new URL("../../wcs/wrappers.asdf", field)));
  for (const path of ["cubes/limited/wcs", "cases/17/wcs"]) {
    const wcs = await file.wcs(path);
    const limits = wcs.boundingBox.map((limits) => limits ?? [0, 0]);
    const corners = Array.from({ length: 2 ** limits.length }, (_, corner) =>
      limits.map((ends, axis) => ends[(corner >> axis) & 1] ?? 0),
    ).flat();
    const near = (found: Float64Array, wanted: readonly number[]) =>
      found.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) < 1e-6);
    expect(near(wcs.toPixels(wcs.toWorld(corners)), corners), path).toBe(true);
    const beyond = corners.map((value) => value * 2 + 5);
    const world = wcs.toWorld(beyond, { boundingBox: false });
    expect(wcs.toPixels(world).some(Number.isNaN)).toBe(true);
    expect(near(wcs.toPixels(world, { boundingBox: false }), beyond), path).toBe(true);
  }
});
