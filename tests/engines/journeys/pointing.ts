/** An image under fingers and under a pen. */
import { expect } from "vitest";
import type { Point, Tab } from "../support/tab.ts";
import { button, canvas, centreOf, readout, SIDE, showRoman, zoomOf } from "../support/viewer.ts";
import type { Journey } from "./journey.ts";

type Pixel = readonly [x: number, y: number];

/** Where pixels are while the whole image is fitted. */
async function places(tab: Tab): Promise<(...pixel: Pixel) => Point> {
  const box = await tab.box(canvas);
  return (...pixel) => centreOf(box, pixel, [SIDE, SIDE]);
}

async function seeReadOut(tab: Tab, ...[x, y]: Pixel): Promise<void> {
  await expect.poll(() => readout(tab)).toEqual([String(x), String(y), expect.stringMatching(/^-?\d/)]);
}

const regions = { role: "complementary", name: "Regions" };

/** The numbers of the selected region, by their labels. */
function regionNumbers(tab: Tab): Promise<Record<string, number>> {
  return tab.run(() => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    const labels = [...(root?.querySelectorAll("aside fieldset label") ?? [])];
    return Object.fromEntries(
      labels.flatMap((label) => {
        const field = label.querySelector<HTMLInputElement>("input[type=number]");
        return field ? [[label.textContent, Number(field.value)]] : [];
      }),
    );
  });
}

export const pointing: readonly Journey[] = [
  {
    name: "An image under a finger: a tap reads out, and so does a long press",
    run: async ({ tab }) => {
      await showRoman(tab);
      const at = await places(tab);
      await tab.touch([at(20, 30), "down", "up"]);
      await seeReadOut(tab, 20, 30);
      await tab.touch([at(90, 30), "down", "pause", "up"]);
      await seeReadOut(tab, 90, 30);
      // The system's own gesture, which no driver makes, asks for a menu, too: the image has none.
      const isMenuWanted = () =>
        tab.run(() => {
          const root = document.querySelector("asdf-viewer")?.shadowRoot;
          return root
            ?.querySelector(".pixels")
            ?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
        });
      expect(await isMenuWanted()).toBe(false);
      await tab.touch([at(40, 60), "down", "up"]);
      await seeReadOut(tab, 40, 60);
    },
  },
  {
    name: "An image under two fingers: a pinch zooms",
    lacks: { WebKit: "its driver has one finger" },
    run: async ({ tab }) => {
      await showRoman(tab);
      const at = await places(tab);
      const before = await zoomOf(tab);
      await tab.touch(
        [at(80, 96), "down", at(60, 96), at(40, 96), "up"],
        [at(112, 96), "down", at(132, 96), at(152, 96), "up"],
      );
      await expect.poll(() => zoomOf(tab)).toBeGreaterThan(2 * before);
    },
  },
  {
    name: "An image under a pen: it reads out, pans, draws a region and moves it",
    lacks: { Firefox: "its driver has no pen" },
    run: async ({ tab }) => {
      await showRoman(tab);
      const at = await places(tab);
      // Above the screen.
      await tab.pen(at(17, 140));
      await seeReadOut(tab, 17, 140);
      const [from, to] = [at(60, 60), at(90, 100)];
      await tab.pen(from, "down", "up");
      await tab.see({ css: ".picked" });
      await seeReadOut(tab, 60, 60);
      // At once and from the same place: that is no double click, which would fit the image again.
      await tab.pen(from, "down", at(75, 80), to, "up");
      await tab.pen({ x: to.x + 30, y: to.y }, to);
      await seeReadOut(tab, 60, 60);

      await tab.press("0", "a");
      await tab.click(button("Box", regions));
      // The image has its place beside the panel.
      const beside = async () => {
        await tab.pen((await places(tab))(20, 30));
        return (await readout(tab)).slice(0, 2);
      };
      await expect.poll(beside).toEqual(["20", "30"]);
      const on = await places(tab);
      await tab.pen(on(20, 30), "down", on(30, 40), on(39, 49), "up");
      const box = { x: 29.5, y: 39.5, Width: 20, Height: 20, Angle: 0 };
      await expect.poll(() => regionNumbers(tab)).toEqual(box);
      await tab.pen(on(30, 35), "down", on(35, 45), on(40, 55), "up");
      await expect.poll(() => regionNumbers(tab)).toEqual({ ...box, x: 39.5, y: 59.5 });
    },
  },
];
