/** Comparisons as words of links, and cameras that show the same of two images. */

import { toImage, toScreen } from "@asdf-wasm/www/viewer/views/image/camera/camera.ts";
import { comparisonIn, comparisonText } from "@asdf-wasm/www/viewer/views/image/compare/comparisonLink.ts";
import { corner, matchedCamera } from "@asdf-wasm/www/viewer/views/image/compare/matched.ts";
import { expect, test } from "vitest";

const USUAL = {
  path: "roman/err",
  way: "blink",
  rate: 2,
  bySky: false,
  sameLimits: true,
  sampling: "bilinear",
} as const;

test("comparisons stand in links as short as they can, and are read again", () => {
  const texts = [
    [USUAL, "roman/err,blink"],
    [{ ...USUAL, rate: 5 }, "roman/err,blink,5"],
    [{ ...USUAL, way: "side", bySky: true, sameLimits: false }, "roman/err,side,sky,own"],
    [{ ...USUAL, path: "a,b", way: "ratio" }, "a,b,ratio"],
    [{ ...USUAL, path: "//b,c.fits", way: "difference", sampling: "exact" }, "//b,c.fits,difference,exact"],
  ] as const;
  for (const [comparison, text] of texts) {
    expect(comparisonText(comparison)).toBe(text);
    expect(comparisonIn(text)).toEqual(comparison);
  }
  expect(comparisonIn("roman/err,blink,1000")?.rate).toBe(10);
  for (const text of [undefined, "", "roman/err", "roman/err,fly"]) {
    expect(comparisonIn(text)).toBeUndefined();
  }
});

test("a matched camera shows each point where the first camera shows its counterpart", () => {
  const screen = { width: 800, height: 600 };
  for (const mirrored of [false, true]) {
    for (const flip of [1, -1]) {
      const camera = { x: 120, y: 80, zoom: 3, angle: 30, mirrored };
      // The other image is turned by 50°, half as fine, elsewhere, and perhaps flipped.
      const [cos, sin] = [Math.cos(0.87) / 2, Math.sin(0.87) / 2];
      const there = ({ x, y }: { x: number; y: number }) => ({
        x: 40 + flip * (cos * x - sin * y),
        y: -7 + sin * x + cos * y,
      });
      const [origin, beside, above] = corner(camera, 10);
      const other = matchedCamera(camera, 10, [there(origin), there(beside), there(above)]);
      expect(other?.zoom).toBeCloseTo(6);
      for (const at of [
        { x: 0, y: 0 },
        { x: 700, y: 100 },
      ]) {
        const shown = other && toScreen(other, screen, there(toImage(camera, screen, at)));
        expect(shown?.x).toBeCloseTo(at.x);
        expect(shown?.y).toBeCloseTo(at.y);
      }
    }
  }
});

test("without an angle there is no matched camera", () => {
  const camera = { x: 1, y: 1, zoom: 1, angle: 0, mirrored: false };
  const none = { x: Number.NaN, y: Number.NaN };
  expect(matchedCamera(camera, 1, [none, none, none])).toBeUndefined();
  expect(matchedCamera(camera, 1, [camera, camera, camera])).toBeUndefined();
});
