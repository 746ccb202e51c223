/** Rows of a catalogue by tiles: those in view are found as by looking at all, and colours by a column. */
import { eachInView } from "@asdf-wasm/www/viewer/views/image/catalogue/draw/places.ts";
import { shadesOf } from "@asdf-wasm/www/viewer/views/image/catalogue/draw/shades.ts";
import { RowTiles } from "@asdf-wasm/www/viewer/views/image/catalogue/draw/tiles.ts";
import { describe, expect, test } from "vitest";

const { signal } = new AbortController();
const SCREEN = { width: 400, height: 300 };
const COUNT = 30_000;
/** Points without a pattern, some without a place, many in one place. */
const points = Float64Array.from({ length: 2 * COUNT }, (_, i) =>
  i % 2000 === 0 ? Number.NaN : i < 8000 ? 500.25 : (i * 7919 * (1 + (i % 2))) % 1000,
);

function inView(camera: Parameters<typeof eachInView>[1], order?: ArrayLike<number>) {
  const rows: number[] = [];
  eachInView(points, camera, SCREEN, 5, (row) => rows.push(row), order);
  return rows;
}

describe("tiles", () => {
  test.each([
    { x: 500, y: 500, zoom: 40, angle: 0, mirrored: false },
    { x: 120, y: 900, zoom: 12, angle: 33, mirrored: true },
    { x: -3, y: 500, zoom: 30, angle: 270, mirrored: false },
  ])("have all rows that are in view: %o", async (camera) => {
    const { rows } = (await RowTiles.of(points, signal)).inView(camera, SCREEN, 5);
    expect(rows.length).toBeLessThan(COUNT / 4 + 4000);
    const candidates = new Set(rows);
    const isSeen = (row: number) => {
      let seen = false;
      eachInView(points, camera, SCREEN, 5, () => (seen = true), [row]);
      return seen;
    };
    const missing = Array.from({ length: COUNT }, (_, row) => row).filter(
      (row) => isSeen(row) && !candidates.has(row),
    );
    expect(missing).toEqual([]);
  });

  test("are dots that stand for all rows where these crowd", async () => {
    const tiles = await RowTiles.of(points, signal);
    const camera = { x: 500, y: 500, zoom: 0.15, angle: 0, mirrored: false };
    const { rows, counts } = tiles.inView(camera, SCREEN, 5);
    expect(rows.length).toBeLessThan(8000);
    const placed = COUNT - Array.from(points).filter((value, i) => Number.isNaN(value) && i % 2 === 0).length;
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(placed);
    expect(inView(camera, rows).length).toBeLessThanOrEqual(inView(camera).length);
    const shares = Float32Array.from({ length: COUNT }, (_, row) => (row === 3777 ? 1 : 0.5));
    expect(tiles.inView(camera, SCREEN, 5, shares).rows).toContain(3777);
  });

  test("of no rows, of one, and of rows without places", async () => {
    const camera = { x: 0, y: 0, zoom: 1, angle: 0, mirrored: false };
    const seen = async (...points: number[]) =>
      (await RowTiles.of(Float64Array.from(points), signal)).inView(camera, SCREEN, 5).rows;
    expect(await seen()).toEqual([]);
    expect(await seen(Number.NaN, 1, Number.POSITIVE_INFINITY, 2)).toEqual([]);
    expect(await seen(Number.NaN, 1, 5, 6)).toEqual([1]);
  });
});

test("colours by a column go from the least to the greatest values, and grey where there is none", () => {
  const values = Float64Array.of(0, 5, 10, Number.NaN, 100);
  const { colorOf, without, limits } = shadesOf(values, "gray", { min: 0, max: 10 });
  expect([0, 1, 2, 3, 4].map(colorOf)).toEqual(["#000000", "#808080", "#ffffff", "#9a9a9a", "#ffffff"]);
  expect([without, limits]).toEqual([1, { min: 0, max: 10 }]);
  expect(shadesOf(values, "gray").limits).toEqual({ min: 0, max: 100 });
  const turned = shadesOf(values, "gray", { min: 10, max: 0 }).colorOf;
  expect([0, 1, 2, 4].map(turned)).toEqual(["#ffffff", "#808080", "#000000", "#000000"]);
  expect(shadesOf(Float64Array.of(7, 7), "viridis").colorOf(1)).toMatch(/^#/);
  expect(shadesOf(Float64Array.of(Number.NaN), "viridis").limits.min).toBeNaN();
});
