/** Lines of arrays as plots: every point where numpy has it, by mouse and by keys, however long the line is. */

import { describe, expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";
import { when } from "../support/when.ts";
import vectors from "./lines.vectors.json" with { type: "json" };

const LONG = 3_000_000;

/** The same numbers from 0 to 1 as `noise` in lines.vectors.py. */
function noise(size: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: size }, (_, i) => ((Math.imul(i, 2654435761) + 12345) >>> 0) / 2 ** 32);
}

function longValues(): Float32Array<ArrayBuffer> {
  const values = noise(LONG);
  values[1_234_567] = vectors.long.max;
  values[2_000_001] = vectors.long.min;
  return values;
}

function longFile(): Buffer {
  const yaml = `line: !core/ndarray-1.1.0 {source: 0, datatype: float32, byteorder: little, shape: [${LONG}]}`;
  return blockFile(yaml, new Uint8Array(longValues().buffer));
}

function inline(key: string, values: string): string {
  return `${key}: !core/ndarray-1.1.0\n  data: [${values}]\n  datatype: float64`;
}

/** What is read out of the line at the cursor. */
async function readout(viewer: Viewer, line = 0): Promise<{ x: number; value: number; error: number }> {
  const item = viewer.page.getByRole("list", { name: "Lines" }).getByRole("listitem").nth(line);
  const [x, value, error] = await item.locator(".number").allInnerTexts();
  return { x: Number(x), value: Number(value), error: Number(error) };
}

async function plotted(viewer: Viewer): Promise<void> {
  await viewer.page.locator(".stage[aria-busy=false] .chart canvas").waitFor();
}

/** Where on the page the chart has what lies so far along its x axis, from 0 to 1. */
async function placeOf(viewer: Viewer, along: number): Promise<{ x: number; y: number }> {
  const plot = viewer.page.locator(".stage[aria-busy=false] .chart .chart-over");
  const box = await when(
    () => plot.boundingBox(),
    (box) => box !== null,
  );
  return { x: (box?.x ?? 0) + along * (box?.width ?? 0), y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}

async function pointAt(viewer: Viewer, along: number): Promise<void> {
  const { x, y } = await placeOf(viewer, Math.min(Math.max(along, 0.001), 0.999));
  await viewer.page.mouse.move(x, y);
  await viewer.page.evaluate(() => new Promise(requestAnimationFrame));
}

async function moveTo(viewer: Viewer, axis: number, index: number): Promise<void> {
  const field = viewer.page.getByRole("spinbutton", { name: `Index on axis ${axis}` });
  await field.fill(String(index));
  await field.press("Enter");
  await viewer.page.locator(".line-readout .path", { hasText: String(index) }).waitFor();
  await plotted(viewer);
}

describe("an array of one axis", () => {
  test("is plotted at once, with the errors and coordinates beside it, and read out by keys", async ({
    viewer,
  }) => {
    const tree = [
      inline("flux", "1, 4, .nan, 16, 25"),
      inline("flux_error", "0.5, 0.25, 1, 2, 3"),
      inline("wavelength", "50, 40, 30, 20, 10"),
    ].join("\n");
    await viewer.drop("spectrum.asdf", treeFile(tree));
    await viewer.row("flux").click();
    await plotted(viewer);
    await viewer.page.locator(".chart").focus();
    await viewer.page.keyboard.press("Home");
    await expect.poll(() => readout(viewer)).toEqual({ x: 10, value: 25, error: 3 });
    await viewer.page.keyboard.press("ArrowRight");
    await expect.poll(() => readout(viewer)).toEqual({ x: 20, value: 16, error: 2 });
    await viewer.page.keyboard.press("End");
    await expect.poll(() => readout(viewer)).toEqual({ x: 50, value: 1, error: 0.5 });
    await viewer.checkAccessibility();
    await viewer.screenshot("line-spectrum");
    // The point that was read out still is, and keys go on from it.
    await viewer.page.getByRole("button", { name: "Errors" }).click();
    await viewer.page.locator(".chart").focus();
    await expect.poll(() => readout(viewer)).toMatchObject({ x: 50, value: 1 });
    await viewer.page.keyboard.press("ArrowLeft");
    await expect.poll(() => readout(viewer)).toMatchObject({ x: 40, value: 4 });
    await viewer.page.getByRole("button", { name: "Log y" }).click();
    await viewer.page.locator(".line-readout .number.x", { hasText: "40" }).waitFor();
  });

  test("of millions of elements keeps each peak, and has all elements when zoomed in", async ({ viewer }) => {
    await viewer.drop("long.asdf", longFile());
    await viewer.row("line").click();
    await plotted(viewer);
    const thinned = viewer.page.getByText("Min/max per pixel");
    await thinned.waitFor();
    await viewer.screenshot("line-long");
    const at = await placeOf(viewer, 1_234_567 / (LONG - 1));
    for (let turns = 0; turns < 12; turns += 1) {
      await viewer.page.mouse.move(at.x, at.y);
      await viewer.page.mouse.wheel(0, -600);
    }
    await thinned.waitFor({ state: "detached" });
    await plotted(viewer);
    // Each point is an element of its own now: the peak, its neighbours and the numbers they have.
    const values = longValues();
    await viewer.page.locator(".chart").focus();
    await viewer.page.keyboard.press("Home");
    for (let step = 0, before = Number.NaN; step < 5; step += 1) {
      const { x, value } = await when(
        () => readout(viewer),
        ({ x }) => Number.isFinite(x) && x !== before,
      );
      before = x;
      expect(Math.abs(x - 1_234_567)).toBeLessThan(4000);
      expect(Math.fround(value)).toBe(values[x]);
      await viewer.page.keyboard.press("ArrowRight");
    }
    await viewer.page.getByRole("button", { name: "All" }).click();
    await thinned.waitFor();

    // From 1 to a million on an axis by powers of ten.
    await viewer.page.getByRole("button", { name: "Log x" }).click();
    await viewer.page.mouse.move(at.x, at.y);
    for (let turns = 0; turns < 12; turns += 1) {
      await viewer.page.mouse.wheel(0, -600);
    }
    await thinned.waitFor({ state: "detached" });
  });

  test("can be zoomed out again, however long it was zoomed in, and has its line between two points", async ({
    viewer,
  }) => {
    const tree = [inline("flux", "1, 4, 9, 16"), inline("wavelength", "10, 20, 30, 40")].join("\n");
    await viewer.drop("spectrum.asdf", treeFile(tree));
    await viewer.row("flux").click();
    await plotted(viewer);
    const chart = viewer.page.locator(".chart");
    const press = async (key: string, times: number) => {
      await chart.focus();
      for (let time = 0; time < times; time += 1) {
        await viewer.page.keyboard.press(key);
      }
    };
    await press("+", 8);
    const isDrawn = () =>
      chart.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const { data = [] } = canvas.getContext("2d")?.getImageData(0, 0, width, height) ?? {};
        // The line has a colour, axes and letters are grey.
        return data.some((red, i) => i % 4 === 0 && Math.abs(red - (data[i + 2] ?? 0)) > 60);
      });
    await expect.poll(isDrawn).toBe(true);
    await press("+", 120);
    await press("-", 130);
    await press("Home", 1);
    await expect.poll(() => readout(viewer)).toMatchObject({ x: 10, value: 1 });
  });

  test("is read out by a tap, and zoomed by a finger that moves across", async ({ open }) => {
    const viewer = await open({ hasTouch: true });
    await viewer.drop("a.asdf", treeFile(inline("flux", "1, 4, 9, 16, 25")));
    await viewer.row("flux").click();
    await plotted(viewer);
    const [from, to] = [await placeOf(viewer, 0.27), await placeOf(viewer, 0.9)];
    await viewer.page.touchscreen.tap(from.x, from.y);
    await expect.poll(() => readout(viewer)).toMatchObject({ x: 1, value: 4 });
    const session = await viewer.page.context().newCDPSession(viewer.page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [from]);
    await touch("touchMove", [{ x: (from.x + to.x) / 2, y: from.y }]);
    await touch("touchMove", [to]);
    await touch("touchEnd", []);
    await expect.poll(() => viewer.page.evaluate(() => location.hash)).toContain("within=1.0");
  });

  test("says so when there is nothing to plot", async ({ viewer }) => {
    const tree = [inline("line", ".nan, .nan, .inf"), inline("negative", "-1, -2, 0")].join("\n");
    await viewer.drop("nothing.asdf", treeFile(tree));
    await viewer.row("line").click();
    await viewer.page.getByText("No value of this line is finite.").waitFor();
    await viewer.row("negative").click();
    await viewer.page.getByRole("button", { name: "Log y" }).click();
    await viewer.page.getByText("No value is above zero").waitFor();
  });

  test("is held while another is shown, until it is removed", async ({ viewer }) => {
    const tree = [inline("one", "1, 2, 4"), inline("two", "10, 20, 40, 80")].join("\n");
    await viewer.drop("two.asdf", treeFile(tree));
    await viewer.row("one").click();
    await plotted(viewer);
    await viewer.page.getByRole("button", { name: "Hold" }).click();
    await viewer.row("two").click();
    const lines = viewer.page.getByRole("list", { name: "Lines" }).getByRole("listitem");
    await expect.poll(() => lines.locator(".path").allInnerTexts()).toEqual(["two", "one"]);
    await plotted(viewer);
    await viewer.page.locator(".chart").focus();
    await viewer.page.keyboard.press("Home");
    await viewer.page.keyboard.press("ArrowRight");
    await expect
      .poll(async () => [await readout(viewer, 0), await readout(viewer, 1)])
      .toMatchObject([
        { x: 1, value: 20 },
        { x: 1, value: 2 },
      ]);
    await viewer.page.getByRole("button", { name: "Remove one" }).click();
    await expect.poll(() => lines.locator(".path").allInnerTexts()).toEqual(["two"]);

    // Where another line ends elsewhere, all of it is shown.
    await viewer.page.locator(".chart").focus();
    await viewer.page.keyboard.press("End");
    await viewer.page.keyboard.press("+");
    await viewer.row("one").click();
    await expect.poll(() => lines.locator(".path").allInnerTexts()).toEqual(["one"]);
    await viewer.page.locator(".chart").focus();
    await viewer.page.keyboard.press("Home");
    await expect.poll(() => readout(viewer)).toMatchObject({ x: 0, value: 1 });
  });
});

describe("a Roman image", () => {
  test("has its rows and columns as lines, with the errors that stand beside it", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
    await viewer.page.getByRole("tab", { name: "Line" }).click();
    await moveTo(viewer, 0, 17);
    for (const [x, [value, error]] of Object.entries(vectors.row)) {
      await pointAt(viewer, Number(x) / 191);
      await expect
        .poll(() => readout(viewer))
        .toEqual({
          x: Number(x),
          value: expect.toSatisfy((found: number) => Math.fround(found) === value),
          error: Number(error?.toPrecision(4)),
        });
    }
    await viewer.screenshot("line-roman");

    await viewer.page.getByLabel("Along").selectOption("Axis 0, 192");
    await moveTo(viewer, 1, 131);
    for (const [y, [value]] of Object.entries(vectors.column)) {
      await pointAt(viewer, Number(y) / 191);
      await expect
        .poll(async () => {
          const found = await readout(viewer);
          return [found.x, Math.fround(found.value)];
        })
        .toEqual([Number(y), value]);
    }
  });

  test("is zoomed by dragging, shown whole by a double click, and kept so for the next array", async ({
    viewer,
  }) => {
    await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
    await viewer.page.getByRole("tab", { name: "Line" }).click();
    await plotted(viewer);
    const [from, to] = [await placeOf(viewer, 50 / 191), await placeOf(viewer, 100 / 191)];
    await viewer.page.mouse.move(from.x, from.y);
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(to.x, to.y, { steps: 5 });
    await viewer.page.mouse.up();
    const ends = async (): Promise<number[]> => {
      await viewer.page.locator(".chart").focus();
      await viewer.page.keyboard.press("Home");
      const { x } = await readout(viewer);
      await viewer.page.keyboard.press("End");
      return [x, (await readout(viewer)).x];
    };
    const nearEnds = async () => (await ends()).map((number) => 2 * Math.round(number / 2));
    await expect.poll(nearEnds).toEqual([50, 100]);
    await viewer.row("err").click();
    await viewer.page.getByText("roman/err[0, :]").waitFor();
    await plotted(viewer);
    await expect.poll(nearEnds).toEqual([50, 100]);
    await viewer.page.mouse.dblclick(from.x, from.y);
    await expect.poll(ends).toEqual([0, 191]);
    await viewer.page.getByRole("button", { name: "Log x" }).click();
    await expect.poll(ends).toEqual([1, 191]);
  });
});

test("a key cuts the image into the row and the column through the pixel under the pointer", async ({
  viewer,
}) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const at = await viewer.centreOf(131, 17, 192, 192);
  await viewer.page.mouse.move(at.x, at.y);
  await viewer.canvas.focus();
  await viewer.page.keyboard.press("l");
  const cuts = viewer.page.getByRole("region", { name: "Line cuts" });
  await cuts.getByText("Row 17 and column 131").waitFor();
  const charts = cuts.locator(".chart");
  for (const [i, [key, values]] of [
    ["Home", vectors.row] as const,
    ["End", vectors.column] as const,
  ].entries()) {
    await charts.nth(i).locator("canvas").waitFor();
    await charts.nth(i).focus();
    await viewer.page.keyboard.press(key);
    const numbers = cuts.locator(".line-cut").nth(i).locator(".number");
    const end = key === "Home" ? "0" : "191";
    const [expected, deviation = Number.NaN] = Object.entries(values).find(([at]) => at === end)?.[1] ?? [];
    await expect
      .poll(async () => {
        const [at, value, error] = await numbers.allInnerTexts();
        return [at, Math.fround(Number(value)), Number(error)];
      })
      .toEqual([end, expected, Number(deviation.toPrecision(4))]);
  }
  await viewer.screenshot("line-cuts");

  await cuts.getByLabel("Follow the pointer").check();
  await viewer.canvas.hover();
  await cuts.getByText("Row 17 and").waitFor({ state: "detached" });
  await cuts.getByRole("button", { name: "Close the line cuts" }).click();
  await cuts.waitFor({ state: "detached" });
});

describe("a picked pixel", () => {
  test("has its row and its column as lines, and moves with the slider", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
    const at = await viewer.centreOf(131, 17, 192, 192);
    await viewer.page.mouse.click(at.x, at.y);
    await viewer.page.getByRole("tab", { name: "Line" }).click();
    await viewer.page.getByText("roman/data[17, :]").waitFor();
    await viewer.page.getByLabel("Along").selectOption("Axis 0, 192");
    await viewer.page.getByText("roman/data[:, 131]").waitFor();

    await moveTo(viewer, 1, 96);
    await viewer.page.getByText("roman/data[:, 96]").waitFor();
    await viewer.page.getByRole("tab", { name: "Values" }).click();
    await expect.poll(() => viewer.page.locator(".values .at").innerText()).toBe("[17, 96]");
  });

  test("of a cube has its spectrum across the planes as a line", async ({ viewer }) => {
    const values = Uint8Array.from({ length: 4 * 5 * 6 }, (_, i) => i);
    const yaml =
      "cube: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [4, 5, 6]}";
    await viewer.show("cube.asdf", blockFile(yaml, values));
    const at = await viewer.centreOf(2, 3, 6, 5);
    await viewer.page.mouse.click(at.x, at.y);
    await viewer.page.getByRole("tab", { name: "Line" }).click();
    await viewer.page.getByText("cube[:, 3, 2]").waitFor();
    await plotted(viewer);
    await viewer.page.locator(".chart").focus();
    await viewer.page.keyboard.press("End");
    await expect.poll(() => readout(viewer)).toMatchObject({ x: 3, value: 3 * 30 + 3 * 6 + 2 });
    await viewer.page.getByLabel("Along").selectOption("Axis 2, 6");
    await viewer.page.getByText("cube[0, 3, :]").waitFor();
  });
});

describe("complex numbers are drawn by the part chosen", () => {
  const values = Float64Array.from(noise(2 * 12 * 16), (value) => value - 0.5);
  const yaml =
    "waves: !core/ndarray-1.1.0 {source: 0, datatype: complex128, byteorder: little, shape: [12, 16]}";
  const waves = blockFile(yaml, new Uint8Array(values.buffer));

  test("in the image and its readout", async ({ viewer }) => {
    await viewer.show("waves.asdf", waves);
    await viewer.page.getByLabel("Limits").selectOption("Min–max");
    await viewer.page.getByLabel("Box around the pixel").selectOption("5 × 5");
    const corner = await viewer.centreOf(0, 0, 16, 12);
    const limits = viewer.page.locator(".colorbar .number");
    const around = viewer.page.getByLabel("Statistics around the pixel").locator(".number.mean");
    for (const [name, { min, max, mean }] of Object.entries(vectors.parts)) {
      await viewer.page.getByLabel("Part").selectOption(name);
      await expect
        .poll(async () => (await limits.allInnerTexts()).map((text) => Number(text.replace(/ rad$/, ""))))
        .toEqual([min, max].map((limit) => expect.closeTo(limit, 3)));
      await expect
        .poll(async () => (await limits.last().innerText()).endsWith(" rad"))
        .toBe(name === "Phase");
      await viewer.page.mouse.move(corner.x + 1, corner.y);
      await viewer.page.mouse.move(corner.x, corner.y);
      await expect.poll(async () => Number(await around.innerText())).toBeCloseTo(mean, 4);
    }
  });

  test("in lines, and then in the grid", async ({ viewer }) => {
    await viewer.show("waves.asdf", waves);
    await viewer.page.getByRole("tab", { name: "Line" }).click();
    await moveTo(viewer, 0, 5);
    for (const [name, { row }] of Object.entries(vectors.parts)) {
      await viewer.page.getByLabel("Part").selectOption(name);
      for (const [i, x] of [0, 7, 15].entries()) {
        await pointAt(viewer, x / 15);
        await expect
          .poll(() => readout(viewer))
          .toMatchObject({ x, value: expect.closeTo(row[i] ?? Number.NaN, 12) });
      }
    }
    await viewer.page.getByRole("tab", { name: "Values" }).click();
    await expect
      .poll(() => viewer.page.getByLabel("Part").locator("option:checked").innerText())
      .toBe("Imaginary");
    const cell = viewer.page.getByRole("row").nth(6).getByRole("gridcell").first();
    const [first = 0] = vectors.parts.Imaginary.row;
    await expect.poll(async () => Number(await cell.innerText())).toBeCloseTo(first, 4);
  });
});
