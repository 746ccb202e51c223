/** Rows of a table over an image: columns that are found, places on the screen, sizes, and links. */

import { degreesIn, positionsIn } from "@asdf-wasm/science/tables/positions";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import type { CatalogueTable } from "@asdf-wasm/www/viewer/protocol/over/catalogue.ts";
import {
  catalogueIn,
  catalogueText,
  lookIn,
  lookText,
} from "@asdf-wasm/www/viewer/views/image/catalogue/catalogueLink.ts";
import {
  countInside,
  countLost,
  eachInView,
  nearest,
} from "@asdf-wasm/www/viewer/views/image/catalogue/draw/places.ts";
import { diameterOf, isMagnitude, sizesOf } from "@asdf-wasm/www/viewer/views/image/catalogue/draw/sizes.ts";
import { RowPlaces } from "@asdf-wasm/www/viewer/views/image/catalogue/placing.ts";
import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";

const column = (name: string, more: Partial<TableColumn> = {}): TableColumn => ({
  ...{ name, datatype: "float64", unit: "", description: "", isText: false, sortable: true },
  ...more,
});

describe("columns that are positions", () => {
  const found = (...names: string[]) => positionsIn(names.map((name) => column(name)));

  test.each([
    [["id", "ra", "dec"], { x: 1, y: 2, place: { sky: "icrs" } }],
    [["RAJ2000", "DEJ2000"], { x: 0, y: 1, place: { sky: "icrs" } }],
    [["gaia_dec", "gaia_ra"], { x: 1, y: 0, place: { sky: "icrs" } }],
    [["ra_2mass", "dec_2mass"], { x: 0, y: 1, place: { sky: "icrs" } }],
    [["GLON", "GLAT"], { x: 0, y: 1, place: { sky: "galactic" } }],
    [["xcentroid", "ycentroid"], { x: 0, y: 1, place: { first: 0 } }],
    [["X_IMAGE", "Y_IMAGE"], { x: 0, y: 1, place: { first: 1 } }],
  ] as const)("%s", (names, expected) => {
    expect(found(...names)[0]).toEqual(expected);
  });

  test("are numbers, the sky before pixels", () => {
    expect(found("x", "y", "ra", "dec").map(({ place }) => place)).toEqual([{ sky: "icrs" }, { first: 0 }]);
    expect(positionsIn([column("ra", { isText: true }), column("dec")])).toEqual([]);
    expect(found("flux", "error")).toEqual([]);
    expect([degreesIn("deg"), degreesIn("hourangle"), degreesIn("")]).toEqual([1, 15, 1]);
    expect(degreesIn("rad")).toBeCloseTo(57.29577951308232, 12);
  });
});

describe("points", () => {
  const points = Float64Array.of(1, 1, 1.2, 1, 50, 50, Number.NaN, 3, 9, 9);

  test("in view are drawn once where they fall together", () => {
    const drawn: number[] = [];
    const camera = { x: 5, y: 5, zoom: 2, angle: 0, mirrored: false };
    eachInView(points, camera, { width: 20, height: 20 }, 0, (row, x, y) => drawn.push(row, x, y));
    expect(drawn).toEqual([0, 2, 18, 4, 18, 2]);
    const rows: number[] = [];
    eachInView(
      points,
      camera,
      { width: 20, height: 20 },
      0,
      (row) => rows.push(row),
      Uint32Array.of(4, 1, 0, 2, 3),
    );
    expect(rows).toEqual([4, 1]);
  });

  test("are found near a place, and counted in the image", () => {
    expect(nearest(points, { x: 1.15, y: 1 }, 1)).toBe(1);
    expect(nearest(points, { x: 20, y: 20 }, 5)).toBeUndefined();
    expect(countInside(points, { width: 10, height: 10 })).toBe(3);
    expect(countLost(Float64Array.of(1, 2, Number.NaN, 2, 1, Number.NaN, 1e9, -1))).toBe(2);
  });
});

describe("sizes by a column", () => {
  test("grow with the values in area; the largest come first", () => {
    const { shares, order, ends, without } = sizesOf(Float64Array.of(0, 25, 100, Number.NaN, 1e9), false);
    expect(without).toBe(1);
    expect(ends).toEqual([0, 1e9]);
    expect([...sizesOf(Float64Array.of(0, 25, 100, Number.NaN), false).shares]).toEqual([0, 0.5, 1, 0]);
    expect([order[0], shares[3]]).toEqual([4, 0]);
    const magnitudes = sizesOf(Float64Array.of(18, 22, 20), true);
    expect([[...magnitudes.order], magnitudes.ends, magnitudes.shares[0]]).toEqual([[0, 2, 1], [22, 18], 1]);
    expect([...sizesOf(Float64Array.of(7, 7), true).shares]).toEqual([1, 1]);
    expect([...sizesOf(new Float64Array(), false).order]).toEqual([]);
    expect(sizesOf(Float64Array.of(Number.NaN), false).ends).toEqual([Number.NaN, Number.NaN]);
  });

  test("are not those of a few values far from the others", () => {
    const values = Float64Array.from({ length: 200 }, (_, i) => (i === 199 ? 1e9 : i));
    const { ends, order } = sizesOf(values, false);
    expect(ends).toEqual([4, 195]);
    expect([...order].toSorted((a, b) => a - b)).toEqual([...values.keys()]);
  });

  test("have a least diameter; magnitudes are known by their unit", () => {
    expect([diameterOf(0, 10), diameterOf(1, 10), diameterOf(0, 60), diameterOf(0.5, 20)]).toEqual([
      3, 10, 12, 12,
    ]);
    expect(["mag", "mag(AB)", "ABmag", "Jy", "image"].map(isMagnitude)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

test("a catalogue goes through a link", () => {
  const columns = ["ra", "dec", "x", "y"].map((name) => column(name));
  const table: CatalogueTable = { node: 7, path: "a/b", rows: 3, columns, positions: positionsIn(columns) };
  const [likeliest, pixels] = table.positions;
  for (const chosen of [likeliest, pixels, { x: 0, y: 3, place: { first: 1 as const } }]) {
    const word = chosen ? catalogueText(table, chosen) : "";
    expect(catalogueIn(word, [table])).toEqual({ table, columns: chosen });
  }
  expect(likeliest && catalogueText(table, likeliest)).toBe("a/b");
  const sky = "fk4 (equinox B1950, obstime 1980.5)";
  const old: CatalogueTable = { ...table, positions: [{ x: 0, y: 1, place: { sky } }] };
  const hours = { x: 2, y: 1, place: { sky }, angles: "hours", atDate: true } as const;
  expect(catalogueIn(catalogueText(old, hours), [old])).toEqual({ table: old, columns: hours });
  // A link of another file may name a system that this one does not.
  expect(catalogueIn(catalogueText(old, hours), [table])?.columns).toEqual(likeliest);
  expect(catalogueIn("a/c", [table])).toBeUndefined();
});

test("sizes and colours by columns go through a link", () => {
  const columns = ["flux", "m-a,g:1"].map((name) => column(name));
  const table: CatalogueTable = { node: 7, path: "a", rows: 3, columns, positions: [] };
  const look = {
    sizing: { column: 1, reversed: true },
    coloring: { column: 0, limits: { min: -1.5, max: 25 } },
    colormap: "plasma",
  } as const;
  expect(lookIn(lookText(table, look) ?? "", table)).toEqual(look);
  const enlarged = { errors: 100, colormap: "viridis", sizing: undefined, coloring: undefined } as const;
  expect(lookIn(lookText(table, enlarged) ?? "", table)).toEqual({ errors: 100 });
  const { sizing: _, ...colored } = { ...look, coloring: { column: 1 } };
  expect(lookIn(lookText(table, { ...colored, sizing: undefined }) ?? "", table)).toEqual(colored);
  expect(lookText(table, { sizing: undefined, coloring: undefined, colormap: "viridis" })).toBeUndefined();
  expect(lookIn("size:nothing,color:else:none:a:b,more", table)).toEqual({});
});

test("rows are nowhere on an image that is not on the sky, or where they cannot be converted", async () => {
  const pairs = Float64Array.of(1, 2);
  const host = { request: async () => pairs };
  const columns = { x: 0, y: 1, place: { sky: "icrs" } };
  const placing = signal<(() => Promise<Float64Array | undefined>) | undefined>(async () => pairs);
  const viewpoint = { image: signal({ width: 9, height: 9 }) };
  const places = new RowPlaces(
    signal({ table: { node: 1 }, file: undefined, host, columns }) as never,
    { viewpoint, placing, hasPixels: true } as never,
  );
  await expect.poll(() => places.points.value).toEqual(pairs);
  placing.value = undefined;
  expect(places.points.value).toBeUndefined();
  expect(places.problem.value).toContain("no world coordinates");
  placing.value = async () => pairs;
  await expect.poll(() => places.points.value).toEqual(pairs);
  placing.value = async () => undefined;
  await expect.poll(() => places.problem.value).toContain("cannot be converted");
  expect(places.points.value).toBeUndefined();
  places.dispose();
});
