/** The images of several files as one array: exposures, a time series. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { fits, SIDE, wholeSky } from "../../support/onSky.ts";
import { test, type Viewer } from "../support/viewer.ts";

const exposure = (value: number) => fits({ ra: 10, dec: 20, value });

async function showAsOne({ page }: Viewer): Promise<void> {
  await page.getByRole("button", { name: "As one cube" }).click();
  await page.getByRole("heading", { name: /files as one$/ }).waitFor();
}

/** Shows the plane of a file, and gives the value in its middle. */
async function valueIn(viewer: Viewer, plane: number): Promise<string> {
  const index = viewer.page.getByLabel("Index on axis 0");
  await index.fill(String(plane));
  await index.press("Enter");
  const at = await viewer.centreOf(SIDE / 2, SIDE / 2, SIDE, SIDE);
  await viewer.page.mouse.move(at.x, at.y);
  return (await viewer.readout()).value;
}

test("an image and its catalogue are no cube", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.dropAll({ "image.fits": exposure(1), "cat.csv": Buffer.from("ra,dec\n10,20\n") });
  await page.getByRole("tab", { name: "image.fits", selected: true }).waitFor();
  await page.getByRole("tab", { name: "cat.csv" }).waitFor();
  await viewer.drawn();
  expect(await page.getByRole("button", { name: "As one cube" }).count()).toBe(0);
});

test("exposures are one cube in the order of their names; what does not fit is left out by name", async ({
  viewer,
}) => {
  const { page } = viewer;
  page.setDefaultTimeout(30_000);
  await viewer.dropAll({
    "e1.fits": exposure(1),
    "e10.fits": exposure(10),
    "e2.fits": exposure(2),
    "odd.fits": wholeSky(3),
    "other.asdf": treeFile("data: !core/ndarray-1.0.0 {data: [[1, 2], [3, 4]]}"),
  });
  await page.getByRole("tab", { name: "e1.fits" }).click();
  await viewer.drawn();
  await page.setViewportSize({ width: 400, height: 800 });
  await viewer.screenshot("stacked-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });
  await showAsOne(viewer);
  await viewer.drawn();
  await page.getByRole("tab", { name: "3 files as one" }).waitFor();
  await page
    .getByText(
      /2 files of 5 are left out: .*`odd.fits`: it has 90 × 180 elements of float32, where `e1.fits` has 64 × 64 elements/,
    )
    .waitFor();
  await page.getByText(/`other.asdf`: the root of the tree has no `PRIMARY`/).waitFor();
  await viewer.row("data").getByText("3 × 64 × 64").waitFor();
  for (const [plane, value] of [1, 2, 10].entries()) {
    await expect.poll(() => valueIn(viewer, plane)).toBe(String(value));
  }
  await viewer.screenshot("stacked");
  await viewer.checkAccessibility();
  // A cube is no file of which there is another cube, and no part of a link.
  expect(await page.getByRole("button", { name: "As one cube" }).count()).toBe(0);
  expect(new URL(page.url()).hash).not.toContain("as+one");
  await page.getByRole("button", { name: "Play axis 0" }).waitFor();
  // A line through all files.
  await page.getByRole("tab", { name: "Line", exact: true }).click();
  await page.getByLabel("Along").selectOption("Axis 0, 3");
  await page.locator(".chart").focus();
  const values: string[] = [];
  for (let point = 0; point < 3; point += 1) {
    await page.keyboard.press("ArrowRight");
    values.push(await page.getByRole("list", { name: "Lines" }).innerText());
  }
  expect(values.map((text) => /value (.*)$/.exec(text)?.[1])).toEqual(["1", "2", "10"]);
});

test("an address that is open twice is one plane of the cube", async ({ viewer }) => {
  const { page } = viewer;
  for (const [name, value] of Object.entries({ a: 1, b: 2 })) {
    await page.route(`**/series/${name}.fits`, (route) => route.fulfill({ body: exposure(value) }));
  }
  await page.goto(`${page.url()}?url=series/a.fits&url=series/b.fits&url=series/b.fits`);
  await viewer.drawn();
  await showAsOne(viewer);
  await viewer.row("data").getByText("2 × 64 × 64").waitFor();
  expect(await page.getByText("left out").count()).toBe(0);
});

test("a thousand small files of a folder are one cube", async ({ viewer }) => {
  const { page } = viewer;
  page.setDefaultTimeout(90_000);
  const folder = mkdtempSync(join(tmpdir(), "asdf-series-"));
  try {
    for (let i = 0; i < 1000; i += 1) {
      writeFileSync(join(folder, `f${i}.fits`), exposure(i));
    }
    await viewer.dropPaths(folder);
    await viewer.drawn();
    await showAsOne(viewer);
    await viewer.row("data").getByText("1000 × 64 × 64").waitFor();
    await viewer.drawn();
    await expect.poll(() => valueIn(viewer, 999)).toBe("999");
    await page.getByLabel("Rows", { exact: true }).selectOption({ index: 0 });
    await viewer.drawn();
    const at = await viewer.centreOf(SIDE / 2, 500, SIDE, 1000);
    await page.mouse.move(at.x, at.y);
    await expect.poll(async () => (await viewer.readout()).value).toMatch(/^\d+$/);
    const { y, value } = await viewer.readout();
    expect(value).toBe(y);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
