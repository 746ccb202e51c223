/** An image of labels beside its catalogue: the row of a segment, and the segment of a row. */
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

const SIDE = 40;
/** A rectangle, an L, and a segment that no row has. */
const labels = Uint32Array.from({ length: SIDE ** 2 }, (_, i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  const inL = (x >= 20 && x < 24 && y >= 5 && y < 35) || (x >= 20 && x < 36 && y >= 5 && y < 9);
  return x < 8 && y < 8 ? 3 : inL ? 12 : x > 30 && y > 30 ? 99 : 0;
});
const map = blockFile(
  `roman: {data: !core/ndarray-1.1.0 {source: 0, datatype: uint32, byteorder: little, shape: [${SIDE}, ${SIDE}]}}`,
  new Uint8Array(labels.buffer),
);
const catalogue = Buffer.from("label,x_centroid,y_centroid,flux\n3,3.5,3.5,10\n12,24,16,20\n40,50,50,30\n");

test("a click on a segment selects its row, and the segment of the selected row is outlined", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.dropAll({ "r01_segm.asdf": map, "r01_cat.csv": catalogue });
  await page.getByRole("tab", { name: "r01_segm.asdf" }).click();
  await viewer.drawn();
  const panel = page.locator(".catalogue");
  if (!(await panel.isVisible())) {
    await page.getByRole("button", { name: "Catalogue", exact: true }).click();
  }
  await panel.getByText("2 of 3 rows in the image").waitFor();
  await panel.getByText("1 row without a segment, 1 segment without a row").waitFor();
  const white = () =>
    page.getByRole("img", { name: /^Catalogue,/ }).evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return data.filter(
        (_, i) => i % 4 === 0 && data[i] === 255 && data[i + 2] === 255 && data[i + 3] === 255,
      ).length;
    });
  const before = await white();
  // Far from the centroid of the L, which is not in it.
  const at = await viewer.centreOf(34, 6, SIDE, SIDE);
  await page.mouse.click(at.x, at.y);
  const row = panel.getByLabel("Row", { exact: true });
  await expect.poll(() => row.inputValue()).toBe("1");
  await expect.poll(white).toBeGreaterThan(before + 500);
  await viewer.checkAccessibility();
  await viewer.screenshot("segments");
  // Segments have the colours of their rows; one without a row has none.
  await panel.getByLabel("Colour by").selectOption("flux");
  const tints = async () =>
    Promise.all(
      [
        [2, 2],
        [22, 30],
        [38, 38],
      ].map(async ([x = 0, y = 0]) => {
        const { x: left, y: top } = await viewer.centreOf(x, y, SIDE, SIDE);
        return page.getByRole("img", { name: /^Catalogue,/ }).evaluate(
          (canvas: HTMLCanvasElement, [left, top]) => {
            const box = canvas.getBoundingClientRect();
            const scale = canvas.width / box.width;
            const pixel = canvas
              .getContext("2d")
              ?.getImageData((left - box.x) * scale, (top - box.y) * scale, 1, 1).data;
            const [red = 0, green = 0, blue = 0, opacity = 0] = pixel ?? [];
            return opacity === 0 ? "none" : blue > red && blue > green ? "blue" : "other";
          },
          [left, top] as const,
        );
      }),
    );
  await expect.poll(tints).toEqual(["blue", "other", "none"]);
  await viewer.screenshot("segments-coloured");
  await panel.getByLabel("Colour by").selectOption("all the same");
  const corner = await viewer.centreOf(1, 1, SIDE, SIDE);
  await page.mouse.click(corner.x, corner.y);
  await expect.poll(() => row.inputValue()).toBe("0");
  // Neither the background nor a segment without a row selects another one.
  for (const [x, y] of [
    [12, 30],
    [35, 35],
  ] as const) {
    const there = await viewer.centreOf(x, y, SIDE, SIDE);
    await page.mouse.click(there.x, there.y);
  }
  expect(await row.inputValue()).toBe("0");
  await row.fill("1");
  await row.press("Enter");
  await expect.poll(white).toBeGreaterThan(before + 500);
  await panel.getByLabel("Segments").selectOption("none");
  await expect.poll(white).toBeLessThan(before + 500);
  await panel.getByLabel("Segments").selectOption("by flux");
  await panel.getByText("3 rows without a segment, 3 segments without a row").waitFor();
});
