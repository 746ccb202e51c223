/** Narrow and wide windows, a person's settings, and what screen readers are told. */
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import type { Tab } from "../support/tab.ts";
import {
  button,
  canvas,
  colours,
  drawn,
  drop,
  limits,
  readout,
  row,
  seeArray,
  showRoman,
  tree,
  zoomOf,
} from "../support/viewer.ts";
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

/** The parts of the page, and controls, that cover one another. */
function overlaps(tab: Tab): Promise<string[]> {
  return tab.run(() => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    const parts = ".header, .side, .toolbar, .pixels, .status";
    const controls =
      ".header button, .toolbar :is(button, select), .status :is(button, select), [role=treeitem]";
    const covering = [parts, controls].map((selector) => {
      const shown = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
      const boxes = shown.map((element) => element.getBoundingClientRect());
      return shown.flatMap((one, i) =>
        shown.slice(i + 1).flatMap((other, j) => {
          const [a, b] = [boxes[i], boxes[i + 1 + j]];
          const width = a && b ? Math.min(a.right, b.right) - Math.max(a.left, b.left) : 0;
          const height = a && b ? Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) : 0;
          return width > 0.5 && height > 0.5
            ? `${one.outerHTML.slice(0, 80)} ${other.outerHTML.slice(0, 80)}`
            : [];
        }),
      );
    });
    return covering.flat();
  });
}

/** An image whose neighbouring pixels differ, and its values. */
const PATTERN = { width: 128, height: 80, at: (x: number, y: number) => (37 * x + 91 * y) % 251 };

function patternFile(): Buffer {
  const { width, height, at } = PATTERN;
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => at(x, y)));
  const array = (name: string) =>
    `${name}: !core/ndarray-1.1.0 {datatype: uint8, data: ${JSON.stringify(rows)}}`;
  return treeFile(`${array("first")}\n${array("second")}`);
}

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
    name: "A window of 3840 × 2160",
    run: async ({ tab }) => {
      await tab.resize(3840, 2160);
      await drop(tab, { "pattern.asdf": patternFile() });
      await drawn(tab);
      await tab.click(row("second"));
      await seeArray(tab, "second");
      await tab.choose(limits, "Min–max");
      await tab.choose({ role: "combobox", name: "Stretch" }, "Linear");
      await tab.choose(colours, "Gray");
      await seeAllWithin(tab);
      await expect.poll(() => overlaps(tab)).toEqual([]);
      // The image is larger than its room, and nothing is drawn over it.
      await tab.click(button("1:1"));
      await tab.click(canvas);
      await tab.press(..."++++++++++", "v", "o");
      await expect.poll(() => zoomOf(tab)).toBe(3200);
      const { x, y, width, height } = await tab.box(canvas);
      expect(width).toBeGreaterThan(3000);
      expect(height).toBeGreaterThan(1800);
      const [left, right, top, bottom] = [x + 5, x + width - 5, y + 5, y + height - 5].map(Math.round);
      const middle = { x: Math.round(x + width / 2 + 5), y: Math.round(y + height / 2 + 5) };
      const corners = [left, right].flatMap((x = 0) => [top, bottom].map((y = 0) => ({ x, y })));
      for (const place of [...corners, middle]) {
        const column = Math.floor(PATTERN.width / 2 + (place.x - x - width / 2) / 32);
        const line = Math.floor(PATTERN.height / 2 - (place.y - y - height / 2) / 32);
        const value = PATTERN.at(column, line);
        await tab.mouse(place);
        await expect.poll(() => readout(tab)).toEqual([column, line, value].map(String));
        const difference = async () => {
          const [color = []] = await tab.colors([place]);
          return Math.max(...color.map((level) => Math.abs(level - (255 * value) / 250)));
        };
        await expect.poll(difference).toBeLessThan(2);
      }
    },
  },
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
