/** Playing through the axes of a cube, by mouse and keys, and when reading is slower than playing. */
import { describe, expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SECTIONS = 6;

/** A cube whose every value is its index on axis 0, as far as eight bits hold it. */
function cube(side: number, sections = SECTIONS): Buffer {
  const values = Uint8Array.from({ length: sections * side * side }, (_, i) => Math.floor(i / (side * side)));
  const shape = `[${sections}, ${side}, ${side}]`;
  const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: ${shape}}`;
  return blockFile(`cube: ${array}`, values);
}

const index = ({ page }: Viewer) => page.getByLabel("Index on axis 0").inputValue();
const play = ({ page }: Viewer) => page.getByRole("button", { name: "Play axis 0" });
const pause = ({ page }: Viewer) => page.getByRole("button", { name: "Pause axis 0" });

test("an axis is played to its end, round and round, and paused", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("cube.asdf", cube(4));
  await page.getByRole("combobox", { name: "Speed" }).selectOption("20 / s");
  await play(viewer).click();
  const loop = page.getByRole("button", { name: "Loop" });
  await expect.poll(() => loop.getAttribute("aria-pressed")).toBe("true");
  const seen = new Set<string>();
  await expect.poll(async () => seen.add(await index(viewer)).size, { interval: 20 }).toBe(SECTIONS);
  // What is being typed stays while the index moves on.
  await page.getByLabel("Index on axis 0").evaluate(
    (field: HTMLInputElement, typed) => {
      field.focus();
      field.value = typed;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    String(SECTIONS - 1),
  );
  const passed = new Set<string>();
  const slider = page.getByRole("slider", { name: /^Axis 0/ });
  await expect.poll(async () => passed.add(await slider.inputValue()).size, { interval: 20 }).toBe(SECTIONS);
  expect(await index(viewer)).toBe(String(SECTIONS - 1));
  await loop.click();
  await play(viewer).waitFor();
  await expect.poll(() => index(viewer)).toBe(String(SECTIONS - 1));
  const at = await viewer.centreOf(1, 1, 4, 4);
  await viewer.drawn();
  await page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).value).toBe(String(SECTIONS - 1));
  await viewer.checkAccessibility();

  // From the end it begins anew.
  await page.getByRole("combobox", { name: "Speed" }).selectOption("1 / s");
  await page.getByLabel("Index on axis 0").evaluate((field: HTMLInputElement) => {
    const { value } = field;
    const next = new Promise((resolve) => {
      const look = () => (field.value === value ? requestAnimationFrame(look) : resolve(field.value));
      look();
    });
    Object.assign(globalThis, { next });
  });
  await play(viewer).click();
  expect(await page.evaluate(() => Reflect.get(globalThis, "next"))).toBe("0");
  await loop.click();
  await viewer.screenshot("playing");
  await pause(viewer).click();
  await play(viewer).waitFor();
});

describe("limits of a cube whose planes grow brighter", () => {
  /** Plane k has values from 0 to 10 (k + 1). */
  const bright = () => {
    const values = Uint8Array.from(
      { length: SECTIONS * 16 },
      (_, i) => (10 * (Math.floor(i / 16) + 1) * (i % 16)) / 15,
    );
    const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${SECTIONS}, 4, 4]}`;
    return blockFile(`cube: ${array}`, values);
  };
  const limits = async ({ page }: Viewer) =>
    (await page.locator(".colorbar .number").allInnerTexts()).map(Number);
  const moveTo = async (viewer: Viewer, plane: number) => {
    const field = viewer.page.getByLabel("Index on axis 0");
    await field.fill(String(plane));
    await field.press("Enter");
  };
  const minmax = ({ page }: Viewer) => page.getByLabel("Limits", { exact: true }).selectOption("Min–max");

  test("stay while it is played, and are found anew for a plane chosen by hand", async ({ viewer }) => {
    const { page } = viewer;
    await viewer.show("cube.asdf", bright());
    await minmax(viewer);
    await expect.poll(() => limits(viewer)).toEqual([0, 10]);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("20 / s");
    await page.getByRole("button", { name: "Loop" }).click();
    const seen = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const shadow = document.querySelector("asdf-viewer")?.shadowRoot;
          const texts = new Set<string>();
          const look = (): void => {
            texts.add(shadow?.querySelector(".colorbar .number:last-of-type")?.textContent ?? "");
            const index = shadow?.querySelector<HTMLInputElement>("input[aria-label='Index on axis 0']");
            if (index?.value === "5" && shadow?.querySelector("[aria-label='Play axis 0']")) {
              resolve([...texts]);
            } else {
              requestAnimationFrame(look);
            }
          };
          look();
        }),
    );
    await play(viewer).click();
    expect(await seen).toEqual(["10"]);
    await viewer.drawn();
    await expect.poll(() => limits(viewer)).toEqual([0, 10]);
    await page.locator(".colorbar[title*='of the plane before']").waitFor();
    await moveTo(viewer, 2);
    await expect.poll(() => limits(viewer)).toEqual([0, 30]);
  });

  test("are those of the whole array for all planes, where that is chosen", async ({ viewer }) => {
    await viewer.show("cube.asdf", bright());
    await minmax(viewer);
    const same = viewer.page.getByRole("button", { name: "Same limits" });
    await same.click();
    await expect.poll(() => limits(viewer)).toEqual([0, 60]);
    await viewer.screenshot("playing-same-limits");
    await moveTo(viewer, 3);
    await viewer.page.locator(".pixels[aria-label*='cube']").waitFor();
    await viewer.drawn();
    await expect.poll(() => limits(viewer)).toEqual([0, 60]);
    await same.click();
    await expect.poll(() => limits(viewer)).toEqual([0, 40]);
  });
});

test("the space bar plays and pauses, and arrows move", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("cube.asdf", cube(4));
  const slider = page.getByRole("slider", { name: "Axis 0" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => index(viewer)).toBe("1");
  await page.keyboard.press("Space");
  await pause(viewer).waitFor();
  await expect.poll(() => index(viewer)).not.toBe("1");
  await page.keyboard.press("Space");
  await play(viewer).waitFor();
});

test("what is played stops while another file is shown, and stays where it was", async ({ viewer }) => {
  // So long that it does not begin anew meanwhile.
  await viewer.show("cube.asdf", cube(4, 10_000));
  await viewer.page.getByRole("combobox", { name: "Speed" }).selectOption("20 / s");
  await play(viewer).click();
  await expect.poll(() => index(viewer)).not.toBe("0");
  await viewer.drop("other.asdf", cube(4));
  await expect.poll(() => index(viewer)).toBe("0");
  await viewer.tab("cube.asdf").click();
  await play(viewer).waitFor();
  const before = await index(viewer);
  expect(before).not.toBe("0");
  // In as many frames, it would go on.
  await viewer.frames(30);
  expect(await index(viewer)).toBe(before);
});

test("a slow server is waited for, section by section", async ({ open }) => {
  const viewer = await open();
  const { page } = viewer;
  const side = 256;
  const file = cube(side);
  const first = file.length - SECTIONS * side * side;
  const sections: number[] = [];
  await page.context().route("**/cube.asdf", async (route) => {
    const range = route.request().headers()["range"] ?? "bytes=0-";
    const [start = 0, last = file.length - 1] = (range.match(/\d+/g) ?? []).map(Number);
    const end = Math.min(last + 1, file.length);
    if (start >= first) {
      sections.push(Math.floor((start - first) / side ** 2));
      await new Promise((later) => setTimeout(later, 400));
    }
    await route.fulfill({
      status: 206,
      headers: { "content-range": `bytes ${start}-${end - 1}/${file.length}` },
      body: file.subarray(start, end),
    });
  });
  await page.evaluate(() => document.querySelector("asdf-viewer")?.open("cube.asdf"));
  await viewer.drawn();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("20 / s");
  await page.getByRole("button", { name: "Loop" }).click();
  await play(viewer).click();
  await play(viewer).waitFor();
  // None was passed over, which it would have been had reading been given up for the next.
  const at = await viewer.centreOf(9, 9, side, side);
  await viewer.drawn();
  await page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).value).toBe(String(SECTIONS - 1));
  expect(sections).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]));
});
