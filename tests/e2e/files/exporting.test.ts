/** Exporting: what a person takes away in other formats is what was shown. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { fixture } from "../../support/files.ts";
import { counting } from "../../support/fits.ts";
import { Picture } from "../support/picture.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";

/** Prepares a browser in which the person picks `picked.fits`, a file of a disk that the page can look at. */
function withPicker(): void {
  Object.assign(window, {
    showSaveFilePicker: async () => {
      const disk = await navigator.storage.getDirectory();
      return disk.getFileHandle("picked.fits", { create: true });
    },
  });
}

function dialogOf({ page }: Viewer) {
  return page.getByRole("dialog", { name: "Export" });
}

/** Exports from the dialog that is open; gives the file's name and bytes. */
async function download(viewer: Viewer): Promise<{ name: string; bytes: Buffer }> {
  const downloading = viewer.page.waitForEvent("download");
  await dialogOf(viewer).getByRole("button", { name: "Export" }).click();
  const download = await downloading;
  const name = download.suggestedFilename();
  await dialogOf(viewer).getByText(`Downloaded as ${name}`).waitFor();
  return { name, bytes: await readFile((await download.path()) ?? "") };
}

async function openDialog(viewer: Viewer): Promise<void> {
  await expect.poll(() => dialogOf(viewer).count()).toBe(0);
  await viewer.canvas.focus();
  await viewer.page.keyboard.press("Control+e");
  await dialogOf(viewer).waitFor();
}

/** How many pixels are as red as a drawn line. */
function reds(picture: Picture): number {
  let count = 0;
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const [red = 0, green = 0, blue = 0] = picture.at(x, y);
      count += Number(red > 240 && green < 40 && blue < 40);
    }
  }
  return count;
}

test("a picture equals the canvas; as SVG, what is over it is drawn in lines and texts", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const dialog = dialogOf(viewer);
  const shown = await viewer.picture();
  await openDialog(viewer);
  await dialog.getByLabel("What").selectOption({ label: "Picture of the view" });
  await dialog.getByRole("checkbox", { name: "Colour bar" }).uncheck();
  await expect.poll(() => dialog.getByLabel("Title").inputValue()).toBe("roman.asdf · roman/data");
  await dialog.getByLabel("Title").fill("");
  await dialog.getByRole("checkbox", { name: "Empty margins" }).check();
  const png = await download(viewer);
  const picture = new Picture(png.bytes);
  expect(png.name).toBe("roman-data.png");
  expect([picture.width, picture.height]).toEqual([shown.width, shown.height]);
  const apart: string[] = [];
  for (let y = 0; y < shown.height; y += 1) {
    for (let x = 0; x < shown.width; x += 1) {
      if (picture.at(x, y).join() !== shown.at(x, y).join()) {
        apart.push(`${x},${y} ${picture.at(x, y)} ${shown.at(x, y)}`);
      }
    }
  }
  expect(apart).toEqual([]);
  await viewer.page.keyboard.press("Escape");

  await viewer.canvas.focus();
  await viewer.page.keyboard.press("g");
  await viewer.page.locator(".graticule .coordinate").first().waitFor();
  await openDialog(viewer);
  await dialog.getByRole("checkbox", { name: "Colour bar" }).check();
  await dialog.getByRole("checkbox", { name: "Sky grid" }).waitFor();
  await dialog.getByLabel("Size").selectOption("2");
  await dialog.getByLabel("Background").selectOption("White, for print");
  const large = new Picture((await download(viewer)).bytes);
  expect([large.width, large.height]).toEqual([2 * shown.width, 2 * (shown.height + 72)]);
  expect(large.at(4, large.height - 4)).toEqual([255, 255, 255]);
  await viewer.page.keyboard.press("Escape");

  await viewer.page.getByRole("button", { name: "Adjust" }).click();
  await viewer.page.getByRole("combobox", { name: "Contours" }).selectOption("linear");
  await viewer.page.getByLabel("Colour of contours").fill("#ff0000");
  await viewer.page.getByRole("img", { name: /^Contours at [1-9]/ }).waitFor();
  await openDialog(viewer);
  const contours = dialog.getByRole("checkbox", { name: "Contours" });
  await contours.waitFor();
  const contoured = new Picture((await download(viewer)).bytes);
  expect(reds(contoured)).toBeGreaterThan(50);
  await viewer.page.keyboard.press("Escape");

  await openDialog(viewer);
  await dialog.getByRole("radio", { name: "SVG" }).check();
  const svg = (await download(viewer)).bytes.toString();
  expect(svg.match(/href="data:image\/png;base64,/g)).toHaveLength(3);
  const drawn = svg.replace(/base64,[^"]*/g, "");
  expect(drawn).toMatch(/^<svg xmlns=.*<path d=.*<text .*>\+30°0\d′.*<\/svg>\n$/s);
});

test("a figure has a title, no empty margins, the compass on the image, and what its colours mean", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutPicker });
  await viewer.show("cal.fits", await fixture("fits/jwst-cal.fits"));
  const dialog = dialogOf(viewer);
  for (const key of ["g", "k"]) {
    await viewer.canvas.press(key);
  }
  await viewer.page.locator(".graticule .arrow").first().waitFor();
  const { width = 0, height = 0 } = (await viewer.canvas.boundingBox()) ?? {};
  // The image of 24 × 30 pixels is fitted into the canvas.
  const zoom = 0.96 * Math.min(width / 30, height / 24);
  const [across, down] = [30 * zoom, 24 * zoom].map(Math.round) as [number, number];
  await openDialog(viewer);
  await dialog.getByLabel("What").selectOption({ label: "Picture of the view" });
  await dialog.getByLabel("Title").fill("M 92 & its <stars>");
  const png = new Picture((await download(viewer)).bytes);
  expect(Math.abs(png.width - across)).toBeLessThanOrEqual(1);
  expect(Math.abs(png.height - (36 + down + 72))).toBeLessThanOrEqual(1);
  await viewer.page.keyboard.press("Escape");

  await openDialog(viewer);
  await dialog.getByRole("radio", { name: "SVG" }).check();
  const svg = (await download(viewer)).bytes.toString().replace(/base64,[^"]*/g, "");
  expect(svg).toContain(">M 92 &#38; its &#60;stars&#62;</text>");
  expect(svg).toMatch(/<text [^>]*>data \[MJy\/sr\]<\/text>/);
  const letters = svg.match(/<text [^>]*>[NE]<\/text>/g) ?? [];
  expect(letters).toHaveLength(2);
  for (const letter of letters) {
    const [x = 0, y = 0] = [/ x="([\d.]+)"/, / y="([\d.]+)"/].map((pattern) =>
      Number(pattern.exec(letter)?.[1]),
    );
    const [, e = 0, f = 0] = (/matrix\(1 0 0 1 (\S+) (\S+)\)/.exec(letter) ?? [0, 0, 0]).map(Number);
    expect(x + e).toBeLessThan(150);
    expect(y + f).toBeGreaterThan(36 + down - 150);
    expect(y + f).toBeLessThan(36 + down);
  }
});

test("an array, its visible part and the tree are exported, and the last choice is remembered", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutPicker });
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const dialog = dialogOf(viewer);
  await openDialog(viewer);
  await dialog.getByLabel("What").selectOption({ label: "Whole array" });
  await dialog.getByRole("radio", { name: "NumPy" }).check();
  const npy = await download(viewer);
  expect([npy.name, npy.bytes.length]).toEqual(["roman-data.npy", 128 + 4 * 192 * 192]);
  expect(npy.bytes.toString("latin1", 0, 80)).toContain(
    "'descr': '<f4', 'fortran_order': False, 'shape': (192, 192)",
  );
  await viewer.page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);

  // The next time, it begins with what was chosen.
  await viewer.page.getByRole("button", { name: "Save", exact: true }).click();
  await viewer.page.getByRole("menuitem", { name: "Export…" }).click();
  await expect.poll(() => dialog.getByRole("radio", { name: "NumPy" }).isChecked()).toBe(true);
  await dialog.getByRole("radio", { name: "FITS" }).check();
  await dialog.getByText("WCS as TAN-SIP").waitFor();
  const fits = await download(viewer);
  expect([fits.name, fits.bytes.length % 2880]).toEqual(["roman-data.fits", 0]);
  await viewer.page.keyboard.press("Escape");

  await openDialog(viewer);
  await dialog.getByLabel("What").selectOption({ label: "Whole tree" });
  await dialog.getByRole("radio", { name: "YAML" }).check();
  await dialog.getByLabel("Name").fill("mine");
  const yaml = await download(viewer);
  expect(yaml.name).toBe("mine.yaml");
  expect(yaml.bytes.toString()).toContain("#ASDF 1.0.0");
  await viewer.page.keyboard.press("Escape");

  await viewer.page.getByRole("tab", { name: "File", exact: true }).click();
  await viewer.page.getByRole("button", { name: "Export block 0" }).click();
  const block = await download(viewer);
  expect(block.name).toBe("roman-block-0.bin");
  expect(block.bytes.equals(npy.bytes.subarray(128))).toBe(true);
});

test("a difference on the stage is exported, and named in the dialog", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  const dialog = dialogOf(viewer);
  const file = (from: number) => Buffer.from(counting(from, [3, 4]));
  await viewer.dropAll({ "p.fits": file(10), "q.fits": file(4) });
  await viewer.drawn();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const compare = page.getByRole("complementary", { name: "Compare" });
  await compare.getByLabel("With").selectOption({ label: "q.fits" });
  await compare.getByLabel("Difference").check();
  await page.getByRole("region", { name: "Comparison" }).getByText("SCI − q.fits").waitFor();
  const csv = async (what: string, detail: string): Promise<[string, string]> => {
    await page.keyboard.press("Control+e");
    await dialog.getByLabel("What").selectOption({ label: what });
    await dialog.getByRole("radio", { name: "CSV" }).check();
    await dialog.getByText(detail).waitFor();
    await expect.poll(() => dialog.getByRole("radio", { name: "ASDF" }).count()).toBe(0);
    const { name, bytes } = await download(viewer);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    return [name, bytes.toString().trimEnd()];
  };
  const all = "6,6,6,6\r\n6,6,6,6\r\n6,6,6,6";
  const visible = await csv("Visible part", "4 × 3 pixels of SCI − q.fits");
  expect(visible).toEqual(["p-SCI_minus_q.fits-cutout.csv", all]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("the visible part of the image, not of SCI − q.fits").waitFor();
  await page.keyboard.press("Escape");
  const views = page.getByRole("tablist", { name: "Views" });
  await views.getByRole("tab", { name: "Values" }).click();
  expect(await csv("Whole array", "SCI − q.fits, 3 × 4")).toEqual(["p-SCI_minus_q.fits.csv", all]);
  await views.getByRole("tab", { name: "Line" }).click();
  const [name, line] = await csv("Line shown", "SCI − q.fits");
  expect([name, line]).toEqual(["p-SCI_minus_q.fits-line.csv", "index,value\r\n0,6\r\n1,6\r\n2,6\r\n3,6"]);
  // What does not show the difference exports the array itself.
  await views.getByRole("tab", { name: "RGB" }).click();
  await page.keyboard.press("Control+e");
  await dialog.getByLabel("What").selectOption({ label: "Whole array" });
  await dialog.getByText("data, 3 × 4 float32", { exact: true }).waitFor();
  expect((await download(viewer)).bytes.toString()).toMatch(/^10,11,12,13\r/);
});

test("a line is exported as CSV and its chart as SVG, a histogram as CSV", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const views = viewer.page.getByRole("tablist", { name: "Views" });
  await views.getByRole("tab", { name: "Line" }).click();
  await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
  await viewer.page.keyboard.press("Control+e");
  await dialogOf(viewer).getByText("all its 192 points").waitFor();
  const line = await download(viewer);
  expect(line.name).toBe("roman-data-line.csv");
  expect(line.bytes.toString().split("\r\n").length).toBe(194);
  await viewer.page.keyboard.press("Escape");
  await expect.poll(() => dialogOf(viewer).count()).toBe(0);

  // The chart as a picture: on white, the colours are those of the light theme.
  await viewer.page.emulateMedia({ colorScheme: "dark" });
  await viewer.page.keyboard.press("Control+e");
  await dialogOf(viewer).getByLabel("What").selectOption({ label: "Chart: Lines" });
  await dialogOf(viewer).getByRole("radio", { name: "SVG" }).check();
  await dialogOf(viewer).getByLabel("Background").selectOption("White, for print");
  const chart = await download(viewer);
  expect(chart.name).toBe("roman-data-lines.svg");
  const svg = chart.bytes.toString();
  expect(svg).toContain(`<rect width="100%" height="100%" fill="#ffffff"/>`);
  expect(svg).toMatch(/<path d="M[^"]{800,}" fill="none" stroke="#1d4ed8"/);
  expect(svg).toMatch(/<text [^>]*fill="#1c1d20"[^>]*>index on axis 1/);
  await viewer.page.keyboard.press("Escape");
  await expect.poll(() => dialogOf(viewer).count()).toBe(0);

  await views.getByRole("tab", { name: "Histogram" }).click();
  await viewer.page.locator(".stage[aria-busy=false] .histogram-plot").waitFor();
  await viewer.page.keyboard.press("Control+e");
  await dialogOf(viewer).getByLabel("What").selectOption({ label: "Histogram" });
  const [heading, ...bins] = (await download(viewer)).bytes.toString().trimEnd().split("\r\n");
  expect(heading).toBe("from,to,count");
  expect(bins.reduce((sum, bin) => sum + Number(bin.split(",")[2]), 0)).toBeGreaterThan(36_000);
});

test("where the browser asks for a place, the file is written there piece by piece", async ({ open }) => {
  const viewer = await open({ prepare: withPicker });
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const dialog = dialogOf(viewer);
  await openDialog(viewer);
  await dialog.getByLabel("What").selectOption({ label: "Visible part" });
  await dialog.getByRole("radio", { name: "FITS" }).check();
  await dialog.getByRole("button", { name: "Export" }).click();
  await dialog.getByText("Saved as picked.fits").waitFor();
  const written = await viewer.page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle("picked.fits");
    const file = await handle.getFile();
    return [file.size % 2880, (await file.text()).slice(0, 30)];
  });
  expect(written).toEqual([0, `${"SIMPLE  =".padEnd(29)}T`]);
});
