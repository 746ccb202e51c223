/** Views of one array: chosen by tabs, by mouse and by keys, and what is kept from one to the next. */

import { VIEWS } from "@asdf-wasm/www/viewer/views/registry.ts";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";
import { changed } from "../support/when.ts";

const CUBES = treeFile(`
first: !core/ndarray-1.1.0 {datatype: int32, data: [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]}
second: !core/ndarray-1.1.0 {datatype: int32, data: [[[21, 22, 23], [24, 25, 26]], [[27, 28, 29], [30, 31, 32]]]}
other: !core/ndarray-1.1.0 {datatype: int32, data: [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]}
words: !core/ndarray-1.1.0 {datatype: [ascii, 3], data: [one, two]}`);

test("views are tabs: arrow keys and clicks go from one to the next", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const tab = (name: string) =>
    viewer.page.getByRole("tablist", { name: "Views" }).getByRole("tab", { name });
  await expect.poll(() => tab("Image").getAttribute("aria-selected")).toBe("true");
  await tab("Image").focus();
  await viewer.page.keyboard.press("End");
  await viewer.page.getByRole("region", { name: "Values" }).waitFor();
  await expect.poll(() => tab("Values").evaluate((element) => element.matches(":focus"))).toBe(true);
  await viewer.checkAccessibility();
  await viewer.page.keyboard.press("Home");
  await viewer.drawn();
  await tab("Values").click();
  await viewer.page.getByRole("region", { name: "Values" }).waitFor();
  await expect.poll(() => viewer.canvas.count()).toBe(0);
  await tab("Image").click();
  await viewer.drawn();
});

test("zoom and limits outlive another view, and another array of the same shape", async ({ viewer }) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await viewer.canvas.focus();
  for (const key of ["1", "+", "+", "ArrowRight"]) {
    await viewer.page.keyboard.press(key);
  }
  const zoom = viewer.page.locator(".zoom output");
  await expect.poll(() => zoom.innerText()).toBe("200 %");
  await expect.poll(() => viewer.readout()).toMatchObject({ x: "120", y: "96" });
  const limits = () => viewer.page.locator(".colorbar .number").allInnerTexts();
  const wide = await limits();
  await viewer.page.getByLabel("Limits").selectOption("90 %");
  await changed(limits, wide);
  await viewer.drawn();
  const seen = await viewer.picture();

  await viewer.page.getByRole("tab", { name: "Values" }).click();
  await viewer.page.getByRole("region", { name: "Values" }).waitFor();
  await viewer.page.getByRole("tab", { name: "Image" }).click();
  await viewer.drawn();
  await expect.poll(() => zoom.innerText()).toBe("200 %");
  await expect.poll(() => viewer.page.getByLabel("Limits").inputValue()).toBe("90");
  await expect.poll(async () => (await viewer.picture()).at(300, 300)).toEqual(seen.at(300, 300));

  await viewer.row("err").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/err");
  await viewer.drawn();
  await expect.poll(() => zoom.innerText()).toBe("200 %");
  await viewer.canvas.focus();
  await viewer.page.keyboard.press("ArrowRight");
  await expect.poll(async () => Number((await viewer.readout()).x)).toBe(144);
});

test("a section is kept for arrays of one shape, and begins anew for others", async ({ viewer }) => {
  await viewer.show("cubes.asdf", CUBES);
  const index = viewer.page.getByLabel("Index on axis 0");
  await index.fill("1");
  await index.press("Enter");
  await viewer.drawn();
  await viewer.row("second").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("second");
  await viewer.drawn();
  await expect.poll(() => index.inputValue()).toBe("1");
  const at = await viewer.centreOf(2, 1, 3, 2);
  await viewer.page.mouse.move(at.x, at.y);
  await expect.poll(() => viewer.readout()).toEqual({ x: "2", y: "1", value: "32" });

  await viewer.row("other").click();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("other");
  await viewer.drawn();
  await expect.poll(() => index.inputValue()).toBe("0");
});

test("an array with one view has no tabs", async ({ viewer }) => {
  await viewer.show("cubes.asdf", CUBES);
  await viewer.row("words").click();
  await viewer.page.getByRole("region", { name: "Values" }).waitFor();
  await expect.poll(() => viewer.page.getByRole("tablist", { name: "Views" }).count()).toBe(0);
});

interface Case {
  /** A real file, and where in it. */
  readonly file: string;
  readonly key: string;
  /** Whether it needs another file that is open. */
  readonly several?: true;
  /** What the view has and no other. */
  readonly shown: (viewer: Viewer) => Locator;
}

const ROMAN = "roman/roman_l2_192.asdf";
const CASES: Readonly<Record<string, Case>> = {
  flags: { file: ROMAN, key: "dq", shown: ({ page }) => page.getByRole("complementary", { name: "Flags" }) },
  image: {
    file: ROMAN,
    key: "err",
    shown: ({ page }) => page.getByRole("application", { name: "roman/err" }),
  },
  rgb: {
    file: ROMAN,
    key: "data",
    shown: ({ page }) => page.getByRole("complementary", { name: "Colours" }),
  },
  together: {
    file: ROMAN,
    key: "data",
    several: true,
    shown: ({ page }) => page.locator(".together .pixels[aria-busy=false]"),
  },
  line: { file: ROMAN, key: "data", shown: ({ page }) => page.locator(".chart canvas") },
  histogram: {
    file: ROMAN,
    key: "data",
    shown: ({ page }) => page.getByRole("img", { name: /^Histogram from/ }),
  },
  table: {
    file: "asdf-standard/1.6.0/structured.asdf",
    key: "structured",
    shown: ({ page }) => page.getByRole("columnheader", { name: /^b / }),
  },
  columns: {
    file: "libasdf/byteorder.asdf",
    key: "uint16-big",
    shown: ({ page }) => page.getByRole("columnheader", { name: /^uint16-little / }),
  },
  text: {
    file: "asdf-standard/1.6.0/scalars.asdf",
    key: "string",
    shown: ({ page }) => page.getByRole("region", { name: "Text", exact: true }).getByText("foo"),
  },
  values: {
    file: ROMAN,
    key: "data",
    shown: ({ page }) => page.getByRole("gridcell", { name: "0.5" }).first(),
  },
};

const views = (viewer: Viewer) => viewer.page.getByRole("tablist", { name: "Views" });

/** Presses Tab until the focus is on an element. */
async function tabTo({ page }: Viewer, element: Locator): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await element.evaluate((it) => it.matches(":focus"))) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${element}`);
}

/** Walks down the tree from its first row, and opens the row. */
async function openByKeys(viewer: Viewer, key: string): Promise<void> {
  const { keyboard } = viewer.page;
  const keys = viewer.page.getByRole("treeitem").locator(".key");
  const current = viewer.page.locator('[role="treeitem"][aria-selected="true"] .key');
  await tabTo(viewer, viewer.tree);
  await keyboard.press("Home");
  const all = await keys.allInnerTexts();
  await expect.poll(() => current.innerText()).toBe(all[0]);
  for (const next of all.slice(1, all.indexOf(key) + 1)) {
    await keyboard.press("ArrowDown");
    await expect.poll(() => current.innerText()).toBe(next);
  }
  await keyboard.press("Enter");
}

describe("opened by mouse and by keys alone", () => {
  test("is every view", () => {
    expect(Object.keys(CASES).sort()).toEqual(VIEWS.map(({ name }) => name).sort());
  });

  for (const { name, label } of VIEWS) {
    test(label, async ({ viewer }) => {
      const { file, key, several, shown } = CASES[name] ?? {
        file: "",
        key: "",
        several: undefined,
        shown: () => viewer.canvas,
      };
      const isOnly = name === "table" || name === "text";
      const tab = views(viewer).getByRole("tab", { name: label });
      if (several) {
        await viewer.drop("beside.asdf", await fixture(file));
        await viewer.row(key).first().waitFor();
      }
      await viewer.drop("by-mouse.asdf", await fixture(file));
      await viewer.row(key).first().click();
      if (!isOnly) {
        await tab.click();
      }
      await shown(viewer).waitFor();

      await viewer.drop("by-keys.asdf", await fixture(file));
      await openByKeys(viewer, key);
      if (!isOnly) {
        const labels = await views(viewer).getByRole("tab").allInnerTexts();
        await tabTo(viewer, views(viewer).getByRole("tab").first());
        for (const next of labels.slice(1, labels.indexOf(label) + 1)) {
          await viewer.page.keyboard.press("ArrowRight");
          const shown = views(viewer).getByRole("tab", { name: next });
          await expect.poll(() => shown.getAttribute("aria-selected")).toBe("true");
        }
      }
      await shown(viewer).waitFor();
    });
  }
});
