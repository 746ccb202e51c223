/** The tree and the views: image, line, table, text; limits and colours; by mouse and keys. */
import { COLORMAPS } from "asdf-wasm/image";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import type { Tab } from "../support/tab.ts";
import {
  button,
  canvas,
  centreOf,
  chooseView,
  colours,
  drawn,
  drop,
  limits,
  readout,
  row,
  SIDE,
  seeArray,
  showRoman,
  tree,
  zoomOf,
} from "../support/viewer.ts";
import type { Journey } from "./journey.ts";
import { pointing } from "./pointing.ts";

const STEPS = treeFile("image: !core/ndarray-1.1.0 {datatype: float32, data: [[0, 50], [75, 100]]}");

const selected = (tab: Tab) => tab.text({ css: "[role=treeitem][aria-selected=true] .key" });

/** The colours of the four pixels of `STEPS`, each within a rounding of what it should be. */
async function seeColors(tab: Tab, name: "gray" | "viridis"): Promise<void> {
  const box = await tab.box(canvas);
  const pixels = [
    [0, 0, 0],
    [1, 0, 128],
    [0, 1, 191],
    [1, 1, 255],
  ] as const;
  // The values are written in the middle.
  const places = pixels.map(([x, y]) => centreOf(box, [x + 0.25, y + 0.25], [2, 2]));
  const wanted = pixels.map(([, , at]) => [...COLORMAPS[name].subarray(3 * at, 3 * at + 3)]);
  const worst = async () => {
    const seen = await tab.colors(places);
    return Math.max(...seen.flatMap((color, i) => color.map((c, j) => Math.abs(c - (wanted[i]?.[j] ?? 0)))));
  };
  await expect.poll(worst).toBeLessThan(4);
}

export const viewing: readonly Journey[] = [
  {
    name: "The tree by mouse and by keys",
    run: async ({ tab }) => {
      await showRoman(tab);
      await tab.click(row("meta"));
      await expect.poll(() => tab.attribute(row("meta"), "aria-expanded")).toBe("true");
      await tab.press("ArrowLeft");
      await expect.poll(() => tab.attribute(row("meta"), "aria-expanded")).toBe("false");
      await tab.press("Home");
      await tab.type("dq");
      await expect.poll(() => selected(tab)).toBe("dq");
      await tab.press("Enter");
      await seeArray(tab, "roman/dq");
      await tab.press("/");
      await tab.type("wfi");
      await tab.see({ css: "output.found", has: "of" });
    },
  },
  {
    name: "An image: colours of pixels, limits, colour maps",
    run: async ({ tab }) => {
      await drop(tab, { "steps.asdf": STEPS });
      await drawn(tab);
      await tab.choose(limits, "Min–max");
      await tab.choose({ role: "combobox", name: "Stretch" }, "Linear");
      await drawn(tab);
      await seeColors(tab, "gray");
      await tab.choose(colours, "Viridis");
      await seeColors(tab, "viridis");
    },
  },
  {
    name: "An image: pixels read out, zoom and pan by mouse, wheel and keys",
    run: async ({ tab }) => {
      await showRoman(tab);
      const box = await tab.box(canvas);
      const at = centreOf(box, [17, 140], [SIDE, SIDE]);
      await tab.mouse(at);
      await expect.poll(() => readout(tab)).toEqual(["17", "140", expect.stringMatching(/^-?\d/)]);
      const before = await zoomOf(tab);
      await tab.wheel(at, -400);
      await expect.poll(() => zoomOf(tab)).toBeGreaterThan(before);
      // The pixel under the pointer stays there.
      await tab.mouse({ x: at.x + 1, y: at.y }, at);
      await expect.poll(() => readout(tab)).toEqual(["17", "140", expect.stringMatching(/^-?\d/)]);
      await tab.mouse(at, "down", { x: at.x - 60, y: at.y }, { x: at.x - 120, y: at.y }, "up");
      await tab.mouse({ x: at.x + 1, y: at.y }, at);
      await expect.poll(async () => Number((await readout(tab))[0])).toBeGreaterThan(17);
      await tab.press("1");
      await expect.poll(() => zoomOf(tab)).toBe(100);
      await tab.press("+", "+");
      await expect.poll(() => zoomOf(tab)).toBe(200);
    },
  },
  ...pointing,
  {
    name: "A line, its points read out by keys",
    run: async ({ tab }) => {
      await drop(tab, {
        "line.asdf": treeFile("line: !core/ndarray-1.1.0 {datatype: float32, data: [1.5, 4, 2]}"),
      });
      await tab.click(row("line"));
      await tab.see({ css: ".stage[aria-busy=false] .chart canvas" });
      await tab.click({ css: ".chart" });
      await tab.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight");
      await expect.poll(async () => (await readout(tab)).slice(0, 3)).toEqual(["1", "", "4"]);
    },
  },
  {
    name: "A table: cells, order, filters",
    run: async ({ tab }) => {
      await drop(tab, { "table.asdf": await fixture("../e2e/values/tables/tables.asdf") });
      await tab.click(row("catalog"));
      await tab.see({ css: ".stage[aria-busy=false] .grid-row" });
      await tab.miss({ css: ".grid-row [aria-busy=true]" });
      const first = () => tab.text({ css: ".grid-row [role=gridcell]" });
      const before = await first();
      expect(before).not.toBe("");
      const head = { css: ".column-head button" };
      await tab.click(head);
      await tab.see({ css: "[aria-sort=ascending]" });
      await tab.click(head);
      await tab.see({ css: "[aria-sort=descending]" });
      await expect.poll(first).not.toBe(before);
    },
  },
  {
    name: "Numbers of an array as cells, walked by keys",
    run: async ({ tab }) => {
      await drop(tab, { "steps.asdf": STEPS });
      await drawn(tab);
      await chooseView(tab, "Values");
      await tab.click({ css: "[role=gridcell]", has: "75" });
      await tab.press("ArrowRight");
      await expect.poll(() => tab.text({ css: ".status .datum" })).toBe("100");
    },
  },
  {
    name: "Text in full",
    run: async ({ tab }) => {
      await drop(tab, { "text.asdf": treeFile('telescope: <b>ROMAN</b>\nlong: "first\\nsecond"') });
      await tab.click(row("telescope"));
      await expect.poll(() => tab.text({ css: ".text-view .full-text" })).toBe("<b>ROMAN</b>");
      await tab.click(row("long"));
      await expect.poll(() => tab.text({ css: ".text-view .full-text" })).toBe("first\nsecond");
    },
  },
  {
    name: "Everything by keys alone",
    run: async ({ tab }) => {
      const sample = button("Open the sample");
      await tab.see(sample);
      await expect
        .poll(async () => {
          await tab.press("Tab");
          return tab.isFocused(sample);
        })
        .toBe(true);
      await tab.press("Enter");
      await drawn(tab);
      await expect.poll(() => tab.isFocused(tree)).toBe(true);
      await tab.press("ArrowDown");
      await expect.poll(() => selected(tab)).not.toBe("data");
      await tab.press("?");
      await tab.see({ role: "dialog", name: "Keys" });
      await tab.press("Escape");
      await tab.miss({ role: "dialog", name: "Keys" });
      await tab.press("F6");
      await expect.poll(() => tab.isFocused(tree)).toBe(false);
    },
  },
];
