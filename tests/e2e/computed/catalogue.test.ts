/** Rows of a table over an image: columns that are found, places on the screen, links, and the journey of a person. */

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
import { describe, expect, test as unit } from "vitest";
import { blockFile, test, treeFile } from "../support/viewer.ts";

const column = (name: string, more: Partial<TableColumn> = {}): TableColumn => ({
  ...{ name, datatype: "float64", unit: "", description: "", isText: false, sortable: true },
  ...more,
});

describe("columns that are positions", () => {
  const found = (...names: string[]) => positionsIn(names.map((name) => column(name)));

  unit.each([
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

  unit("are numbers, the sky before pixels", () => {
    expect(found("x", "y", "ra", "dec").map(({ place }) => place)).toEqual([{ sky: "icrs" }, { first: 0 }]);
    expect(positionsIn([column("ra", { isText: true }), column("dec")])).toEqual([]);
    expect(found("flux", "error")).toEqual([]);
    expect([degreesIn("deg"), degreesIn("hourangle"), degreesIn("")]).toEqual([1, 15, 1]);
    expect(degreesIn("rad")).toBeCloseTo(57.29577951308232, 12);
  });
});

describe("points", () => {
  const points = Float64Array.of(1, 1, 1.2, 1, 50, 50, Number.NaN, 3, 9, 9);

  unit("in view are drawn once where they fall together", () => {
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

  unit("are found near a place, and counted in the image", () => {
    expect(nearest(points, { x: 1.15, y: 1 }, 1)).toBe(1);
    expect(nearest(points, { x: 20, y: 20 }, 5)).toBeUndefined();
    expect(countInside(points, { width: 10, height: 10 })).toBe(3);
    expect(countLost(Float64Array.of(1, 2, Number.NaN, 2, 1, Number.NaN, 1e9, -1))).toBe(2);
  });
});

describe("sizes by a column", () => {
  unit("grow with the values in area; the largest come first", () => {
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

  unit("are not those of a few values far from the others", () => {
    const values = Float64Array.from({ length: 200 }, (_, i) => (i === 199 ? 1e9 : i));
    const { ends, order } = sizesOf(values, false);
    expect(ends).toEqual([4, 195]);
    expect([...order].toSorted((a, b) => a - b)).toEqual([...values.keys()]);
  });

  unit("have a least diameter; magnitudes are known by their unit", () => {
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

unit("a catalogue goes through a link", () => {
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

unit("sizes and colours by columns go through a link", () => {
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

unit("rows are nowhere on an image that is not on the sky, or where they cannot be converted", async () => {
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

test("rows are drawn over the image, and selected there and in the table", async ({ viewer }) => {
  const { page } = viewer;
  const side = 8;
  const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  const sources =
    "{x: !core/ndarray-1.1.0 [2.0, 6.0, 90.0], y: !core/ndarray-1.1.0 [2.0, 5.0, 5.0], flux: !core/ndarray-1.1.0 [10, 20, 30]}";
  const onSky = "stars: {ra: !core/ndarray-1.1.0 [1.0, 2.0], dec: !core/ndarray-1.1.0 [3.0, 4.0]}";
  const values = Uint8Array.from({ length: side ** 2 }, (_, i) => i);
  await viewer.show("field.asdf", blockFile(`data: ${array}\n${onSky}\nsources: ${sources}`, values));
  // Of two tables, only one has places in an image without world coordinates.
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
  await page.getByText("2 of 3 rows in the image").waitFor();
  // The image is beside the panel now.
  const at = await viewer.centreOf(6, 5, side, side);
  await page.mouse.click(at.x, at.y);
  const row = page.getByLabel("Row", { exact: true });
  await expect.poll(() => row.inputValue()).toBe("1");
  await page.getByRole("definition").filter({ hasText: "20" }).waitFor();
  await viewer.checkAccessibility();
  // By Enter, the one that is pointed at, and the one in the middle of the view.
  await row.fill("0");
  await row.press("Enter");
  await page.getByRole("definition").filter({ hasText: "10" }).waitFor();
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [other, first] = [at, await viewer.centreOf(2, 2, side, side)];
  await page.mouse.move(
    box.x + box.width / 2 + other.x - first.x,
    box.y + box.height / 2 + other.y - first.y,
  );
  await expect.poll(async () => (await viewer.readout()).x).toBe("6");
  await viewer.canvas.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => row.inputValue()).toBe("1");
  await page.mouse.move(2, 2);
  await expect
    .poll(async () => {
      await page.keyboard.press("Enter");
      return row.inputValue();
    })
    .toBe("0");
  await expect.poll(() => new URL(page.url()).hash).toContain("catalogue=sources");

  // The largest symbol is outside of the image, so that less is drawn.
  const drawn = () =>
    page.getByRole("img", { name: /^Catalogue,/ }).evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  const before = await drawn();
  await page.getByLabel("Size by").selectOption("flux");
  await page.getByText("Symbols grow from 10 to 30").waitFor();
  await expect.poll(drawn).toBeLessThan(before);
  await page.getByRole("button", { name: "Reverse" }).press("Enter");
  await page.getByText("Symbols grow from 30 to 10").waitFor();
  // By the colour of their values, between limits that can be typed.
  const tints = () =>
    page.getByRole("img", { name: /^Catalogue,/ }).evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const found = { red: false, blue: false };
      for (let i = 0; i < data.length; i += 4) {
        const redder = (data[i] ?? 0) - (data[i + 2] ?? 0);
        found.red ||= redder > 80 && (data[i + 3] ?? 0) > 120;
        found.blue ||= redder < -80 && (data[i + 3] ?? 0) > 120;
      }
      return found;
    });
  await page.getByLabel("Colour by").selectOption("flux");
  await page.getByText("Colours from 10 to 30").waitFor();
  await page.getByLabel("Value of the last colour").fill("20");
  await page.getByLabel("Value of the last colour").press("Enter");
  await page.getByText("Colours from 10 to 20").waitFor();
  await page.locator(".catalogue").getByLabel("Colours").selectOption("Coolwarm");
  await expect.poll(tints).toEqual({ red: true, blue: true });
  await expect
    .poll(() => decodeURIComponent(new URL(page.url()).hash))
    .toContain("catalogue-by=size:-flux,color:flux:coolwarm:10:20");
  await viewer.checkAccessibility();

  await viewer.row("sources").click();
  await page.locator(".grid-row [aria-selected=true]", { hasText: "2" }).first().waitFor();

  // The same table over the image of another file.
  await viewer.drop("plain.asdf", blockFile(`data: ${array}`, values));
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
  await page.getByRole("option", { name: "field.asdf: sources (3)" }).waitFor({ state: "attached" });
  // "none" is a choice that stays.
  await page.getByLabel("Table").selectOption("none");
  await page.getByRole("img", { name: /^Catalogue/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await expect.poll(() => page.getByLabel("Table").inputValue()).toBe("");
});

test("a table of a file that waits is drawn once it is chosen; what is not drawn as chosen is said", async ({
  viewer,
}) => {
  const { page } = viewer;
  const side = 8;
  const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  const numbers = (values: readonly number[]) =>
    `!core/ndarray-1.1.0 {datatype: float64, data: [${values.map((value) => (Number.isNaN(value) ? ".nan" : value)).join()}]}`;
  const many = Array.from({ length: 9000 }, (_, i) => i);
  const x = many.map((i) => (i < 3 ? Number.NaN : (i % 90) / 12));
  const y = many.map((i) => Math.floor(i / 90) / 14);
  const flux = many.map((i) => (i < 5 ? Number.NaN : i));
  await viewer.dropAll({
    "a.asdf": blockFile(`data: ${array}`, new Uint8Array(side ** 2)),
    "b.asdf": treeFile("name: no table"),
    "c.asdf": treeFile(`stars: {x: ${numbers(x)}, y: ${numbers(y)}, flux: ${numbers(flux)}}`),
  });
  await viewer.drawn();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByLabel("Table").selectOption("b.asdf");
  await page.getByText("b.asdf has no table with two columns of numbers").waitFor();
  await page.getByLabel("Table").selectOption("c.asdf");
  await page.getByText("8997 of 9000 rows in the image, 3 without a position. So many are dots").waitFor();
  await expect.poll(() => page.getByLabel("Table").inputValue()).toBe("c.asdf: stars");
  await page.getByLabel("Size by").selectOption("flux");
  await page.getByText("the smallest also stand for 5 rows without a number").waitFor();
  // Few enough are symbols.
  for (let i = 0; i < 3; i += 1) {
    await page.getByRole("button", { name: "Zoom in" }).click();
  }
  await page.getByText("So many are dots").waitFor({ state: "detached" });
});
