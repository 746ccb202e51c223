/** Collapsed axes have the numbers of numpy and spectral-cube, smoothed planes those of astropy. */

import { filtered } from "@asdf-wasm/science/compute/filter";
import { reducer, widthsOf } from "@asdf-wasm/science/compute/reduce";
import { type Filter, REDUCTIONS, type Reduction } from "@asdf-wasm/science/compute/reductions";
import { describe, expect, test } from "vitest";
import vectors from "./reductions.vectors.json" with { type: "json" };

const { cube, plane } = vectors;
const numbers = (values: readonly (number | null)[]) =>
  Float64Array.from(values, (value) => value ?? Number.NaN);
const cubeValues = numbers(cube.values);
const [depth = 0, rows = 0, columns = 0] = cube.shape;
const whole = (length: number, stride: number) => ({ start: 0, length, stride });

/** Equal to a millionth, and without a value where the other has none. */
function expectClose(found: ArrayLike<number>, expected: readonly (number | null)[]): void {
  expect(found).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) {
    if (value === null) {
      expect(found[i], `element ${i}`).toBeNaN();
    } else {
      expect(Math.abs((found[i] ?? Number.NaN) - value), `element ${i}`).toBeLessThanOrEqual(
        1e-6 * Math.abs(value),
      );
    }
  }
}

describe("an axis collapsed", () => {
  const x = numbers(cube.x);
  const results: Readonly<Record<Reduction, readonly (number | null)[]>> = cube.results;

  test.each(REDUCTIONS)("%s", (by) => {
    const found = reducer(by, columns, rows, { x, widths: widthsOf(x) });
    found.add({
      values: cubeValues,
      depth: whole(depth, rows * columns),
      rows: whole(rows, columns),
      columns: whole(columns, 1),
    });
    expectClose(found.result(), results[by]);
  });

  test.each(REDUCTIONS)("%s in pieces gives the same", (by) => {
    const found = reducer(by, columns, rows, { x, widths: widthsOf(x) });
    // Medians need all values at once: their pieces are of the rows.
    for (let at = 0; at < (by === "median" ? rows : depth); at += 1) {
      const isMedian = by === "median";
      const from = isMedian ? at * columns : at * rows * columns;
      found.add({
        values: cubeValues.subarray(from),
        depth: isMedian ? whole(depth, rows * columns) : { start: at, length: 1, stride: 1 },
        rows: isMedian ? { start: at, length: 1, stride: columns } : whole(rows, columns),
        columns: whole(columns, 1),
      });
    }
    expectClose(found.result(), results[by]);
  });

  test("some of the rows, with columns of wavelengths", () => {
    const found = reducer("mean", columns, depth, undefined);
    found.add({
      values: cubeValues.subarray(columns),
      depth: { start: 1, length: 2, stride: columns },
      rows: whole(depth, rows * columns),
      columns: whole(columns, 1),
    });
    expectClose(found.result(), cube.other["mean, axis 1, 1 to 3"]);
  });

  test("the columns", () => {
    const found = reducer("median", rows, depth, undefined);
    found.add({
      values: cubeValues,
      depth: whole(columns, 1),
      rows: whole(depth, rows * columns),
      columns: whole(rows, columns),
    });
    expectClose(found.result(), cube.other["median, axis 2"]);
  });

  test("masked elements do not count", () => {
    const found = reducer("max", 1, 1, undefined);
    found.add({
      values: [5, 9, 7],
      mask: Uint8Array.of(0, 1, 0),
      depth: whole(3, 1),
      rows: whole(1, 3),
      columns: whole(1, 3),
    });
    expect([...found.result()]).toEqual([7]);
  });
});

describe("a plane", () => {
  const values = numbers(plane.values);
  const size = { columns: plane.width, rows: values.length / plane.width };
  const through = (filter: Filter, breathe = async () => {}) =>
    filtered(Float32Array.from(values), { x: 0, y: 0, step: 1, ...size }, filter, breathe);

  test.each(plane.cases)("$smooth$bin", async ({ smooth, bin, result }) => {
    const filter = { ...(smooth && { smooth }), ...(bin && { bin }) };
    expectClose(await through(filter as Filter), result);
  });

  test("bins of a part lie as in the whole", async () => {
    const bin = { by: "mean", size: 4 } as const;
    const all = await through({ bin });
    const [left, low, width, height] = [4, 8, 6, 4];
    const cut = (from: ArrayLike<number>) =>
      Float32Array.from({ length: width * height }, (_, i) => {
        const at = (low + Math.floor(i / width)) * plane.width + left + (i % width);
        return from[at] ?? Number.NaN;
      });
    const grid = { x: left, y: low, step: 1, columns: width, rows: height };
    const part = await filtered(cut(values), grid, { bin }, async () => {});
    // The last bin is cut off by the edge of the part.
    const inner = (from: ArrayLike<number>) => Array.from(from).filter((_, i) => i % width < 4);
    expect(inner(part)).toEqual(inner(cut(all)));
  });

  test("stops when it is told to", async () => {
    const refuse = () => Promise.reject(new Error("stopped"));
    await expect(through({ smooth: { kind: "gaussian", size: 2 } }, refuse)).rejects.toThrow("stopped");
  });
});
