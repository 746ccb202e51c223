/** Histograms of several files in the same bins, with their statistics beside, in the unit of the first. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { floats } from "../../support/fits.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";

const SIDE = 64;

function image(unit: string, value: (i: number) => number, side = SIDE): Buffer {
  return floats([side, side], [["BUNIT", unit]], value);
}

const table = ({ page }: Viewer) => page.getByRole("table", { name: "Histograms" });

/** What is in the rows of the table, without their buttons. */
async function rows(viewer: Viewer): Promise<readonly string[]> {
  const texts = await table(viewer).getByRole("row").allInnerTexts();
  return texts.slice(1).map((text) => text.replaceAll(/\s+/g, " ").replace(/ ×$/, "").trim());
}

test("histograms of several files have common bins, units and statistics, in links and files", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  await viewer.dropAll({
    "a.fits": image("MJy/sr", (i) => i % 8),
    "b.fits": image("Jy/sr", (i) => (4 + (i % 8)) * 1e6, 32),
    "c.fits": image("DN/s", (i) => i),
  });
  await page.getByRole("tab", { name: "Histogram" }).click();
  const view = page.getByRole("region", { name: "Histogram" });
  const add = view.getByLabel("Add the histogram of another file");
  await add.selectOption("b.fits");
  await expect
    .poll(() => rows(viewer))
    .toEqual(["a.fits: data 4096 3.5 2.29129", "b.fits: data 1024 7.5 2.29129"]);
  await add.selectOption("c.fits");
  await expect
    .poll(async () => (await rows(viewer))[2])
    .toBe("c.fits: data not shown: its unit is DN/s, which cannot be converted to MJy/sr");
  await page.getByRole("button", { name: "Remove c.fits" }).click();
  await expect.poll(async () => (await rows(viewer)).length).toBe(2);
  await view.getByLabel("Bins").selectOption("16 bins");
  const picture = view.getByRole("img", { name: /^Histogram from 0 to 11, counts/ });
  await expect.poll(() => picture.getAttribute("viewBox")).toBe("0 0 16 100");
  await view.getByRole("button", { name: "Density" }).click();
  await view.getByRole("img", { name: /densities on a logarithmic scale/ }).waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("histograms-across");
  await expect.poll(() => page.url()).toContain("histogramWith=b.fits");
  expect(page.url()).toContain("density=on");

  // The file has the counts of both in the bins that numpy.histogram has between 0 and 11.
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What").selectOption({ label: "Histogram" });
  const arriving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const [heading, ...bins] = (await readFile(await (await arriving).path(), "utf8")).trimEnd().split("\r\n");
  expect(heading).toBe("from,to,count,count of b.fits");
  const binned = (from: number, count: number) =>
    Array.from({ length: 8 }, (_, i) => Math.min(15, Math.floor(((from + i) / 11) * 16))).reduce(
      (counts, bin) => counts.with(bin, (counts[bin] ?? 0) + count / 8),
      new Array<number>(16).fill(0),
    );
  const columns = [2, 3].map((column) => bins.map((line) => Number(line.split(",")[column])));
  expect(columns).toEqual([binned(0, 4096), binned(4, 1024)]);
});

test("a session restores them, and whole numbers have bins of whole numbers", async ({ viewer }) => {
  const { page } = viewer;
  const links = ["#file=a.asdf&view=histogram&histogramWith=b.asdf", "#file=b.asdf"];
  const session = { format: "asdf-viewer session", version: 1, shown: 0, links };
  const whole = (data: string) => treeFile(`data: !core/ndarray-1.1.0\n  data: ${data}\n  datatype: int16`);
  await viewer.dropAll({
    "all.session.json": Buffer.from(JSON.stringify(session)),
    "a.asdf": whole("[0, 1, 1, 5]"),
    "b.asdf": whole("[2, 2, 7]"),
  });
  await expect
    .poll(() => rows(viewer))
    .toEqual(["a.asdf: data 4 1.75 1.92029", "b.asdf: data 3 3.66667 2.35702"]);
  const view = page.getByRole("region", { name: "Histogram" });
  await expect
    .poll(() => view.getByRole("img", { name: /^Histogram/ }).getAttribute("viewBox"))
    .toBe("0 0 8 100");
  await viewer.tab("b.asdf").locator(".close").click();
  await view.getByText("Not open: b.asdf.").waitFor();
  await expect.poll(() => table(viewer).count()).toBe(0);
});
