/** The image shows the array: each pixel where and as it should be, through every way of looking at it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ArrayData, NdArray, open as openFile } from "asdf-wasm";
import { type Interval, interval } from "asdf-wasm/image";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { type Color, colorOf, difference } from "../support/picture.ts";
import { countUploads, uploadsOf } from "../support/uploads.ts";
import { test, type Viewer, withoutWebgl } from "../support/viewer.ts";
import { changed } from "../support/when.ts";

const ROMAN = "roman/roman_l2_192.asdf";
const SIDE = 192;
/** Corners first, with their neighbours: an image that is turned or shifted shows there. */
const PIXELS = [
  [0, 0],
  [SIDE - 1, 0],
  [0, SIDE - 1],
  [SIDE - 1, SIDE - 1],
  [1, 0],
  [0, 1],
  [17, 140],
  [96, 96],
  [131, 23],
] as const;

async function valuesOf(path: string): Promise<ArrayData> {
  const file = await openFile(await fixture(ROMAN));
  const array = file.get(path);
  if (!(array instanceof NdArray)) {
    throw new Error(`${path} is not an array`);
  }
  const part = await array.read();
  if (part.fields) {
    throw new Error(`${path} is a table`);
  }
  return part;
}

function limitsOf(part: ArrayData, percentile: number): Interval {
  return interval(part, { kind: "percentile", percentile });
}

/** Compares the canvas with the array at the test's pixels, and gives the largest difference. */
async function worstDifference(
  viewer: Viewer,
  part: ArrayData,
  display: Omit<Parameters<typeof colorOf>[1], "min" | "max"> & { limits: Interval },
): Promise<number> {
  const box = await viewer.canvas.boundingBox();
  const picture = await viewer.picture();
  const differences = await Promise.all(
    PIXELS.map(async ([x, y]) => {
      const at = await viewer.centreOf(x, y, SIDE, SIDE);
      const seen = picture.at(at.x - Math.floor(box?.x ?? 0), at.y - Math.floor(box?.y ?? 0));
      const { limits, ...rest } = display;
      return difference(seen, colorOf(Number(part.data[y * SIDE + x]), { ...limits, ...rest }));
    }),
  );
  return Math.max(...differences);
}

describe("a Roman file dropped on the page", () => {
  test("becomes a tree and the image of roman/data", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await viewer.row("data").waitFor();
    await expect.poll(() => viewer.row("data").getAttribute("aria-selected")).toBe("true");
    await expect.poll(() => viewer.row("data").innerText()).toMatch(/192 × 192\s+float32/);
    await expect.poll(() => viewer.page.title()).toContain("roman.asdf");
    const limits = limitsOf(await valuesOf("roman/data"), 99.5);
    const display = { limits, stretch: "asinh", colormap: "gray" } as const;
    const part = await valuesOf("roman/data");
    await expect.poll(() => worstDifference(viewer, part, display)).toBeLessThanOrEqual(2);
    await viewer.screenshot("roman-data");
  });

  test("is drawn by limits, stretch and colours as chosen", async ({ viewer }) => {
    const part = await valuesOf("roman/data");
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await viewer.page.getByLabel("Limits").selectOption("90 %");
    await viewer.page.getByLabel("Stretch").selectOption("Linear");
    await viewer.page.getByLabel("Colours").selectOption("Viridis");
    const viridis = { limits: limitsOf(part, 90), stretch: "linear", colormap: "viridis" } as const;
    await expect.poll(() => worstDifference(viewer, part, viridis)).toBeLessThanOrEqual(2);

    await viewer.page.getByLabel("Limits").selectOption("Min–max");
    await viewer.page.getByLabel("Colours").selectOption("Inferno");
    const inferno = {
      limits: interval(part, { kind: "minmax" }),
      stretch: "linear",
      colormap: "inferno",
    } as const;
    await expect.poll(() => worstDifference(viewer, part, inferno)).toBeLessThanOrEqual(2);
    await viewer.screenshot("roman-inferno");
  });

  test("shows another array when that is clicked", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    for (const key of ["err", "var_poisson", "dq"]) {
      await viewer.row(key).click();
      await viewer.page.getByRole("tab", { name: "Image" }).click();
      await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain(`roman/${key}`);
      await viewer.drawn();
      const part = await valuesOf(`roman/${key}`);
      const display = { limits: limitsOf(part, 99.5), stretch: "asinh", colormap: "gray" } as const;
      await expect
        .poll(() => worstDifference(viewer, part, display), { message: key })
        .toBeLessThanOrEqual(2);
    }
  });

  test("reads out the value under the pointer", async ({ viewer }) => {
    const part = await valuesOf("roman/data");
    await viewer.show("roman.asdf", await fixture(ROMAN));
    for (const [x, y] of PIXELS) {
      const at = await viewer.centreOf(x, y, SIDE, SIDE);
      const { value, ...place } = await viewer.readAt(at.x, at.y);
      expect(place).toEqual({ x: String(x), y: String(y) });
      expect(Math.fround(Number(value))).toBe(part.data[y * SIDE + x]);
    }
    await viewer.screenshot("roman-readout");
  });

  test("keeps the pixel under the pointer while zooming, and moves with a drag", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const at = await viewer.centreOf(40, 150, SIDE, SIDE);
    const { mouse } = viewer.page;
    const zoom = () => viewer.page.locator(".zoom output").innerText();
    const fitted = await zoom();
    const before = await viewer.readAt(at.x, at.y);
    expect(before).toMatchObject({ x: "40", y: "150" });
    await mouse.wheel(0, -900);
    const near = await changed(zoom, fitted);
    await mouse.move(at.x + 0.5, at.y);
    await expect.poll(() => viewer.readout()).toEqual(before);
    await mouse.wheel(0, 400);
    await changed(zoom, near);
    await mouse.move(at.x, at.y);
    await expect.poll(() => viewer.readout()).toEqual(before);

    await mouse.down();
    await mouse.move(at.x + 120, at.y - 60, { steps: 4 });
    await mouse.up();
    await expect.poll(() => viewer.readout()).toEqual(before);
    expect(await viewer.readAt(at.x, at.y)).not.toEqual(before);

    await viewer.page.getByRole("button", { name: "Fit" }).click();
    await expect.poll(zoom).toBe(fitted);
    await mouse.move(at.x, at.y);
    await expect.poll(() => viewer.readout()).toEqual(before);
  });

  test("reads out the pixel under a pointer that returns in the moment in which it left", async ({
    viewer,
  }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const at = await viewer.centreOf(40, 150, SIDE, SIDE);
    const before = await viewer.readAt(at.x, at.y);
    await viewer.page.locator(".pixels").evaluate(async (pixels, { x, y }) => {
      pixels.dispatchEvent(new PointerEvent("pointerleave"));
      // What is shown follows in microtasks; what is done after it is shown, later.
      for (let turn = 0; turn < 20; turn += 1) {
        await Promise.resolve();
      }
      pixels.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y }));
    }, at);
    await viewer.frames(5);
    await expect.poll(() => viewer.readout()).toEqual(before);
  });

  test("is magnified in the middle by a key, until something else is pointed at", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("m");
    await expect.poll(() => viewer.readout()).toMatchObject({ x: "96", y: "96" });
  });

  test("is moved and zoomed by keys", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("1");
    const zoom = viewer.page.locator(".zoom output");
    await expect.poll(() => zoom.innerText()).toBe("100 %");
    await expect.poll(() => viewer.readout()).toMatchObject({ x: "96", y: "96" });
    await viewer.page.keyboard.press("ArrowRight");
    await expect.poll(() => viewer.readout()).toMatchObject({ x: "144", y: "96" });
    await viewer.page.keyboard.press("ArrowUp");
    await expect.poll(() => viewer.readout()).toMatchObject({ x: "144", y: "144" });
    await viewer.page.keyboard.press("+");
    await viewer.page.keyboard.press("+");
    await expect.poll(() => zoom.innerText()).toBe("200 %");
    await viewer.page.keyboard.press("0");
    await expect.poll(() => viewer.readout()).toMatchObject({ x: "96", y: "96" });
  });

  test("is drawn again after the context was lost", async ({ viewer }) => {
    const part = await valuesOf("roman/data");
    await viewer.show("roman.asdf", await fixture(ROMAN));
    await viewer.canvas.locator("canvas").evaluate(async (canvas: HTMLCanvasElement) => {
      const context = canvas.getContext("webgl2");
      const loss = context?.getExtension("WEBGL_lose_context");
      if (!context || !loss) {
        throw new Error("this browser has no WebGL2 context that can be lost");
      }
      const event = (name: string) =>
        new Promise((done) => canvas.addEventListener(name, done, { once: true }));
      const lost = event("webglcontextlost");
      loss.loseContext();
      await lost;
      if (!context.isContextLost()) {
        throw new Error("the context was not lost");
      }
      // A context can be restored once the event of its loss is over.
      await new Promise((done) => setTimeout(done));
      const restored = event("webglcontextrestored");
      loss.restoreContext();
      await restored;
    });
    const display = { limits: limitsOf(part, 99.5), stretch: "asinh", colormap: "gray" } as const;
    await expect.poll(() => worstDifference(viewer, part, display)).toBeLessThanOrEqual(2);
  });

  test("is drawn without WebGL2 all the same", async ({ open }) => {
    const part = await valuesOf("roman/data");
    const viewer = await open({ prepare: withoutWebgl });
    await viewer.show("roman.asdf", await fixture(ROMAN));
    const display = { limits: limitsOf(part, 99.5), stretch: "asinh", colormap: "gray" } as const;
    await expect.poll(() => worstDifference(viewer, part, display)).toBeLessThanOrEqual(2);
  });
});

describe("an image of many tiles", () => {
  const side = 4088;
  const valueAt = (x: number, y: number) => (7 * x + 13 * y) % 251;
  let folder: string;
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "asdf-viewer-"));
    path = join(folder, "large.asdf");
    const values = Float32Array.from({ length: side * side }, (_, i) =>
      valueAt(i % side, Math.floor(i / side)),
    );
    const yaml = `data: !core/ndarray-1.1.0\n  {source: 0, datatype: float32, byteorder: little, shape: [${side}, ${side}]}`;
    await writeFile(path, blockFile(yaml, new Uint8Array(values.buffer)));
  });

  afterAll(() => rm(folder, { recursive: true }));

  test("has no seams, and no frame uploads more than eight strips of 256 rows", async ({ open }) => {
    const viewer = await open({ prepare: countUploads });
    await viewer.pick(path);
    await viewer.page.getByLabel("Limits").selectOption("Min–max");
    await viewer.page.getByLabel("Stretch").selectOption("Linear");
    await viewer.page.getByRole("button", { name: "1:1" }).click();
    await viewer.drawn();
    const box = await viewer.canvas.boundingBox();
    const { width, height } = await viewer.picture();
    const places = [
      [0, 0],
      [3, -3],
      [4, -4],
      [5, -5],
      [-300, 200],
      [400, -250],
    ].map(([dx = 0, dy = 0]) => ({ x: width / 2 + dx + 0.5, y: height / 2 + dy + 0.5 }));
    const expected: { readonly at: (typeof places)[number]; readonly color: Color }[] = [];
    for (const at of places) {
      const { x, y, value } = await viewer.readAt((box?.x ?? 0) + at.x, (box?.y ?? 0) + at.y);
      expect(Number(value), `${x}, ${y}`).toBe(valueAt(Number(x), Number(y)));
      const tone = { min: 0, max: 250, stretch: "linear", colormap: "gray" } as const;
      expected.push({ at, color: colorOf(Number(value), tone) });
    }
    await expect
      .poll(async () => {
        const picture = await viewer.picture();
        return Math.max(...expected.map(({ at, color }) => difference(picture.at(at.x, at.y), color)));
      })
      .toBeLessThanOrEqual(2);
    const { calls, pixels, frames } = await uploadsOf(viewer);
    expect(frames).toBeGreaterThan(1);
    expect(calls).toBeLessThanOrEqual(8);
    expect(pixels).toBeLessThanOrEqual(8 * 256 * 1024);
  });
});

describe("arrays of other kinds", () => {
  test("a cube is shown section by section, its limits each time its own", async ({ viewer }) => {
    const yaml =
      "cube: !core/ndarray-1.1.0\n  datatype: int64\n  data: [[[1, 2], [3, 4]], [[5, 6], [7, 9007199254740993]]]";
    await viewer.show("cube.asdf", treeFile(yaml));
    const at = await viewer.centreOf(1, 1, 2, 2);
    await viewer.page.mouse.move(at.x, at.y);
    await expect.poll(() => viewer.readout()).toEqual({ x: "1", y: "1", value: "4" });
    await viewer.page.getByRole("slider", { name: "Axis 0" }).fill("1");
    await expect.poll(() => viewer.page.getByLabel("Index on axis 0").inputValue()).toBe("1");
    await viewer.drawn();
    await viewer.page.mouse.move(at.x + 1, at.y);
    await expect.poll(async () => (await viewer.readout()).value).toBe("9007199254740993");
  });

  /** What is seen at the pixels, row by row, while limits are those of all values and the stretch is linear. */
  async function seenPlainly(viewer: Viewer, width: number, height: number) {
    await viewer.page.getByLabel("Limits").selectOption("Min–max");
    await viewer.page.getByLabel("Stretch").selectOption("Linear");
    await viewer.drawn();
    const pixels = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
    return async () => {
      const box = await viewer.canvas.boundingBox();
      const picture = await viewer.picture();
      return Promise.all(
        pixels.map(async ([x = 0, y = 0]) => {
          // Beside the value that is written into the middle of a pixel this large.
          const at = await viewer.centreOf(x + 0.3, y + 0.3, width, height);
          return picture.at(at.x - Math.floor(box?.x ?? 0), at.y - Math.floor(box?.y ?? 0));
        }),
      );
    };
  }

  test("no number has a colour of its own, and neighbours keep theirs", async ({ viewer }) => {
    const yaml =
      "image: !core/ndarray-1.1.0\n  datatype: float64\n  data: [[0.0, .nan, 1.0], [.inf, -.inf, 0.5]]";
    await viewer.show("nan.asdf", treeFile(yaml));
    const seen = await seenPlainly(viewer, 3, 2);
    await expect.poll(seen).toEqual([
      [0, 0, 0],
      [86, 140, 204],
      [255, 255, 255],
      [255, 255, 255],
      [0, 0, 0],
      [128, 128, 128],
    ]);
  });

  test("masked elements look like no number and say that they are masked", async ({ viewer }) => {
    await viewer.show("mask.asdf", treeFile("image: !core/ndarray-1.1.0\n  data: [[0, null], [1, 2]]"));
    const seen = await seenPlainly(viewer, 2, 2);
    await expect.poll(seen).toEqual([
      [0, 0, 0],
      [86, 140, 204],
      [128, 128, 128],
      [255, 255, 255],
    ]);
    const at = await viewer.centreOf(1, 0, 2, 2);
    await viewer.page.mouse.move(at.x, at.y);
    await expect.poll(async () => (await viewer.readout()).value).toBe("masked");
  });

  test("float64 keeps differences that float32 would lose", async ({ viewer }) => {
    const yaml =
      "time: !core/ndarray-1.1.0\n  datatype: float64\n  data: [[1.7e+9, 1700000001.0], [1700000002.0, 1700000003.0]]";
    await viewer.show("time.asdf", treeFile(yaml));
    const seen = await seenPlainly(viewer, 2, 2);
    const levels = async () => (await seen()).map(([red]) => red);
    await expect.poll(levels).toEqual([0, 85, 170, 255]);
  });

  test("a list of numbers is shown as numbers", async ({ viewer }) => {
    const yaml = "line: !core/ndarray-1.1.0\n  datatype: float32\n  data: [0.1, 2.5, .nan]";
    await viewer.drop("line.asdf", treeFile(yaml));
    await viewer.row("line").click();
    await viewer.page.getByRole("tab", { name: "Values" }).click();
    const cells = viewer.page.getByRole("region", { name: "Values" });
    const texts = () => cells.getByRole("gridcell").allInnerTexts();
    await expect.poll(texts).toEqual(["0.1", "2.5", "NaN"]);
  });
});

test("a tap picks the pixel under the finger, and reads it out", async ({ open }) => {
  const viewer = await open({ hasTouch: true });
  await viewer.show("one.asdf", treeFile("image: !core/ndarray-1.1.0\n  data: [[1, 2, 3], [4, 5, 6]]"));
  const at = await viewer.centreOf(2, 1, 3, 2);
  await viewer.page.touchscreen.tap(at.x, at.y);
  const readout = viewer.page.locator(".readout");
  for (const [name, value] of [
    [".x", "2"],
    [".y", "1"],
    [".datum", "6"],
  ] as const) {
    await expect.poll(() => readout.locator(name).innerText()).toBe(value);
  }
  await viewer.page.locator(".picked").waitFor();
  // Outside of the image, a tap changes nothing.
  const beside = await viewer.centreOf(-0.5, 0, 3, 2);
  await viewer.page.touchscreen.tap(beside.x - 20, beside.y);
  await viewer.page.locator(".picked").waitFor();
  await expect.poll(() => readout.locator(".datum").innerText()).toBe("6");
});
