/** The grid over an image of the sky, the compass, the scale bar, and the view with north up. */
import { open as openFile } from "asdf-wasm";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const FILES = [
  { name: "Roman L2", file: "roman/roman_l2_192.asdf", wcs: "roman/meta/wcs" },
  { name: "Roman L3", file: "roman/roman_l3_192.asdf", wcs: "roman/meta/wcs" },
] as const;
const [ROMAN] = FILES;
const PLAIN = treeFile("image: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1, 2], [3, 4, 5]]}");

/** In CSS pixels, of which an image's pixel has at least three in these tests. */
const INWARDS = 1.5;
/** What is beside the image may begin a little before its box ends. */
const EDGE = 3;

type Sky = (x: number, y: number) => readonly number[];

async function skyOf({ file, wcs }: (typeof FILES)[number]): Promise<Sky> {
  const opened = await openFile(await fixture(file));
  const found = await opened.wcs(wcs);
  return (x, y) => found.pixelToWorld(x, y);
}

function graticule({ page }: Viewer): Locator {
  return page.locator(".graticule");
}

function labels(viewer: Viewer): Locator {
  return graticule(viewer).locator("text.coordinate");
}

function item({ page }: Viewer, name: string): Locator {
  return page.getByRole("menu", { name: "View" }).getByText(name, { exact: true });
}

async function choose(viewer: Viewer, name: string): Promise<void> {
  await viewer.page.getByRole("button", { name: "View", exact: true }).click();
  await item(viewer, name).click();
}

/** A coordinate as labels write it, in degrees. */
function degrees(label: string): number {
  const [whole = 0, minutes = 0, seconds = 0] = (label.match(/[\d.]+/g) ?? []).map(Number);
  const total = whole + minutes / 60 + seconds / 3600;
  return (label.includes("h") ? 15 : 1) * (label.startsWith("−") ? -total : total);
}

/** Whether a label is one of a latitude. */
function isLatitude(label: string): boolean {
  return /^[+−]/.test(label);
}

/**
 * How far the pixel under each label's end of its line is from where the coordinate has the label's value, in pixels;
 * the greatest distance.
 */
async function worstDistance(viewer: Viewer, sky: Sky): Promise<number> {
  const box = await viewer.canvas.boundingBox();
  const found = await labels(viewer).evaluateAll((texts) =>
    texts.map((text) => [text.textContent ?? "", text.getAttribute("data-anchor") ?? ""] as const),
  );
  const distances = [];
  for (const [label, anchor] of found) {
    const [x = Number.NaN, y = Number.NaN] = anchor.split(" ").map(Number);
    // At the edge of the image, a little inside of it, which is where the middle of the view is.
    const { width, height } = box ?? { width: 0, height: 0 };
    const inwards = INWARDS / Math.hypot(width / 2 - x, height / 2 - y);
    const within = (at: number, length: number): number =>
      Math.min(Math.max(at + inwards * (length / 2 - at), EDGE), length - EDGE);
    await viewer.page.mouse.move((box?.x ?? 0) + within(x, width), (box?.y ?? 0) + within(y, height));
    const read = await viewer.readout();
    distances.push(distance(label, Number.parseFloat(read.x), Number.parseFloat(read.y), sky));
  }
  return found.length === 0 ? Number.NaN : Math.max(...distances);
}

function distance(label: string, x: number, y: number, sky: Sky): number {
  const off = (x: number, y: number): number => {
    const difference = (sky(x, y)[isLatitude(label) ? 1 : 0] ?? Number.NaN) - degrees(label);
    return difference - 360 * Math.round(difference / 360);
  };
  const slope = Math.hypot(off(x + 0.5, y) - off(x - 0.5, y), off(x, y + 0.5) - off(x, y - 0.5));
  return Math.abs(off(x, y)) / slope;
}

async function expectTrue(viewer: Viewer, sky: Sky): Promise<void> {
  // A pixel's centre is up to 0.71 pixels from a point in the pixel, and the pointer up to half a pixel from the line.
  await expect.poll(() => worstDistance(viewer, sky)).toBeLessThan(1.25);
  await expect.poll(() => labels(viewer).count()).toBeGreaterThan(3);
}

describe.each(FILES)("$name", (sample) => {
  test("the labels of the grid say where their lines are, in any view", async ({ viewer }) => {
    const sky = await skyOf(sample);
    await viewer.show("roman.asdf", await fixture(sample.file));
    expect(await graticule(viewer).count()).toBe(0);
    await choose(viewer, "Sky grid");
    await expectTrue(viewer, sky);
    const fitted = await labels(viewer).allTextContents();
    await viewer.canvas.focus();
    // The pointer reads nothing out over the overview.
    await viewer.page.keyboard.press("o");
    for (const keys of ["++++", "r...", "xxx,,"]) {
      for (const key of keys) {
        await viewer.page.keyboard.press(key);
      }
      await viewer.drawn();
      await expectTrue(viewer, sky);
    }
    expect(await labels(viewer).allTextContents()).not.toEqual(fitted);
    await viewer.screenshot(`grid-${sample.name}`);
    await viewer.checkAccessibility();
  });

  test("north goes up, and the compass and the scale bar say so", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(sample.file));
    await choose(viewer, "Compass and scale");
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("x");
    await viewer.page.keyboard.press("N");
    await expect
      .poll(() => graticule(viewer).getAttribute("aria-label"))
      .toMatch(/^Compass: north at 0°, east at (269|270|271)° clockwise from up\. Scale bar of \d+″$/);
    await viewer.page.keyboard.press("r");
    await expect.poll(() => graticule(viewer).getAttribute("aria-label")).toContain("north at 90°");
    await viewer.page.keyboard.press("k");
    await expect.poll(() => graticule(viewer).count()).toBe(0);
  });
});

test("the scale bar is as long as the angle that it names", async ({ viewer }) => {
  const sky = await skyOf(ROMAN);
  await viewer.show("roman.asdf", await fixture(ROMAN.file));
  await choose(viewer, "Compass and scale");
  await viewer.page.getByRole("button", { name: "1:1" }).click();
  const bar = graticule(viewer).locator(".scale-bar");
  await expect.poll(() => bar.textContent()).toMatch(/^\d+″$/);
  const [label, length] = await bar.evaluate((bar) => [
    bar.textContent ?? "",
    Number(bar.getAttribute("data-length")),
  ]);
  const [one, other] = [sky(95, 95), sky(96, 95)];
  const cos = Math.cos(((one[1] ?? 0) * Math.PI) / 180);
  const pixel = Math.hypot(((other[0] ?? 0) - (one[0] ?? 0)) * cos, (other[1] ?? 0) - (one[1] ?? 0));
  expect((3600 * pixel * Number(length)) / degrees(`${label}`)).toBeCloseTo(1, 2);
});

test("the grid is remembered, and follows the frame and the notation", async ({ address, open }) => {
  const viewer = await open();
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture(ROMAN.file));
  await choose(viewer, "Sky grid");
  await expect.poll(() => labels(viewer).count()).toBeGreaterThan(3);
  expect((await labels(viewer).allTextContents()).join(" ")).toMatch(/\d\dh\d\dm/);
  await page.evaluate(() => {
    localStorage.setItem("asdf-viewer:sky-frame", "galactic");
    localStorage.setItem("asdf-viewer:notation", "decimal");
  });
  // Not a reload: the page's own link names the frame and the notation that were shown.
  await page.goto("about:blank");
  await page.goto(address);
  await viewer.show("roman.asdf", await fixture(ROMAN.file));
  await expect.poll(() => labels(viewer).count()).toBeGreaterThan(3);
  const written = async () =>
    (await labels(viewer).allTextContents()).filter((text) => !/^[+−]?\d+\.\d+°$/.test(text));
  await expect.poll(written).toEqual([]);
  await viewer.canvas.focus();
  await page.keyboard.press("g");
  await expect.poll(() => graticule(viewer).count()).toBe(0);
});

test("an image that is not of the sky has no grid, no compass and no north", async ({ viewer }) => {
  await viewer.show("plain.asdf", PLAIN);
  await viewer.page.getByRole("button", { name: "View", exact: true }).click();
  await item(viewer, "Reset orientation").waitFor();
  for (const name of ["Sky grid", "Compass and scale", "North up"]) {
    expect(await item(viewer, name).count()).toBe(0);
  }
});
