/** An exposure of eighteen detectors: from a folder to one picture, what is read out there, and the mosaic as a file. */
import { readFile } from "node:fs/promises";
import { type AsdfFile, open as openFile } from "asdf-wasm";
import { imageOf, type MosaicOptions, mosaic } from "asdf-wasm/mosaic";
import { expect } from "vitest";
import { exposureFiles, fits } from "../../support/onSky.ts";
import { Picture } from "../support/picture.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";

const PLACE = { ra: 270, dec: -20 };

const list = ({ page }: Viewer) => page.getByRole("complementary", { name: "Images" });
const readout = ({ page }: Viewer) => page.getByLabel("The pixel under the pointer");
const dialogOf = ({ page }: Viewer) => page.getByRole("dialog", { name: "Export" });

async function showTogether(viewer: Viewer, files: Record<string, Buffer>, count: number): Promise<void> {
  await viewer.dropAll(files);
  await viewer.page.getByRole("tab", { name: "Together on the sky" }).click();
  await expect.poll(() => list(viewer).locator("ol li").count(), { timeout: 30_000 }).toBe(count);
  await settled(viewer);
}

async function settled({ page }: Viewer): Promise<void> {
  await expect.poll(() => page.locator(".together .remark", { hasText: "Opening" }).count()).toBe(0);
  await page.locator(".together .pixels[aria-busy=false]").waitFor();
  await expect.poll(() => page.locator(".together .colorbar").count()).toBe(1);
}

async function readAt(viewer: Viewer, x: number, y: number): Promise<string> {
  const box = await viewer.page.locator(".together .pixels").boundingBox();
  await viewer.page.mouse.move((box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0));
  await expect.poll(() => readout(viewer).innerText()).not.toContain("loading…");
  return (await readout(viewer).innerText()).replace(/\s+/g, " ");
}

test("a dropped folder of an exposure is one picture after one click", async ({ viewer }) => {
  await showTogether(viewer, await exposureFiles(PLACE), 18);
  await viewer.screenshot("exposure");
  await expect.poll(() => list(viewer).innerText()).toContain("WFI18");
  // Unsaid units of L2 products are those of their schema.
  const found = await readAt(viewer, 0.5, 0.5);
  const [, detector = "", value] = /WFI(\d\d) x \d+ y \d+ value (\d+) DN\/s/.exec(found) ?? [];
  expect(Number(detector)).toBe(Number(value));
});

async function exported(viewer: Viewer, format: string, choose: () => Promise<void>): Promise<AsdfFile> {
  await viewer.page.locator(".together .pixels").focus();
  await viewer.page.keyboard.press("Control+e");
  const dialog = dialogOf(viewer);
  await dialog.getByLabel("What").selectOption({ label: "Images together" });
  await dialog.getByRole("radio", { name: format }).check();
  await choose();
  await expect.poll(() => dialog.innerText()).toMatch(/18 images on \d+ × \d+ pixels/);
  await expect.poll(() => dialog.innerText()).toContain("Left out: far.fits: it is more than 80° away");
  await viewer.screenshot(`exposure-export-${format}`);
  const downloading = viewer.page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const download = await downloading;
  await dialog.getByText("Downloaded as").waitFor();
  await viewer.page.keyboard.press("Escape");
  return openFile(new Uint8Array(await readFile((await download.path()) ?? "")));
}

/** Equal but for the last digits of single precision; browsers may round sines otherwise. */
function expectClose(found: Float32Array, expected: ArrayLike<number>): void {
  expect(found.length).toBe(expected.length);
  const unlike = [...found.keys()].filter((i) => {
    const [one = Number.NaN, other = Number.NaN] = [found[i], expected[i]];
    return !(Object.is(one, other) || Math.abs(one - other) <= 1e-6 * Math.abs(other));
  });
  expect(unlike).toEqual([]);
}

test("the mosaic that is exported is the science's", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const files = await exposureFiles(PLACE);
  await showTogether(viewer, { ...files, "far.fits": fits({ ra: 90, dec: 20, value: 1 }) }, 18);
  const opened = await Promise.all(
    Object.entries(files).map(async ([name, bytes]) =>
      imageOf(await openFile(new Uint8Array(bytes)), { name }),
    ),
  );
  const science = async (options: MosaicOptions) => {
    // The last one lies on top, and the page counts all pixels unless it is told otherwise.
    const images = opened.toReversed().map((image) => ({ ...image, flags: undefined }));
    return (await mosaic(images, options)).read();
  };
  const inFits = await exported(viewer, "FITS", async () => {
    await dialogOf(viewer).getByLabel("Resampled").selectOption("Nearest pixel");
  });
  const nearest = await science({ kernel: "nearest", order: "first" });
  expect((await inFits.hdus[0]?.data?.read())?.data).toEqual(Float32Array.from(nearest.values));
  expect(inFits.hdus[0]?.cards.find(({ keyword }) => keyword === "BUNIT")?.value).toBe("DN/s");
  await viewer.page.getByLabel("Overlaps").selectOption("Mean");
  await viewer.page.getByLabel("Background").selectOption("Background matched");
  const inAsdf = await exported(viewer, "ASDF", async () => {
    await dialogOf(viewer).getByLabel("Resampled").selectOption("Exact: by area");
    await dialogOf(viewer).getByLabel("Pixels in arcseconds").fill("20");
    await dialogOf(viewer).getByLabel("Pixels in arcseconds").press("Tab");
  });
  const exact = await science({ kernel: "exact", order: "mean", background: "match", scale: 20 });
  expectClose((await inAsdf.array("data", "float32").read()).data, exact.values);
  expectClose((await inAsdf.array("weight", "float32").read()).data, exact.weight);
});

test("exposures are gone through one after the other, and only their files are opened", async ({
  viewer,
}) => {
  const { page } = viewer;
  const some = async (exposure: number) =>
    Object.entries(await exposureFiles(PLACE, exposure)).filter(([name]) => /wfi0[1-3]/.test(name));
  const [one, two, three] = [await some(1), await some(2), await some(3)];
  // The name of a file may say nothing: its metadata do.
  const renamed = three.map(([name, file]): [string, Buffer] => [
    name.replace(/^.*_(wfi..).*$/, "z-$1.asdf"),
    file,
  ]);
  await showTogether(viewer, Object.fromEntries([...one, ...two, ...renamed]), 3);
  const names = async () =>
    (await list(viewer).locator("ol .named").allInnerTexts()).map((text) => text.slice(-40));
  const choice = page.getByLabel("Exposure", { exact: true });
  expect(await choice.inputValue()).toBe("r0000101001001001001_0001");
  expect((await names()).every((name) => name.includes("_0001_"))).toBe(true);
  await page.getByRole("button", { name: "Next exposure" }).click();
  await expect.poll(async () => (await names()).filter((name) => name.includes("_0002_")).length).toBe(3);
  await settled(viewer);
  expect(await readAt(viewer, 0.5, 0.5)).toMatch(/_0002_/);
  await viewer.screenshot("exposures");
  expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("sky.exposure")).toBe(
    "r0000101001001001001_0002",
  );
  await page.getByRole("button", { name: "Next exposure" }).click();
  await expect.poll(async () => (await names()).filter((name) => name.includes("z-wfi")).length).toBe(3);
  await choice.selectOption({ label: "All 3 exposures" });
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(9);
});

test("a picture of the images together has their colours, also at twice the size", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  await showTogether(
    viewer,
    { "1.fits": fits({ ...PLACE, value: 1 }), "2.fits": fits({ ra: 270, dec: -20.01, value: 2 }) },
    2,
  );
  const dialog = dialogOf(viewer);
  const canvas = page.locator(".together .pixels canvas");
  const seen = new Picture(await canvas.screenshot());
  await page.locator(".together .pixels").focus();
  await page.keyboard.press("Control+e");
  await dialog.getByLabel("What").selectOption({ label: "Picture of the view" });
  await dialog.getByLabel("Title").fill("");
  await dialog.getByLabel("Size").selectOption("2×");
  await dialog.getByRole("checkbox", { name: "Colour bar" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Empty margins" }).check();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const png = await readFile((await (await downloading).path()) ?? "");
  const picture = new Picture(png);
  // The canvas may be a pixel larger than what is seen of it.
  expect(Math.abs(picture.width - 2 * seen.width)).toBeLessThanOrEqual(2);
  expect(Math.abs(picture.height - 2 * seen.height)).toBeLessThanOrEqual(2);
  for (const y of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    expect(picture.at(picture.width / 2, y * picture.height)).toEqual(
      seen.at(seen.width / 2, y * seen.height),
    );
  }
});
