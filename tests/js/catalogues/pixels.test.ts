/** Which pixels of HEALPix a cone touches: those with a corner or the middle inside of it, wherever it is. */
import { type Cone, cornersOf, isPixel, partitionsIn } from "@asdf-wasm/catalogues/hats/pixels";
import { stepOnSphere } from "@asdf-wasm/science/regions/sphere";
import { describe, expect, test } from "vitest";

const CENTRES = [
  [0, 0],
  [359.9999, 41.81],
  [0.0001, -41.81],
  [123, 90],
  [45, -90],
  [270, 89.99],
  [200, -60],
] as const;
const RADII = [0, 0.001, 0.5, 8, 33, 60];
const CONES = CENTRES.flatMap(([ra, dec]) => RADII.map((radius): Cone => ({ ra, dec, radius })));

/** Pixels that are spread over an order, or all of a coarse one. */
function pixelsOf(order: number) {
  const count = 12 * 4 ** order;
  const step = Math.max(1, Math.floor(count / 3000));
  return Array.from({ length: Math.floor(count / step) }, (_, i) => ({ order, pixel: i * step }));
}

function isInside({ ra, dec, radius }: Cone, longitude: number, latitude: number): boolean {
  return Math.hypot(...stepOnSphere(ra, dec, longitude, latitude)) <= radius;
}

describe.each([0, 1, 3, 7, 11, 12, 15, 16, 24])("pixels of order %i", (order) => {
  const pixels = pixelsOf(order);
  test.each(CONES)("in a cone of $radius° around $ra, $dec", (cone) => {
    const found = new Set(partitionsIn(pixels, cone).map(({ pixel }) => pixel));
    const missed = pixels.filter((pixel) => {
      const corners = cornersOf(pixel);
      const isIn = [0, 2, 4, 6].some((at) => isInside(cone, corners[at] ?? 0, corners[at + 1] ?? 0));
      return isIn && !found.has(pixel.pixel);
    });
    expect(missed).toEqual([]);
    // None is found that is further away than it is large.
    const size = 2 * 58.6 * 2 ** -Math.min(order, 15);
    const far = pixels.filter((pixel) => {
      const [ra = 0, dec = 0] = cornersOf(pixel);
      return found.has(pixel.pixel) && !isInside({ ...cone, radius: cone.radius + size }, ra, dec);
    });
    expect(far).toEqual([]);
  });
});

test("what no order has is no pixel", () => {
  for (const [order, pixel] of [
    [0, 12],
    [-1, 0],
    [30, 0],
    [0.5, 0],
    [1, Number.NaN],
    [29, 2 ** 53],
  ] as const) {
    expect(isPixel({ order, pixel })).toBe(false);
  }
  expect(isPixel({ order: 0, pixel: 11 })).toBe(true);
});
