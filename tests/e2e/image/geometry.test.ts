/** Looking at the image: turned, flipped, close up, with its aids; each pixel stays the one it is. */
import { describe, expect } from "vitest";
import { blockFile, fixture, treeFile } from "../../support/files.ts";
import { NONE, type PixelReadout, test, type Viewer, withoutWebgl } from "../support/viewer.ts";
import { when } from "../support/when.ts";

/** Three pixels wide, two high; the same with other values; and of another shape. */
const FILE = treeFile(`
image: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1, 2], [3, 4, 5]]}
same: !core/ndarray-1.1.0 {datatype: float32, data: [[5, 4, 3], [2, 1, 0]]}
other: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 1], [2, 3], [4, 5], [6, 7]]}`);

/** Points of the canvas from its middle, in pixels of the image: what is read out there, and the grey seen there. */
async function lookedAt(viewer: Viewer, points: readonly (readonly [across: number, down: number])[]) {
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const zoom = Number.parseFloat(await viewer.page.locator(".zoom output").innerText()) / 100;
  const picture = await viewer.picture();
  const seen: { value: number; grey: number }[] = [];
  await viewer.page.mouse.move(box.x + 1, box.y + 1);
  await expect.poll(() => viewer.readout()).toMatchObject({ value: NONE });
  for (const [across, down] of points) {
    const at = { x: box.width / 2 + across * zoom, y: box.height / 2 + down * zoom };
    const { value } = await viewer.readAt(box.x + at.x, box.y + at.y);
    // Beside the value that is written into the middle of a pixel.
    const [grey] = picture.at(at.x + 0.3 * zoom, at.y + 0.3 * zoom);
    seen.push({ value: Number(value), grey });
  }
  return seen;
}

/** Shows the file plainly, so that the value v has the grey 255 v / 5. */
async function show(viewer: Viewer): Promise<void> {
  await viewer.show("image.asdf", FILE);
  await viewer.page.getByLabel("Limits").selectOption("Min–max");
  await viewer.page.getByLabel("Stretch").selectOption("Linear");
  await viewer.drawn();
  await viewer.canvas.focus();
}

const UPRIGHT_POINTS = [
  [-1, 0.5],
  [0, 0.5],
  [1, 0.5],
  [-1, -0.5],
  [0, -0.5],
  [1, -0.5],
] as const;
const TURNED_POINTS = UPRIGHT_POINTS.map(([across, down]) => [down, across] as const);

/** Many more elements than the screen has pixels: columns of 0 and 200 in turn. */
async function showStripes(viewer: Viewer): Promise<void> {
  const [width, height] = [3000, 2000];
  const stripes = Uint8Array.from({ length: width * height }, (_, index) => 200 * (index % 2));
  const yaml = `stripes: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [${height}, ${width}]}`;
  await viewer.show("stripes.asdf", blockFile(yaml, stripes));
}

/** Counts from now on what is rendered to 2-D canvases, and how often the image is drawn, of how many pixels at most. */
function countMoves(): void {
  const counts = { rendered: 0, draws: 0, most: 0 };
  const { prototype } = CanvasRenderingContext2D;
  const { drawImage, putImageData } = prototype;
  Object.assign(globalThis, { counts });
  Object.assign(prototype, {
    putImageData(this: CanvasRenderingContext2D, image: ImageData, ...rest: unknown[]) {
      counts.rendered += image.width * image.height;
      Reflect.apply(putImageData, this, [image, ...rest]);
    },
    drawImage(this: CanvasRenderingContext2D, ...args: unknown[]) {
      if (this.canvas.parentElement?.classList.contains("pixels")) {
        counts.draws += 1;
        counts.most = Math.max(counts.most, Number(args[3]) * Number(args[4]));
      }
      Reflect.apply(drawImage, this, args);
    },
  });
}

describe.for(["WebGL2", "a 2-D canvas"])("drawn by %s", (by) => {
  test("the image is turned and flipped, by keys and from the menu", async ({ open }) => {
    const viewer = await open(by === "WebGL2" ? {} : { prepare: withoutWebgl });
    const { keyboard } = viewer.page;
    await show(viewer);
    const values = async (points: Parameters<typeof lookedAt>[1]) => {
      await viewer.drawn();
      const seen = await lookedAt(viewer, points);
      expect(seen.map(({ grey }) => Math.round(grey / 51))).toEqual(seen.map(({ value }) => value));
      return seen.map(({ value }) => value);
    };
    const upright = () => values(UPRIGHT_POINTS);
    const turned = () => values(TURNED_POINTS);
    await expect.poll(upright).toEqual([0, 1, 2, 3, 4, 5]);
    const hint = viewer.page.locator(".status .hint");
    await expect.poll(() => hint.innerText()).toBe("0-based, origin lower left");

    await keyboard.press("r");
    // What was below is on the left now: columns from the left, each from the top.
    await expect.poll(turned).toEqual([3, 4, 5, 0, 1, 2]);
    await expect.poll(() => hint.innerText()).toBe("0-based, origin upper left");
    await keyboard.press("x");
    await expect.poll(turned).toEqual([0, 1, 2, 3, 4, 5]);
    await keyboard.press("y");
    await keyboard.press("Shift+R");
    await expect.poll(upright).toEqual([5, 4, 3, 2, 1, 0]);

    await viewer.page.getByRole("button", { name: "View", exact: true }).click();
    await viewer.checkAccessibility();
    // A letter goes to the next item that starts with it: the fifth is "Reset orientation".
    for (let item = 0; item < 5; item += 1) {
      await keyboard.press("R");
    }
    await keyboard.press("Enter");
    await expect.poll(upright).toEqual([0, 1, 2, 3, 4, 5]);
    await viewer.canvas.focus();
    for (let turns = 0; turns < 18; turns += 1) {
      await keyboard.press(".");
    }
    await expect.poll(turned).toEqual([3, 4, 5, 0, 1, 2]);
  });

  test("an image drawn small shows all its elements: fine stripes are grey", async ({ open }) => {
    const viewer = await open(by === "WebGL2" ? {} : { prepare: withoutWebgl });
    await showStripes(viewer);
    await viewer.page.getByLabel("Limits").selectOption("Min–max");
    await viewer.page.getByRole("button", { name: "Adjust" }).click();
    const several = viewer.page.getByLabel("Several in a pixel");
    await several.waitFor();
    const greys = async () => {
      await viewer.drawn();
      const picture = await viewer.picture();
      const middle = { x: picture.width / 2, y: picture.height / 2 };
      return Array.from({ length: 60 }, (_, index) => picture.at(middle.x + index - 30, middle.y)[0]);
    };
    // Values are averaged before the stretch, after which their mean is 180; of colours it would be 128.
    for (const [stretch, how, keys, least, most] of [
      ["Linear", "Mean", "--", 60, 195],
      ["Square root", "Mean", "", 136, 222],
      ["Linear", "Maximum", "--", 250, 255],
    ] as const) {
      await viewer.page.getByLabel("Stretch").selectOption(stretch);
      await several.selectOption(how);
      for (const key of `0${keys}`) {
        await viewer.canvas.press(key);
      }
      await expect.poll(async () => Math.min(...(await greys()))).toBeGreaterThanOrEqual(least);
      expect(Math.max(...(await greys()))).toBeLessThanOrEqual(most);
    }
  });
});

test("without WebGL2, each step of a drag is drawn of pixels that are there already, and few of them", async ({
  open,
}) => {
  const viewer = await open({ prepare: withoutWebgl });
  await showStripes(viewer);
  const { mouse } = viewer.page;
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = (step: number) =>
    [box.x + box.width / 2 + 20 * step, box.y + box.height / 2 + 10 * step] as const;
  const { x, y } = await viewer.readAt(...at(0));
  await viewer.drawn();
  await viewer.page.evaluate(countMoves);
  const counts = (): Promise<{ rendered: number; draws: number; most: number }> =>
    viewer.page.evaluate(() => ({ ...Reflect.get(globalThis, "counts") }));
  await mouse.down();
  for (let step = 1; step <= 10; step += 1) {
    const { draws } = await counts();
    await mouse.move(...at(step));
    await expect.poll(async () => (await counts()).draws).toBeGreaterThan(draws);
  }
  await mouse.up();
  // The element under the pointer went with it, but for what is rounded.
  const apart = async () => {
    const now = await viewer.readout();
    return Math.max(Math.abs(Number(now.x) - Number(x)), Math.abs(Number(now.y) - Number(y)));
  };
  await expect.poll(apart).toBeLessThanOrEqual(1);
  const { rendered, most } = await counts();
  expect(rendered).toBe(0);
  // At most two of them in each direction become one pixel of the screen.
  expect(most).toBeLessThanOrEqual(4 * box.width * box.height);
});

test("zoom, place and turn stay from array to array of one shape", async ({ viewer }) => {
  await show(viewer);
  const { keyboard } = viewer.page;
  const zoom = viewer.page.locator(".zoom output");
  const hint = viewer.page.locator(".status .hint");
  const fitted = await zoom.innerText();
  for (const key of ["-", "-", "r", "ArrowLeft"]) {
    await keyboard.press(key);
  }
  await expect.poll(() => hint.innerText()).toContain("upper left");
  const [before, changed] = [await lookedAt(viewer, [[0, 0]]), await zoom.innerText()];
  expect(changed).not.toBe(fitted);
  await viewer.row("same").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(/^same/);
  await viewer.drawn();
  await expect.poll(() => zoom.innerText()).toBe(changed);
  await expect
    .poll(async () => (await lookedAt(viewer, [[0, 0]]))[0]?.value)
    .toBe(5 - (before[0]?.value ?? Number.NaN));
  await viewer.row("other").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(/^other/);
  await viewer.drawn();
  await expect.poll(() => zoom.innerText()).not.toBe(changed);
  await expect.poll(() => hint.innerText()).toContain("upper left");
});

describe("a Roman image", () => {
  /** From numpy: of the finite values of `data[y-r:y+r+1, x-r:x+r+1]`. */
  const STATISTICS = [
    { x: 96, y: 96, side: 5, min: 0.40971726, max: 0.59435403, mean: 0.51160454, std: 0.04885613 },
    { x: 17, y: 140, side: 11, min: 0.34111783, max: 0.6389302, mean: 0.50590449, std: 0.04713344 },
    { x: 0, y: 191, side: 11, min: 0.36461636, max: 0.5874229, mean: 0.4797555, std: 0.05894947 },
  ] as const;

  test("says what the pixels around are like, as numpy does", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
    const statistics = viewer.page.getByLabel("Statistics around the pixel");
    for (const { x, y, side, min, max, mean, std } of STATISTICS) {
      await viewer.page.getByLabel("Box around the pixel").selectOption(`${side} × ${side}`);
      const at = await viewer.centreOf(x, y, 192, 192);
      await viewer.page.mouse.move(at.x, at.y);
      await expect.poll(() => viewer.readout()).toMatchObject({ x: String(x), y: String(y) });
      await expect
        .poll(async () => (await statistics.locator(".number").allInnerTexts()).map(Number))
        .toEqual(
          [min, max, mean, std].map((expected) =>
            expect.toSatisfy((told: number) => Math.abs(told - expected) < 1e-3 * Math.abs(expected)),
          ),
        );
    }
    await viewer.page.getByLabel("Box around the pixel").selectOption("off");
    await expect.poll(() => statistics.count()).toBe(0);
  });

  test("has values in its pixels, a magnifier and an overview, which can be dragged", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
    const { keyboard, mouse } = viewer.page;
    const overview = viewer.page.getByRole("img", { name: /^Overview/ });
    await expect.poll(() => overview.count()).toBe(0);
    await viewer.canvas.focus();
    await keyboard.press("m");
    for (const key of ["1", "+", "+", "+", "+"]) {
      await keyboard.press(key);
    }
    const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.width / 2 + 2, box.height / 2 - 2];
    await mouse.move(box.x + x, box.y + y);
    await expect.poll(() => viewer.page.locator(".zoom output").innerText()).toBe("400 %");
    const [right, top] = [box.width - 12, 12];
    /** The pixel under the pointer, the same magnified, and the magnifier's edge. */
    const magnified = async () => {
      await viewer.drawn();
      const plain = await viewer.picture();
      return {
        beneath: plain.at(x, y),
        inside: [plain.at(right - 88, top + 88), plain.at(right - 88 - 3, top + 88 + 3)],
        edge: [-3, -2, -1, 0, 1].map((beside) => plain.at(right + beside, top + 88).join()),
      };
    };
    const { beneath, inside } = await when(magnified, ({ edge }) => edge.includes("255,255,255"));
    expect(inside).toEqual([beneath, beneath]);

    for (let steps = 0; steps < 8; steps += 1) {
      await keyboard.press("+");
    }
    await expect.poll(() => viewer.page.locator(".zoom output").innerText()).toBe("6400 %");
    // The colours along the middle of that pixel, where its value is written.
    const colors = async () => {
      await viewer.drawn();
      const picture = await viewer.picture();
      const along = Array.from({ length: 40 }, (_, i) => box.width / 2 + 10 + i);
      return new Set(along.map((x) => picture.at(x, box.height / 2 - 32).join()));
    };
    await expect.poll(async () => (await colors()).size).toBeGreaterThan(5);
    await keyboard.press("v");
    await expect.poll(colors).toEqual(new Set([beneath.join()]));

    const small = (await overview.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await mouse.move(small.x + small.width / 2, small.y + small.height / 2);
    await mouse.down();
    await mouse.move(small.x + small.width / 4, small.y + small.height / 4, { steps: 3 });
    await mouse.up();
    await viewer.canvas.focus();
    await keyboard.press("+");
    await expect
      .poll(() => viewer.readout())
      .toSatisfy(
        (place: PixelReadout) =>
          Math.abs(Number(place.x) - 192 / 4) < 3 && Math.abs(Number(place.y) - (3 * 192) / 4) < 3,
      );
    await viewer.screenshot("roman-close");
    await keyboard.press("o");
    await expect.poll(() => overview.count()).toBe(0);
  });
});
