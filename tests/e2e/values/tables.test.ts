/** Tables of records and of columns: every value, sorted and filtered as numpy would, by mouse and by keys. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const folder = join(import.meta.dirname, "tables");
const truth = JSON.parse(await readFile(join(folder, "tables.json"), "utf8"));
const tables = await readFile(join(folder, "tables.asdf"));

class TableOnPage {
  readonly viewer: Viewer;

  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  get grid() {
    return this.viewer.page.getByRole("grid");
  }

  head(name: string) {
    return this.grid.getByRole("columnheader", { name: new RegExp(`^${name} `) });
  }

  get count() {
    return this.viewer.page.locator(".values .count");
  }

  /** The headings of the rows that are seen: their numbers in the file. */
  async rows(): Promise<number[]> {
    await this.settled();
    return (await this.grid.getByRole("rowheader").allInnerTexts()).map(Number);
  }

  /** What stands in a column of the rows that are seen. */
  async column(name: string): Promise<string[]> {
    await this.settled();
    const headings = await this.grid.locator(".grid-head [role=columnheader]").allInnerTexts();
    const at = headings.findIndex((heading) => heading.startsWith(name));
    const rows = await this.grid.locator(".grid-row").all();
    return Promise.all(
      rows.map((row) =>
        row
          .getByRole("gridcell")
          .nth(at - 1)
          .innerText(),
      ),
    );
  }

  /** Waits until the rows that are seen are the first of an order. */
  async expectRows(order: readonly number[], message = "rows"): Promise<void> {
    await expect
      .poll(() => this.rows(), { message })
      .toSatisfy((rows: number[]) => rows.length > 0 && isDeepStrictEqual(rows, order.slice(0, rows.length)));
  }

  async settled(): Promise<void> {
    await this.viewer.page.locator(".stage[aria-busy=false]").waitFor();
    await expect.poll(() => this.grid.locator(".grid-row [aria-busy=true]").count()).toBe(0);
  }

  async sort(name: string): Promise<void> {
    await this.head(name).getByRole("button").click();
  }

  async filter(name: string, text: string): Promise<void> {
    await this.viewer.page.getByLabel(`Filter ${name}`).fill(text);
  }
}

async function showTable(viewer: Viewer, key: string): Promise<TableOnPage> {
  await viewer.drop("tables.asdf", tables);
  await viewer.row(key).click();
  const table = new TableOnPage(viewer);
  await table.grid.waitFor();
  return table;
}

test("a table of astropy's: its values, units and descriptions, what is masked", async ({ open }) => {
  const viewer = await open({ viewport: { width: 1440, height: 620 } });
  const table = await showTable(viewer, "catalog");
  await expect.poll(() => table.count.innerText()).toBe("300 rows");
  await expect.poll(async () => (await table.column("id")).slice(0, 5)).toEqual(truth.ids);
  await expect
    .poll(async () => (await table.column("flux")).map(Number))
    .toSatisfy(
      (flux: number[]) =>
        flux.length > 0 && isDeepStrictEqual(flux, truth.flux.slice(0, flux.length).map(Number)),
    );
  await expect.poll(() => table.head("ra").innerText()).toContain("deg");
  await expect
    .poll(() => table.head("ra").locator("[title]").getAttribute("title"))
    .toContain("Right ascension");
  await expect.poll(() => table.head("flux").innerText()).toContain("Jy");
  await expect.poll(async () => (await table.column("magnitude"))[3]).toBe("masked");
  await expect.poll(async () => (await table.column("saturated")).slice(0, 2)).toEqual(["true", "false"]);
  await expect.poll(async () => (await table.column("position"))[0]).toMatch(/^\[\d+, \d+\]$/);
  await viewer.checkAccessibility();
  await viewer.screenshot("table");
});

test("columns fit what they hold, stay so while they are scrolled, and are dragged to any width", async ({
  viewer,
}) => {
  const table = await showTable(viewer, "catalog");
  const { page } = viewer;
  await table.settled();
  const names = ["id", "ra", "band", "flux", "magnitude", "saturated", "position"];
  const boxOf = async (name: string) =>
    (await table.head(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const widths = () => Promise.all(names.map(async (name) => Math.round((await boxOf(name)).width)));
  await expect.poll(async () => (await boxOf("flux")).width).toBeLessThan(100);
  const cut = () =>
    table.grid
      .getByRole("gridcell")
      .evaluateAll(
        (cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
  await expect.poll(cut).toBe(0);
  const fitted = await widths();
  const [, ra = 0] = fitted;

  const drag = async (by: number) => {
    const { x, y, width } = await boxOf("ra");
    await page.mouse.move(x + width - 3, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width - 3 + by, y + 60, { steps: 3 });
    await page.mouse.up();
  };
  const { x: bandAt } = await boxOf("band");
  await drag(60);
  await expect.poll(async () => (await boxOf("ra")).width).toBe(ra + 60);
  await expect.poll(async () => (await boxOf("band")).x).toBe(bandAt + 60);
  await expect.poll(() => page.locator(".values .at").innerText()).toBe("id");
  await drag(-1000);
  await expect.poll(async () => (await boxOf("ra")).width).toBe(32);
  // A number that has no room loses digits, not its end.
  await expect.poll(async () => (await table.column("position"))[0]).toMatch(/^\[/);
  await expect.poll(async () => (await table.column("ra"))[0]).toBe("78");
  const { x, y, width } = await boxOf("ra");
  await page.mouse.dblclick(x + width - 3, y + 10);
  await expect.poll(widths).toEqual(fitted);

  await table.grid.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(">");
  await expect.poll(async () => (await boxOf("ra")).width).toBe(ra + 16);
  await page.keyboard.press("<");
  await page.keyboard.press("<");
  await expect.poll(async () => (await boxOf("ra")).width).toBe(ra - 16);
  await page.keyboard.press("=");
  await expect.poll(widths).toEqual(fitted);

  await page.keyboard.press("Control+End");
  await expect.poll(async () => (await table.rows()).at(-1)).toBe(299);
  await expect.poll(() => widths()).toEqual(fitted);
});

test("sorting is stable, with what is no number and what is masked last", async ({ viewer }) => {
  const table = await showTable(viewer, "catalog");
  for (const [name, order] of [
    ["flux", truth.byFlux],
    ["flux", truth.byFluxDescending],
    ["magnitude", truth.byMagnitude],
    ["band", truth.byBand],
  ] as const) {
    await table.sort(name);
    await table.expectRows(order, name);
  }
  await expect.poll(() => table.head("band").getAttribute("aria-sort")).toBe("ascending");
  await table.sort("band");
  await table.sort("band");
  await expect.poll(async () => (await table.rows()).slice(0, 3)).toEqual([0, 1, 2]);

  // By keys: the button of the heading, then the grid, down to the last row.
  await table.head("flux").getByRole("button").focus();
  await viewer.page.keyboard.press("Enter");
  await table.settled();
  await table.grid.focus();
  await viewer.page.keyboard.press("Control+End");
  await expect.poll(async () => (await table.rows()).slice(-4)).toEqual(truth.byFlux.slice(-4));

  // The order is kept while something else is looked at.
  await viewer.page.getByRole("tab", { name: "Text" }).click();
  await table.grid.waitFor({ state: "detached" });
  await viewer.page.getByRole("tab", { name: "Table" }).click();
  await expect.poll(async () => (await table.rows()).slice(0, 3)).toEqual(truth.byFlux.slice(0, 3));
  await expect.poll(() => table.head("flux").getAttribute("aria-sort")).toBe("ascending");
});

test("a column is filtered by a text or by a comparison", async ({ viewer }) => {
  const table = await showTable(viewer, "catalog");
  await table.filter("flux", "> 9");
  await expect.poll(() => table.count.innerText()).toBe(`${truth.bright.length} of 300 rows`);
  await table.expectRows(truth.bright);
  await table.filter("flux", `= ${truth.flux[0]}`);
  await expect.poll(() => table.rows()).toContain(0);
  await table.filter("flux", "");
  await table.filter("band", "f146");
  await expect.poll(() => table.count.innerText()).toBe(`${truth.f146.length} of 300 rows`);
  await table.expectRows(truth.f146);
  await table.filter("flux", "> high");
  await viewer.page.getByText('"high" is no number to compare with').waitFor();
  await table.filter("flux", "> 1000");
  await expect.poll(() => table.count.innerText()).toBe("0 of 300 rows");
  await viewer.checkAccessibility();
});

test("records have a column for each field, those of records in them too", async ({ viewer }) => {
  const table = await showTable(viewer, "records");
  await expect.poll(async () => (await table.column("name")).slice(0, 3)).toEqual(["s0", "s1", "s2"]);
  await expect.poll(async () => (await table.column("label")).slice(0, 4)).toEqual(["é", "b", "", "zz"]);
  await expect.poll(async () => (await table.column("counts"))[1]).toBe("[[4, 5], [6, 7]]");
  await expect.poll(async () => (await table.column("at.x"))[0]).toBe("-1");
  await expect.poll(async () => (await table.column("at.y"))[3]).toBe("0.375");
  await expect.poll(async () => (await table.column("z"))[2]).toBe("2 -4i");
  await expect.poll(() => table.head("counts").getByRole("button").isDisabled()).toBe(true);
});

test("quantities and times are columns, a table of the core schemas is one, and what is none says so", async ({
  viewer,
}) => {
  const table = await showTable(viewer, "quantities");
  await expect.poll(() => table.column("distance")).toEqual(["3.5", "1.25", "2"]);
  await expect.poll(async () => (await table.column("seen"))[1]).toBe("2025-06-07T08:09:10.000");
  const core = treeFile(`
table: !core/table-1.0.0
  columns:
  - !core/column-1.0.0 {name: a, unit: !unit/unit-1.0.0 m, data: !core/ndarray-1.1.0 {data: [3, 1, 2]}}
  - !core/column-1.0.0 {name: b, data: !core/ndarray-1.1.0 {data: [x, y, z], datatype: [ascii, 1]}}
  - !core/column-1.0.0 {name: c, data: none}
empty: !core/table-1.0.0 {columns: []}`);
  await viewer.drop("core.asdf", core);
  await viewer.row("table").click();
  await viewer.page.getByText("3 rows; not shown: c").waitFor();
  await table.sort("a");
  await expect.poll(() => table.column("b")).toEqual(["y", "z", "x"]);
  await viewer.row("empty").click();
  await viewer.page.getByText("empty has no columns that can be shown.").waitFor();
});

test("what is shown is saved as comma-separated values", async ({ viewer }) => {
  const table = await showTable(viewer, "catalog");
  await table.filter("band", "f146");
  await expect.poll(() => table.count.innerText()).toContain(" of 300");
  const downloading = viewer.page.waitForEvent("download");
  await viewer.page.getByRole("button", { name: "Save as CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("tables-catalog.csv");
  const text = await readFile((await download.path()) ?? "", "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe("id,ra,band,flux,magnitude,saturated,position");
  expect(lines).toHaveLength(truth.f146.length + 1);
  expect(lines[1]).toMatch(/^\d{16},[\d.]+,F146,[^,]*,[^,]*,(true|false),"\[\d+, \d+\]"$/);
});

test("columns of equal length in a map are a table, which their arrays offer too", async ({ viewer }) => {
  const column = (values: string, type = "float64") =>
    `!core/ndarray-1.1.0 {data: [${values}], datatype: ${type}, shape: [3]}`;
  const yaml = `halos: {mass: ${column("3.5, 1.5, 2.5")}, n: ${column("1, 2, 3", "int32")}}
log: {note: lists, hours: [7, 8], state: [ok, bad]}`;
  await viewer.drop("columns.asdf", treeFile(yaml));
  const table = new TableOnPage(viewer);
  await expect.poll(() => viewer.row("halos").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => table.column("mass")).toEqual(["3.5", "1.5", "2.5"]);
  await table.head("mass").getByRole("button").click();
  await table.expectRows([1, 2, 0]);
  await viewer.row("halos").click();
  await viewer.row("n").click();
  await viewer.page.getByRole("tab", { name: "Table" }).click();
  // The same table, sorted as it was.
  await table.expectRows([1, 2, 0]);
  await expect.poll(() => table.column("n")).toEqual(["2", "3", "1"]);
  // A map that is a table in part does not replace an array unless it is asked to.
  await viewer.row("log").click();
  await expect.poll(() => table.column("n")).toEqual(["2", "3", "1"]);
  await viewer.page.getByRole("button", { name: "Show as a table" }).click();
  await expect.poll(() => table.column("state")).toEqual(["ok", "bad"]);
  await expect.poll(() => table.count.innerText()).toBe("2 rows; not shown: note");
});
