/** The parts of the page: the sidebar resized and hidden, small windows, and targets large enough for fingers. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const ROMAN = "roman/roman_l2_192.asdf";

const separator = ({ page }: Viewer) => page.getByRole("separator", { name: "Size of the sidebar" });
const widthOf = async ({ page }: Viewer) => (await page.locator(".side").boundingBox())?.width ?? 0;

const isFocused = (locator: Locator) => locator.evaluate((element) => element.matches(":focus"));

async function showRoman(viewer: Viewer): Promise<void> {
  await viewer.show("roman.asdf", await fixture(ROMAN));
}

test("the sidebar is resized by mouse and keys and hidden by a key, and is so again later", async ({
  viewer,
}) => {
  await showRoman(viewer);
  const { page } = viewer;
  const usual = await widthOf(viewer);
  const box = (await separator(viewer).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, 300);
  await page.mouse.down();
  await page.mouse.move(600, 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(600, -1);
  await separator(viewer).press("ArrowLeft");
  await expect.poll(() => widthOf(viewer)).toBeLessThan(590);
  const set = await widthOf(viewer);

  await page.keyboard.press("Control+b");
  await expect.poll(() => page.locator(".side").count()).toBe(0);
  await viewer.drawn();
  await expect.poll(async () => (await viewer.canvas.boundingBox())?.width).toBe(1440);
  await viewer.checkAccessibility();

  await page.reload();
  await showRoman(viewer);
  await expect.poll(() => page.locator(".side").count()).toBe(0);
  await page.getByRole("button", { name: "Sidebar" }).click();
  await expect.poll(() => widthOf(viewer)).toBeCloseTo(set, -1);
  await separator(viewer).dblclick();
  await expect.poll(() => widthOf(viewer)).toBe(usual);
  await viewer.checkAccessibility();
});

test("names in the tree have the same badges beside them, whatever their length", async ({ viewer }) => {
  await showRoman(viewer);
  const shown = () =>
    viewer.page
      .locator(".kind-array .badges")
      .evaluateAll((all) => [
        ...new Set(
          all.map((badges) => [...badges.children].filter((badge) => badge.clientWidth > 0).length > 1),
        ),
      ]);
  await separator(viewer).press("Home");
  await expect.poll(shown).toEqual([false]);
  await separator(viewer).press("End");
  await expect.poll(shown).toEqual([true]);
});

test("in a low window all is within it, and on a narrow screen an open panel leaves the image its room", async ({
  open,
}) => {
  const viewer = await open({ viewport: { width: 720, height: 450 } });
  await showRoman(viewer);
  const bottom = () =>
    viewer.page.locator(".status").evaluate((status) => Math.round(status.getBoundingClientRect().bottom));
  await expect.poll(bottom).toBeLessThanOrEqual(450);
  const height = async (locator: Locator) => (await locator.boundingBox())?.height ?? 0;
  const tool = viewer.page.getByRole("complementary", { name: "Regions" });
  // A tool stands beside the image of a low window; its keys go back to the image.
  await viewer.canvas.press("a");
  await tool.getByRole("button", { name: "Point" }).waitFor();
  await viewer.page.keyboard.press("F6");
  await expect.poll(() => isFocused(tool.getByRole("button", { name: "Point" }))).toBe(true);
  await viewer.page.keyboard.press("Escape");
  await expect.poll(() => isFocused(viewer.canvas)).toBe(true);
  await tool.getByRole("button", { name: "Circle" }).press("Enter");
  await tool.getByRole("button", { name: "Add in the middle" }).press("Enter");
  await expect.poll(() => isFocused(viewer.canvas)).toBe(true);
  await expect.poll(bottom).toBeLessThanOrEqual(450);
  await expect.poll(() => height(viewer.canvas)).toBeGreaterThan(200);
  await viewer.screenshot("layout-tool-low");
  // On a narrow screen it is below, and its edge is moved.
  await viewer.page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(() => height(viewer.canvas)).toBeGreaterThan(240);
  const before = await height(tool);
  await viewer.page.getByRole("separator", { name: "Size of the panel" }).press("ArrowUp");
  await expect.poll(() => height(tool)).toBeGreaterThan(before);
  await expect.poll(bottom).toBeLessThanOrEqual(800);
  await viewer.checkAccessibility();
  await viewer.screenshot("layout-tool-narrow");
  await viewer.canvas.press("a");
  await tool.waitFor({ state: "detached" });
  await viewer.page.getByRole("button", { name: "Adjust" }).click();
  await viewer.page.getByRole("slider", { name: "Lower limit" }).waitFor();
  await expect.poll(async () => (await viewer.canvas.boundingBox())?.height).toBeGreaterThan(240);
  await expect.poll(bottom).toBeLessThanOrEqual(800);
  await viewer.screenshot("layout-narrow");
  await viewer.page.setViewportSize({ width: 320, height: 640 });
  const right = () =>
    viewer.page.locator(".header button:visible").evaluateAll((buttons) => {
      const edges = buttons.map((button) => Math.round(button.getBoundingClientRect().right));
      return Math.max(...edges);
    });
  await expect.poll(right).toBeLessThanOrEqual(320);
  // Narrower still, as a cell of a notebook on a zoomed page, the name is whole and no action is cut.
  await viewer.page.setViewportSize({ width: 200, height: 640 });
  await expect.poll(right).toBeLessThanOrEqual(200);
  const cut = () =>
    viewer.page
      .locator(".header .file-name")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
  await expect.poll(cut).toBe(false);
  await viewer.page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(right).toBeLessThanOrEqual(320);
  await viewer.canvas.focus();
  await viewer.page.keyboard.press("f");
  await expect.poll(async () => (await viewer.canvas.boundingBox())?.y).toBe(0);
  const keys = viewer.page.getByRole("button", { name: "Keys" });
  await expect.poll(() => keys.count()).toBe(0);
  await viewer.screenshot("layout-alone");
  await viewer.page.getByRole("button", { name: "Show header, sidebar and toolbars" }).click();
  await keys.waitFor();
  await viewer.screenshot("layout-320");
});

test("in a low box of any page the image keeps most of the height, and the sidebar is a bar that opens", async ({
  viewer,
}) => {
  const { page } = viewer;
  const resize = (width: number, height: number) =>
    page.evaluate(
      (style) => {
        const main = document.querySelector("main");
        main?.style.setProperty("width", style.width);
        main?.style.setProperty("height", style.height);
      },
      { width: `${width}px`, height: `${height}px` },
    );
  const cube = `cube: !core/ndarray-1.1.0
  datatype: float32
  data: ${JSON.stringify(Array.from({ length: 3 }, (_, z) => Array.from({ length: 20 }, (_, y) => Array.from({ length: 20 }, (_, x) => x * y + z))))}`;
  const high = () => viewer.canvas.evaluate((canvas) => canvas.getBoundingClientRect().height);
  const bottom = () =>
    page.locator(".status").evaluate((status) => Math.round(status.getBoundingClientRect().bottom));
  // As high as many pages and phones make it, and lower.
  await resize(384, 600);
  await showRoman(viewer);
  await expect.poll(high).toBeGreaterThan(330);
  await resize(460, 460);
  await expect.poll(high).toBeGreaterThan(250);
  await viewer.screenshot("layout-box");
  const search = page.getByRole("searchbox");
  const seen = () => search.evaluate((field) => field.getBoundingClientRect().bottom <= 460);
  await expect.poll(async () => (await page.locator(".side").boundingBox())?.height).toBeLessThan(50);

  // A tab, a button and a key open it.
  const whole = page.getByRole("button", { name: "The whole sidebar" });
  await whole.click();
  await expect.poll(seen).toBe(true);
  await viewer.checkAccessibility();
  await whole.click();
  await expect.poll(high).toBeGreaterThan(250);
  await viewer.canvas.press("/");
  await expect.poll(() => whole.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => isFocused(search)).toBe(true);
  await whole.click();
  await page.getByRole("tab", { name: "File" }).click();
  await expect.poll(() => whole.getAttribute("aria-expanded")).toBe("true");
  await page.getByRole("region", { name: "The file" }).waitFor();

  // With a row of axes, too; where the box is wide enough, the sidebar is beside.
  await viewer.show("cube.asdf", treeFile(cube));
  await expect.poll(high).toBeGreaterThan(180);
  await resize(640, 400);
  await expect.poll(high).toBeGreaterThan(180);
  await expect.poll(bottom).toBeLessThanOrEqual(400);
  await expect.poll(() => whole.isVisible()).toBe(false);
  // Rows are moved by Tab, and by the wheel.
  await page.getByRole("button", { name: "Adjust" }).focus();
  for (const name of ["Regions", "Compare", "Zoom out", "Zoom in"]) {
    await page.keyboard.press("Tab");
    const control = page.locator(".toolbar").getByRole("button", { name, exact: true });
    await expect.poll(() => isFocused(control)).toBe(true);
    const [more, edge] = [page.locator(".more"), (box: Element) => box.getBoundingClientRect()];
    const covers = (await more.evaluate(edge)).left;
    await expect.poll(async () => (await control.evaluate(edge)).right).toBeLessThanOrEqual(covers);
  }
  const axes = page.locator(".axes");
  await page.getByLabel("Index on axis 0").hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => axes.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await viewer.checkAccessibility();

  // The overview leaves room beside it, and a colour is as high as its controls.
  for (let i = 0; i < 3; i += 1) {
    await viewer.canvas.press("+");
  }
  const overview = page.getByRole("img", { name: /^Overview/ });
  const shareOfOverview = async () => ((await overview.boundingBox())?.height ?? 1000) / (await high());
  await expect.poll(shareOfOverview).toBeLessThan(0.4);
  await page.getByRole("tab", { name: "RGB" }).click();
  const red = page.getByRole("group", { name: "Red" });
  await expect.poll(async () => (await red.boundingBox())?.height).toBeLessThan(150);

  // On a narrow screen the tabs of files have a row in which their names are read.
  await resize(400, 800);
  const tab = viewer.tab("cube.asdf");
  const close = tab.locator(".close");
  await expect
    .poll(() => close.evaluate((cross) => cross.getBoundingClientRect().right))
    .toBeLessThanOrEqual(400);
  await expect.poll(async () => (await tab.boundingBox())?.width).toBeGreaterThan(80);
});

test("menus are within the window, and in a low one every control of the toolbar is reached", async ({
  open,
}) => {
  const viewer = await open({ viewport: { width: 640, height: 400 } });
  await showRoman(viewer);
  const { page } = viewer;
  // Wherever its button is: at the top, at the bottom, in what scrolls, beside the edge.
  const outside: string[] = [];
  const look = async (name: string): Promise<void> => {
    const button = page.getByRole("button", { name, exact: true });
    const menu = page.getByRole("menu", { name, exact: true });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await menu.waitFor();
    const last = menu.locator('[role^="menuitem"]').last();
    // Items join a menu while the file is still read: pressed until what is last then has the focus.
    const atEnd = async () => {
      await page.keyboard.press("End");
      return last.evaluate((item) => item.matches(":focus"));
    };
    await expect.poll(atEnd).toBe(true);
    const isWithin = await menu.evaluate((menu) => {
      const { top, left, bottom, right } = menu.getBoundingClientRect();
      const last = menu.lastElementChild?.getBoundingClientRect();
      const seen = last !== undefined && last.bottom <= bottom && last.top >= top;
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && seen;
    });
    if (!isWithin) {
      outside.push(`${name} at ${JSON.stringify(page.viewportSize())}`);
    }
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
  };
  for (const [width, height] of [
    [640, 400],
    [400, 800],
    [360, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    await viewer.drawn();
    for (const name of ["Save", "Copy", "Edit", "View"]) {
      await look(name);
    }
  }
  await page.setViewportSize({ width: 640, height: 400 });
  await viewer.canvas.press("a");
  const tool = page.getByRole("complementary", { name: "Regions" });
  await tool.getByRole("button", { name: "Circle" }).click();
  await tool.getByRole("button", { name: "Add in the middle" }).click();
  await look("Save as");
  await viewer.canvas.press("a");
  expect(outside).toEqual([]);

  const hidden = () =>
    page.locator(".toolbar").evaluate((toolbar) => {
      const { left, right, bottom } = toolbar.getBoundingClientRect();
      return [...toolbar.querySelectorAll("button, select")].flatMap((control) => {
        const box = control.getBoundingClientRect();
        const isAbsent = box.width === 0;
        const isSeen = isAbsent || (box.left >= left && box.right <= right && box.bottom <= bottom);
        return isSeen ? [] : [control.ariaLabel ?? control.textContent];
      });
    });
  await expect.poll(hidden).toContain("View");
  const more = page.getByRole("button", { name: "All controls" });
  await more.press("Enter");
  await expect.poll(hidden).toEqual([]);
  await viewer.checkAccessibility();
  await viewer.screenshot("layout-all-controls");
  await more.click();
  await expect.poll(async () => (await hidden()).length).toBeGreaterThan(0);
  // In a high window all are seen anyway.
  await page.setViewportSize({ width: 640, height: 800 });
  await expect.poll(hidden).toEqual([]);
  await expect.poll(() => more.isVisible()).toBe(false);
});

test("what is touched is at least 40 pixels high under a finger", async ({ open }) => {
  const viewer = await open({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
  await showRoman(viewer);
  await viewer.page.getByRole("button", { name: "Adjust" }).click();
  await viewer.page.getByRole("slider", { name: "Lower limit" }).waitFor();
  await viewer.page.getByRole("button", { name: "Adjust" }).click();
  const small = () =>
    viewer.page.locator(".viewer").evaluate((element) =>
      [...element.querySelectorAll("button, select, summary, [role=tab], [role=treeitem], input")].flatMap(
        (target) => {
          const { width, height } = target.getBoundingClientRect();
          return width > 0 && Math.round(height) < 40 ? (target.ariaLabel ?? target.textContent) : [];
        },
      ),
    );
  await expect.poll(small).toEqual([]);
  await viewer.page.getByRole("button", { name: "Fill the window" }).click();
  await expect.poll(small).toEqual([]);
  await viewer.screenshot("layout-touch");
});
