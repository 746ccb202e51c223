/** Looking at the image: turned, flipped, close up, with its aids; each pixel stays the one it is. */
import { describe, expect } from "vitest";
import { fixture, test, treeFile, type Viewer, withoutWebgl } from "../support/viewer.ts";

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
  for (const [across, down] of points) {
    const at = { x: box.width / 2 + across * zoom, y: box.height / 2 + down * zoom };
    await viewer.page.mouse.move(box.x + at.x, box.y + at.y);
    // Beside the value that is written into the middle of a pixel.
    const [grey] = picture.at(at.x + 0.3 * zoom, at.y + 0.3 * zoom);
    seen.push({ value: Number((await viewer.readout()).value), grey });
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
    expect(await values(UPRIGHT_POINTS)).toEqual([0, 1, 2, 3, 4, 5]);
    const hint = viewer.page.locator(".status .hint");
    expect(await hint.innerText()).toBe("0-based, origin lower left");

    await keyboard.press("r");
    // What was below is on the left now: columns from the left, each from the top.
    expect(await values(TURNED_POINTS)).toEqual([3, 4, 5, 0, 1, 2]);
    expect(await hint.innerText()).toBe("0-based, origin upper left");
    await keyboard.press("x");
    expect(await values(TURNED_POINTS)).toEqual([0, 1, 2, 3, 4, 5]);
    await keyboard.press("y");
    await keyboard.press("Shift+R");
    expect(await values(UPRIGHT_POINTS)).toEqual([5, 4, 3, 2, 1, 0]);

    await viewer.page.getByRole("button", { name: "View", exact: true }).click();
    await viewer.checkAccessibility();
    await keyboard.press("U");
    await keyboard.press("Enter");
    expect(await values(UPRIGHT_POINTS)).toEqual([0, 1, 2, 3, 4, 5]);
    await viewer.canvas.focus();
    for (let turns = 0; turns < 18; turns += 1) {
      await keyboard.press(".");
    }
    expect(await values(TURNED_POINTS)).toEqual([3, 4, 5, 0, 1, 2]);
  });
});

test("zoom, place and turn stay from array to array of one shape", async ({ viewer }) => {
  await show(viewer);
  const { keyboard } = viewer.page;
  const zoom = viewer.page.locator(".zoom output");
  const fitted = await zoom.innerText();
  for (const key of ["-", "-", "r", "ArrowLeft"]) {
    await keyboard.press(key);
  }
  const [before, changed] = [await lookedAt(viewer, [[0, 0]]), await zoom.innerText()];
  expect(changed).not.toBe(fitted);
  await viewer.row("same").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(/^same/);
  await viewer.drawn();
  expect(await zoom.innerText()).toBe(changed);
  expect((await lookedAt(viewer, [[0, 0]]))[0]?.value).toBe(5 - (before[0]?.value ?? Number.NaN));
  await viewer.row("other").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toMatch(/^other/);
  await viewer.drawn();
  expect(await zoom.innerText()).not.toBe(changed);
  expect(await viewer.page.locator(".status .hint").innerText()).toContain("upper left");
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
      await viewer.page.getByLabel("Square around the pixel").selectOption(`${side} × ${side}`);
      const at = await viewer.centreOf(x, y, 192, 192);
      await viewer.page.mouse.move(at.x, at.y);
      expect(await viewer.readout()).toMatchObject({ x: String(x), y: String(y) });
      const told = (await statistics.locator(".number").allInnerTexts()).map(Number);
      for (const [i, expected] of [min, max, mean, std].entries()) {
        expect(Math.abs((told[i] ?? Number.NaN) - expected)).toBeLessThan(1e-3 * Math.abs(expected));
      }
    }
    await viewer.page.getByLabel("Square around the pixel").selectOption("nothing");
    expect(await statistics.count()).toBe(0);
  });

  test("has values in its pixels, a magnifier and an overview, which can be dragged", async ({ viewer }) => {
    await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
    const { keyboard, mouse } = viewer.page;
    const overview = viewer.page.getByRole("img", { name: /^Overview/ });
    expect(await overview.count()).toBe(0);
    await viewer.canvas.focus();
    await keyboard.press("m");
    for (const key of ["1", "+", "+", "+", "+"]) {
      await keyboard.press(key);
    }
    const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.width / 2 + 2, box.height / 2 - 2];
    await mouse.move(box.x + x, box.y + y);
    await viewer.drawn();
    const plain = await viewer.picture();
    const beneath = plain.at(x, y);
    const [right, top] = [box.width - 12, 12];
    expect(plain.at(right - 88, top + 88)).toEqual(beneath);
    expect(plain.at(right - 88 - 3, top + 88 + 3)).toEqual(beneath);
    const edge = [-3, -2, -1, 0, 1].map((beside) => plain.at(right + beside, top + 88).join());
    expect(edge).toContain("255,255,255");

    for (let steps = 0; steps < 8; steps += 1) {
      await keyboard.press("+");
    }
    expect(await viewer.page.locator(".zoom output").innerText()).toBe("6400 %");
    // The colours along the middle of that pixel, where its value is written.
    const colors = async () => {
      await viewer.drawn();
      const picture = await viewer.picture();
      const along = Array.from({ length: 40 }, (_, i) => box.width / 2 + 10 + i);
      return new Set(along.map((x) => picture.at(x, box.height / 2 - 32).join()));
    };
    expect((await colors()).size).toBeGreaterThan(5);
    await keyboard.press("v");
    expect(await colors()).toEqual(new Set([beneath.join()]));

    const small = (await overview.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await mouse.move(small.x + small.width / 2, small.y + small.height / 2);
    await mouse.down();
    await mouse.move(small.x + small.width / 4, small.y + small.height / 4, { steps: 3 });
    await mouse.up();
    await viewer.canvas.focus();
    await keyboard.press("+");
    const place = await viewer.readout();
    expect(Math.abs(Number(place.x) - 192 / 4)).toBeLessThan(3);
    expect(Math.abs(Number(place.y) - (3 * 192) / 4)).toBeLessThan(3);
    await viewer.screenshot("roman-close");
    await keyboard.press("o");
    expect(await overview.count()).toBe(0);
  });
});
