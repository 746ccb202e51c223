/** Dense lines by columns of pixels: the range in each, without slits between them. */

import { columnsOf } from "@asdf-wasm/www/viewer/views/line/columns.ts";
import { describe, expect, test } from "vitest";

describe("the columns of a dense line", () => {
  test("have its range in each pixel, and each meets the next", () => {
    const values = Array.from({ length: 4088 }, (_, i) => Math.sin(i * i));
    const xs = values.map((_, i) => 20.3 + (i * 990) / 4087);
    const [columns = [], ...more] = columnsOf({ xs, ys: values }, 0, 2000);
    expect(more).toEqual([]);
    expect(columns.map(({ x }) => x)).toEqual(Array.from({ length: 991 }, (_, i) => 20.5 + i));
    for (const [i, { x, low, high }] of columns.entries()) {
      const inside = values.filter((_, at) => Math.floor(xs[at] ?? 0) === x - 0.5);
      expect(low).toBeLessThanOrEqual(Math.min(...inside));
      expect(high).toBeGreaterThanOrEqual(Math.max(...inside));
      const next = columns[i + 1] ?? { low, high };
      expect(Math.max(low, next.low)).toBeLessThanOrEqual(Math.min(high, next.high));
    }
  });

  test("end at gaps, and at the edges of the chart", () => {
    const gaps = { xs: [0, 0.5, 1.5, 2.5, 3], ys: [1, 3, Number.NaN, 5, 6] };
    expect(columnsOf(gaps, 0, 10)).toEqual([
      [{ x: 0.5, low: 1, high: 3 }],
      [
        { x: 2.5, low: 5, high: 6 },
        { x: 3.5, low: 6, high: 6 },
      ],
    ]);
    const [wide = []] = columnsOf({ xs: [-1e12, 1e12], ys: [0, 1] }, 4, 6);
    expect(wide.map(({ x }) => x)).toEqual([4.5, 5.5, 6.5]);
  });
});
