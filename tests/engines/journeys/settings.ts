/** Narrow windows, a person's settings, and what screen readers are told. */
import { expect } from "vitest";
import type { Tab } from "../support/tab.ts";
import { button, canvas, drawn, drop, showRoman, tree, treeFile } from "../support/viewer.ts";
import type { Journey } from "./journey.ts";

/** Nothing is beside the window, and what can be pressed is within it. */
async function seeAllWithin(tab: Tab): Promise<void> {
  const beyond = () =>
    tab.run(() => {
      const root = document.querySelector("asdf-viewer")?.shadowRoot;
      const edges = [...(root?.querySelectorAll(".header button, .status") ?? [])]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ right, bottom }) => Math.max(right - innerWidth, bottom - innerHeight));
      return Math.max(document.documentElement.scrollWidth - innerWidth, ...edges);
    });
  await expect.poll(beyond).toBeLessThanOrEqual(0.5);
}

const matches = (tab: Tab, query: string) => tab.run((query) => matchMedia(query).matches, query);

export const settings: readonly Journey[] = [
  ...[320, 400].map(
    (width): Journey => ({
      name: `A window ${width} pixels wide`,
      run: async ({ tab, address }) => {
        await tab.goto(`${address}engines/narrow?width=${width}&height=700`);
        await tab.frame(0);
        await showRoman(tab);
        expect(await tab.run(() => innerWidth)).toBe(width);
        await seeAllWithin(tab);
        await expect.poll(async () => (await tab.box(canvas)).height).toBeGreaterThan(200);
        await tab.click(button("Adjust"));
        await tab.see({ role: "slider", name: "Lower limit" });
        await seeAllWithin(tab);
        await tab.frame(null);
      },
    }),
  ),
  {
    name: "Zoom of 200 %",
    eased: true,
    run: async ({ tab }) => {
      expect(await tab.run(() => devicePixelRatio)).toBe(2);
      await showRoman(tab);
      await seeAllWithin(tab);
      // The image is as fine as the screen.
      const fineness = () =>
        tab.run(() => {
          const root = document.querySelector("asdf-viewer")?.shadowRoot;
          const pixels = root?.querySelector<HTMLCanvasElement>(".pixels canvas");
          return pixels ? Math.round(pixels.width / pixels.getBoundingClientRect().width) : 0;
        });
      await expect.poll(fineness).toBe(2);
    },
  },
  {
    name: "Reduced motion",
    eased: true,
    run: async ({ tab }) => {
      expect(await matches(tab, "(prefers-reduced-motion: reduce)")).toBe(true);
      await showRoman(tab);
      const moving = () =>
        tab.run(() => {
          const root = document.querySelector("asdf-viewer")?.shadowRoot;
          return [...(root?.querySelectorAll("button, .row, .frame") ?? [])].filter((element) =>
            getComputedStyle(element)
              .transitionDuration.split(", ")
              .some((time) => Number.parseFloat(time) > 0),
          ).length;
        });
      await expect.poll(moving).toBe(0);
    },
  },
  {
    name: "Forced colours",
    eased: true,
    lacks: { WebKit: "it has no forced colours" },
    run: async ({ tab }) => {
      expect(await matches(tab, "(forced-colors: active)")).toBe(true);
      await showRoman(tab);
      // What is chosen is told from what is not by more than a colour of the page.
      const outline = () =>
        tab.run(() => {
          const root = document.querySelector("asdf-viewer")?.shadowRoot;
          const chosen = root?.querySelector('.row[aria-selected="true"]');
          return chosen ? getComputedStyle(chosen).outlineStyle : "";
        });
      await expect.poll(outline).toBe("solid");
      // The image keeps its colours: not all of it is one.
      const { x, y, width, height } = await tab.box(canvas);
      const places = Array.from({ length: 40 }, (_, i) => ({ x: x + width / 2 + i, y: y + height / 2 + i }));
      await expect.poll(async () => new Set((await tab.colors(places)).map(String)).size).toBeGreaterThan(3);
    },
  },
  {
    name: "Names and roles in the engine's accessibility tree",
    run: async ({ engine, tab }) => {
      await drop(tab, {
        "a.asdf": treeFile("image: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 50], [75, 100]]}"),
      });
      await drawn(tab);
      const names = await tab.accessible({
        css: ".header button, .toolbar button, .toolbar select, [role=tab], [role=treeitem]",
      });
      // WebKit's lists of choices are buttons with a menu.
      const list = engine.name === "WebKit" ? "button" : "combobox";
      expect(names).toEqual([
        "button “New tab”",
        "button “Open…”",
        "button “Save”",
        "button “Close a.asdf”",
        "button “Sidebar”",
        "button “Fill the window”",
        "button “Keys”",
        "button “Switch between light and dark”",
        "tab “Contents”",
        "tab “File”",
        "treeitem “image 2 × 2 float32”",
        "tab “Image”",
        "tab “Line”",
        "tab “Histogram”",
        "tab “Values”",
        `${list} “Limits”`,
        `${list} “Stretch”`,
        `${list} “Colours”`,
        "button “Invert”",
        "button “Adjust”",
        "button “Regions”",
        "button “Compare”",
        "button “Zoom out”",
        "button “Zoom in”",
        "button “Fit”",
        "button “1:1”",
        "button “View”",
      ]);
      expect(await tab.accessible(tree)).toEqual(["tree “Contents of the file”"]);
    },
  },
];
