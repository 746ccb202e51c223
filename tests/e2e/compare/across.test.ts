/** Images of several files together: their difference, where one is resampled by the sky, as Python's reproject makes it. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { type CardText, floats } from "../../support/fits.ts";
import { test, type Viewer } from "../support/viewer.ts";
import json from "./across.vectors.json" with { type: "json" };

interface Image {
  readonly shape: readonly [rows: number, columns: number];
  readonly unit: string;
  readonly header: Readonly<Record<string, string | number>>;
  readonly data: readonly number[];
}

/** What across.vectors.py wrote. */
const vectors = json as unknown as {
  readonly images: readonly [Image, Image];
  readonly results: Readonly<Record<"bilinear" | "nearest" | "exact", readonly (number | null)[]>>;
};

const panel = ({ page }: Viewer) => page.getByRole("complementary", { name: "Compare" });
const bar = ({ page }: Viewer) => page.getByRole("region", { name: "Comparison" });

/** An image of the fixture as a FITS file, with its pixel [0, 0] or its middle elsewhere, or without world coordinates. */
function fits(
  number: 0 | 1,
  { shift = 0, ra = undefined as number | undefined, hasWcs = true } = {},
): Buffer {
  const { shape, unit, header, data } = vectors.images[number];
  const wcs = Object.entries(header).map(
    ([keyword, value]): CardText => [
      keyword,
      keyword === "CRPIX1" ? Number(value) + shift : keyword === "CRVAL1" ? (ra ?? value) : value,
    ],
  );
  return floats(shape, [["BUNIT", unit], ...(hasWcs ? wcs : [])], (i) => data[i] ?? Number.NaN);
}

const [ROWS, COLUMNS] = vectors.images[0].shape;

/** The value that is read out at a pixel of the first image. */
async function valueAt(viewer: Viewer, x: number, y: number): Promise<number> {
  const at = await viewer.centreOf(x, y, COLUMNS, ROWS);
  await viewer.page.mouse.move(at.x + 2, at.y);
  await viewer.page.mouse.move(at.x, at.y);
  const read = await viewer.readout();
  return read.x === String(x) && read.y === String(y) ? Number(read.value) : Number.NEGATIVE_INFINITY;
}

test("the difference from an image of another file, resampled by the sky, is that of reproject", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": fits(0), "b.fits": fits(1), "c.fits": fits(0, { shift: 1 }) });
  await viewer.drawn();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await panel(viewer).getByLabel("With").selectOption({ label: "b.fits" });
  await panel(viewer).getByLabel("Difference").check();
  const own = vectors.images[0].data;
  for (const [kernel, label, places] of [
    ["bilinear", "Bilinear", [4, 12, 19]],
    ["nearest", "Nearest", [5, 12]],
    ["exact", "Exact, by area", [5, 12]],
  ] as const) {
    await panel(viewer).getByLabel("Resampled").selectOption({ label });
    await expect.poll(() => bar(viewer).innerText()).toContain(`PRIMARY − b.fits (${kernel})`);
    await expect
      .poll(() => viewer.canvas.getAttribute("aria-label"))
      .toContain(`(${kernel}), 20 × 24 float32`);
    await viewer.drawn();
    for (const x of places) {
      const i = 9 * COLUMNS + x;
      const expected = (own[i] ?? Number.NaN) - (vectors.results[kernel][i] ?? Number.NaN);
      await expect.poll(() => valueAt(viewer, x, 9)).toBeCloseTo(expected, 3);
    }
    // Outside of the other image there is no value.
    expect(vectors.results[kernel][0]).toBeNull();
    await expect.poll(() => valueAt(viewer, 0, 0)).toBeNaN();
  }
  await bar(viewer).getByText("b.fits is resampled by the sky (exact shares of area").waitFor();
  await bar(viewer).getByText("The units differ: MJy/sr and DN/s.").waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("across-difference");
  await expect.poll(() => page.url()).toContain("compare=//b.fits,difference,exact");
});

const OTHERS = ["bare.fits", "behind.fits", "far.fits", "same.fits", "small.asdf"];

test("images with the same pixels are subtracted as they are stored; what cannot be resampled is refused", async ({
  viewer,
}) => {
  const { page } = viewer;
  const links = ["#file=a.fits&compare=//same.fits,ratio,nearest", ...OTHERS.map((name) => `#file=${name}`)];
  await viewer.dropAll({
    "all.session.json": Buffer.from(
      JSON.stringify({ format: "asdf-viewer session", version: 1, shown: 0, links }),
    ),
    "a.fits": fits(0),
    "bare.fits": fits(0, { hasWcs: false }),
    "behind.fits": fits(1, { ra: 263.6 }),
    "far.fits": fits(1, { shift: 9e4 }),
    "same.fits": fits(0),
    "small.asdf": treeFile("data: !core/ndarray-1.1.0 {datatype: uint8, data: [[1, 2], [3, 4]]}"),
  });
  // The file that the session names is opened for it.
  await expect.poll(() => bar(viewer).innerText()).toMatch(/^PRIMARY ÷ same\.fits\s*×\s*$/);
  await viewer.drawn();
  await expect.poll(() => valueAt(viewer, 7, 3)).toBe(1);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await panel(viewer).getByLabel("Difference").check();
  const refusals = [
    ["bare.fits", /PRIMARY − bare\.fits\s.*Pixel by pixel: bare\.fits has no world coordinates\./s],
    [
      "far.fits",
      /far\.fits cannot be resampled to the pixels of this image: it is of another part of the sky/,
    ],
    [
      "small.asdf",
      /needs arrays of one shape, or images that both have a WCS, and these have 20 × 24 and 2 × 2/,
    ],
    [
      // More than 90° away, where the tangent plane of this image has no place for it.
      "behind.fits",
      /behind\.fits cannot be resampled to the pixels of this image: it is of another part of the sky/,
    ],
  ] as const;
  for (const [label, said] of refusals) {
    await panel(viewer).getByLabel("With").selectOption({ label });
    await expect.poll(() => bar(viewer).innerText()).toMatch(said);
  }
  await panel(viewer).getByLabel("Side by side").check();
  await panel(viewer).getByLabel("Match by position on the sky").check();
  await bar(viewer).getByText("behind.fits: data: what is in the middle of the view is not in").waitFor();
  await page.getByRole("tab", { name: "RGB" }).click();
  const colours = page.getByRole("complementary", { name: "Colours" });
  await colours.getByLabel("Array of Green").selectOption({ label: "behind.fits: data (16 × 18)" });
  await colours.getByText("behind.fits cannot be resampled to the pixels of this image").waitFor();
});

test("images of several files are colours by the sky, up to eight, each in its own", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": fits(0), "b.fits": fits(1), "c.fits": fits(0, { shift: 2 }) });
  await viewer.drawn();
  await page.getByRole("tab", { name: "RGB" }).click();
  const colours = page.getByRole("complementary", { name: "Colours" });
  await colours.getByLabel("Array of Green").selectOption({ label: "b.fits" });
  await colours.getByText("b.fits is resampled by the sky (bilinear interpolation)").waitFor();
  await colours.getByRole("button", { name: "Add an image" }).click();
  await colours.getByLabel("Array of Image 4").selectOption({ label: "c.fits" });
  await colours.getByText("c.fits is resampled by the sky").waitFor();
  const own = vectors.images[0].data;
  const i = 9 * COLUMNS + 12;
  const expected = { Red: own[i], Green: vectors.results.bilinear[i], "Image 4": own[i + 2] };
  const at = await viewer.centreOf(12, 9, COLUMNS, ROWS);
  await page.mouse.move(at.x + 2, at.y);
  await page.mouse.move(at.x, at.y);
  for (const [name, value] of Object.entries(expected)) {
    const output = colours.getByLabel(`${name} of the pixel`);
    await expect.poll(async () => Number(await output.innerText())).toBeCloseTo(value ?? Number.NaN, 3);
  }
  // In the colour of the fourth image alone, the three others are black.
  await colours.getByLabel("Colour of Image 4").fill("#80ff00");
  for (const name of ["Red", "Green", "Blue"]) {
    await colours.getByLabel(`Colour of ${name}`).fill("#000000");
  }
  const shown = async () => {
    const box = await viewer.canvas.boundingBox();
    const { x, y } = await viewer.centreOf(12.3, 9.3, COLUMNS, ROWS);
    return (await viewer.picture()).at(x - Math.floor(box?.x ?? 0), y - Math.floor(box?.y ?? 0));
  };
  await expect.poll(async () => (await shown())[0] / (await shown())[1]).toBeCloseTo(0.5, 1);
  await expect.poll(async () => (await shown())[2]).toBe(0);
  await expect.poll(() => page.url()).toContain("tints=000000,000000,000000,80ff00");
  await viewer.checkAccessibility();
  await viewer.screenshot("across-colours");
  await colours.getByLabel("Resampled").selectOption("Nearest");
  await colours.getByText("b.fits is resampled by the sky (nearest pixel)").waitFor();
  for (let count = 4; count < 8; count += 1) {
    await colours.getByRole("button", { name: "Add an image" }).click();
  }
  await expect.poll(() => colours.getByRole("button", { name: "Add an image" }).count()).toBe(0);
  await expect.poll(() => colours.getByLabel(/^Array of/).count()).toBe(8);
  await colours.getByRole("button", { name: "Remove Image 4" }).click();
  await expect.poll(() => colours.getByLabel(/^Array of/).count()).toBe(7);
});

test("any number of images of several files take turns, or stand in panes with one place, slice and crosshair", async ({
  viewer,
}) => {
  const { page } = viewer;
  const names = ["a", "b", "c", "d", "e"].map((name) => `${name}.asdf`);
  const cube = (i: number) =>
    treeFile(
      `cube: !core/ndarray-1.1.0 {datatype: uint8, data: [[[${10 * i}, 1], [2, 3]], [[${10 * i + 5}, 1], [2, 3]]]}`,
    );
  await viewer.dropAll(Object.fromEntries(names.map((name, i) => [name, cube(i + 1)])));
  await viewer.drawn();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await panel(viewer).getByLabel("With").selectOption({ label: "b.asdf" });
  for (const name of names.slice(2)) {
    await panel(viewer).getByRole("checkbox", { name }).check();
  }
  // In turns, by keys and by the list.
  const turns = bar(viewer).locator("button[aria-pressed]");
  await expect
    .poll(() => turns.allInnerTexts())
    .toEqual(["cube", "b.asdf: cube", "c.asdf: cube", "d.asdf: cube", "e.asdf: cube"]);
  const shown = async () =>
    (await turns.evaluateAll((all) => all.map((one) => one.ariaPressed))).indexOf("true");
  await turns.nth(3).click();
  await expect.poll(shown).toBe(3);
  await viewer.canvas.focus();
  for (const [key, turn] of [
    ["t", 4],
    ["t", 0],
    ["q", 4],
    ["q", 3],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(shown).toBe(turn);
  }
  const over = page.locator(".other-image.over");
  await expect.poll(() => over.count()).toBe(4);
  await expect.poll(() => over.nth(2).evaluate((element) => element.style.clipPath)).toMatch(/ 0%\)$/);
  await page.keyboard.press("T");
  await expect.poll(() => bar(viewer).getByRole("button", { name: "Stop blinking" }).count()).toBe(1);

  await panel(viewer).getByLabel("Side by side").check();
  const panes = page.locator(".other-image.beside-it");
  await expect.poll(() => panes.count()).toBe(4);
  await expect.poll(() => page.locator(".beside-it .other-pixels[aria-busy=false]").count()).toBe(4);
  // Five panes stand in three columns.
  const box = await viewer.canvas.boundingBox();
  const last = await panes.nth(3).boundingBox();
  expect(last?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0) - 1);
  const at = await viewer.centreOf(0, 0, 2, 2);
  await page.mouse.move(at.x + 2, at.y);
  await page.mouse.move(at.x, at.y);
  const values = () => page.getByLabel("Value of the other image").allInnerTexts();
  await expect.poll(values).toEqual(["20", "30", "40", "50"]);
  await expect.poll(() => page.locator(".beside-it .compare-cross").count()).toBe(4);
  await viewer.checkAccessibility();
  await viewer.screenshot("across-panes");
  await page.getByLabel("Index on axis 0").fill("1");
  await page.keyboard.press("Enter");
  await page.mouse.move(at.x + 2, at.y);
  await page.mouse.move(at.x, at.y);
  await expect.poll(values).toEqual(["25", "35", "45", "55"]);
  await expect.poll(() => page.url()).toContain("also=//c.asdf,//d.asdf,//e.asdf");
  // What is closed leaves its pane.
  await viewer.tab("c.asdf").locator(".close").click();
  await expect.poll(() => panes.count()).toBe(3);
});
