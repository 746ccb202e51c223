/** Which pixels an export of a region holds. */

import { pixelsIn } from "@asdf-wasm/science/regions/boxPixels";
import { boxOf, isIn } from "@asdf-wasm/www/viewer/views/grid/selection.ts";
import { expect, test } from "vitest";

const size = { width: 100, height: 50 };

test("the box of a region has the pixels that it touches, and none beyond the image", () => {
  expect(pixelsIn({ kind: "point", x: 3.2, y: 7.6 }, size)).toEqual({ x: 3, y: 8, width: 1, height: 1 });
  const box = { kind: "box", x: 10, y: 20, width: 5, height: 3, angle: 0 } as const;
  expect(pixelsIn(box, size)).toEqual({ x: 8, y: 19, width: 5, height: 3 });
  expect(pixelsIn({ kind: "circle", x: 1, y: 48, radius: 4 }, size)).toEqual({
    x: 0,
    y: 44,
    width: 6,
    height: 6,
  });
  expect(pixelsIn({ kind: "point", x: 300, y: 7 }, size).width).toBe(0);
});

test("the number grid selects the cells of that box", () => {
  const circle = { kind: "circle", x: 10, y: 20, radius: 2 } as const;
  const selection = boxOf(circle, size.height, size.width);
  expect(selection).toEqual({ cursor: { row: 18, column: 8 }, anchor: { row: 22, column: 12 } });
  expect(selection && isIn(selection, { row: 22, column: 8 })).toBe(true);
  expect(selection && isIn(selection, { row: 23, column: 8 })).toBe(false);
  expect(boxOf({ ...circle, x: -10 }, size.height, size.width)).toBeUndefined();
});
