/** Limits, counts and quantiles of arrays in real files equal the results of numpy and astropy. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ArrayData, NdArray, open, type StructData } from "asdf-wasm";
import { histogram, interval, levels, quantiles, render, toneCurve } from "asdf-wasm/image";
import { describe, expect, test } from "vitest";
import vectors from "./distribution.vectors.json" with { type: "json" };

async function read(name: string, path: string): Promise<ArrayData | StructData> {
  const file = await open(await readFile(join(import.meta.dirname, "../../data", name)));
  const array = file.get(path);
  if (!(array instanceof NdArray)) {
    throw new Error(`${path} of ${name} is not an array`);
  }
  return array.read();
}

function line(...values: number[]): ArrayData {
  return { data: Float64Array.from(values), shape: [values.length], stride: [1] };
}

/** Expects limits that differ by 1e-6 of what they span at most. */
function expectLimits(found: { min: number; max: number }, [min = 0, max = 0]: readonly number[]): void {
  const most = 1e-6 * (max - min);
  expect(Math.abs(found.min - min)).toBeLessThanOrEqual(most);
  expect(Math.abs(found.max - max)).toBeLessThanOrEqual(most);
}

describe.each(vectors.arrays)("$path of $file", (expected) => {
  const [min = 0, max = 0] = expected.minmax;

  test("limits are those of astropy", async () => {
    const part = await read(expected.file, expected.path);
    expect(interval(part, { kind: "minmax" })).toEqual({ min, max, exact: true });
    expectLimits(interval(part, { kind: "zscale" }), expected.zscale);
    expectLimits(interval(part, { kind: "zscale", contrast: 0.6 }), expected.steep);
    for (const [percentile = 0, ...limits] of expected.percentiles) {
      expectLimits(interval(part, { kind: "percentile", percentile }), limits);
    }
  });

  test("the histogram is that of numpy", async () => {
    const part = await read(expected.file, expected.path);
    const found = histogram(part, { min, max, bins: expected.histogram.length });
    expect([...found.counts]).toEqual(expected.histogram);
    expect([found.below, found.above]).toEqual([0, 0]);
  });

  test("histogram equalisation is that of astropy", async () => {
    const part = await read(expected.file, expected.path);
    const tone = { min, max, stretch: { kind: "histogram", quantiles: quantiles(part) } } as const;
    // A colour that all values have reached begins nowhere.
    const found = levels(tone).map((level) => Math.max(level, 0));
    const curve = toneCurve(tone);
    for (const [i, place] of vectors.places.entries()) {
      const level = expected.levels[i] ?? Number.NaN;
      expect(Math.abs((found[256 * place - 1] ?? Number.NaN) - level)).toBeLessThan(1e-6);
      expect(curve(level + 1e-9)).toBeGreaterThan(place - 1 / 4096);
    }
  });
});

describe("a histogram", () => {
  test("leaves out what is outside, masked, or not finite", () => {
    const part = {
      ...line(0, 1, 2, 3, 4, NaN, Infinity, -Infinity, 1),
      mask: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1),
    };
    const { counts, below, above } = histogram(part, { min: 1, max: 3, bins: 2 });
    expect([[...counts], below, above]).toEqual([[1, 2], 1, 1]);
  });

  test("has bins", () => {
    for (const options of [
      { min: 1, max: 1 },
      { min: 0, max: NaN },
      { min: 0, max: 1, bins: 0 },
    ]) {
      expect(() => histogram(line(1), options)).toThrow(expect.objectContaining({ code: "bad-argument" }));
    }
  });
});

describe("quantiles", () => {
  test("are the values themselves while these are few", () => {
    expect([...quantiles(line(3, NaN, 1, 2, -Infinity))]).toEqual([1, 2, 3]);
    expect([...quantiles(line(4, 8, 0), { count: 5 })]).toEqual([0, 4, 8]);
    expect([...quantiles(line(4, 8, 0, 2), { count: 2 })]).toEqual([0, 8]);
    expect(quantiles(line(NaN))).toHaveLength(0);
  });

  test("spread colours evenly over the values between the limits", () => {
    const values = Float64Array.from({ length: 4096 }, (_, i) => (i / 4096) ** 5);
    const part = { data: values, shape: [64, 64], stride: [64, 1] };
    const stretch = { kind: "histogram", quantiles: quantiles(part) } as const;
    const { data } = render(part, { min: 0, max: 1, stretch, origin: "upper" });
    const counts = new Map<number, number>();
    for (let i = 0; i < data.length; i += 4) {
      counts.set(data[i] ?? 0, (counts.get(data[i] ?? 0) ?? 0) + 1);
    }
    expect(counts.size).toBe(256);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(17);
    // Half of the values lie beyond: the others share the colours.
    const half = toneCurve({ min: 0, max: 0.5 ** 5, stretch });
    expect(half(0.5 ** 5)).toBeCloseTo(0.5, 2);
  });

  test("of nothing, or of one value, leave the stretch linear", () => {
    for (const part of [line(), line(2)]) {
      const stretch = { kind: "histogram", quantiles: quantiles(part) } as const;
      expect(toneCurve({ min: 0, max: 1, stretch })(0.3)).toBe(0.3);
    }
  });
});

test("zscale of next to nothing is all there is", () => {
  expect(interval(line(), { kind: "zscale" })).toMatchObject({ min: NaN, max: NaN });
  expect(interval(line(7), { kind: "zscale" })).toMatchObject({ min: 7, max: 7 });
  expect(interval(line(1, 5, 2), { kind: "zscale" })).toMatchObject({ min: 1, max: 5 });
  expect(() => interval(line(1), { kind: "zscale", contrast: 0 })).toThrow(
    expect.objectContaining({ code: "bad-argument" }),
  );
});
