/** What is measured in a region is shown beside the image, follows it while it is dragged, and is saved. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { blockFile, fixture } from "../../support/files.ts";
import vectors from "../../viewer/measure/measure.vectors.json" with { type: "json" };
import { test } from "../support/viewer.ts";

const SIDE = 192;

test("a star is measured: statistics, photometry, profiles, histogram", async ({ viewer, open }) => {
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
  // Beside the star, the region finds it again.
  const across = page.getByRole("spinbutton", { name: "x", exact: true });
  await across.fill(String((star?.shape.x ?? 0) + 2));
  await page.keyboard.press("Enter");
  await expect.poll(() => value("Net sum").innerText()).not.toContain(net);
  const off = async () => Math.abs(Number(await across.inputValue()) - (star?.shape.x ?? 0));
  await measured.getByRole("button", { name: "Centre on the source" }).click();
  await expect.poll(off).toBeLessThan(1.5);
  await across.fill(String(star?.shape.x));
  await page.keyboard.press("Enter");
  await expect.poll(() => value("Net sum").innerText()).toContain(net);

  // A link shows the same numbers elsewhere.
  await measured.getByLabel("Per pixel").selectOption("Median, clipped at 3 σ");
  await measured.getByRole("spinbutton", { name: "Gap" }).fill("4");
  await page.keyboard.press("Enter");
  const photometry = measured.getByRole("table", { name: "Photometry" });
  const measure = "photometry,gap:4,by:clipped";
  await expect
    .poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("measure"))
    .toBe(measure);
  const other = await open({ query: new URL(page.url()).hash });
  await other.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const same = other.page.getByRole("table", { name: "Photometry" });
  await expect
    .poll(async () => (await same.innerText()) === (await photometry.innerText()), { timeout: 60_000 })
    .toBe(true);
  await other.screenshot("measured-linked");
  await other.page.close();
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

  // The grid begins with the region's box.
  await page.getByRole("tab", { name: "Values" }).click();
  const at = page.locator(".values .readout .at");
  const selected = page.locator(".values [role=gridcell][aria-selected=true]");
  await expect.poll(() => at.innerText()).toBe("[103, 0]");
  await expect.poll(() => selected.count()).toBe(66);
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  await expect.poll(() => at.innerText()).toBe("[191, 191]");
  await page.getByRole("button", { name: "Select Circle 1" }).click();
  await expect.poll(() => at.innerText()).toBe("[103, 0]");
  await expect.poll(() => selected.count()).toBe(66);
  await viewer.screenshot("measured-values");
  await page.keyboard.press("Control+e");
  const exporting = page.getByRole("dialog");
  await exporting.getByLabel("What").selectOption({ label: "Box of the selected region" });
  await exporting.getByText("6 × 11 pixels of data, from x 0 and y 103 on").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Image" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("menuitem", { name: "Cutout…" }).getByText("the box of Circle 1").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Values" }).click();
  await expect.poll(() => at.innerText()).toBe("[103, 0]");
  await page.setViewportSize({ width: 400, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await viewer.screenshot("measured-values-narrow");
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
  await measured.getByText(/^Spectrum of \w+( \(.+\))?, mean of Box 1$/).waitFor();
  const saved = async () => {
    const saving = page.waitForEvent("download");
    await measured.getByRole("button", { name: "Save CSV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^\w+-\w+-spectrum\.csv$/);
    return readFile(await download.path(), "utf8");
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
