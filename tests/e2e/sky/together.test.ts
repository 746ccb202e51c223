/** Images of several files where they are on the sky: what is read out, opened, left out, ordered, and restored from a link. */
import { convertSky } from "asdf-wasm";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { fits, PIXEL, roman, wholeSky } from "../../support/onSky.ts";
import { Picture } from "../support/picture.ts";
import { test, type Viewer } from "../support/viewer.ts";

const FILES = {
  "a.fits": fits({ ra: 359.99, dec: 40, value: 1 }),
  // 60 pixels to the east, beyond right ascension 0, turned.
  "b.fits": fits({ ra: 359.99 + (60 * PIXEL) / Math.cos((40 * Math.PI) / 180), dec: 40, turn: 30, value: 2 }),
  "c.asdf": roman({ ra: 359.99, dec: 40 + 40 * PIXEL, value: 4, detector: "WFI07" }),
  "far.fits": fits({ ra: 150, dec: -60, value: 8 }),
  "none.asdf": treeFile("data: [[1, 2], [3, 4]]\nother: !core/ndarray-1.0.0 {data: [[1, 2], [3, 4]]}"),
};

const list = ({ page }: Viewer) => page.getByRole("complementary", { name: "Images" });

async function showTogether(viewer: Viewer, files: Record<string, Buffer> = FILES): Promise<void> {
  await viewer.dropAll(files);
  await viewer.page.getByRole("tab", { name: "Together on the sky" }).click();
  await settled(viewer);
}

async function settled({ page }: Viewer): Promise<void> {
  await expect.poll(() => page.locator(".together .remark", { hasText: "Opening" }).count()).toBe(0);
  await page.locator(".together .pixels[aria-busy=false]").waitFor();
  await expect.poll(() => page.locator(".together .colorbar").count()).toBe(1);
}

const readout = ({ page }: Viewer) => page.getByLabel("The pixel under the pointer");

/** Points at a part of the picture, and gives what is read out there. */
async function readAt(viewer: Viewer, x: number, y: number): Promise<string> {
  const box = await viewer.page.locator(".together .pixels").boundingBox();
  await viewer.page.mouse.move((box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0));
  await expect.poll(() => readout(viewer).innerText()).not.toContain("loading…");
  return (await readout(viewer).innerText()).replace(/\s+/g, " ");
}

test("images of several files lie where they are on the sky; one that is clicked opens at that pixel", async ({
  viewer,
}) => {
  const { page } = viewer;
  await showTogether(viewer);
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(3);
  await expect
    .poll(() => list(viewer).locator("ul li").allInnerTexts())
    .toEqual([
      expect.stringContaining("far.fits It is more than 80° away"),
      "none.asdf It has no world coordinates.",
    ]);
  await settled(viewer);
  await viewer.checkAccessibility();
  await viewer.screenshot("together");
  // Above on the right; its lower rows lie over those of another image.
  expect(await readAt(viewer, 0.7, 0.2)).toMatch(
    /^c\.asdf WFI07 x \d+ y \d+ value 4 RA 23h59m5\d\.\d+s Dec \+40d00m5/,
  );
  expect(await readAt(viewer, 0.7, 0.5)).toMatch(/^c\.asdf WFI07/);
  expect(await readAt(viewer, 0.02, 0.05)).toMatch(/^No image/);
  expect(await readAt(viewer, 0.25, 0.6)).toMatch(/^b\.fits x \d+ y \d+ value 2 RA 00h00m/);
  await page.getByRole("button", { name: "c.asdf lower" }).click();
  await page.getByRole("button", { name: "c.asdf lower" }).click();
  await expect.poll(() => list(viewer).locator("ol li").first().innerText()).toContain("b.fits");
  expect(await readAt(viewer, 0.7, 0.5)).toMatch(/^a\.fits/);
  await page.getByLabel("Overlaps").selectOption("Nearest middle");
  expect(await readAt(viewer, 0.7, 0.42)).toMatch(/^c\.asdf/);
  await list(viewer)
    .getByRole("checkbox", { name: /c\.asdf/ })
    .uncheck();
  expect(await readAt(viewer, 0.7, 0.42)).toMatch(/^a\.fits/);
  await list(viewer)
    .getByRole("checkbox", { name: /c\.asdf/ })
    .check();
  const [, x, y] = /x (\d+) y (\d+)/.exec(await readAt(viewer, 0.7, 0.2)) ?? [];
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => viewer.tab("c.asdf").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => page.url()).toContain(`pick=${x},${y}`);
  await viewer.drawn();
});

const mark = ({ page }: Viewer, name: RegExp) => page.locator(".sky-mark").filter({ hasText: name });

test("images far apart are marked, and each is shown by its mark or the list", async ({ viewer }) => {
  const { page } = viewer;
  await showTogether(viewer, {
    "1.fits": fits({ ra: 10, dec: 0, value: 1 }),
    "2.fits": fits({ ra: 70, dec: 20, value: 2 }),
    "3.asdf": roman({ ra: 70.05, dec: 20, value: 4, detector: "WFI03" }),
    "4.fits": fits({ ra: 200, dec: 0, value: 8 }),
  });
  const remark = page.locator(".together .remark");
  await expect.poll(() => remark.innerText()).toContain("so far apart that they are marks");
  await expect
    .poll(() => page.locator(".sky-mark").allInnerTexts())
    .toEqual(["1.fits", "2.fits and 1 other"]);
  await settled(viewer);
  await viewer.checkAccessibility();
  await viewer.screenshot("together-apart");
  await mark(viewer, /and 1 other/).click();
  await settled(viewer);
  await expect.poll(() => page.locator(".sky-mark").count()).toBe(0);
  expect(await readAt(viewer, 0.5, 0.5)).toMatch(/^No image/);
  await list(viewer).getByRole("button", { name: "Go to 3.asdf" }).click();
  await settled(viewer);
  expect(await readAt(viewer, 0.5, 0.5)).toMatch(/^3\.asdf WFI03 x \d+ y \d+ value 4 /);
  await page.locator(".together .pixels").focus();
  await page.keyboard.press("0");
  await expect.poll(() => page.locator(".sky-mark").count()).toBe(2);
  // The plane turns to what is on the other side.
  await list(viewer).getByRole("button", { name: "Go to it" }).click();
  await settled(viewer);
  expect(await readAt(viewer, 0.5, 0.5)).toMatch(/^4\.fits x \d+ y \d+ value 8 /);
  await expect
    .poll(() => list(viewer).locator("ul li").allInnerTexts())
    .toEqual(
      ["1.fits", "2.fits", "3.asdf"].map((name) => expect.stringContaining(`${name} It is more than 80°`)),
    );
});

test("images over a pole and across right ascension 0, on a map of the whole sky", async ({ viewer }) => {
  await showTogether(viewer, {
    "0.fits": wholeSky(3),
    "a.fits": fits({ ra: 0.001, dec: 60, value: 1 }),
    "b.fits": fits({ ra: 359.999, dec: 60, turn: 45, value: 2 }),
    "pole.fits": fits({ ra: 120, dec: 90, turn: 10, value: 4 }),
  });
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(4);
  await expect
    .poll(() => viewer.page.locator(".sky-mark").allInnerTexts())
    .toEqual(["a.fits and 1 other", "pole.fits"]);
  await viewer.screenshot("together-scales");
  for (const [name, value] of [
    ["pole.fits", 4],
    ["b.fits", 2],
  ] as const) {
    await list(viewer)
      .getByRole("button", { name: `Go to ${name}` })
      .click();
    await settled(viewer);
    expect(await readAt(viewer, 0.5, 0.5)).toMatch(new RegExp(`^${name} x 3[12] y 3[12] value ${value} `));
    expect(await readAt(viewer, 0.02, 0.05)).toMatch(/^0\.fits x \d+ y \d+ value 3 /);
  }
});

/** The gray at a part of the picture. */
async function grayAt(viewer: Viewer, x: number, y: number): Promise<number> {
  const canvas = viewer.page.locator(".together .pixels canvas");
  const picture = new Picture(await canvas.screenshot());
  return picture.at(x * picture.width, y * picture.height)[0];
}

/** Opens images side by side with a link's words, and limits from black to white. */
async function openWith(viewer: Viewer, files: Record<string, Buffer>, words: string): Promise<void> {
  const { page } = viewer;
  for (const [name, body] of Object.entries(files)) {
    await page.route(`**/sky/${name}`, (route) => route.fulfill({ body }));
  }
  const urls = Object.keys(files).map((name) => `url=sky/${name}`);
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${pathname}?${urls.join("&")}&view=together&sky.stretch=linear&${words}`);
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(urls.length);
  await settled(viewer);
}

const halfway = { ra: 10 + (32 * PIXEL) / Math.cos(Math.PI / 6), dec: -30 };

test("overlapping pixels are those of the highest image, or the mean of all", async ({ open }) => {
  const viewer = await open();
  const files = {
    "1.fits": fits({ ra: 10, dec: -30, value: 1 }),
    "2.fits": fits({ ...halfway, value: 3 }),
  };
  await openWith(viewer, files, "sky.limits=0,4");
  expect(await grayAt(viewer, 0.5, 0.5)).toBeCloseTo(191, -1);
  await viewer.page.getByLabel("Overlaps").selectOption("Mean");
  await settled(viewer);
  await expect.poll(() => grayAt(viewer, 0.5, 0.5)).toBe(128);
  expect(await grayAt(viewer, 0.7, 0.5)).toBeCloseTo(64, -1);
  expect(await grayAt(viewer, 0.3, 0.5)).toBeCloseTo(191, -1);
  await viewer.screenshot("together-mean");
  // Parts in detail lie over the whole image, and do not count twice.
  await viewer.page.locator(".together .pixels").focus();
  for (const key of ["+", "+", "+", "+"]) {
    await viewer.page.keyboard.press(key);
  }
  await settled(viewer);
  expect(await grayAt(viewer, 0.5, 0.5)).toBe(128);
  await expect.poll(() => new URL(viewer.page.url()).searchParams.get("sky.overlaps")).toBe("mean");
});

test("backgrounds are subtracted, or matched where images overlap", async ({ open }) => {
  const viewer = await open();
  const files = {
    "1.fits": fits({ ra: 10, dec: -30, value: 10, cards: [["BKGLEVEL", 4]] }),
    "2.fits": fits({ ...halfway, value: 13 }),
  };
  await openWith(viewer, files, "sky.limits=0,23&sky.background=match");
  for (const x of [0.3, 0.5, 0.7]) {
    await expect.poll(() => grayAt(viewer, x, 0.5)).toBeCloseTo(105, -1);
  }
  // (10 − 4 + 13) / 2
  expect(await readAt(viewer, 0.7, 0.5)).toMatch(/^1\.fits .* value 10 drawn as 9\.5 /);
  await viewer.page.getByLabel("Background").selectOption("Background off");
  await expect
    .poll(() => viewer.page.locator(".together .remark").innerText())
    .toContain("No background to subtract is known of 2.fits");
  expect(await readAt(viewer, 0.7, 0.5)).toMatch(/^1\.fits .* value 10 drawn as 6 /);
  await expect.poll(() => new URL(viewer.page.url()).searchParams.get("sky.background")).toBe("meta");
});

test("values are drawn in one unit, and those that cannot be converted are named", async ({ open }) => {
  const viewer = await open();
  const area = [["PIXAR_SR", 2.35e-11]] as const;
  const files = {
    "1.fits": fits({ ra: 10, dec: -30, value: 2, unit: "MJy/sr", cards: area }),
    "2.fits": fits({ ...halfway, value: 2000, unit: "kJy/sr", cards: area }),
    "3.fits": fits({ ra: 10, dec: -29.99, value: 5, unit: "DN/s" }),
  };
  await openWith(viewer, files, "sky.limits=0,4&sky.off=2");
  await expect
    .poll(() => viewer.page.locator(".together .remark").innerText())
    .toContain("Units differ: MJy/sr, kJy/sr, DN/s; 3.fits: not converted to MJy/sr");
  expect(await readAt(viewer, 0.3, 0.8)).toMatch(/^2\.fits .* value 2000 kJy\/sr drawn as 2 MJy\/sr /);
  await expect.poll(() => grayAt(viewer, 0.3, 0.8)).toBe(await grayAt(viewer, 0.7, 0.8));
});

test("a catalogue lies over all images by its positions on the sky", async ({ viewer }) => {
  const { page } = viewer;
  const places = Float64Array.of(10, -30, halfway.ra, -30, 200, 10);
  const galactic = convertSky("icrs", "galactic", places);
  const [along, across] = [0, 1].map((axis) => galactic.filter((_, i) => i % 2 === axis).join());
  const columns = `GLON: !core/ndarray-1.1.0 [${along}], GLAT: !core/ndarray-1.1.0 [${across}]`;
  await showTogether(viewer, {
    "1.fits": fits({ ra: 10, dec: -30, value: 1 }),
    "2.fits": fits({ ...halfway, value: 2 }),
    "stars.asdf": treeFile(`stars: {${columns}}`),
  });
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(2);
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
  await settled(viewer);
  await viewer.screenshot("together-catalogue");
  // The middle of the second image, which is a third of the way from the left; the picture has margins.
  const box = await page.locator(".together .pixels").boundingBox();
  const x = 0.5 - 0.96 / 6;
  await page.mouse.click((box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect.poll(() => page.getByLabel("Row", { exact: true }).inputValue()).toBe("1");
  // The symbol is what was clicked, and not the image.
  expect(await viewer.tab("1.fits").getAttribute("aria-selected")).toBe("true");
  await viewer.checkAccessibility();
});

test("a link leads to the same place, images and colours, and Enter opens the file in the middle", async ({
  open,
}) => {
  // Pixel [20, 10] of the first image.
  const ra = 359.99 + (21.5 * PIXEL) / Math.cos((40 * Math.PI) / 180);
  const dec = 40 - 11.5 * PIXEL;
  const names = ["a.fits", "b.fits", "c.asdf"] as const;
  const words = `view=together&sky.at=${ra},${dec},40&sky.off=1&sky.limits=0,10&sky.stretch=linear&sky.colormap=viridis`;
  const viewer = await open();
  const { page } = viewer;
  for (const name of names) {
    await page.route(`**/sky/${name}`, (route) => route.fulfill({ body: FILES[name] }));
  }
  await page.goto(`${page.url()}?${names.map((name) => `url=sky/${name}`).join("&")}&${words}`);
  await settled(viewer);
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(3);
  await expect
    .poll(() =>
      list(viewer)
        .getByRole("checkbox", { name: /b\.fits/ })
        .isChecked(),
    )
    .toBe(false);
  await expect.poll(() => page.getByLabel("Stretch").inputValue()).toBe("linear");
  await expect.poll(() => page.locator(".zoom output").innerText()).toBe("4000 %");
  await settled(viewer);
  const known = new URLSearchParams(new URL(page.url()).search);
  expect(known.get("sky.off")).toBe("1");
  expect(known.get("sky.at")?.split(",").map(Number)[2]).toBe(40);
  expect(await readAt(viewer, 0.5, 0.5)).toMatch(/^a\.fits x 10 y 20 value 2 /);
  await viewer.screenshot("together-link");
  await page.locator(".together .pixels").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("pick=10,20");
  await viewer.drawn();
});

test("pixels that must not be used show what is beneath, in the picture and in the readout", async ({
  viewer,
}) => {
  const { page } = viewer;
  const below = fits({ ra: 10, dec: -30, value: 1 });
  await showTogether(viewer, {
    "1.fits": below,
    "2.asdf": roman({ ra: 10, dec: -30, value: 4, detector: "WFI01" }),
  });
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(2);
  await settled(viewer);
  // Both lie at one place: the first rows are at the lower edge of the picture.
  const values = async () => {
    const found = new Set<string>();
    for (let i = 0; i < 6; i += 1) {
      found.add(/^\S+/.exec(await readAt(viewer, 0.5 + i / 110, 0.95))?.[0] ?? "");
    }
    return [...found].sort();
  };
  expect(await values()).toEqual(["2.asdf"]);
  await page.getByRole("button", { name: "No DO_NOT_USE" }).click();
  await settled(viewer);
  expect(await values()).toEqual(["1.fits", "2.asdf"]);
  await viewer.screenshot("together-flags");
});

test("flags lie over the images that they belong to, by bits that are switched, coloured, counted and read out", async ({
  open,
}) => {
  const viewer = await open();
  const { page } = viewer;
  const files = {
    "1.fits": fits({ ...halfway, value: 1 }),
    "2.asdf": roman({ ra: 10, dec: -30, value: 4, detector: "WFI01" }),
  };
  await openWith(viewer, files, "sky.limits=0,8&sky.bits=over,0:0000ff,100");
  const panel = page.getByRole("complementary", { name: "Flags" });
  const row = panel.getByRole("listitem").filter({ hasText: "DO_NOT_USE" });
  await expect.poll(() => row.locator(".number").innerText()).toBe("256");
  await settled(viewer);
  /** How many of the pixels in a row of the picture are blue. */
  const blue = async (y: number) => {
    const pixels = page.locator(".together .pixels");
    const picture = new Picture(await pixels.screenshot());
    const row = Array.from({ length: picture.width }, (_, x) => picture.at(x, y * picture.height));
    return row.filter(([red, , blue]) => blue === 255 && red === 0).length / picture.width;
  };
  const readFlags = async (x: number, y: number) => {
    await readAt(viewer, x, y);
    return panel.getByLabel("Flags of the pixel").innerText();
  };
  // Of the lowest rows of the second image, every other pixel has it; it takes two thirds of the width.
  expect(await blue(0.6)).toBe(0);
  const edge = await lowest(viewer);
  await expect.poll(() => blue(edge)).toBeCloseTo(0.32, 1);
  const found = new Set<string>();
  for (let i = 0; i < 6; i += 1) {
    found.add(await readFlags(0.75 + i / 110, edge));
  }
  expect([...found].sort()).toEqual(["Here: DO_NOT_USE", "Here: none"]);
  await viewer.checkAccessibility();
  await viewer.screenshot("together-bits");
  // An image that is over another hides its flags; their mean has all.
  await page.getByRole("button", { name: "1.fits higher" }).click();
  await expect.poll(() => blue(edge)).toBeCloseTo(0.16, 1);
  await page.getByLabel("Overlaps").selectOption("Mean");
  await settled(viewer);
  await expect.poll(() => blue(edge)).toBeCloseTo(0.32, 1);
  await page.getByLabel("Overlaps").selectOption("Nearest middle");
  await settled(viewer);
  await expect.poll(() => blue(edge)).toBeGreaterThan(0.1);
  await row.getByRole("checkbox").uncheck();
  await expect.poll(() => blue(edge)).toBe(0);
  await expect.poll(() => new URL(page.url()).searchParams.get("sky.bits")).toBe("over,-0,0:0000ff,100");
  await page.getByRole("button", { name: "Flags" }).click();
  await expect.poll(() => panel.count()).toBe(0);
});

/** The middle of the rows that have flags, in parts of the height of the picture, where images fill its width. */
async function lowest({ page }: Viewer): Promise<number> {
  const box = await page.locator(".together .pixels").boundingBox();
  const side = (0.96 * (box?.width ?? 0)) / 1.5 / (box?.height ?? 1);
  return 0.5 + side / 2 - (4 / 64) * side;
}

test("files that fail are named, and the others are shown; a file that is closed is gone", async ({
  viewer,
}) => {
  const { page } = viewer;
  const whole = roman({ ra: 10, dec: -30, value: 4, detector: "WFI02" });
  await showTogether(viewer, {
    "1.fits": fits({ ra: 10, dec: -30, value: 1, unit: "DN/s" }),
    "2.asdf": whole,
    "cut.asdf": whole.subarray(0, whole.length - 24_000),
    "none.asdf": Buffer.from("#ASDF 1.0.0\nno tree"),
  });
  const rows = list(viewer).locator("ol li");
  await expect.poll(() => rows.count()).toBe(3);
  await expect
    .poll(() => rows.filter({ hasText: "cut.asdf" }).locator(".hint").innerText())
    .toMatch(/ends|cut|truncated|bytes/);
  await expect.poll(() => list(viewer).innerText()).toContain("none.asdf");
  await expect
    .poll(() => page.locator(".together .remark").innerText())
    .toContain("Units differ: DN/s, none");
  await settled(viewer);
  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByRole("region", { name: "Adjust" }).waitFor();
  await viewer.screenshot("together-failed");
  await viewer.tab("cut.asdf").locator(".close").click();
  await expect.poll(() => rows.count()).toBe(2);
  await viewer.tab("2.asdf").locator(".close").click();
  await expect.poll(() => rows.count()).toBe(1);
  await viewer.tab("none.asdf").locator(".close").click();
  await expect.poll(() => page.getByRole("tab", { name: "Together on the sky" }).count()).toBe(0);
});

test("keys move, turn and zoom; a narrow window has everything", async ({ open }) => {
  const viewer = await open({ colorScheme: "dark", viewport: { width: 400, height: 800 } });
  const { page } = viewer;
  await showTogether(viewer, { "a.fits": FILES["a.fits"], "c.asdf": FILES["c.asdf"] });
  await expect.poll(() => list(viewer).locator("ol li").count()).toBe(2);
  await settled(viewer);
  await viewer.screenshot("together-narrow");
  const pixels = page.locator(".together .pixels");
  await pixels.focus();
  const words = () => new URLSearchParams(new URL(page.url()).hash.slice(1));
  await page.keyboard.press("r");
  await expect.poll(() => words().get("sky.rotate")).toBe("90");
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => words().get("sky.at")).not.toBeNull();
  await expect.poll(() => readout(viewer).innerText()).toMatch(/a\.fits|c\.asdf/);
  await page.keyboard.press("Shift+N");
  await expect.poll(() => words().get("sky.rotate")).toBeNull();
  await page.keyboard.press("0");
  await expect.poll(() => words().get("sky.at")).toBeNull();
  await viewer.checkAccessibility();
});
