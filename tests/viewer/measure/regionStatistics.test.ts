/** Statistics of regions of many pixels are those of the values one by one: what does not count, extremes and where they are, and sums. */

import type { PlaneValues } from "@asdf-wasm/science/elements/values";
import type { Tile } from "@asdf-wasm/science/measure/gather";
import { membershipOf, pairs } from "@asdf-wasm/science/measure/membership";
import { statisticsOf } from "@asdf-wasm/science/measure/regionStatistics";
import { spreadOf } from "@asdf-wasm/science/numbers/statistics";
import type { RegionShape } from "@asdf-wasm/science/regions/region";
import { describe, expect, test } from "vitest";

const WIDTH = 230;
const HEIGHT = 190;
const BOUNDS = { x: 40, y: 30, width: WIDTH, height: HEIGHT };
const PIXELS = WIDTH * HEIGHT;
const BOX: RegionShape = { kind: "box", x: 154.5, y: 124.5, width: WIDTH, height: HEIGHT, angle: 0 };
const ELLIPSE: RegionShape = { kind: "ellipse", x: 150, y: 120, a: 105, b: 90, angle: 20 };

/** Numbers between 0 and 1 that look random. */
const u = Float64Array.from({ length: PIXELS }, (_, i) => ((i * 2654435761 + 7) % 2 ** 32) / 2 ** 32);
const values = u.map((value, i) => (i % 211 === 0 ? 500 * value : Math.sin(9 * value) + (u[i - 5] ?? 0)));

/** The rectangle, in strips of so many rows. */
function tilesOf(tile: Tile, rows: number): () => AsyncGenerator<Tile> {
  return async function* () {
    for (let row = 0; row < tile.height; row += rows) {
      const height = Math.min(rows, tile.height - row);
      const cut = <T>(all: T): T =>
        (all as { slice: (from: number, to: number) => T }).slice(row * WIDTH, (row + height) * WIDTH);
      yield {
        ...{ ...tile, y: tile.y + row, height, values: cut(tile.values) },
        mask: tile.mask && cut(tile.mask),
        flags: tile.flags && { ...tile.flags, words: cut(tile.flags.words) },
      };
    }
  };
}

/** One pixel after another. */
function directly({ values: all, mask, flags }: Tile, shape: RegionShape) {
  const members = membershipOf(shape);
  const excluded = { masked: 0, flagged: 0, notFinite: 0 };
  const kept: { value: number | bigint; x: number; y: number }[] = [];
  for (let y = BOUNDS.y; y < BOUNDS.y + HEIGHT; y += 1) {
    for (const [from, to] of pairs(members(y))) {
      for (let x = from; x < to; x += 1) {
        const i = (y - BOUNDS.y) * WIDTH + x - BOUNDS.x;
        const value = all[i] ?? 0;
        if (mask?.[i]) {
          excluded.masked += 1;
        } else if (flags && (Number(flags.words[i]) & flags.bits) !== 0) {
          excluded.flagged += 1;
        } else if (!Number.isFinite(Number(value))) {
          excluded.notFinite += 1;
        } else {
          kept.push({ value, x, y });
        }
      }
    }
  }
  const min = kept.reduce((least, one) => (one.value < least.value ? one : least));
  const max = kept.reduce((most, one) => (one.value > most.value ? one : most));
  return { count: kept.length, excluded, min, max, values: kept.map(({ value }) => value) };
}

async function expectSame(given: Omit<Tile, keyof typeof BOUNDS>, shape: RegionShape, rows: number) {
  const tile = { ...BOUNDS, ...given };
  const found = await statisticsOf(tilesOf(tile, rows), BOUNDS, membershipOf(shape));
  const { values: kept, ...expected } = directly(tile, shape);
  expect(found).toMatchObject(expected);
  const numbers = Float64Array.from(kept, Number).sort();
  const { plain, clipped } = await spreadOf(numbers.length, () => [numbers]);
  for (const [one, other] of [
    [found, plain],
    [found.clipped, clipped],
  ] as const) {
    for (const name of ["mean", "median", "std"] as const) {
      const off = Math.abs(one[name] - other[name]);
      expect(off, name).toBeLessThan(1e-9 * Math.max(Math.abs(other[name]), 1e-9));
    }
  }
  expect(found.clipped.count).toBe(clipped.count);
  expect(found.clipped.median).toBe(clipped.median);
  const isWide = typeof kept[0] === "bigint";
  if (isWide) {
    expect(found.sum).toBe((kept as bigint[]).reduce((sum, value) => sum + value, 0n));
  } else {
    const sum = (kept as number[]).reduce((all, value) => all + value, 0);
    expect(Math.abs(Number(found.sum) - sum)).toBeLessThan(1e-9 * Math.max(Math.abs(sum), 1));
  }
}

const zeros = Uint8Array.from(u, (value) => (value < 0.6 ? 0 : 40 * value));

describe.each([
  ["in one piece", HEIGHT],
  ["in strips", 33],
])("%s", (_, rows) => {
  test.each<readonly [string, PlaneValues]>([
    ["float64", values],
    ["float32", Float32Array.from(values)],
    ["uint16", Uint16Array.from(values, (value) => 1000 + 100 * value)],
    ["int32", Int32Array.from(values, (value) => 1e6 * value)],
    ["uint8, most of them 0", zeros],
    ["uint8, most of them the greatest", zeros.map((value) => 255 - value)],
    ["equal numbers", new Int16Array(PIXELS).fill(-7)],
    ["numbers without tails", u],
    [
      "int64 that numbers do not hold",
      BigInt64Array.from(values, (value) => 2n ** 62n + BigInt(Math.round(1e6 * value))),
    ],
    ["larger integers", Array.from(values, (value) => 2n ** 70n - BigInt(Math.round(1e6 * value)))],
    [
      "not a number, and infinite",
      values.map((value, i) => (i % 7 === 0 ? Number.NaN : i % 1001 === 0 ? Infinity : value)),
    ],
    ["hardly any number", values.map((value, i) => (i % 997 === 0 ? value : Number.NaN))],
  ])("%s", async (_, all) => {
    await expectSame({ values: all }, BOX, rows);
    await expectSame({ values: all }, ELLIPSE, rows);
  });

  test("a mask and flags", async () => {
    const mask = Uint8Array.from(u, (value) => Number(value < 0.2));
    const words = Uint32Array.from(u, (_, i) => (i % 5 === 0 ? 6 : 1));
    const flagged = { words, bits: 4 };
    const some = values.map((value, i) => (i % 3 === 0 ? Number.NaN : value));
    await expectSame({ values: some, mask, flags: flagged }, ELLIPSE, rows);
    const wide = BigInt64Array.from(values, (value) => BigInt(Math.round(value)));
    await expectSame(
      { values: wide, mask, flags: { words: BigUint64Array.from(words, BigInt), bits: 4 } },
      BOX,
      rows,
    );
  });
});

test("nothing that counts", async () => {
  const tile = { ...BOUNDS, values: new Float32Array(PIXELS).fill(Number.NaN) };
  const found = await statisticsOf(tilesOf(tile, HEIGHT), BOUNDS, membershipOf(BOX));
  expect(found).toMatchObject({
    count: 0,
    sum: 0,
    min: undefined,
    max: undefined,
    excluded: { notFinite: PIXELS },
  });
  expect([found.mean, found.median, found.std, found.clipped.mean]).toEqual([NaN, NaN, NaN, NaN]);
});
