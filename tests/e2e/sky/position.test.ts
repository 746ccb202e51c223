/**
 * Positions on the sky: read out in every system and notation as astropy gives them, copied, gone to, and described in the
 * file panel; other world coordinates beside sliders and along lines.
 */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";
import vectors from "./position.vectors.json" with { type: "json" };

const SIDE = 192;

const position = ({ page }: Viewer) => page.getByLabel("Position of the pixel");
const goTo = ({ page }: Viewer) => page.getByRole("textbox", { name: "Go to" });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The coordinates under the image, without their names and units. */
async function coordinates(viewer: Viewer): Promise<string[]> {
  return position(viewer).locator(".coordinate").allInnerTexts();
}

async function showRoman(viewer: Viewer): Promise<void> {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await position(viewer).waitFor();
}

async function pointTo(viewer: Viewer, x: number, y: number, width = SIDE, height = SIDE): Promise<void> {
  const at = await viewer.centreOf(x, y, width, height);
  await viewer.page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).x).toBe(String(x));
  await expect.poll(async () => (await viewer.readout()).y).toBe(String(y));
}

/** What the browser says of a field whose content was refused. */
const complaint = (viewer: Viewer) =>
  goTo(viewer).evaluate((field: HTMLInputElement) => field.validationMessage);

test("the pixel under the pointer is read out in four systems, as astropy converts them", async ({
  viewer,
}) => {
  await showRoman(viewer);
  const { page } = viewer;
  for (const { x, y, systems } of vectors.roman) {
    await pointTo(viewer, x, y);
    for (const [system, texts] of Object.entries(systems)) {
      await page.getByLabel("Reference system").selectOption(system);
      for (const [notation, expected] of Object.entries(texts)) {
        await page.getByLabel("Notation of positions").selectOption(notation);
        await pointTo(viewer, x, y);
        await expect.poll(() => coordinates(viewer)).toEqual(expected);
      }
    }
  }
  await viewer.checkAccessibility();
  await viewer.screenshot("position");
});

test("system and notation are remembered, and used for the next file", async ({ viewer }) => {
  await showRoman(viewer);
  const { page } = viewer;
  await page.getByLabel("Reference system").selectOption("Galactic");
  await page.getByLabel("Notation of positions").selectOption("Decimal");
  await page.reload();
  await showRoman(viewer);
  await pointTo(viewer, 100, 50);
  await expect.poll(() => coordinates(viewer)).toEqual(vectors.roman[1]?.systems.Galactic.decimal);
});

test("p copies the position", async ({ open }) => {
  const viewer = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await showRoman(viewer);
  await viewer.canvas.focus();
  await pointTo(viewer, 100, 50);
  const expected = vectors.roman[1]?.systems.ICRS.sexagesimal ?? [];
  await expect.poll(() => coordinates(viewer)).toEqual(expected);
  await viewer.page.keyboard.press("p");
  await expect.poll(() => clipboard(viewer.page)).toBe(expected.join(" "));
  await viewer.page.getByText(`Copied ${expected.join(" ")}`).waitFor();
});

test("a position or a pixel that is typed is picked and comes to the middle", async ({ viewer }) => {
  await showRoman(viewer);
  const { page } = viewer;
  const [first, second, third] = vectors.roman;
  const go = async (text: string): Promise<void> => {
    await goTo(viewer).fill(text);
    await goTo(viewer).press("Enter");
  };
  const isAt = async (x: number, y: number): Promise<void> => {
    await expect.poll(() => viewer.readout()).toMatchObject({ x: String(x), y: String(y) });
  };
  await go(second?.systems.ICRS.sexagesimal.join(" ") ?? "");
  await isAt(100, 50);
  await page.locator(".picked").waitFor();
  await go(third?.systems.ICRS.decimal.join(", ") ?? "");
  await isAt(191, 191);
  await go(
    (first?.systems.ICRS.sexagesimal ?? [])
      .map((text) => text.replace(/[hdm]/g, ":").replace("s", ""))
      .join(" "),
  );
  await isAt(0, 0);
  await page.getByLabel("Reference system").selectOption("Galactic");
  await go(second?.systems.Galactic.sexagesimal.join(" ") ?? "");
  await isAt(100, 50);
  await go("12, 34");
  await isAt(12, 34);
  await go("x 56 y 78");
  await isAt(56, 78);
  for (const [text, sentence] of [
    ["nowhere", /^Type a position, such as .* or a pixel/],
    ["17h59m36s +65d57m12s", /^This position is not on the image/],
    ["400, 30.5", /^This is neither a position on the image nor a pixel of it: x is from 0 to 191/],
    ["x 500 y 1", /^There is no pixel 500, 1: x is from 0 to 191, y from 0 to 191/],
  ] as const) {
    await go(text);
    await expect.poll(() => complaint(viewer)).toMatch(sentence);
  }
  await isAt(56, 78);
});

test("the file panel has the scale, the orientation, the corners and the frames", async ({ viewer }) => {
  await showRoman(viewer);
  const { page } = viewer;
  await page.getByRole("tab", { name: "File" }).click();
  const panel = page.getByRole("region", { name: "World coordinates" });
  await expect
    .poll(() => panel.innerText())
    .toContain(vectors.footprint.map((corner) => corner.join(" ")).join("\n"));
  const text = await panel.innerText();
  expect(text).toContain("roman/meta/wcs");
  expect(text).toMatch(/pixel\s+0\.11″/);
  expect(text).toContain(vectors.orientation);
  expect(text).toMatch(/bounding box\s+x from -0\.5 to 191\.5, y from -0\.5 to 191\.5/);
  expect(text).toMatch(/detector: x \(pixel\), y \(pixel\)/);
  expect(text).toMatch(/world: lon \(deg\), lat \(deg\), ICRS/);
  await viewer.checkAccessibility();
  await viewer.screenshot("position-panel");
});

const FRAMES = `
  - !<tag:stsci.edu:gwcs/step-1.3.0>
    frame: !<tag:stsci.edu:gwcs/frame2d-1.2.0>
      {axes_names: [x, y], axes_order: [0, 1], name: detector, unit: [!unit/unit-1.0.0 pixel, !unit/unit-1.0.0 pixel]}
    transform: TRANSFORM
  - !<tag:stsci.edu:gwcs/step-1.3.0>
    frame: !<tag:stsci.edu:gwcs/celestial_frame-1.2.0>
      axes_names: [lon, lat]
      axes_order: [0, 1]
      axis_physical_types: [pos.eq.ra, pos.eq.dec]
      name: world
      reference_frame: !<tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0> {frame_attributes: {}}
      unit: [!unit/unit-1.0.0 deg, !unit/unit-1.0.0 deg]
    transform: null`;

/** An image of 5 × 3 pixels with a WCS that has this transform. */
function imageWith(transform: string): Buffer {
  return treeFile(`
data: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]}
wcs: !<tag:stsci.edu:gwcs/wcs-1.4.0>
  name: test
  steps:${FRAMES.replace("TRANSFORM", transform)}`);
}

/** A tenth of a degree per pixel; valid for the first three columns. */
const LINEAR = `!transform/concatenate-1.4.0
      bounding_box: !transform/property/bounding_box-1.2.0
        {ignore: [], intervals: {x0: [-0.5, 2.5], x1: [-0.5, 2.5]}, order: F}
      inputs: [x0, x1]
      outputs: [y0, y1]
      forward:
      - !transform/linear1d-1.1.0 {slope: -0.1, intercept: 10, inputs: [x], outputs: [y]}
      - !transform/linear1d-1.1.0 {slope: 0.1, intercept: 20, inputs: [x], outputs: [y]}`;

test("an unsupported transform is named with its place; all else works", async ({ viewer }) => {
  await viewer.show("unknown.asdf", imageWith("!<tag:example.org:warp-1.0.0> {strength: 3}"));
  await viewer.page.getByText("example.org:warp-1.0.0").first().waitFor();
  await viewer.page.getByText("wcs/steps/0/transform").first().waitFor();
  expect(await position(viewer).count()).toBe(0);
  await pointTo(viewer, 3, 1, 5, 3);
  expect((await viewer.readout()).value).toBe("8");
  await goTo(viewer).fill("4, 2");
  await goTo(viewer).press("Enter");
  await expect.poll(() => viewer.readout()).toMatchObject({ x: "4", y: "2", value: "14" });
  await viewer.page.getByRole("tab", { name: "File" }).click();
  const panel = viewer.page.getByRole("region", { name: "World coordinates" });
  await expect.poll(() => panel.innerText()).toContain("example.org:warp-1.0.0");
});

test("outside the bounding box the position is dimmed, and a sentence says why", async ({ viewer }) => {
  await viewer.show("bounded.asdf", imageWith(LINEAR));
  const { page } = viewer;
  await page.getByLabel("Notation of positions").selectOption("Decimal");
  await pointTo(viewer, 2, 1, 5, 3);
  await expect.poll(() => coordinates(viewer)).toEqual(["9.800", "+20.100"]);
  expect(await page.getByText("Outside the bounding box").count()).toBe(0);
  await pointTo(viewer, 4, 1, 5, 3);
  await expect.poll(() => coordinates(viewer)).toEqual(["9.600", "+20.100"]);
  await page.getByText("Outside the bounding box of the WCS: extrapolated").waitFor();
  await viewer.checkAccessibility();
});

test("only a file with a WCS loads the module for it", async ({ open }) => {
  const viewer = await open();
  const modules: string[] = [];
  viewer.page.context().on("request", (request) => {
    if (/asdf_wasm_wcs.*\.wasm/.test(request.url())) {
      modules.push(request.url());
    }
  });
  await viewer.show(
    "plain.asdf",
    treeFile("data: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1], [2, 3]]}"),
  );
  await pointTo(viewer, 1, 1, 2, 2);
  await goTo(viewer).fill("0, 1");
  await goTo(viewer).press("Enter");
  await expect.poll(() => viewer.readout()).toMatchObject({ x: "0", y: "1", value: "2" });
  expect(await position(viewer).count()).toBe(0);
  expect(modules).toEqual([]);
  await showRoman(viewer);
  expect(modules.length).toBe(1);
});

/** Wavelengths of 656, 656.5, … nm along the first axis. */
const CUBE = treeFile(`
data: !core/ndarray-1.1.0
  {datatype: float32, data: [[[0, 1], [2, 3]], [[4, 5], [6, 7]], [[8, 9], [10, 11]], [[12, 13], [14, 15]]]}
wcs: !<tag:stsci.edu:gwcs/wcs-1.4.0>
  name: cube
  steps:
  - !<tag:stsci.edu:gwcs/step-1.3.0>
    frame: !<tag:stsci.edu:gwcs/frame-1.2.0>
      axes_names: [x, y, z]
      axes_order: [0, 1, 2]
      axes_type: [PIXEL, PIXEL, PIXEL]
      name: detector
      naxes: 3
      unit: [!unit/unit-1.0.0 pixel, !unit/unit-1.0.0 pixel, !unit/unit-1.0.0 pixel]
    transform: !transform/concatenate-1.4.0
      inputs: [x0, x1, x2]
      outputs: [y0, y1, y2]
      forward:
      - !transform/linear1d-1.1.0 {slope: -0.1, intercept: 10, inputs: [x], outputs: [y]}
      - !transform/linear1d-1.1.0 {slope: 0.1, intercept: 20, inputs: [x], outputs: [y]}
      - !transform/linear1d-1.1.0 {slope: 0.5, intercept: 656, inputs: [x], outputs: [y]}
  - !<tag:stsci.edu:gwcs/step-1.3.0>
    frame: !<tag:stsci.edu:gwcs/composite_frame-1.0.0>
      name: world
      frames:
      - !<tag:stsci.edu:gwcs/celestial_frame-1.2.0>
        axes_names: [lon, lat]
        axes_order: [0, 1]
        axis_physical_types: [pos.eq.ra, pos.eq.dec]
        name: sky
        reference_frame: !<tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0> {frame_attributes: {}}
        unit: [!unit/unit-1.0.0 deg, !unit/unit-1.0.0 deg]
      - !<tag:stsci.edu:gwcs/spectral_frame-1.2.0>
        {axes_names: [wavelength], axes_order: [2], axis_physical_types: [em.wl], name: spectral, unit: [!unit/unit-1.0.0 nm]}
    transform: null`);

test("a slider says the wavelength of its section, and a line is plotted over it", async ({ viewer }) => {
  await viewer.show("cube.asdf", CUBE);
  const { page } = viewer;
  const wavelength = page.getByLabel("World coordinate on axis 0");
  await expect.poll(() => wavelength.innerText()).toBe("wavelength 656 nm");
  await page.getByRole("slider", { name: "Wavelength (axis 0)" }).waitFor();
  const options = (name: string) =>
    page.getByLabel(name, { exact: true }).locator("option").allTextContents();
  for (const direction of ["Rows", "Columns"]) {
    const names = ["wavelength (axis 0), 4", "Dec (axis 1), 2", "RA (axis 2), 2"];
    await expect.poll(() => options(direction)).toEqual(names);
  }
  await page.getByLabel("Index on axis 0").fill("3");
  await page.getByLabel("Index on axis 0").press("Tab");
  await expect.poll(() => wavelength.innerText()).toBe("wavelength 657.5 nm");
  await page.getByLabel("Notation of positions").selectOption("Decimal");
  await pointTo(viewer, 1, 0, 2, 2);
  await expect.poll(() => coordinates(viewer)).toEqual(["9.900", "+20.000", "657.5"]);
  await goTo(viewer).fill("9.9 20.1");
  await goTo(viewer).press("Enter");
  await expect.poll(() => viewer.readout()).toMatchObject({ x: "1", y: "1", value: "15" });
  await page.getByRole("tablist", { name: "Views" }).getByRole("tab", { name: "Line" }).click();
  await page.getByLabel("Along").selectOption("Wavelength (axis 0), 4");
  const lines = page.getByRole("list", { name: "Lines" });
  await expect.poll(() => lines.innerText()).toMatch(/wavelength/);
  await page.getByRole("application").focus();
  await page.keyboard.press("End");
  await expect.poll(() => lines.innerText()).toMatch(/wavelength\s+657\.5\s+nm/);
});

test("several WCS of one array are offered", async ({ viewer }) => {
  const text = imageWith(LINEAR).toString("latin1");
  const second = text
    .slice(text.indexOf("wcs: !"), text.indexOf("\n..."))
    .replace("wcs:", "wcs_fine:")
    .replaceAll("0.1,", "0.01,");
  const file = Buffer.from(text.replace("\n...", `\n${second}\n...`), "latin1");
  await viewer.show("two.asdf", file);
  const { page } = viewer;
  await page.getByLabel("Notation of positions").selectOption("Decimal");
  await page.getByRole("button", { name: "Adjust" }).click();
  const choice = page.getByLabel("World coordinates");
  await choice.selectOption("wcs_fine");
  await pointTo(viewer, 1, 1, 5, 3);
  await expect.poll(() => coordinates(viewer)).toEqual(["9.9900", "+20.0100"]);
  await choice.selectOption("wcs");
  await expect.poll(() => coordinates(viewer)).toEqual(["9.900", "+20.100"]);
  await choice.selectOption("None");
  await expect.poll(() => position(viewer).count()).toBe(0);
});

test("positions fit a narrow window, and read well in the dark", async ({ open }) => {
  const narrow = await open({ viewport: { width: 400, height: 800 } });
  await showRoman(narrow);
  await narrow.page.getByRole("button", { name: "The whole readout" }).click();
  await expect.poll(() => goTo(narrow).isVisible()).toBe(true);
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  await narrow.checkAccessibility();
  await narrow.screenshot("position-narrow");
  const dark = await open({ colorScheme: "dark" });
  await showRoman(dark);
  await pointTo(dark, 100, 50);
  await expect.poll(() => coordinates(dark)).toEqual(vectors.roman[1]?.systems.ICRS.sexagesimal);
  await dark.checkAccessibility();
  await dark.screenshot("position-dark");
});
