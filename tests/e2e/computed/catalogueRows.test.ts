/** What is done with the rows of a catalogue over an image: selected inside of regions, made regions, measured. */
import { NdArray, open as openFile } from "asdf-wasm";
import { measureRows } from "asdf-wasm/measure";
import { readRows, type TableSource, tableAt } from "asdf-wasm/tables";
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SIDE = 40;
const X = [10, 12, 30, 90, 20];
const Y = [10, 11, 30, 5, 4];
const list = (values: readonly number[]) =>
  `!core/ndarray-1.1.0 [${values.map((value) => value.toFixed(1)).join(", ")}]`;
const field = blockFile(
  [
    `data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${SIDE}, ${SIDE}]}`,
    `sources: {x: ${list(X)}, y: ${list(Y)}, a: ${list([4, 5, 6, 7, 0])}, b: ${list([2, 2, 3, 3, 1])}, theta: ${list([30, 0, 0, 0, 0])}}`,
  ].join("\n"),
  Uint8Array.from({ length: SIDE ** 2 }, (_, i) => (i * 37) % 251),
);

async function catalogue({ page }: Viewer) {
  await page.getByRole("button", { name: "Catalogue", exact: true }).click();
  await page.getByText("4 of 5 rows in the image").waitFor();
  return page.locator(".catalogue");
}

test("rows inside of regions are selected, shown alone in the table, and let go", async ({ open }) => {
  const viewer = await open({ query: "#file=field.asdf&regions=circle@10,10,4/box@30,30,4,4" });
  const { page } = viewer;
  await viewer.show("field.asdf", field);
  const panel = await catalogue(viewer);
  await panel.getByRole("button", { name: "Select rows inside of 2 regions" }).click();
  await panel.getByText("3 rows selected").waitFor();
  await page.getByRole("button", { name: "Regions", exact: true }).click();
  await page.getByRole("option", { name: /^Circle/ }).click();
  await page.getByRole("button", { name: "Catalogue", exact: true }).click();
  await panel.getByRole("button", { name: "Keep those inside" }).click();
  await panel.getByText("2 rows selected").waitFor();
  await viewer.checkAccessibility();

  // The table shows them alone, by its filters, too.
  await page.getByRole("treeitem", { name: /^sources/ }).click();
  await page.getByRole("button", { name: "Only these" }).click();
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("2 of 5 rows");
  await page.getByLabel("Filter x").fill("> 11");
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("1 of 5 rows");
  await page.getByRole("button", { name: "Deselect" }).click();
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("4 of 5 rows");
});

test("regions are made of rows, can be edited, and undone", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.show("field.asdf", field);
  const panel = await catalogue(viewer);
  await panel.getByText("Regions from rows").click();
  // Columns of ellipses are found by their names.
  await expect.poll(() => panel.getByLabel("Minor axis").inputValue()).toBe("3");
  await panel.getByLabel("Times").fill("2");
  await panel.getByLabel("Times").press("Enter");
  await panel.getByRole("button", { name: "Make regions of 4 rows" }).click();
  // One has no size.
  await panel.getByText("3 regions", { exact: true }).waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("catalogue-rows");
  await page.setViewportSize({ width: 400, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await viewer.screenshot("catalogue-rows-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(() => decodeURIComponent(new URL(page.url()).hash))
    .toContain(
      "regions=ellipse@10,10,8,4,30:39e6ff:0/ellipse@12,11,10,4:39e6ff:1/ellipse@30,30,12,6:39e6ff:2",
    );
  await page.getByRole("button", { name: "Regions", exact: true }).click();
  await page.getByRole("spinbutton", { name: "x", exact: true }).fill("31");
  await page.keyboard.press("Enter");
  await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toContain("ellipse@31,30,12,6");
  await page.getByRole("button", { name: "Duplicate" }).press("Control+z");
  await page.getByRole("button", { name: "Duplicate" }).press("Control+z");
  await expect.poll(() => new URL(page.url()).hash).not.toContain("regions=ellipse");

  await page.getByRole("button", { name: "Catalogue", exact: true }).click();
  await panel.getByText("Regions from rows").click();
  await panel.getByRole("combobox", { name: "Radius" }).selectOption("as typed, in pixels");
  await panel.getByLabel("Pixels", { exact: true }).fill("1.5");
  await panel.getByLabel("Pixels", { exact: true }).press("Enter");
  await panel.getByRole("button", { name: "Make regions of 4 rows" }).click();
  await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toContain("circle@20,4,1.5:39e6ff:4");
});

test("the image is measured at every row, as by the package; the table opens in a tab", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.show("field.asdf", field);
  const panel = await catalogue(viewer);
  await panel.getByText("Photometry at every row").click();
  await panel.getByRole("spinbutton", { name: "Radius" }).fill("2.5");
  await panel.getByRole("spinbutton", { name: "Radius" }).press("Enter");
  await panel.getByLabel("Gap").fill("1");
  await panel.getByLabel("Gap").press("Enter");
  await viewer.checkAccessibility();
  await panel.getByRole("button", { name: "Measure 5 rows" }).click();
  await page.getByRole("tab", { name: /^sources-measured\.asdf/, selected: true }).waitFor();
  const grid = page.getByRole("grid");
  const heading = grid.getByRole("columnheader", { name: /aperture_sum/ });
  // Columns to its right come and go until the widths fit: not the count of cells says which are its own.
  const at = await heading.getAttribute("aria-colindex");
  const cells = grid.locator(`[role=gridcell][aria-colindex="${at}"]`);
  await expect.poll(() => cells.and(page.locator("[aria-busy=false]")).count()).toBe(X.length);

  const file = await openFile(new Blob([Uint8Array.from(field)]));
  const image = file.get("data");
  const table: TableSource = tableAt(file, "sources");
  const background = { kind: "annulus", gap: 1, width: 5, by: "median" } as const;
  const own = image instanceof NdArray && (await measureRows(table, image, { radius: 2.5, background }));
  const { aperture_sum: sums } = own ? await readRows(own, { columns: ["aperture_sum"] }) : {};
  const shown = await cells.allInnerTexts();
  expect(shown.map((text) => (text === "masked" ? Number.NaN : Number(text)))).toEqual(
    [...(sums?.data ?? [])].map((sum, row) => (row === 3 ? Number.NaN : expect.closeTo(Number(sum), 9))),
  );
});
