/** What is measured in a region is shown beside the image, follows it while it is dragged, and is saved. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import vectors from "../../js/measure/measure.vectors.json" with { type: "json" };
import { blockFile, fixture, test } from "../support/viewer.ts";

const SIDE = 192;

test("a star is measured: statistics, photometry, profiles, histogram", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await page.getByRole("button", { name: "Regions" }).click();
  await page.getByRole("button", { name: "Circle", exact: true }).click();
  const [from, to] = [await viewer.centreOf(60, 60, SIDE, SIDE), await viewer.centreOf(70, 60, SIDE, SIDE)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  const measured = page.getByRole("region", { name: "Measured in the region" });
  const value = (name: string) =>
    measured.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect.poll(() => value("Pixels").count()).toBe(2);

  // The numbers of a region that numpy has measured, too.
  const [, numpy] = vectors.roman;
  for (const [label, number] of [
    ["x", numpy?.shape.x],
    ["y", numpy?.shape.y],
    ["Radius", numpy?.shape.radius],
  ] as const) {
    await page.getByRole("spinbutton", { name: label, exact: true }).fill(String(number));
    await page.keyboard.press("Enter");
  }
  await expect.poll(() => value("Pixels").first().innerText()).toContain(`${numpy?.count}`);
  const mean = Number((numpy?.mean ?? 0).toPrecision(4));
  await expect.poll(() => value("Mean").first().innerText()).toContain(`${mean}`);
  await viewer.screenshot("measured-statistics");
  const saving = page.waitForEvent("download");
  await measured.getByRole("button", { name: "Save CSV" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  expect(text.split("\n")[0]).toBe("quantity,value,unit");
  expect(text).toContain(`Pixels,${numpy?.count},\n`);

  // A star as photutils has measured it.
  const [star] = vectors.photometry;
  for (const [label, number] of [
    ["x", star?.shape.x],
    ["y", star?.shape.y],
    ["Radius", 5],
  ] as const) {
    await page.getByRole("spinbutton", { name: label, exact: true }).fill(String(number));
    await page.keyboard.press("Enter");
  }
  await measured.getByLabel("Measure", { exact: true }).selectOption("Photometry");
  const net = (star?.net ?? 0).toPrecision(4);
  await expect.poll(() => value("Net sum").innerText()).toContain(net);
  await viewer.screenshot("measured-photometry");
  await viewer.checkAccessibility();
  await measured.getByLabel("Measure", { exact: true }).selectOption("Radial profile");
  await expect.poll(() => measured.getByText(/^FWHM of the fitted Gaussian: 4\./).count()).toBe(1);
  await viewer.screenshot("measured-radial");
  await measured.getByLabel("Measure", { exact: true }).selectOption("Histogram");
  await expect.poll(() => measured.getByRole("img", { name: /^Histogram from/ }).count()).toBe(1);
  await viewer.screenshot("measured-histogram");

  // Dragged to where the image ends.
  await measured.getByLabel("Measure", { exact: true }).selectOption("Statistics");
  const middle = await viewer.centreOf(83.9, 108.1, SIDE, SIDE);
  const edge = await viewer.centreOf(0, 108.1, SIDE, SIDE);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(edge.x, edge.y, { steps: 5 });
  await expect.poll(() => measured.getByText("Part of the region is outside the image.").count()).toBe(1);
  await page.mouse.up();

  // The view of histograms counts the same pixels.
  await page.getByRole("tab", { name: "Histogram" }).click();
  const view = page.getByRole("region", { name: "Histogram", exact: true });
  await expect.poll(() => view.locator("p[role=status]").innerText()).toContain("36,864 values");
  await view.getByRole("button", { name: "Only Circle 1" }).click();
  await expect.poll(() => view.locator("p[role=status]").innerText()).toMatch(/^[1-9]\d values/);
});

test("a cube has a spectrum of a region, beside the image and as a line", async ({ viewer }) => {
  const { page } = viewer;
  const [planes, side] = [5, 16];
  // The square of the plane everywhere, and 64 more in one of the 64 pixels of a quarter.
  const values = Uint8Array.from({ length: planes * side ** 2 }, (_, i) => {
    const plane = Math.floor(i / side ** 2);
    return plane ** 2 + (i % side ** 2 === 0 ? 64 : 0);
  });
  const yaml = `{source: 0, datatype: uint8, byteorder: little, shape: [${planes}, ${side}, ${side}]}`;
  await viewer.show("cube.asdf", blockFile(`cube: !core/ndarray-1.1.0 ${yaml}`, values));
  await page.getByRole("button", { name: "Regions" }).click();
  await page.getByRole("button", { name: "Box", exact: true }).click();
  const at = await viewer.centreOf(4, 4, side, side);
  await page.mouse.click(at.x, at.y);
  for (const [label, number] of [
    ["Width", 8],
    ["Height", 8],
    ["x", 3.5],
    ["y", 3.5],
  ] as const) {
    await page.getByRole("spinbutton", { name: label, exact: true }).fill(String(number));
    await page.keyboard.press("Enter");
  }
  const measured = page.getByRole("region", { name: "Measured in the region" });
  await measured.getByLabel("Measure", { exact: true }).selectOption("Spectrum");
  const saved = async () => {
    const saving = page.waitForEvent("download");
    await measured.getByRole("button", { name: "Save CSV" }).click();
    return readFile(await (await saving).path(), "utf8");
  };
  await expect.poll(saved).toBe("index on axis 0,mean\n0,1\n1,2\n2,5\n3,10\n4,17\n");
  await viewer.screenshot("measured-spectrum");
  await page.getByRole("tab", { name: "Line" }).click();
  await page.getByLabel("Along").selectOption("Axis 0, 5");
  await page.getByRole("button", { name: "Mean of Box 1" }).click();
  const chart = page.getByRole("application", { name: /^Mean of Box 1/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator(".line-readout .datum").innerText()).toBe("17");
  await viewer.screenshot("measured-line");
});
