/** The number grid: any section of an array as numbers, as numpy has them, by mouse and by keys. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { blockFile, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";
import { when } from "../support/when.ts";

const folder = join(import.meta.dirname, "tables");
const truth = JSON.parse(await readFile(join(folder, "tables.json"), "utf8"));
const tables = await readFile(join(folder, "tables.asdf"));

/** An array of so many elements, of which the file has the first block's bytes over and over. */
const VAST = 10 ** 9;

class Grid {
  readonly viewer: Viewer;

  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  get grid() {
    return this.viewer.page.getByRole("grid");
  }

  /** The values of the rows that are seen, from the first column on. */
  async rows(count: number, columns: number): Promise<string[][]> {
    await expect.poll(() => this.grid.locator("[aria-busy=true]").count()).toBe(0);
    const rows = await this.grid.getByRole("row").all();
    return Promise.all(
      rows.slice(1, count + 1).map(async (row) => {
        const texts = await row.getByRole("gridcell").allInnerTexts();
        return texts.slice(0, columns);
      }),
    );
  }

  /** The index of the current cell, and its value in full. */
  async current(): Promise<[place: string, value: string]> {
    const at = this.viewer.page.locator(".values .at");
    const datum = this.viewer.page.locator(".values .datum");
    await expect.poll(() => datum.innerText()).not.toBe("reading…");
    return [await at.innerText(), await datum.innerText()];
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.viewer.page.keyboard.press(key);
    }
  }

  async goTo(text: string): Promise<void> {
    const field = this.viewer.page.getByLabel("Go to");
    await field.fill(text);
    await field.press("Enter");
  }
}

async function showGrid(viewer: Viewer, key: string): Promise<Grid> {
  await viewer.row(key).click();
  await viewer.page.getByRole("tab", { name: "Values" }).click();
  const grid = new Grid(viewer);
  await grid.grid.waitFor();
  return grid;
}

test("a section of a cube, its axes laid otherwise, every digit on demand", async ({ open }) => {
  const viewer = await open({ viewport: { width: 1000, height: 620 } });
  await viewer.drop("tables.asdf", tables);
  const grid = await showGrid(viewer, "cube");
  const index = viewer.page.getByLabel("Index on axis 0");
  await index.fill("1");
  await index.press("Enter");
  await viewer.page.getByRole("button", { name: "Full precision" }).click();
  await expect
    .poll(() => grid.rows(4, 4))
    .toEqual(
      truth.cube.map((row: string[]) =>
        row.map((text) => String(text === "nan" ? Number.NaN : Number(text))),
      ),
    );
  await viewer.page.getByRole("button", { name: "Full precision" }).click();
  await expect.poll(async () => (await grid.rows(1, 1))[0]).toEqual(["0.333333"]);
  await viewer.checkAccessibility();
  await viewer.screenshot("grid");

  // Rows along the last axis, columns along the first: the index is now that on axis 1.
  await viewer.page.getByLabel("Rows", { exact: true }).selectOption({ index: 2 });
  await viewer.page.getByLabel("Columns", { exact: true }).selectOption({ index: 0 });
  const middle = viewer.page.getByLabel("Index on axis 1");
  await middle.fill("7");
  await middle.press("Enter");
  await grid.goTo("39, 0");
  await expect.poll(() => grid.current()).toEqual(["[0, 7, 39]", truth.turned[0]]);
  await grid.press("End");
  await expect.poll(() => grid.current()).toEqual(["[2, 7, 39]", truth.turned[2]]);

  // The image shows the same section, turned.
  await viewer.page.getByRole("tab", { name: "Image" }).click();
  await viewer.drawn();
  const at = await viewer.centreOf(2, 39, 3, 50);
  await viewer.page.mouse.move(at.x, at.y);
  const value = String(Number(Number(truth.turned[2]).toPrecision(6)));
  await expect.poll(() => viewer.readout()).toEqual({ x: "2", y: "39", value });
});

test("keys go to every edge, select, and copy as a spreadsheet takes it", async ({ open }) => {
  const viewer = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await viewer.drop("tables.asdf", tables);
  const grid = await showGrid(viewer, "cube");
  await grid.grid.focus();
  for (const [key, place] of [
    ["ArrowDown", "[0, 1, 0]"],
    ["ArrowRight", "[0, 1, 1]"],
    ["ArrowUp", "[0, 0, 1]"],
    ["ArrowUp", "[0, 0, 1]"],
    ["End", "[0, 0, 49]"],
    ["Home", "[0, 0, 0]"],
    ["Control+End", "[0, 39, 49]"],
    ["Control+Home", "[0, 0, 0]"],
  ] as const) {
    await grid.press(key);
    await expect.poll(async () => (await grid.current())[0], { message: key }).toBe(place);
  }
  await grid.press("PageDown");
  await when(
    () => grid.current(),
    ([place]) => Number(place.split(",")[1]) > 10,
  );
  await grid.press("PageUp");
  const index = viewer.page.getByLabel("Index on axis 0");
  await index.fill("1");
  await index.press("Enter");
  await grid.grid.focus();
  await grid.press("Control+Home", "Shift+ArrowDown", "Shift+ArrowRight");
  await expect.poll(() => grid.grid.locator("[aria-selected=true]").count()).toBe(4);
  await grid.press("Control+c");
  await viewer.page.getByText("Copied 2 rows of 2 values").waitFor();
  const copied = await viewer.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(
    truth.cube
      .slice(0, 2)
      .map((row: string[]) => row.slice(0, 2).join("\t"))
      .join("\n"),
  );

  const cell = (text: string) => grid.grid.getByRole("gridcell", { name: text, exact: true });
  await cell("NaN").click();
  await expect.poll(() => grid.current()).toEqual(["[1, 2, 3]", "NaN"]);
  await expect.poll(() => cell("NaN").getAttribute("class")).toContain("nan");
  await cell("0.333333").click({ modifiers: ["Shift"] });
  await expect.poll(() => grid.grid.locator("[aria-selected=true]").count()).toBe(12);
  await viewer.page.getByRole("button", { name: "Copy", exact: true }).last().click();
  await viewer.page.getByText("Copied 3 rows of 4 values").waitFor();
});

test("the grid follows the pixel that is picked in the image, and the image the cell", async ({ viewer }) => {
  await viewer.drop("tables.asdf", tables);
  await viewer.row("cube").click();
  await viewer.drawn();
  const at = await viewer.centreOf(39, 7, 50, 40);
  await viewer.page.mouse.click(at.x, at.y);
  // The pointer leaves the image before the tab is clicked: what is read out is the picked pixel, then the current cell.
  await viewer.page.getByRole("tab", { name: "Values" }).hover();
  await viewer.page.locator(".readout .x", { hasText: "39" }).waitFor();
  await viewer.page.getByRole("tab", { name: "Values" }).click();
  const grid = new Grid(viewer);
  await grid.grid.waitFor();
  await expect.poll(() => grid.current()).toEqual(["[0, 7, 39]", truth.turned[0]]);
  await grid.goTo("12, 40");
  await viewer.page.getByRole("tab", { name: "Image" }).click();
  await viewer.drawn();
  await expect.poll(() => viewer.readout()).toMatchObject({ x: "40", y: "12" });
  const marked = async () => {
    const mark = await viewer.page.locator(".picked").boundingBox();
    const to = await viewer.centreOf(40, 12, 50, 40);
    const { x, y, width, height } = mark ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2 - to.x, y: y + height / 2 - to.y };
  };
  await expect.poll(marked).toEqual({ x: expect.closeTo(0, 0), y: expect.closeTo(0, 0) });
  await viewer.screenshot("picked");

  // By keys: Enter picks the pixel in the middle, which is read out after a key.
  await viewer.canvas.focus();
  await grid.press("1", "Enter");
  const { x, y } = await when(
    () => viewer.readout(),
    ({ x, y }) => x !== "40" || y !== "12",
  );
  await viewer.page.getByRole("tab", { name: "Values" }).click();
  await expect.poll(async () => (await grid.current())[0]).toBe(`[0, ${y}, ${x}]`);
});

test("what is masked is told apart from what is no number", async ({ viewer }) => {
  const yaml = "line: !core/ndarray-1.1.0\n  datatype: float64\n  data: [0.1, null, .nan, -.inf]";
  await viewer.drop("mask.asdf", treeFile(yaml));
  const grid = await showGrid(viewer, "line");
  await expect.poll(() => grid.rows(4, 1)).toEqual([["0.1"], ["masked"], ["NaN"], ["-Infinity"]]);
  await grid.goTo("2");
  await expect.poll(() => grid.current()).toEqual(["[2]", "NaN"]);
});

test("columns are of one width, which grows when longer numbers are seen", async ({ viewer }) => {
  const values = new Uint32Array(600 * 4);
  values.fill(4_000_000_000, 500 * 4);
  const tree =
    "values: !core/ndarray-1.1.0 {source: 0, datatype: uint32, byteorder: little, shape: [600, 4]}";
  await viewer.drop("long.asdf", blockFile(tree, new Uint8Array(values.buffer)));
  const grid = await showGrid(viewer, "values");
  const widths = () =>
    grid.grid
      .locator(".grid-head [aria-colindex]:not([aria-colindex='1'])")
      .evaluateAll((heads) => heads.map((head) => head.clientWidth));
  await expect.poll(() => grid.rows(1, 4)).toEqual([["0", "0", "0", "0"]]);
  const [narrow = 0] = await when(widths, ([first = 0]) => first > 0);
  await grid.goTo("550, 2");
  await expect.poll(async () => (await grid.rows(1, 4))[0]?.[0]).toBe("4000000000");
  const [wide = 0, ...others] = await when(widths, ([first = 0]) => first > narrow);
  expect(others).toEqual([wide, wide, wide]);
  await grid.goTo("0, 0");
  await expect.poll(async () => (await grid.rows(1, 1))[0]?.[0]).toBe("0");
  await expect.poll(() => widths()).toEqual([wide, wide, wide, wide]);
});

test("a thousand million elements: scrolled, gone to, and only what is seen is read", async ({ open }) => {
  const viewer = await open();
  // 4 bytes of one block, one stride of 0: the same number a thousand million times.
  const yaml = `
vast: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${VAST}, 2], strides: [0, 1]}`;
  await viewer.drop("vast.asdf", blockFile(yaml, Uint8Array.of(7, 9)));
  const grid = await showGrid(viewer, "vast");
  await grid.grid.focus();
  await grid.press("Control+End");
  await expect.poll(() => grid.current()).toEqual([`[${VAST - 1}, 1]`, "9"]);
  await grid.grid.getByRole("rowheader", { name: String(VAST - 1) }).waitFor();
  await grid.goTo("123456789, 0");
  await expect.poll(() => grid.current()).toEqual(["[123456789, 0]", "7"]);
  await grid.grid.getByRole("rowheader", { name: "123456789" }).waitFor();

  // A turn of the wheel is a few rows, not a part of the whole.
  const first = async () => Number(await grid.grid.getByRole("rowheader").first().innerText());
  const before = await when(first, (row) => row > 123_456_000 && row <= 123_456_789);
  await grid.grid.hover();
  await viewer.page.mouse.wheel(0, 240);
  await expect.poll(first).toBe(before + 10);
  await viewer.page.mouse.wheel(0, -240);
  await expect.poll(first).toBe(before);

  // The scroll bar stands for the whole.
  await grid.grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect.poll(first).toBeGreaterThan(0.49 * VAST);
  await expect.poll(() => first()).toBeLessThan(0.51 * VAST);
  await grid.goTo(`${VAST}, 0`);
  const complaint = () =>
    viewer.page.getByLabel("Go to").evaluate((field: HTMLInputElement) => field.validationMessage);
  await expect.poll(complaint).toBe(`There is no row ${VAST}: the last is ${VAST - 1}.`);
});
