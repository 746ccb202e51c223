/** Regions of the sky: drawn in one image, shown and moved in all that are open, and said to be missing where an image has no place for them. */
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { fits, PIXEL, roman, SIDE } from "../../support/onSky.ts";
import { test, type Viewer } from "../support/viewer.ts";

const EAST = PIXEL / Math.cos((40 * Math.PI) / 180);
const FILES = {
  "a.fits": fits({ ra: 120, dec: 40, value: 1 }),
  // 10 pixels to the east, turned by a right angle.
  "b.fits": fits({ ra: 120 + 10 * EAST, dec: 40, turn: 90, value: 2 }),
  "c.asdf": roman({ ra: 120, dec: 40 + 10 * PIXEL, value: 4, detector: "WFI07" }),
  "far.fits": fits({ ra: 300, dec: -40, value: 8 }),
  "none.asdf": treeFile("data: !core/ndarray-1.1.0 {data: [[1, 2], [3, 4]]}"),
};

const tool = ({ page }: Viewer) => page.getByRole("complementary", { name: "Regions" });
const rows = (viewer: Viewer) => tool(viewer).getByRole("listbox", { name: "Regions" }).getByRole("option");
const unplaced = (viewer: Viewer) => tool(viewer).getByRole("list", { name: "Sky regions" });

/** Shows the image of a file with the panel of its regions. */
async function showTab(viewer: Viewer, name: string): Promise<void> {
  if ((await viewer.tabs.count()) > 1) {
    await viewer.tab(name).click();
  }
  await viewer.drawn();
  if ((await tool(viewer).count()) === 0) {
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("a");
  }
  await tool(viewer).getByRole("toolbar").waitFor();
  await viewer.frames(2);
}

/** The numbers of the selected region, to a hundredth of a pixel. */
async function numbers(tool: Locator): Promise<readonly number[]> {
  const fields = tool.locator("fieldset input[type=number]");
  const texts = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  return texts.map((text) => Math.round(100 * Number(text)) / 100);
}

/** Selects the only region, and gives its numbers. */
async function measured(viewer: Viewer, name: string): Promise<readonly number[]> {
  await tool(viewer).getByRole("option", { name }).click();
  await tool(viewer).locator("fieldset").waitFor();
  return numbers(tool(viewer));
}

test("a region drawn on the sky is in every image, moved in all from any, undone, and left to one image", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.dropAll(FILES);
  await showTab(viewer, "a.fits");
  await tool(viewer).getByRole("button", { name: "Draw on the sky" }).click();
  await tool(viewer).getByRole("button", { name: "Circle" }).click();
  await viewer.drag([30, 40], [36, 40], SIDE);
  const circle = tool(viewer).getByRole("option", { name: "Sky circle 1" });
  await circle.waitFor();
  await expect.poll(() => circle.innerText()).toMatch(/sky/);
  await expect.poll(() => numbers(tool(viewer))).toEqual([30, 40, 6]);
  await expect.poll(() => tool(viewer).getByLabel("Follows").inputValue()).toBe("sky");
  await expect.poll(() => page.url()).toMatch(/sky-regions=icrs:circle@120\.0005\d*,40\.0023\d*,0\.0016\d*$/);
  await viewer.screenshot("sky-regions");
  await viewer.checkAccessibility();

  await showTab(viewer, "b.fits");
  await expect.poll(() => page.getByRole("img", { name: "1 region" }).count()).toBe(1);
  // East is to the right and north up in one, and turned by a right angle in the other.
  expect(await measured(viewer, "Sky circle 1")).toEqual([40, 23, 6]);
  // By its inside, 5 pixels along x here.
  await viewer.drag([40, 22], [45, 22], SIDE);
  await expect.poll(() => numbers(tool(viewer))).toEqual([45, 23, 6]);

  await showTab(viewer, "c.asdf");
  expect(await measured(viewer, "Sky circle 1")).toEqual([30, 35, 6]);
  await showTab(viewer, "a.fits");
  await expect.poll(() => numbers(tool(viewer))).toEqual([30, 45, 6]);

  // The move is undone where it was made, and gone everywhere.
  await showTab(viewer, "b.fits");
  await viewer.canvas.focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => numbers(tool(viewer))).toEqual([40, 23, 6]);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => numbers(tool(viewer))).toEqual([45, 23, 6]);

  // Where it has no place, that is said.
  await showTab(viewer, "none.asdf");
  await expect
    .poll(() => unplaced(viewer).innerText())
    .toBe("Sky circle 1: this image has no world coordinates");
  await showTab(viewer, "far.fits");
  await expect.poll(() => unplaced(viewer).innerText()).toBe("Sky circle 1: this image has no such position");

  await showTab(viewer, "c.asdf");
  await tool(viewer).getByLabel("Follows").selectOption("This image");
  await expect.poll(() => rows(viewer).allInnerTexts()).toEqual([expect.stringMatching(/^Circle/)]);
  await showTab(viewer, "a.fits");
  await expect.poll(() => rows(viewer).count()).toBe(0);
  await showTab(viewer, "c.asdf");
  await rows(viewer).click();
  await tool(viewer).getByLabel("Follows").selectOption("The sky");
  await tool(viewer).getByRole("option", { name: "Sky circle" }).waitFor();
  await showTab(viewer, "a.fits");
  await tool(viewer).getByRole("option", { name: "Sky circle" }).waitFor();
});

test("a link brings the regions of the sky, which a person may then change", async ({ open }) => {
  const viewer = await open({
    query: "#file=a.fits&sky-regions=icrs:circle@120,40,0.002:ff0000:M%201/icrs:point@1,2",
  });
  await viewer.show("a.fits", FILES["a.fits"]);
  await showTab(viewer, "a.fits");
  expect(await measured(viewer, "M 1")).toEqual([31.5, 31.5, 7.2]);
  await expect.poll(() => unplaced(viewer).innerText()).toBe("Sky point 2: this image has no such position");
  await tool(viewer).getByLabel("Radius").fill("5");
  await tool(viewer).getByLabel("Radius").press("Enter");
  await expect.poll(() => viewer.page.url()).toContain("icrs:circle@120,40,0.0013888889:ff0000:M+1");
});

test("over another image, split or beside, a region is where that image has it", async ({ open }) => {
  const viewer = await open({ query: "#file=a.fits&sky-regions=icrs:circle@120,40,0.002" });
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": FILES["a.fits"], "b.fits": FILES["b.fits"] });
  await viewer.tab("a.fits").click();
  await viewer.drawn();
  const centres = (where: string) =>
    page.locator(`${where}.regions-over .stroke`).evaluateAll((paths) =>
      paths.map((path) =>
        /^M([-\d.]+) ([-\d.]+)/
          .exec(path.getAttribute("d") ?? "")
          ?.slice(1)
          .map((n) => Math.round(10 * Number(n)) / 10),
      ),
    );
  await expect.poll(() => centres("")).toEqual([[38.7, 31.5]]);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Compare" });
  await panel.getByLabel("With").selectOption({ label: "b.fits" });
  for (const way of ["Split", "Side by side"]) {
    await panel.getByLabel(way, { exact: true }).check();
    // 10 pixels to the west, which is down there.
    await expect.poll(() => centres(".other-image ")).toEqual([[38.7, 21.5]]);
    await expect.poll(() => centres(":not(.other-image) > ")).toEqual([[38.7, 31.5]]);
    await viewer.screenshot(`sky-regions-${way.slice(0, 4).toLowerCase()}`);
  }
});

test("the statistics of a region of the sky in all open images: side by side, sorted, saved", async ({
  open,
}) => {
  const viewer = await open({ query: "#file=a.fits&sky-regions=icrs:circle@120,40,0.002" });
  const { page } = viewer;
  await viewer.dropAll(FILES);
  for (const name of ["c.asdf", "far.fits", "none.asdf", "a.fits"]) {
    await showTab(viewer, name);
  }
  await tool(viewer).getByRole("option", { name: "Sky circle 1" }).click();
  await tool(viewer).getByRole("button", { name: "In all open images…" }).click();
  const dialog = page.getByRole("dialog", { name: "Sky circle 1 in all open images" });
  const table = () =>
    dialog
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent).join(" ")),
      );
  await dialog.getByText("tabs have not been shown yet are not in the table: 1").waitFor();
  const none = "– – – – – – – –";
  await expect
    .poll(table)
    .toEqual([
      "a.fits data 164 164 1 1 0 1 1  ",
      "c.asdf data 164 656 4 4 0 4 4  ",
      `far.fits data ${none} no such position`,
      `none.asdf data ${none} no world coordinates`,
    ]);
  await dialog.getByRole("button", { name: "Sum" }).click();
  await dialog.getByRole("button", { name: "Sum" }).click();
  await expect
    .poll(async () => (await table()).map((row) => row.slice(0, 6)))
    .toEqual(["c.asdf", "a.fits", "far.fi", "none.a"]);
  await viewer.screenshot("sky-regions-across");
  await viewer.checkAccessibility();
  const saved = async (label: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: label }).click(),
    ]);
    return [download.suggestedFilename(), await readFile(await download.path(), "utf8")] as const;
  };
  const rows = "file,image,pixels,sum,mean,median,std,min,max,unit,note\nc.asdf,data,164,656,4,4,0,4,4,,\n";
  const [csvName, csv] = await saved("Save CSV");
  expect([csvName, csv.slice(0, rows.length)]).toEqual(["Sky_circle_1-statistics.csv", rows]);
  const [ecsvName, ecsv] = await saved("Save ECSV");
  expect(ecsvName).toBe("Sky_circle_1-statistics.ecsv");
  // This head, with these rows, is read by astropy 8.0.2 as a table of eleven columns, with masked numbers where there are none.
  expect(ecsv).toBe(
    `# %ECSV 1.0\n# ---\n# delimiter: ','\n# datatype:\n# - {name: file, datatype: string}\n# - {name: image, datatype: string}\n# - {name: pixels, datatype: int64}\n# - {name: sum, datatype: float64}\n# - {name: mean, datatype: float64}\n# - {name: median, datatype: float64}\n# - {name: std, datatype: float64}\n# - {name: min, datatype: float64}\n# - {name: max, datatype: float64}\n# - {name: unit, datatype: string}\n# - {name: note, datatype: string}\n# schema: astropy-2.0\n${csv}`,
  );
});

test("regions of the sky lie over the images that are seen together", async ({ open }) => {
  // Pixel [20, 10] of the first image, in another system.
  const [ra, dec] = [120 + 21.5 * EAST, 40 - 11.5 * PIXEL];
  const viewer = await open({
    query: `#file=a.fits&view=together&sky-regions=icrs:point@${ra},${dec}/icrs:circle@120,40,0.002`,
  });
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": FILES["a.fits"], "b.fits": FILES["b.fits"] });
  await page.getByRole("tab", { name: "Together on the sky" }).click();
  const over = page.getByRole("img", { name: "2 regions of the sky" });
  await over.waitFor();
  await page.locator(".together .pixels[aria-busy=false]").waitFor();
  await viewer.screenshot("sky-regions-together");
  await page.getByRole("checkbox", { name: /b\.fits/ }).uncheck();
  const at = async () => {
    const path = await over.locator(".stroke[d*=h6]").getAttribute("d");
    const box = await over.boundingBox();
    // The cross begins 9 pixels left of its middle.
    const [x = 0, y = 0] =
      /^M([-\d.]+) ([-\d.]+)/
        .exec(path ?? "")
        ?.slice(1)
        .map(Number) ?? [];
    return [(box?.x ?? 0) + x + 9, (box?.y ?? 0) + y] as const;
  };
  const readout = page.getByLabel("The pixel under the pointer");
  await expect
    .poll(async () => {
      await page.mouse.move(...(await at()));
      return (await readout.innerText()).replace(/\s+/g, " ");
    })
    .toMatch(/^a\.fits x 10 y 20 value 2/);
});

test("seen together, regions of the sky are drawn, moved, resized, deleted and undone, and every file has them", async ({
  open,
}) => {
  const viewer = await open();
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": FILES["a.fits"], "b.fits": FILES["b.fits"] });
  await page.getByRole("tab", { name: "Together on the sky" }).click();
  const pixels = page.locator(".together .pixels");
  await page.locator(".together .pixels[aria-busy=false]").waitFor();
  await pixels.focus();
  await page.keyboard.press("a");
  await tool(viewer).getByRole("button", { name: "Circle" }).click();
  const box = (await pixels.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  };
  const handle = async (name: string) => {
    const found = await page.locator(`[data-handle="${name}"]`).boundingBox();
    return [(found?.x ?? 0) + (found?.width ?? 0) / 2, (found?.y ?? 0) + (found?.height ?? 0) / 2] as const;
  };
  await drag(at(0.5, 0.5), at(0.5, 0.6));
  await tool(viewer).getByRole("option", { name: "Sky circle 1" }).waitFor();
  await expect.poll(() => page.url()).toContain("sky-regions=icrs:circle@");
  const figure = () =>
    /icrs:circle@([-\d.]+),([-\d.]+),([\d.]+)/.exec(page.url())?.slice(1).map(Number) ?? [];
  const drawn = figure();
  const radius = tool(viewer).getByLabel(/^Radius\s″$/);
  expect(Number(await radius.inputValue())).toBeCloseTo(3600 * (drawn[2] ?? 0), 2);
  await viewer.screenshot("sky-regions-edited");
  await viewer.checkAccessibility();

  // Half as large, by a handle; then elsewhere, by its outline.
  const [x, y] = await handle("radius 0");
  await drag([x, y], [(x + at(0.5, 0.5)[0]) / 2, y]);
  await expect.poll(() => (figure()[2] ?? 0) / (drawn[2] ?? 1)).toBeCloseTo(0.5, 1);
  const small = figure();
  await drag(at(0.5, 0.5), at(0.6, 0.5));
  await expect.poll(() => figure()[0]).not.toBeCloseTo(small[0] ?? 0, 4);
  expect(figure()[2]).toBe(small[2]);
  // East is to the left.
  expect(figure()[0]).toBeLessThan(small[0] ?? 0);
  await radius.fill("3.6");
  await radius.press("Enter");
  await expect.poll(() => figure()[2]).toBeCloseTo(0.001, 7);
  await pixels.focus();
  await page.keyboard.press("Control+z");
  await expect.poll(figure).not.toContain(0.001);
  await page.keyboard.press("Control+z");
  await expect.poll(figure).toEqual(small);
  await page.keyboard.press("Control+z");
  await expect.poll(figure).toEqual(drawn);

  // Keys alone: another in the middle, which is moved and deleted.
  await tool(viewer).getByRole("button", { name: "Box" }).press("Enter");
  await pixels.focus();
  await page.keyboard.press("Enter");
  await tool(viewer).getByRole("option", { name: "Sky box 2" }).waitFor();
  await expect.poll(() => page.url()).toContain("/icrs:box@");
  const before = page.url();
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(() => page.url()).not.toBe(before);
  await page.keyboard.press("Delete");
  await expect.poll(() => page.url()).not.toContain("icrs:box");
  // A click selects, and opens no file.
  await page.mouse.click(...at(0.5, 0.5));
  await expect
    .poll(() => tool(viewer).getByRole("option", { selected: true }).innerText())
    .toContain("Sky circle 1");
  expect(await viewer.tab("a.fits").getAttribute("aria-selected")).toBe("true");

  // It is where it was drawn in both files: at the same position.
  const centres = [];
  for (const name of ["a.fits", "b.fits"]) {
    await viewer.tab(name).click();
    await page.getByRole("tab", { name: "Image", exact: true }).click();
    await showTab(viewer, name);
    centres.push(await measured(viewer, "Sky circle 1"));
  }
  const [[ax = 0, ay = 0, ar] = [], [bx = 0, by = 0, br] = []] = centres;
  expect(ar).toBe(br);
  expect(ar).toBeCloseTo((drawn[2] ?? 0) / PIXEL, 1);
  // `b` is 10 pixels to the east, and turned by a right angle.
  const middle = (SIDE - 1) / 2;
  expect(ax - middle).not.toBeCloseTo(bx - middle, 0);
  expect(Math.hypot(ax - middle, ay - middle)).toBeCloseTo(Math.hypot(bx - middle, by - middle), 0);
});

test("seen together, sizes are those on the sky, far from the middle of the plane, too", async ({ open }) => {
  const viewer = await open({ query: "#file=a.fits&sky-regions=icrs:circle@120,50,0.1" });
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": FILES["a.fits"], "b.fits": FILES["b.fits"] });
  await page.getByRole("tab", { name: "Together on the sky" }).click();
  const pixels = page.locator(".together .pixels[aria-busy=false]");
  await pixels.focus();
  await page.keyboard.press("a");
  await tool(viewer).getByRole("option", { name: "Sky circle 1" }).click();
  const radius = tool(viewer).getByLabel(/^Radius\s″$/);
  await expect.poll(() => radius.inputValue()).toBe("360");
  await radius.fill("180");
  await radius.press("Enter");
  await expect
    .poll(() => Number(/icrs:circle@[-\d.]+,[-\d.]+,([\d.]+)/.exec(page.url())?.[1]))
    .toBeCloseTo(0.05, 4);
});

test("a file of CASA is opened, and what is drawn is saved as one", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.dropAll({ "a.fits": FILES["a.fits"] });
  await showTab(viewer, "a.fits");
  const buffer = Buffer.from("#CRTFv0\ncircle[[120deg, 40deg], 3.6arcsec], coord=ICRS\n");
  const file = { name: "mine.crtf", mimeType: "text/plain", buffer };
  await tool(viewer).getByLabel("File of regions").setInputFiles(file);
  await tool(viewer).getByRole("option", { name: "Sky circle 1" }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (async () => {
      await tool(viewer).getByRole("button", { name: "Save as" }).click();
      await page.getByRole("menuitem", { name: /CASA, in ICRS/ }).click();
    })(),
  ]);
  expect(download.suggestedFilename()).toMatch(/-icrs\.crtf$/);
  expect(await readFile(await download.path(), "utf8")).toBe(
    "#CRTFv0\nglobal coord=ICRS\ncircle[[120deg, 40deg], 0.001deg], color=green\n",
  );
});
