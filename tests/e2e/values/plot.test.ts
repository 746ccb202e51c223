/** Two columns of a table as a plot: the journey of a person from the columns to rows in the table and over the image. */
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";
import { when } from "../support/when.ts";

const side = 8;
const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
const column = (values: readonly (number | string)[]) => `!core/ndarray-1.1.0 [${values.join(", ")}]`;
// Points at (1, 1), (2, 2) … of which one is no number.
const stars = `
stars:
  x: ${column([1, 2, 3, 4, 5, 6].map((x) => x.toFixed(1)))}
  y: ${column(["1.0", "2.0", "3.0", "4.0", ".nan", "6.0"])}
  name: [a, b, c, d, e, f]`;
const file = () =>
  blockFile(
    `data: ${array}${stars}`,
    Uint8Array.from({ length: side ** 2 }, (_, i) => i),
  );

test("rows are selected on a plot, by the pointer and by keys, and found in the table, the link and the image", async ({
  viewer,
}) => {
  const { page } = viewer;
  const selected = (count: string) => page.getByText(`${count} selected`, { exact: true }).waitFor();
  await viewer.show("stars.asdf", file());
  await viewer.row("stars").click();
  await page.getByRole("button", { name: "Plot", exact: true }).click();
  await page.getByText("5 points; not shown: 1 row not finite").waitFor();
  const plot = page.getByRole("application", { name: "y against x, 5 points" });
  const place = page.locator(".plot-points");
  await expect.poll(async () => (await place.boundingBox())?.width ?? 0).toBeGreaterThan(300);
  /** Where a point of the diagonal from 1 to 6 is, with the margins of 4 %. */
  const at = async (value: number) => {
    const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const part = (value - 0.8) / 5.4;
    return { x: x + part * width, y: y + (1 - part) * height };
  };

  const second = await at(2);
  await page.mouse.move(second.x, second.y);
  await expect.poll(() => page.locator(".plot-readout").innerText()).toMatch(/row 1\s+x 2\s+y 2/);
  const [from, to] = [await at(1.5), await at(4.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await selected("3 rows");
  await plot.focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator(".plot-readout").innerText()).toMatch(/row 5/);
  await page.keyboard.press("Enter");
  await selected("4 rows");
  await viewer.checkAccessibility();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/plot=x:y&rows=box:x:y::[-\d.,]+(?:;|%3B)at:5/);

  await page.getByLabel("y", { exact: true }).selectOption("name");
  await page.getByText("“name” is text: choose a column of numbers.").waitFor();
  await page.getByLabel("y", { exact: true }).selectOption("y");
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  await selected("4 rows");
  await page.getByRole("button", { name: "Only these" }).click();
  await expect
    .poll(() => page.locator(".grid-row[aria-selected=true] [role=rowheader]").allInnerTexts())
    .toEqual(["1", "2", "3", "5"]);

  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByLabel("What").selectOption("Table as shown");
  await dialog.getByText("stars, selected rows only").waitFor();
  await dialog.getByLabel("What").selectOption("Selected rows");
  await dialog.getByText("stars, 4 rows of 6").waitFor();
  await dialog.getByText("4 of 6 rows.").waitFor();
  await page.keyboard.press("Escape");

  // The link has it all, and the catalogue over the image has the rows.
  const link = await when(
    async () => new URL(page.url()).hash,
    (hash) => hash.includes("only=selected"),
  );
  await page.getByRole("grid").focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(6);
  await expect.poll(() => page.url()).not.toContain("rows=");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, link);
  await selected("4 rows");
  await viewer.row("data").click();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByText("5 of 6 rows in the image").waitFor();
  await selected("4 rows");
});
