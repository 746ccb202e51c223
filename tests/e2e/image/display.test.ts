/** How values become colours: limits, stretches, colour maps, contrast and bias, by mouse and by keys. */
import { type ArrayData, NdArray, open as openFile } from "asdf-wasm";
import {
  COLORMAPS,
  type ColormapName,
  histogram,
  interval,
  quantiles,
  type StretchName,
  type ToneOptions,
  toneCurve,
} from "asdf-wasm/image";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { type Color, difference } from "../support/picture.ts";
import { test, type Viewer, withoutWebgl } from "../support/viewer.ts";
import { when } from "../support/when.ts";

const ROMAN = "roman/roman_l2_192.asdf";
const SIDE = 192;
const PIXELS = [
  [0, 0],
  [SIDE - 1, 0],
  [17, 140],
  [96, 96],
  [131, 23],
  [40, 77],
] as const;

async function roman(path = "roman/data"): Promise<ArrayData> {
  const array = (await openFile(await fixture(ROMAN))).get(path);
  const part = array instanceof NdArray ? await array.read() : undefined;
  if (!part || part.fields) {
    throw new Error(`${path} is no array of numbers`);
  }
  return part;
}

function colorOf(value: number, tone: ToneOptions, name: ColormapName): Color {
  const place = toneCurve(tone)((value - tone.min) / (tone.max - tone.min));
  const index = 3 * Math.min(Math.floor(place * 256), 255);
  const [red = 0, green = 0, blue = 0] = COLORMAPS[name].subarray(index, index + 3);
  return [red, green, blue];
}

/** What is seen at some pixels of a square image of that side. */
async function seen(
  viewer: Viewer,
  pixels: readonly (readonly [number, number])[],
  side: number,
): Promise<Color[]> {
  await viewer.drawn();
  const box = await viewer.canvas.boundingBox();
  const picture = await viewer.picture();
  const places = await Promise.all(pixels.map(([x, y]) => viewer.centreOf(x, y, side, side)));
  return places.map((at) => picture.at(at.x - Math.floor(box?.x ?? 0), at.y - Math.floor(box?.y ?? 0)));
}

async function worst(
  viewer: Viewer,
  part: ArrayData,
  tone: ToneOptions,
  name: ColormapName,
): Promise<number> {
  const colors = await seen(viewer, PIXELS, SIDE);
  const expected = PIXELS.map(([x, y]) => colorOf(Number(part.data[y * SIDE + x]), tone, name));
  return Math.max(...colors.map((color, i) => difference(color, expected[i] ?? [0, 0, 0])));
}

/** The limits that the colour bar names. */
async function limitsOf(viewer: Viewer): Promise<number[]> {
  return (await viewer.page.locator(".colorbar .number").allInnerTexts()).map(Number);
}

function control(viewer: Viewer, name: string): Locator {
  return viewer.page.getByLabel(name, { exact: true });
}

async function adjust(viewer: Viewer): Promise<Locator> {
  await viewer.page.getByRole("button", { name: "Adjust" }).click();
  const panel = viewer.page.getByRole("region", { name: "Adjust" });
  await panel.getByRole("slider", { name: "Lower limit" }).waitFor();
  return panel;
}

/** Counts what is drawn and uploaded from now on. */
function countDrawing(): void {
  const counts = { clears: 0, draws: 0, uploads: 0 };
  const { clear, drawArrays, texSubImage2D } = WebGL2RenderingContext.prototype;
  Object.assign(globalThis, { counts });
  Object.assign(WebGL2RenderingContext.prototype, {
    clear(this: WebGL2RenderingContext, ...rest: unknown[]) {
      counts.clears += 1;
      Reflect.apply(clear, this, rest);
    },
    drawArrays(this: WebGL2RenderingContext, ...rest: unknown[]) {
      counts.draws += 1;
      Reflect.apply(drawArrays, this, rest);
    },
    texSubImage2D(this: WebGL2RenderingContext, ...rest: unknown[]) {
      // What is higher than one row is of the image.
      counts.uploads += Number(rest[5]) > 1 ? 1 : 0;
      Reflect.apply(texSubImage2D, this, rest);
    },
  });
}

async function countsSince(viewer: Viewer, act: () => Promise<unknown>) {
  await viewer.page.evaluate(() =>
    Object.assign(Reflect.get(globalThis, "counts"), { clears: 0, draws: 0, uploads: 0 }),
  );
  await act();
  const counts = () => viewer.page.evaluate(() => ({ ...Reflect.get(globalThis, "counts") }));
  await when(counts, ({ draws }) => draws > 0);
  await viewer.drawn();
  return counts();
}

describe("a Roman image", () => {
  const cases: [label: string, stretch: StretchName | undefined, label: string, ColormapName][] = [
    ["Log", "log", "Viridis", "viridis"],
    ["Square root", "sqrt", "Thermal", "thermal"],
    ["Sinh", "sinh", "Heat", "heat"],
    ["Power dist.", "powerdist", "BB", "bb"],
    ["Histogram", undefined, "Gray", "gray"],
  ];
  for (const [stretchLabel, name, colorLabel, colors] of cases) {
    test(`is drawn by zscale, ${stretchLabel} and ${colorLabel}`, async ({ viewer }) => {
      const part = await roman();
      await viewer.show("roman.asdf", await fixture(ROMAN));
      await control(viewer, "Limits").selectOption("Zscale");
      await control(viewer, "Stretch").selectOption(stretchLabel);
      await control(viewer, "Colours").selectOption(colorLabel);
      const limits = interval(part, { kind: "zscale" });
      const stretch = name ?? ({ kind: "histogram", quantiles: quantiles(part) } as const);
      await expect.poll(() => worst(viewer, part, { ...limits, stretch }, colors)).toBeLessThanOrEqual(3);
      const [low = 0, high = 0] = await limitsOf(viewer);
      expect((low - limits.min) / (limits.max - limits.min)).toBeCloseTo(0, 2);
      expect((high - limits.max) / (limits.max - limits.min)).toBeCloseTo(0, 2);
    });
  }

  test("changes its look with one draw and no upload", async ({ open }) => {
    const viewer = await open({ prepare: countDrawing });
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const changes = [
      () => control(viewer, "Stretch").selectOption("Log"),
      () => control(viewer, "Colours").selectOption("Inferno"),
      () => viewer.page.getByRole("button", { name: "Invert" }).click(),
      () => control(viewer, "Limits").selectOption("90 %"),
      () => viewer.canvas.press("c"),
    ];
    for (const change of changes) {
      expect(await countsSince(viewer, change), String(change)).toEqual({ clears: 1, draws: 1, uploads: 0 });
    }
  });

  test("is drawn so without WebGL2 too", async ({ open }) => {
    const part = await roman();
    const viewer = await open({ prepare: withoutWebgl });
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await control(viewer, "Stretch").selectOption("Log");
    await control(viewer, "Colours").selectOption("Heat");
    const limits = interval(part, { kind: "percentile", percentile: 99.5 });
    await expect
      .poll(() => worst(viewer, part, { ...limits, stretch: "log" }, "heat"))
      .toBeLessThanOrEqual(3);
  });

  test("takes contrast and bias from the right mouse button, keys and sliders", async ({ viewer }) => {
    const part = await roman();
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const panel = await adjust(viewer);
    const sliders = async (): Promise<{ contrast: number; bias: number }> => {
      const [contrast, bias] = await Promise.all(
        ["Contrast", "Bias"].map((name) => panel.getByRole("slider", { name }).inputValue()),
      );
      return { contrast: 10 ** Number(contrast), bias: Number(bias) };
    };
    const box = await viewer.canvas.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 250];
    const { mouse } = viewer.page;
    await mouse.move(x, y);
    await mouse.down({ button: "right" });
    await mouse.move(x + 80, y - 60, { steps: 5 });
    await mouse.up({ button: "right" });
    const dragged = await when(sliders, ({ contrast, bias }) => contrast > 1.2 && bias > 0.53);
    const tone = { ...interval(part, { kind: "percentile", percentile: 99.5 }), stretch: "asinh" } as const;
    // The sliders are in steps, and so only nearly what is drawn.
    await expect.poll(() => worst(viewer, part, { ...tone, ...dragged }, "gray")).toBeLessThanOrEqual(8);

    await viewer.canvas.press("n");
    await expect.poll(() => sliders()).toEqual({ contrast: 1, bias: 0.5 });
    for (const key of ["c", "c", "b", "B", "B"]) {
      await viewer.canvas.press(key);
    }
    await expect.poll(sliders).toEqual({ contrast: expect.closeTo(1.21, 1), bias: expect.closeTo(0.48, 5) });

    await panel.getByRole("slider", { name: "Bias" }).fill("0.8");
    await panel.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => sliders()).toEqual({ contrast: 1, bias: 0.5 });
    await expect.poll(() => worst(viewer, part, tone, "gray")).toBeLessThanOrEqual(2);
  });

  test("takes limits from the histogram by mouse and by keys", async ({ viewer }) => {
    const part = await roman();
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const panel = await adjust(viewer);
    const [lower, upper] = [
      panel.getByRole("slider", { name: "Lower limit" }),
      panel.getByRole("slider", { name: "Upper limit" }),
    ];
    const ends = async () => ({
      min: Number(await lower.getAttribute("aria-valuemin")),
      max: Number(await lower.getAttribute("aria-valuemax")),
    });
    // What is counted is said, and is numpy's count.
    const said = () => panel.locator("p[role=status]").innerText();
    const range = await when(ends, (range) => range.max > range.min);
    const { counts } = histogram(part, { ...range, bins: 256 });
    const total = counts.reduce((sum, count) => sum + count, 0);
    await expect.poll(said).toContain(`${total.toLocaleString("en")} values counted`);
    expect(await ends()).toEqual(range);

    const plot = await panel.locator(".histogram-plot").boundingBox();
    const handle = await upper.boundingBox();
    if (!plot || !handle) {
      throw new Error("the histogram is not on the page");
    }
    const { mouse } = viewer.page;
    await mouse.move(handle.x + handle.width / 2, handle.y + 20);
    await mouse.down();
    await mouse.move(plot.x + 0.75 * plot.width, handle.y + 20, { steps: 4 });
    await mouse.up();
    const limitOf = async (handle: Locator) => Number(await handle.getAttribute("aria-valuenow"));
    const along = (limit: number) => (limit - range.min) / (range.max - range.min);
    await expect.poll(async () => along(await limitOf(upper))).toBeCloseTo(0.75, 2);
    const max = await limitOf(upper);
    await expect.poll(() => control(viewer, "Limits").inputValue()).toBe("manual");

    await lower.press("Home");
    await lower.press("PageUp");
    await lower.press("ArrowLeft");
    await expect.poll(async () => along(await limitOf(lower))).toBeCloseTo(1 / 16 - 1 / 256, 6);
    const min = await limitOf(lower);
    await control(viewer, "Stretch").selectOption("Linear");
    await expect.poll(() => worst(viewer, part, { min, max }, "gray")).toBeLessThanOrEqual(2);
  });

  test("takes limits as typed, and keeps them for another array of its shape", async ({ viewer }) => {
    const part = await roman();
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await control(viewer, "Stretch").selectOption("Linear");
    const panel = await adjust(viewer);
    await panel.getByRole("spinbutton", { name: "From" }).fill("0.4");
    await panel.getByRole("spinbutton", { name: "To" }).fill("0.9");
    await panel.getByRole("spinbutton", { name: "To" }).press("Enter");
    await expect.poll(() => limitsOf(viewer)).toEqual([0.4, 0.9]);
    await expect.poll(() => worst(viewer, part, { min: 0.4, max: 0.9 }, "gray")).toBeLessThanOrEqual(2);

    await viewer.row("var_poisson").click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/var_poisson");
    await viewer.drawn();
    await expect.poll(() => limitsOf(viewer)).toEqual([0.4, 0.9]);
    await viewer.screenshot("display-adjust");
    await viewer.checkAccessibility();
  });

  test("keeps its look when its limits are to be set manually, and opens their fields", async ({
    viewer,
  }) => {
    const part = await roman();
    const { min, max } = interval(part, { kind: "percentile", percentile: 99 });
    const asBefore = () => worst(viewer, part, { min, max, stretch: "asinh" }, "gray");
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await control(viewer, "Limits").selectOption("99 %");
    await expect.poll(asBefore).toBeLessThanOrEqual(3);
    const shown = await limitsOf(viewer);

    await control(viewer, "Limits").selectOption("Manual");
    const panel = viewer.page.getByRole("region", { name: "Adjust" });
    const field = (name: string) => panel.getByRole("spinbutton", { name });
    await expect.poll(async () => Number(await field("From").inputValue())).toBeCloseTo(min, 5);
    await expect.poll(async () => Number(await field("To").inputValue())).toBeCloseTo(max, 5);
    await expect.poll(() => limitsOf(viewer)).toEqual(shown);
    await expect.poll(asBefore).toBeLessThanOrEqual(3);

    // They stay for what is shown next, and a computed interval replaces them.
    await viewer.row("err").click();
    await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/err");
    await viewer.drawn();
    await expect.poll(() => limitsOf(viewer)).toEqual(shown);
    await control(viewer, "Limits").selectOption("Min–max");
    await expect.poll(() => limitsOf(viewer)).not.toEqual(shown);
    await control(viewer, "Limits").selectOption("Manual");
    const extremes = interval(await roman("roman/err"), { kind: "minmax" });
    await expect.poll(async () => Number(await field("To").inputValue())).toBeCloseTo(extremes.max, 5);
  });

  test("has ticks at round numbers where the stretch puts them", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const panel = await adjust(viewer);
    await panel.getByRole("spinbutton", { name: "From" }).fill("0");
    await panel.getByRole("spinbutton", { name: "To" }).fill("8");
    await panel.getByRole("spinbutton", { name: "To" }).press("Enter");
    await control(viewer, "Stretch").selectOption("Squared");
    /** How far each tick is from where its number belongs. */
    const off = () =>
      viewer.page.locator(".color-scale").evaluate((scale) => {
        const bar = scale.querySelector("canvas")?.getBoundingClientRect();
        return Array.from(scale.querySelectorAll<HTMLElement>(".ticks span"), (tick) => {
          const { x, width } = tick.getBoundingClientRect();
          const place = (x + width / 2 - (bar?.x ?? 0)) / (bar?.width ?? 1);
          return Math.abs(place - (Number(tick.innerText) / 8) ** 2);
        });
      });
    await expect
      .poll(off)
      .toSatisfy((off: number[]) => off.length > 0 && off.every((distance) => distance < 0.05));
  });
});

test("limits set by hand are not those of an array of another shape", async ({ viewer }) => {
  const yaml = `
one: !core/ndarray-1.1.0
  data: [[1.0, 2.0], [3.0, 4.0]]
two: !core/ndarray-1.1.0
  data: [[1.0, 2.0, 3.0], [7.0, 8.0, 9.0]]`;
  await viewer.drop("two.asdf", treeFile(yaml));
  await viewer.row("one").click();
  await viewer.drawn();
  const panel = await adjust(viewer);
  await panel.getByRole("spinbutton", { name: "From" }).fill("2");
  await panel.getByRole("spinbutton", { name: "From" }).press("Enter");
  await control(viewer, "Limits").selectOption("Manual");
  await expect.poll(async () => (await limitsOf(viewer))[0]).toBe(2);
  await viewer.row("two").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("two");
  await viewer.drawn();
  await expect.poll(() => control(viewer, "Limits").inputValue()).toBe("99.5");
  await expect.poll(async () => (await limitsOf(viewer))[0]).toBeLessThan(1.1);
});

test("what is no number has the colour that was chosen", async ({ viewer }) => {
  await viewer.show("nan.asdf", treeFile("image: !core/ndarray-1.1.0\n  data: [[1.0, .nan], [2.0, 3.0]]"));
  // The value in the middle of the pixel would hide it.
  await viewer.canvas.press("v");
  const panel = await adjust(viewer);
  await panel.getByLabel("NaN").fill("#cc3311");
  await expect.poll(() => seen(viewer, [[1, 0]], 2)).toEqual([[204, 51, 17]]);
});

test("of a large image limits are first those of a sample, then of every value", async ({ viewer }) => {
  const side = 1300;
  const values = Float32Array.from({ length: side * side }, (_, i) => (i * 7919) % 1_000_003);
  const yaml = `image: !core/ndarray-1.1.0\n  {source: 0, datatype: float32, byteorder: little, shape: [${side}, ${side}]}`;
  await viewer.show("large.asdf", blockFile(yaml, new Uint8Array(values.buffer)));
  const panel = await adjust(viewer);
  await expect
    .poll(() => panel.locator("p[role=status]").innerText())
    .toMatch(/^Limits from every value; [\d,]+ values counted$/);
  const part = { data: values, shape: [side, side], stride: [side, 1] };
  for (const [label, options] of [
    ["99 %", { kind: "percentile", percentile: 99 }],
    ["Zscale", { kind: "zscale" }],
  ] as const) {
    const { min, max } = interval(part, options);
    await control(viewer, "Limits").selectOption(label);
    await expect
      .poll(async () => Number(await panel.getByRole("spinbutton", { name: "From" }).inputValue()))
      .toBeCloseTo(min, 0);
    await expect
      .poll(async () => Number(await panel.getByRole("spinbutton", { name: "To" }).inputValue()))
      .toBeCloseTo(max, 0);
  }
});
