/** Medians and clipped statistics of many values equal those of all values sorted, whatever a sample of them says. */

import { Sample } from "@asdf-wasm/science/numbers/sample";
import { type Numbers, spreadOf } from "@asdf-wasm/science/numbers/statistics";
import { describe, expect, test } from "vitest";

/** Numbers between 0 and 1 that look random. */
function noise(size: number, seed: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: size }, (_, i) => (((i + seed) * 2654435761) % 2 ** 32) / 2 ** 32);
}

/** astropy's `sigma_clipped_stats` as it is written down: sorted, clipped, and again. */
function directly(values: Numbers) {
  let kept = Float64Array.from(values).sort();
  const all = momentsOf(kept);
  for (let iteration = 0; iteration < 5; iteration += 1) {
    const { median, std } = momentsOf(kept);
    const next = kept.filter((value) => value >= median - 3 * std && value <= median + 3 * std);
    const isDone = next.length === kept.length;
    kept = next;
    if (isDone) {
      break;
    }
  }
  return { plain: all, clipped: { ...momentsOf(kept), count: kept.length } };
}

function momentsOf(sorted: Float64Array) {
  const at = (rank: number) => sorted[rank] ?? Number.NaN;
  const count = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const square = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const median = (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
  return { mean, median, std: Math.sqrt(square / count) };
}

async function expectSame(values: Numbers, parts = 1) {
  const size = Math.ceil(values.length / parts);
  const pieces = Array.from({ length: parts }, (_, i) => values.subarray(i * size, (i + 1) * size));
  const found = await spreadOf(values.length, () => pieces);
  const { plain, clipped } = directly(values);
  expect(found.plain.median).toBe(plain.median);
  expect(found.clipped.median).toBe(clipped.median);
  expect(found.clipped.count).toBe(clipped.count);
  const scale = Math.max(Math.abs(plain.mean), plain.std, 1e-300);
  for (const [one, other] of [
    [found.plain, plain],
    [found.clipped, clipped],
  ] as const) {
    expect(Math.abs(one.mean - other.mean) / scale).toBeLessThan(1e-11);
    expect(Math.abs(one.std - other.std) / scale).toBeLessThan(1e-9);
  }
}

const SIZE = 30_000;
const u = noise(SIZE, 1);
const v = noise(SIZE, 77_777);
const normal = u.map((value, i) => Math.sqrt(-2 * Math.log(1 - value)) * Math.cos(2 * Math.PI * (v[i] ?? 0)));

describe("statistics of", () => {
  test.each<readonly [string, Numbers]>([
    ["a normal distribution", normal],
    ["a narrow one far from 0", normal.map((value) => 1e8 + value)],
    ["float32", Float32Array.from(normal)],
    ["mostly 0", u.map((value) => (value < 0.6 ? 0 : Math.round(30 * value)))],
    ["hardly more than half of them 0", u.map((value) => (value < 0.501 ? 0 : value))],
    ["outliers of both signs", normal.map((value, i) => (i % 101 === 0 ? value * 1e6 : value))],
    ["one enormous value", normal.map((value, i) => (i === 17 ? 1e150 : value))],
    ["two peaks", normal.map((value, i) => value + (i % 2) * 1000)],
    ["whole numbers, many of them equal", normal.map((value) => Math.round(value))],
    ["nothing but equal numbers", new Float32Array(SIZE).fill(3.25)],
    ["almost nothing but equal numbers", Float64Array.from(normal, (value, i) => (i % 97 === 0 ? value : 7))],
    ["long tails", u.map((value) => Math.tan(3 * (value - 0.5)))],
    ["a slope", Float64Array.from(u, (_, i) => i)],
    ["an odd number of values", normal.subarray(1)],
    ["few values", normal.slice(0, 10)],
    ["one value", normal.slice(0, 1)],
  ])("%s", async (_, values) => {
    await expectSame(values);
    await expectSame(values, 3);
  });

  test("squares that are too large for numbers", async () => {
    const { plain } = await spreadOf(3, () => [Float64Array.of(1, 2, 1e200)]);
    expect(plain).toMatchObject({ median: 2, std: Infinity });
  });

  test("sums that are too large for numbers", async () => {
    const { plain } = await spreadOf(2, () => [Float64Array.of(1.7e308, 1.7e308)]);
    expect(plain.mean).toBe(1.7e308);
  });

  test("values that mislead the sample", async () => {
    const places = new Set<number>();
    new Sample(SIZE).take(SIZE, (index) => {
      places.add(index);
      return index;
    });
    expect(places.size).toBeGreaterThan(8000);
    await expectSame(normal.map((value, i) => (places.has(i) ? 1000 + (i % 7) : value)));
    await expectSame(normal.map((value, i) => (places.has(i) ? 7 : value)));
    await expectSame(normal.map((value, i) => (places.has(i) ? value : 7)));
  });

  test("values of which the sample shows only the odd ones", async () => {
    for (const step of [2, 3, 4]) {
      await expectSame(normal.map((value, i) => (i % step === 0 ? 1000 + (i % 7) : value)));
    }
  });
});
