/** Contours of the image of another file over the image: by the sky, whatever both look like there, or by pixel. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { floats } from "../../support/fits.ts";
import { SIDE, tangent } from "../../support/onSky.ts";
import { test, type Viewer } from "../support/viewer.ts";

interface Sky {
  readonly ra?: number;
  readonly dec?: number;
  readonly turn?: number;
  /** The side of a pixel in arcseconds. */
  readonly pixel?: number;
  readonly side?: number;
  readonly hasWcs?: boolean;
}

/** An image whose values are the distances from its middle, in arcseconds. */
function cone({ ra = 10, dec = 20, turn = 0, pixel = 1, side = SIDE, hasWcs = true }: Sky): Buffer {
  return floats([side, side], hasWcs ? tangent({ ra, dec, turn, side, pixel: pixel / 3600 }) : [], (i) => {
    const [x, y] = [(i % side) - (side - 1) / 2, Math.floor(i / side) - (side - 1) / 2];
    return pixel * Math.hypot(x, y);
  });
}

const layer = ({ page }: Viewer) => page.getByRole("img", { name: /^Contours at/ });

/** Where lines are drawn: their pixels in the image, whose whole is shown. */
async function drawnPoints(viewer: Viewer): Promise<readonly (readonly [x: number, y: number])[]> {
  const { width, height, found } = await layer(viewer).evaluate((canvas) => {
    const screen = canvas.parentElement;
    if (!(canvas instanceof HTMLCanvasElement && screen)) {
      throw new Error("contours are drawn on a canvas");
    }
    // The canvas reaches beyond the screen.
    const [left, top, scale] = [-canvas.offsetLeft, -canvas.offsetTop, devicePixelRatio];
    const [width, height] = [screen.clientWidth * scale, screen.clientHeight * scale];
    const { data = [] } =
      canvas.getContext("2d")?.getImageData(left * scale, top * scale, width, height) ?? {};
    const found: number[] = [];
    for (let i = 0; i < width * height; i += 1) {
      if ((data[4 * i + 3] ?? 0) > 200) {
        found.push(i);
      }
    }
    return { width, height, found };
  });
  const zoom = 0.96 * Math.min(width / SIDE, height / SIDE);
  return found.map((i) => [
    ((i % width) + 0.5 - width / 2) / zoom + SIDE / 2,
    (height / 2 - Math.floor(i / width) - 0.5) / zoom + SIDE / 2,
  ]);
}

async function contour({ page }: Viewer, of: string, level: string): Promise<void> {
  await page.getByRole("button", { name: "Adjust", exact: true }).click();
  await page.getByLabel("Contours", { exact: true }).selectOption("Values");
  await page.getByLabel("Levels", { exact: true }).fill(level);
  await page.getByLabel("Levels", { exact: true }).press("Enter");
  await page.getByLabel("Smooth σ").fill("0");
  await page.getByLabel("Smooth σ").press("Enter");
  await page.getByRole("button", { name: "Labels", exact: true }).click();
  await page.getByLabel("Of", { exact: true }).selectOption(of);
}

/** The least and the greatest distance of drawn points from a place in the image. */
async function distances(viewer: Viewer, x: number, y: number): Promise<readonly [number, number]> {
  const all = (await drawnPoints(viewer)).map(([px, py]) => Math.hypot(px - x, py - y));
  return all.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...all), Math.max(...all)];
}

test("contours of another file lie where they are on the sky, in a link and in a session", async ({
  viewer,
}) => {
  const { page } = viewer;
  // 20″ to the east and 10″ to the north of the first image's middle, turned, in other pixels.
  const east = 20 / 3600 / Math.cos((20 * Math.PI) / 180);
  await viewer.dropAll({
    "a.fits": cone({}),
    "b.fits": cone({ ra: 10 + east, dec: 20 + 10 / 3600, turn: 30, pixel: 1.7, side: 40 }),
  });
  await viewer.drawn();
  await contour(viewer, "b.fits", "12");
  await layer(viewer).waitFor();
  const isCircle = async () => {
    const [least, greatest] = await distances(viewer, SIDE / 2 - 20, SIDE / 2 + 10);
    return least > 11.7 && greatest < 12.3;
  };
  await expect.poll(isCircle).toBe(true);
  await viewer.checkAccessibility();
  await viewer.screenshot("contours-across");
  await expect.poll(() => page.url()).toContain("contoursOf=b.fits");
  // Levels by the other image's limits, and σ above its background.
  await page.getByLabel("Contours", { exact: true }).selectOption("Linear");
  await page.getByRole("img", { name: "Contours at 5 levels" }).waitFor();
  const hint = page.getByText(/^[\d.]+, [\d.]+, [\d.]+, [\d.]+, [\d.]+$/);
  const levels = async () => (await hint.innerText()).split(", ").map(Number);
  await expect.poll(async () => Math.max(...(await levels()))).toBeGreaterThan(30);
  await page.getByLabel("Contours", { exact: true }).selectOption("Values");
  await page.getByLabel("Levels", { exact: true }).fill("12");
  await page.getByLabel("Levels", { exact: true }).press("Enter");
  // By pixel only where both have as many.
  await page.getByLabel("Placed").selectOption("by pixel");
  await page
    .getByText("b.fits has 40 × 40 pixels and this image 64 × 64: contours can only be placed by the sky.")
    .waitFor();
});

test("a session opens the file whose contours are drawn", async ({ viewer }) => {
  const { page } = viewer;
  const links = [
    "#file=a.fits&contours=values:12/smooth:0/labels:off&contoursOf=b.fits,pixel",
    "#file=b.fits",
  ];
  const session = { format: "asdf-viewer session", version: 1, shown: 0, links };
  await viewer.dropAll({
    "all.session.json": Buffer.from(JSON.stringify(session)),
    "a.fits": cone({}),
    "b.fits": cone({ ra: 200, pixel: 2 }),
  });
  await viewer.drawn();
  await layer(viewer).waitFor();
  await expect
    .poll(async () => {
      const [least, greatest] = await distances(viewer, SIDE / 2, SIDE / 2);
      return least > 5.7 && greatest < 6.3;
    })
    .toBe(true);
  await expect.poll(() => page.url()).toContain("contoursOf=b.fits,pixel");
  await page.getByRole("button", { name: "Adjust", exact: true }).click();
  await page.getByLabel("Placed").selectOption("by the sky");
  await page.getByText("No part of b.fits is in view: it lies elsewhere on the sky.").waitFor();
});

test("an image without positions is placed by pixel alone; a file that is closed takes its contours with it", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.dropAll({
    "a.fits": cone({}),
    "bare.fits": cone({ hasWcs: false }),
    "text.asdf": treeFile("words: nothing here"),
  });
  await viewer.drawn();
  await contour(viewer, "text.asdf", "12");
  await page.getByText("text.asdf shows no image when it is opened: choose one in its tab.").waitFor();
  await page.getByLabel("Of", { exact: true }).selectOption("bare.fits");
  await page.getByText("bare.fits has no world coordinates that both images share").waitFor();
  await page.getByLabel("Placed").selectOption("by pixel");
  await layer(viewer).waitFor();
  await expect.poll(async () => (await drawnPoints(viewer)).length).toBeGreaterThan(50);
  await viewer.tab("bare.fits").locator(".close").click();
  await page.getByText("bare.fits is not open.").waitFor();
  await page.getByRole("img", { name: "Contours at 0 levels" }).waitFor();
});
