/** A cube collapsed to one image, smoothed and binned, as a person does it and a link brings it back. */
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const [PLANES, SIDE] = [6, 8];
/** Element (k, y, x) is k + 10 at the pixel in the middle of the lower left quarter, and k everywhere else. */
const VALUES = Uint8Array.from({ length: PLANES * SIDE * SIDE }, (_, i) => {
  const [k, at] = [Math.floor(i / SIDE ** 2), i % SIDE ** 2];
  return k + (at === 2 * SIDE + 2 ? 10 : 0);
});
const CUBE = blockFile(
  `cube: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${PLANES}, ${SIDE}, ${SIDE}]}`,
  VALUES,
);
const made = ({ page }: Viewer) => page.getByRole("note", { name: "How this image is made" });
const limits = async ({ page }: Viewer) =>
  (await page.locator(".colorbar .number").allInnerTexts()).map(Number);

test("planes are collapsed, smoothed and binned, and a link shows the same", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("cube.asdf", CUBE);
  await page.getByLabel("Limits", { exact: true }).selectOption("Min–max");
  await page.getByLabel("Show of axis 0").selectOption("Sum");
  // 0 + 1 + … + 5, and six times 10 more.
  await expect.poll(() => limits(viewer)).toEqual([15, 75]);
  await expect.poll(() => made(viewer).innerText()).toBe("Sum, planes 0 to 5 of axis 0");
  const last = page.getByLabel("Last index on axis 0");
  await last.fill("2");
  await last.press("Enter");
  await expect.poll(() => limits(viewer)).toEqual([3, 33]);
  const at = await viewer.centreOf(2, 2, SIDE, SIDE);
  await page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).value).toBe("33");

  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByLabel("Smooth", { exact: true }).selectOption("Box mean");
  await expect.poll(() => limits(viewer)).toEqual([3, 6.333]);
  await page.getByLabel("Bin", { exact: true }).selectOption("4 × 4");
  await page.getByLabel("Value of a bin").selectOption("sum");
  // Nine pixels of the smoothed bin are 30 / 9 more.
  await expect.poll(() => limits(viewer)).toEqual([48, 78]);
  await expect
    .poll(() => made(viewer).innerText())
    .toBe("Sum, planes 0 to 2 of axis 0 · Box mean 3 × 3 · bins 4 × 4 (sum)");
  await page.mouse.move(at.x, at.y);
  await viewer.checkAccessibility();
  await expect.poll(() => new URL(page.url()).hash).toContain("section=sum:0:3,y,x");

  // Back to what the file holds.
  await page.getByLabel("Show of axis 0").selectOption("One plane");
  await page.getByLabel("Bin", { exact: true }).selectOption("off");
  await page.getByLabel("Smooth", { exact: true }).selectOption("off");
  await expect.poll(() => limits(viewer)).toEqual([0, 10]);
  await expect.poll(() => made(viewer).count()).toBe(0);

  await page.getByLabel("Contours", { exact: true }).selectOption("Linear");
  const smooth = page.getByLabel("Smooth σ");
  await smooth.fill("0");
  await smooth.press("Enter");
  await page.getByRole("img", { name: "Contours at 5 levels" }).waitFor();
  await page.getByLabel("Contours", { exact: true }).selectOption("Values");
  const levels = page.getByRole("textbox", { name: "Levels" });
  await expect.poll(() => levels.inputValue()).toBe("1.667, 3.333, 5, 6.667, 8.333");
  await levels.fill("4 7");
  await levels.press("Enter");
  await page.getByRole("img", { name: "Contours at 2 levels" }).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toContain("contours=values:4,7/smooth:0");
  await viewer.checkAccessibility();
});

test("smoothing tells how far it is, and is cancelled", async ({ viewer }) => {
  const { page } = viewer;
  const side = 2000;
  const yaml = `{source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  await viewer.show(
    "large.asdf",
    blockFile(
      `image: !core/ndarray-1.1.0 ${yaml}`,
      new Uint8Array(side ** 2).map((_, i) => i % 251),
    ),
  );
  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByLabel("Smooth", { exact: true }).selectOption("Median");
  await expect.poll(() => made(viewer).innerText()).toBe("Median 3 × 3");
  const size = page.getByRole("spinbutton", { name: /^Side/ });
  await size.fill("15");
  await size.press("Enter");
  await page.getByRole("progressbar", { name: "Smoothing" }).waitFor();
  await expect.poll(() => page.locator(".reading .progress-label").innerText()).toMatch(/^Smoothing \d+ %$/);
  await viewer.screenshot("smoothing");
  await page.getByRole("button", { name: "Cancel" }).click();
  // What was shown before stays.
  await expect.poll(() => size.inputValue()).toBe("3");
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  expect(await page.getByRole("heading", { name: "This array was not read" }).count()).toBe(0);
  await expect.poll(() => made(viewer).innerText()).toBe("Median 3 × 3");
});

test("moments of noise are said to be that, and a threshold leaves it out", async ({ viewer }) => {
  const { page } = viewer;
  const [depth, side] = [20, 8];
  // Noise, and a line in the two columns on the left.
  const values = Float32Array.from({ length: depth * side * side }, (_, i) => {
    const [k, x] = [Math.floor(i / side ** 2), i % side];
    const noise = ((Math.abs(Math.sin(i + 1)) * 43_758.5453) % 1) - 0.5;
    return noise + (x < 2 ? 50 * Math.exp(-((k - 8) ** 2) / 8) : 0);
  });
  const yaml = `cube: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [${depth}, ${side}, ${side}]}`;
  await viewer.show("cube.asdf", blockFile(yaml, new Uint8Array(values.buffer)));
  await page.getByLabel("Limits", { exact: true }).selectOption("Min–max");
  await page.getByLabel("Show of axis 0").selectOption("Moment 1");
  await expect
    .poll(() => made(viewer).innerText())
    .toMatch(
      /^Moment 1 over the planes, planes 0 to 19 of axis 0 · Of noise in \d+ % of the pixels: there, /,
    );
  await page.getByRole("button", { name: "Only values above" }).click();
  await expect
    .poll(() => made(viewer).innerText())
    .toMatch(/^Moment 1 over the planes, planes 0 to 19 of axis 0, values above [\d.]+$/);
  // The middle of the line is in plane 8.
  const ends = page.locator(".colorbar .number");
  await expect
    .poll(async () => (await ends.allInnerTexts()).map((text) => Math.round(Number.parseFloat(text))))
    .toEqual([8, 8]);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/section=moment1:0:20:[\d.]+,y,x/);
  await viewer.checkAccessibility();
  const field = page.getByLabel("Values above, on axis 0");
  await field.fill("");
  await field.press("Enter");
  await expect.poll(() => made(viewer).innerText()).toContain("Of noise in");
});
