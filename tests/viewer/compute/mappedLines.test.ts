/** Lines in other coordinates lie where the map puts each of their points, and end where it has none. */
import { mappedLines } from "@asdf-wasm/science/compute/mappedLines";
import { expect, test } from "vitest";

const line = (...points: number[]) => ({ points: Float32Array.from(points), starts: Uint32Array.of(0) });
const by = (map: (x: number, y: number) => readonly [number, number]) => async (points: Float64Array) => {
  const mapped = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    mapped.set(map(points[i] ?? Number.NaN, points[i + 1] ?? Number.NaN), i);
  }
  return mapped;
};

test("a linear map needs no more points, and lines stay apart", async () => {
  const lines = { points: Float32Array.of(0, 0, 1, 0, 1, 1, 5, 5, 6, 5), starts: Uint32Array.of(0, 3) };
  const mapped = await mappedLines(
    lines,
    by((x, y) => [2 * y, 3 * x + 1]),
    0.01,
  );
  expect([...mapped.points]).toEqual([0, 1, 0, 4, 2, 4, 10, 16, 10, 19]);
  expect([...mapped.starts]).toEqual([0, 3]);
});

test("between points of a bent line are as many as it needs", async () => {
  const { points, starts } = await mappedLines(
    line(0, 0, Math.PI, 0),
    by((x) => [100 * Math.cos(x), 100 * Math.sin(x)]),
    0.05,
  );
  expect([...starts]).toEqual([0]);
  expect(points.length).toBeGreaterThan(40);
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x, y, right, top] = points.subarray(i, i + 4);
    // The middle of a chord is nearest to the centre.
    const middle = Math.hypot(((x ?? 0) + (right ?? 0)) / 2, ((y ?? 0) + (top ?? 0)) / 2);
    expect(Math.abs(middle - 100)).toBeLessThan(0.06);
  }
});

test("a line ends where the map jumps, as at the edge of a map of the sky, and where it has no value", async () => {
  const across = await mappedLines(
    line(178, 0, 179, 0, 181, 0, 182, 0),
    by((x, y) => [x > 180 ? x - 360 : x, y]),
    0.1,
  );
  expect(across.starts).toHaveLength(2);
  const second = across.starts[1] ?? 0;
  expect(across.points[0]).toBe(178);
  expect(across.points[2 * second - 2]).toBeCloseTo(180, 1);
  expect(across.points[2 * second]).toBeCloseTo(-180, 1);
  expect(across.points.at(-2)).toBe(-178);
  const beyond = await mappedLines(
    line(0, 0, 1, 0, 3, 0),
    by((x, y) => [x < 2 ? x : Number.NaN, y]),
    0.1,
  );
  expect([...beyond.starts]).toEqual([0]);
  expect(beyond.points.at(-2)).toBeCloseTo(2, 1);
  expect(
    (
      await mappedLines(
        line(0, 0, 9, 9),
        by(() => [Number.NaN, 0]),
        0.1,
      )
    ).starts,
  ).toHaveLength(0);
  expect(
    (
      await mappedLines(
        { points: new Float32Array(), starts: new Uint32Array() },
        by((x, y) => [x, y]),
        1,
      )
    ).points,
  ).toHaveLength(0);
});
