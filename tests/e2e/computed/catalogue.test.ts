/** Rows of a table over an image: the journey of a person. */

import { expect } from "vitest";
import { blockFile, treeFile } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

test("rows are drawn over the image, and selected there and in the table", async ({ viewer }) => {
  const { page } = viewer;
  const side = 8;
  const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  const sources =
    "{x: !core/ndarray-1.1.0 [2.0, 6.0, 90.0], y: !core/ndarray-1.1.0 [2.0, 5.0, 5.0], flux: !core/ndarray-1.1.0 [10, 20, 30]}";
  const onSky = "stars: {ra: !core/ndarray-1.1.0 [1.0, 2.0], dec: !core/ndarray-1.1.0 [3.0, 4.0]}";
  const values = Uint8Array.from({ length: side ** 2 }, (_, i) => i);
  await viewer.show("field.asdf", blockFile(`data: ${array}\n${onSky}\nsources: ${sources}`, values));
  // Of two tables, only one has places in an image without world coordinates.
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
  await page.getByText("2 of 3 rows in the image").waitFor();
  // The image is beside the panel now.
  const at = await viewer.centreOf(6, 5, side, side);
  await page.mouse.click(at.x, at.y);
  const row = page.getByLabel("Row", { exact: true });
  await expect.poll(() => row.inputValue()).toBe("1");
  await page.getByRole("definition").filter({ hasText: "20" }).waitFor();
  await viewer.checkAccessibility();
  // By Enter, the one that is pointed at, and the one in the middle of the view.
  await row.fill("0");
  await row.press("Enter");
  await page.getByRole("definition").filter({ hasText: "10" }).waitFor();
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [other, first] = [at, await viewer.centreOf(2, 2, side, side)];
  await page.mouse.move(
    box.x + box.width / 2 + other.x - first.x,
    box.y + box.height / 2 + other.y - first.y,
  );
  await expect.poll(async () => (await viewer.readout()).x).toBe("6");
  await viewer.canvas.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => row.inputValue()).toBe("1");
  await page.mouse.move(2, 2);
  await expect
    .poll(async () => {
      await page.keyboard.press("Enter");
      return row.inputValue();
    })
    .toBe("0");
  await expect.poll(() => new URL(page.url()).hash).toContain("catalogue=sources");

  // The largest symbol is outside of the image, so that less is drawn.
  const drawn = () =>
    page.getByRole("img", { name: /^Catalogue,/ }).evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  const before = await drawn();
  await page.getByLabel("Size by").selectOption("flux");
  await page.getByText("Symbols grow from 10 to 30").waitFor();
  await expect.poll(drawn).toBeLessThan(before);
  await page.getByRole("button", { name: "Reverse" }).press("Enter");
  await page.getByText("Symbols grow from 30 to 10").waitFor();
  // By the colour of their values, between limits that can be typed.
  const tints = () =>
    page.getByRole("img", { name: /^Catalogue,/ }).evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const found = { red: false, blue: false };
      for (let i = 0; i < data.length; i += 4) {
        const redder = (data[i] ?? 0) - (data[i + 2] ?? 0);
        found.red ||= redder > 80 && (data[i + 3] ?? 0) > 120;
        found.blue ||= redder < -80 && (data[i + 3] ?? 0) > 120;
      }
      return found;
    });
  await page.getByLabel("Colour by").selectOption("flux");
  await page.getByText("Colours from 10 to 30").waitFor();
  await page.getByLabel("Value of the last colour").fill("20");
  await page.getByLabel("Value of the last colour").press("Enter");
  await page.getByText("Colours from 10 to 20").waitFor();
  await page.locator(".catalogue").getByLabel("Colours").selectOption("Coolwarm");
  await expect.poll(tints).toEqual({ red: true, blue: true });
  await expect
    .poll(() => decodeURIComponent(new URL(page.url()).hash))
    .toContain("catalogue-by=size:-flux,color:flux:coolwarm:10:20");
  await viewer.checkAccessibility();

  await viewer.row("sources").click();
  await page.locator(".grid-row [aria-selected=true]", { hasText: "2" }).first().waitFor();

  // The same table over the image of another file.
  await viewer.drop("plain.asdf", blockFile(`data: ${array}`, values));
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
  await page.getByRole("option", { name: "field.asdf: sources (3)" }).waitFor({ state: "attached" });
  // "none" is a choice that stays.
  await page.getByLabel("Table").selectOption("none");
  await page.getByRole("img", { name: /^Catalogue/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await expect.poll(() => page.getByLabel("Table").inputValue()).toBe("");
});

test("a table of a file that waits is drawn once it is chosen; what is not drawn as chosen is said", async ({
  viewer,
}) => {
  const { page } = viewer;
  const side = 8;
  const array = `!core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: little, shape: [${side}, ${side}]}`;
  const numbers = (values: readonly number[]) =>
    `!core/ndarray-1.1.0 {datatype: float64, data: [${values.map((value) => (Number.isNaN(value) ? ".nan" : value)).join()}]}`;
  const many = Array.from({ length: 9000 }, (_, i) => i);
  const x = many.map((i) => (i < 3 ? Number.NaN : (i % 90) / 12));
  const y = many.map((i) => Math.floor(i / 90) / 14);
  const flux = many.map((i) => (i < 5 ? Number.NaN : i));
  await viewer.dropAll({
    "a.asdf": blockFile(`data: ${array}`, new Uint8Array(side ** 2)),
    "b.asdf": treeFile("name: no table"),
    "c.asdf": treeFile(`stars: {x: ${numbers(x)}, y: ${numbers(y)}, flux: ${numbers(flux)}}`),
  });
  await viewer.drawn();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByLabel("Table").selectOption("b.asdf");
  await page.getByText("b.asdf has no table with two columns of numbers").waitFor();
  await page.getByLabel("Table").selectOption("c.asdf");
  await page.getByText("8997 of 9000 rows in the image, 3 without a position. So many are dots").waitFor();
  await expect.poll(() => page.getByLabel("Table").inputValue()).toBe("c.asdf: stars");
  await page.getByLabel("Size by").selectOption("flux");
  await page.getByText("the smallest also stand for 5 rows without a number").waitFor();
  // Few enough are symbols.
  for (let i = 0; i < 3; i += 1) {
    await page.getByRole("button", { name: "Zoom in" }).click();
  }
  await page.getByText("So many are dots").waitFor({ state: "detached" });
});
