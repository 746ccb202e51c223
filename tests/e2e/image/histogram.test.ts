/** The histogram view counts the values of arrays of any shape. */
import { NdArray, open as openFile } from "asdf-wasm";
import { histogram, interval } from "asdf-wasm/image";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

async function showHistogram(viewer: Viewer) {
  await viewer.page.getByRole("tab", { name: "Histogram" }).click();
  const view = viewer.page.getByRole("region", { name: "Histogram" });
  await view.locator("p[role=status]").filter({ hasText: /./ }).waitFor();
  return view;
}

test("a Roman image has the counts, mean and deviation that numpy finds", async ({ viewer }) => {
  const bytes = await fixture("roman/roman_l2_192.asdf");
  const array = (await openFile(bytes)).get("roman/data");
  const part = array instanceof NdArray ? await array.read() : undefined;
  if (!part || part.fields) {
    throw new Error("roman/data is no array");
  }
  await viewer.show("roman.asdf", bytes);
  const view = await showHistogram(viewer);
  // numpy: data.size, data.mean(dtype=float64), data.std(dtype=float64)
  await expect
    .poll(() => view.locator("p[role=status]").innerText())
    .toMatch(/^36,864 values, mean 0\.504239, standard deviation 0\.0825902$/);

  const { counts, min, max } = histogram(part, { ...interval(part, { kind: "minmax" }), bins: 512 });
  const picture = view.getByRole("img", { name: /^Histogram from/ });
  const box = await picture.boundingBox();
  if (!box) {
    throw new Error("there is no picture");
  }
  expect(max).toBeGreaterThan(min);
  for (const bin of [3, 40, 200]) {
    await viewer.page.mouse.move(box.x + ((bin + 0.5) / 512) * box.width, box.y + box.height / 2);
    await expect
      .poll(() => view.locator(".histogram-head output").innerText())
      .toContain(`: ${counts[bin]} value`);
  }
  await viewer.screenshot("histogram");
  await viewer.checkAccessibility();

  // Between limits, which are at edges of bins, as many values are counted as numpy finds there.
  const handle = await view.getByRole("slider", { name: "Upper limit" }).boundingBox();
  const { mouse } = viewer.page;
  await mouse.move((handle?.x ?? 0) + (handle?.width ?? 0) / 2, box.y + 30);
  await mouse.down();
  await mouse.move(box.x + (64.2 / 512) * box.width, box.y + 30, { steps: 4 });
  await mouse.up();
  const below = counts.subarray(0, 64).reduce((sum, count) => sum + count, 0);
  const status = view.locator("footer");
  await expect.poll(() => status.innerText()).toContain(`${below.toLocaleString("en")} values`);
  await view.getByRole("button", { name: "Zoom to limits" }).click();
  const edge = min + (64 * (max - min)) / 512;
  const zoomed = histogram(part, { min, max: edge, bins: 128 });
  await view.getByLabel("Bins").selectOption("128 bins");
  await expect.poll(() => picture.getAttribute("viewBox")).toBe("0 0 128 100");
  await mouse.move(box.x + (100.5 / 128) * box.width, box.y + box.height / 2);
  await expect
    .poll(() => view.locator(".histogram-head output").innerText())
    .toContain(`: ${zoomed.counts[100]} value`);
  await view.getByRole("button", { name: "Log counts" }).click();
  await expect.poll(() => picture.getAttribute("aria-label")).toContain("linear");
  await view.getByRole("button", { name: "All values" }).click();
  await expect.poll(() => picture.getAttribute("aria-label")).toContain(`to ${Number(max.toPrecision(4))}`);
});

test("whole numbers have bins of as many whole numbers each", async ({ viewer }) => {
  const yaml = `
few: !core/ndarray-1.1.0
  data: [-2, 0, 0, 0, 3]
  datatype: int16
spread: !core/ndarray-1.1.0
  data: [0, 1, 2, 3, 39]
  datatype: uint8`;
  await viewer.drop("whole.asdf", treeFile(yaml));
  for (const [key, bins, bin, words] of [
    ["few", 6, 2, "0: 3 values"],
    ["few", 6, 5, "3: 1 value"],
    ["spread", 14, 0, "0 to 2: 3 values"],
    ["spread", 14, 1, "3 to 5: 1 value"],
    ["spread", 14, 13, "39 to 41: 1 value"],
  ] as const) {
    await viewer.row(key).click();
    const view = await showHistogram(viewer);
    const picture = view.getByRole("img", { name: /^Histogram from/ });
    await expect.poll(() => picture.getAttribute("viewBox")).toBe(`0 0 ${bins} 100`);
    const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await viewer.page.mouse.move(box.x + ((bin + 0.5) / bins) * box.width, box.y + box.height / 2);
    await expect.poll(() => view.locator(".histogram-head output").innerText()).toBe(words);
  }
});

test("of a line, of a single value, and of none that is a number", async ({ viewer }) => {
  const yaml = `
line: !core/ndarray-1.1.0
  data: [1.0, 2.0, 2.0, .nan, .inf]
same: !core/ndarray-1.1.0
  data: [7, 7, 7]
none: !core/ndarray-1.1.0
  data: [.nan, .nan]`;
  await viewer.drop("lines.asdf", treeFile(yaml));
  for (const [key, words] of [
    ["line", "3 values, mean 1.66667, standard deviation 0.471405"],
    ["same", "3 values, mean 7, standard deviation 0"],
    ["none", "No value is a finite number"],
  ] as const) {
    await viewer.row(key).click();
    const view = await showHistogram(viewer);
    await expect.poll(() => view.locator("p[role=status]").innerText()).toBe(words);
  }
});
