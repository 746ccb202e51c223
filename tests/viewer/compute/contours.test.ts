/** Contours run where contourpy draws them, and settings go through links. */

import { backgroundOf, Contouring } from "@asdf-wasm/science/compute/contour";
import { squareMeans } from "@asdf-wasm/science/compute/squares";
import {
  contoursIn,
  contourWords,
  levelsOf,
  numbersIn,
  USUAL_CONTOURS,
} from "@asdf-wasm/www/viewer/views/image/analysis/levels.ts";
import { describe, expect, test } from "vitest";
import vectors from "./contours.vectors.json" with { type: "json" };

const numbers = (values: readonly (number | null)[]) =>
  Float64Array.from(values, (value) => value ?? Number.NaN);
const values = numbers(vectors.values);
const contouring = new Contouring(values, vectors.width, values.length / vectors.width);

/** The pieces of lines, in either direction, in an order of their own. */
function pieces(lines: readonly (readonly number[])[]): string[] {
  return lines
    .flatMap((line) =>
      Array.from({ length: line.length / 2 - 1 }, (_, i) => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line
          .slice(2 * i, 2 * i + 4)
          .map((at) => Number(at.toFixed(6)));
        return [`${x1} ${y1}`, `${x2} ${y2}`].sort().join(" to ");
      }),
    )
    .sort();
}

describe("contours", () => {
  test.each(vectors.levels)("at $level", ({ level, lines: expected }) => {
    const { points, starts } = contouring.lines(level);
    const lines = starts.map((start, i) => points.slice(2 * start, 2 * (starts[i + 1] ?? points.length / 2)));
    expect(pieces(lines)).toEqual(pieces(expected));
    expect(lines).toHaveLength(expected.length);
    const isClosed = (line: readonly number[]) => line.slice(0, 2).join() === line.slice(-2).join();
    expect(lines.filter(isClosed)).toHaveLength(expected.filter(isClosed).length);
  });

  test("an even plane has none", () => {
    expect(new Contouring(new Float64Array(9).fill(4), 3, 3).lines(4).starts).toEqual([]);
  });
});

test("means of squares leave out what is no number", () => {
  const plane = [1, 3, 5, Number.NaN, Number.NaN, 9, 2, 2, 7];
  expect([...squareMeans(plane, 3, 3, 2)]).toEqual([2, 7, 2, 7]);
});

test("the background without outliers", async () => {
  const { crowd } = vectors;
  const found = await backgroundOf(numbers(crowd.values));
  expect(found?.median).toBeCloseTo(crowd.median, 9);
  expect(found?.sigma).toBeCloseTo(crowd.sigma, 9);
  expect(await backgroundOf(Float64Array.of(Number.NaN))).toBeUndefined();
});

describe("levels", () => {
  const limits = { min: 10, max: 70 };

  test("between the limits, from the background, and as they are given", () => {
    expect(levelsOf({ ...USUAL_CONTOURS, kind: "linear", count: 2 }, limits, undefined)).toEqual([30, 50]);
    const [low = 0, high = 0] = levelsOf({ ...USUAL_CONTOURS, kind: "log", count: 2 }, limits, undefined);
    expect(low).toBeCloseTo(10 + (60 * 9) / 999, 9);
    expect(high).toBeCloseTo(10 + (60 * 99) / 999, 9);
    const background = { median: 1, sigma: 0.5 };
    expect(levelsOf({ ...USUAL_CONTOURS, kind: "sigma", multiples: [3, 10] }, limits, background)).toEqual([
      2.5, 6,
    ]);
    expect(levelsOf({ ...USUAL_CONTOURS, kind: "values", values: [4] }, undefined, undefined)).toEqual([4]);
    expect(levelsOf(USUAL_CONTOURS, limits, background)).toEqual([]);
  });

  test.each([
    "linear:7",
    "log:3/smooth:0",
    "sigma:3,6,12/color:00ff88/width:3/labels:off",
    "values:-1.5,2e+21",
  ])("%s goes through a link", (word) => {
    expect(contourWords(contoursIn({ contours: word }))).toEqual({ contours: word });
  });

  test("what makes no sense means the default", () => {
    expect(contoursIn({ contours: "cubic:7/width:x" })).toEqual(USUAL_CONTOURS);
    expect(contoursIn({ contours: "linear:x/smooth:900" })).toMatchObject({
      kind: "linear",
      count: 5,
      smooth: 50,
    });
    expect(numbersIn("3, 1; 3 2")).toEqual([1, 2, 3]);
    expect(numbersIn("3, x")).toBeUndefined();
  });
});
