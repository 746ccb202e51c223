/** Regions over the image: drawn, moved, resized and named by mouse, touch and keys, undone, linked, saved and loaded. */
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { fixture } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SIDE = 192;

/** The panel of the regions, opened by its key. */
async function toolOf(viewer: Viewer): Promise<Locator> {
  await viewer.canvas.focus();
  await viewer.page.keyboard.press("a");
  const tool = viewer.page.getByRole("complementary", { name: "Regions" });
  await tool.getByRole("toolbar").waitFor();
  // The image has its size beside the panel.
  await viewer.frames(2);
  return tool;
}

/** The numbers of the selected region, by their labels. */
function numbers(tool: Locator): Promise<Record<string, string>> {
  return tool.locator("fieldset").evaluateAll((sets) =>
    Object.fromEntries(
      sets.flatMap((set) =>
        [...set.querySelectorAll("label")].flatMap((label) => {
          const field = label.querySelector<HTMLInputElement>("input[type=number]");
          return field ? [[label.textContent ?? "", field.value]] : [];
        }),
      ),
    ),
  );
}

test("regions by mouse and keys: drawn, resized, moved, named, undone; in links; saved, loaded, shared by arrays", async ({
  viewer,
  open,
}) => {
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const { page } = viewer;
  const { keyboard } = page;
  const tool = await toolOf(viewer);

  await tool.getByRole("button", { name: "Box" }).click();
  await viewer.drag([20, 30], [39, 49], SIDE);
  const drawn = { x: "29.5", y: "39.5", Width: "20", Height: "20", Angle: "0" };
  await expect.poll(() => numbers(tool)).toEqual(drawn);
  // By its corner, then by its inside.
  await viewer.drag([39.5, 49.5], [49.5, 59.5], SIDE);
  await expect
    .poll(() => numbers(tool))
    .toEqual({ ...drawn, x: "34.5", y: "44.5", Width: "30", Height: "30" });
  await viewer.drag([30, 35], [40, 55], SIDE);
  await expect.poll(() => numbers(tool)).toMatchObject({ x: "44.5", y: "64.5", Width: "30" });
  await keyboard.press("ArrowRight");
  await keyboard.press("Shift+ArrowUp");
  await expect.poll(() => numbers(tool)).toMatchObject({ x: "45.5", y: "74.5" });
  // The arrows are one step of undo, the drags one each.
  await keyboard.press("Control+z");
  await expect.poll(() => numbers(tool)).toMatchObject({ x: "44.5", y: "64.5" });
  await keyboard.press("Control+z");
  await keyboard.press("Control+z");
  await expect.poll(() => numbers(tool)).toEqual(drawn);
  await keyboard.press("Control+Shift+z");
  await expect.poll(() => numbers(tool)).toMatchObject({ Width: "30" });

  // Point by point, until a double click, which leaves its point.
  await tool.getByRole("button", { name: "Polygon" }).click();
  for (const [column, row, clicks] of [
    [100, 100, 1],
    [150, 100, 1],
    [150, 150, 1],
    [100, 160, 2],
  ] as const) {
    const { x, y } = await viewer.centreOf(column, row, SIDE, SIDE);
    await page.mouse.click(x, y, { clickCount: clicks });
  }
  const outline = page.locator(".regions-over .selected .stroke");
  await expect.poll(() => outline.getAttribute("d")).toMatch(/^M100 100L150 100L150 150L100 160Z$/);
  await keyboard.press("Delete");

  // By keys alone: a line in the middle, whose length is on the sky too.
  await tool.getByRole("button", { name: "Line", exact: true }).press("Enter");
  await tool.getByRole("button", { name: "Add in the middle" }).press("Enter");
  await tool.getByLabel("x₁").fill("5");
  await tool.getByLabel("y₁").fill("6");
  await tool.getByLabel("x₂").fill("120");
  await tool.getByLabel("y₂").fill("90");
  await tool.getByLabel("y₂").press("Enter");
  await expect
    .poll(() => tool.locator(".region-place").innerText())
    .toMatch(/142\.411 px[\s\S]*15\.6367″[\s\S]*175\.2\d°/);
  await tool.getByLabel("Name").fill("ruler");
  await tool.getByLabel("Name").press("Enter");
  await expect.poll(() => page.locator(".regions-over text").allTextContents()).toEqual(["ruler"]);

  // A click selects, Tab goes on, Delete removes.
  await viewer.canvas.focus();
  await keyboard.press("Shift+Tab");
  await page.getByRole("img", { name: "2 regions, Box 1 selected" }).waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Delete");
  await page.getByRole("img", { name: "1 region, Box 1 selected" }).waitFor();
  await keyboard.press("Control+z");
  await page.getByRole("img", { name: "2 regions, ruler selected" }).waitFor();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    tool
      .getByRole("button", { name: "Save as" })
      .click()
      .then(() => tool.getByRole("menuitem", { name: "DS9, in ICRS" }).click()),
  ]);
  expect(download.suggestedFilename()).toBe("roman-data-icrs.reg");
  const saved = await readFile(await download.path(), "utf8");
  expect(saved).toMatch(/\nicrs\nbox\(.*\nline\(80\.24896\d*,30\.15278\d*,.* text=\{ruler\}\n$/);

  // The errors array has the same size.
  await viewer.row("err").click();
  await viewer.drawn();
  await page.getByRole("img", { name: "2 regions, ruler selected" }).waitFor();

  await viewer.checkAccessibility();
  await expect.poll(() => page.url()).toMatch(/regions=box@34\.5,44\.5,30,30\/line@5,6,120,90::ruler/);
  const linked = new URL(page.url());

  const other = await open({ query: linked.hash });
  await other.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const same = other.page.getByRole("complementary", { name: "Regions" });
  await same.getByRole("option", { name: "ruler" }).waitFor();
  await same.getByRole("button", { name: "Delete all" }).click();
  await same.getByText("Choose a shape to draw").waitFor();
  // What is dropped is for the array on the stage; what of it cannot be read is said.
  const mixed = `${saved}panda(1,2,3)\n`;
  await other.page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "saved.reg"));
    const target = document.querySelector("asdf-viewer")?.shadowRoot?.querySelector(".viewer");
    for (const type of ["dragenter", "dragover", "drop"]) {
      target?.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer }),
      );
    }
  }, mixed);
  await same.getByText("2 regions from saved.reg").waitFor();
  await same.getByText("Line 6: “panda” is a shape that is not drawn here").waitFor();
  await same.getByRole("option", { name: "Box" }).click();
  await expect.poll(() => numbers(same)).toMatchObject({ x: "34.5", y: "44.5", Width: "30", Height: "30" });
});

test("regions by touch: a tap places a shape, points make a polygon, a finger moves it", async ({ open }) => {
  const viewer = await open({ hasTouch: true, viewport: { width: 900, height: 800 } });
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const { page } = viewer;
  const tool = await toolOf(viewer);
  // A finger is not as exact as a mouse.
  const place = async () => Object.values(await numbers(tool)).map((number) => Math.round(Number(number)));
  await tool.getByRole("button", { name: "Polygon" }).tap();
  for (const [column, row] of [
    [30, 30],
    [90, 30],
    [60, 120],
  ] as const) {
    const { x, y } = await viewer.centreOf(column, row, SIDE, SIDE);
    await page.touchscreen.tap(x, y);
  }
  await tool.getByRole("button", { name: "Done" }).tap();
  await expect.poll(place).toEqual([60, 75]);
  const inside = await viewer.centreOf(60, 60, SIDE, SIDE);
  const to = await viewer.centreOf(80, 60, SIDE, SIDE);
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly { x: number; y: number }[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] });
  await send("touchStart", [inside]);
  await send("touchMove", [{ x: (inside.x + to.x) / 2, y: to.y }]);
  await send("touchMove", [to]);
  await send("touchEnd", []);
  await expect.poll(place).toEqual([80, 75]);
  // Two fingers zoom, whatever is about to be drawn.
  const zoom = page.locator(".zoom output");
  const before = await zoom.innerText();
  // By a key: Chromium takes no tap while it believes that the drag before goes on by its momentum.
  await tool.getByRole("button", { name: "Circle" }).press("Enter");
  const apart = (by: number) => [to, { x: inside.x - by, y: inside.y - by }];
  await send("touchStart", [to]);
  await send("touchStart", apart(20));
  await send("touchMove", apart(60));
  await send("touchMove", apart(120));
  await send("touchEnd", []);
  await expect
    .poll(async () => Number.parseFloat(await zoom.innerText()))
    .toBeGreaterThan(Number.parseFloat(before));
  await expect.poll(() => tool.getByRole("option").count()).toBe(1);
});
