/** Two tables as one: by position and by a key, in tabs and in one file. */
import { expect } from "vitest";
import { test, type Viewer } from "../support/viewer.ts";

const csv = (...lines: readonly string[]) => Buffer.from(`${lines.join("\n")}\n`);
const STARS = csv("id,ra,dec", "9007199254740993,10,20", "2,359.9999,0", "3,50,-90");
const NEAR = csv("ra,dec,mag,source", "10,20.0002,1,7", "10,20.0001,2,9007199254740993", "0.0001,0,3,3");

async function cells({ page }: Viewer): Promise<string[]> {
  return page.getByRole("grid").getByRole("gridcell").allInnerTexts();
}

async function asks({ page }: Viewer) {
  await page.getByRole("button", { name: "Match with…" }).click();
  return page.getByRole("dialog", { name: "Match stars with…" });
}

test("the nearest rows of a table of another tab open in a new tab, which another is matched with", async ({
  viewer,
}) => {
  const { page } = viewer;
  await viewer.dropAll({ "stars.csv": STARS, "near.csv": NEAR });
  await page.getByRole("tab", { name: "stars.csv" }).click();
  await page.getByRole("grid").waitFor();
  const dialog = await asks(viewer);
  await dialog.getByRole("option", { name: "near.csv, 3 rows" }).waitFor({ state: "attached" });
  await viewer.checkAccessibility();
  await dialog.getByRole("button", { name: "Match" }).click();
  await page.getByRole("tab", { name: /^stars-near\.asdf/, selected: true }).waitFor();
  await page
    .getByRole("grid")
    .getByRole("columnheader", { name: /separation/ })
    .waitFor();
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("2 rows");
  await expect.poll(() => cells(viewer)).toContain("20.0001");
});

test("the second nearest, by chosen columns, of the rows that a filter shows", async ({ viewer }) => {
  const { page } = viewer;
  const other = csv("ra,dec,a,b,mag", "1,1,10,20.0002,1", "1,1,10,20.0001,2", "2,2,50,-90,3");
  await viewer.dropAll({ "stars.csv": STARS, "near.csv": other });
  await page.getByRole("tab", { name: "stars.csv" }).click();
  await page.getByRole("grid").waitFor();
  await page.getByLabel("Filter dec").fill("> 0.5");
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("1 of 3 rows");
  const dialog = await asks(viewer);
  await dialog.getByLabel("To each row").selectOption("the second nearest, the third, …");
  await dialog.getByRole("option", { name: "near.csv, 3 rows" }).waitFor({ state: "attached" });
  await dialog.getByLabel("Positions there").selectOption("a");
  await dialog.getByLabel("Declination or latitude").selectOption("b");
  await dialog.getByLabel("Of this table only the 1 row that its filters show").waitFor();
  await dialog.getByRole("combobox", { name: /^Rows/ }).selectOption("all of this table");
  await viewer.checkAccessibility();
  await viewer.screenshot("match");
  await dialog.getByRole("button", { name: "Match" }).click();
  await page.getByRole("tab", { name: /^stars-near\.asdf/, selected: true }).waitFor();
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("1 row");
  await expect.poll(() => cells(viewer)).toContain("20.0002");
});

test("all rows with the same key, and those of both without", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.dropAll({ "stars.csv": STARS, "near.csv": NEAR });
  await page.getByRole("tab", { name: "stars.csv" }).click();
  await page.getByRole("grid").waitFor();
  const dialog = await asks(viewer);
  await dialog.getByLabel("To each row").selectOption("with equal values");
  await dialog.getByRole("option", { name: "near.csv, 3 rows" }).waitFor({ state: "attached" });
  await dialog.getByLabel("Column here").selectOption("id");
  await dialog.getByLabel("Column there").selectOption("source");
  await dialog.getByRole("combobox", { name: /^Rows/ }).selectOption("all of both");
  await dialog.getByRole("button", { name: "Match" }).click();
  await page.getByRole("tab", { name: /^stars-near\.asdf/, selected: true }).waitFor();
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("4 rows");
  await expect
    .poll(async () => (await cells(viewer)).filter((text) => text === "9007199254740993").length)
    .toBe(2);
});

test("of two tables in files of the same name the chosen one is matched", async ({ viewer }) => {
  const { page } = viewer;
  expect(await viewer.drop("near.csv", csv("ra,dec", "10,20.0001"))).toBe("opened");
  await viewer.dropAll({ "near.csv": NEAR, "stars.csv": STARS });
  await page.getByRole("tab", { name: "stars.csv" }).click();
  await page.getByRole("grid").waitFor();
  const dialog = await asks(viewer);
  await dialog.getByRole("option", { name: "near.csv, 1 row" }).waitFor({ state: "attached" });
  const table = dialog.getByRole("combobox", { name: /^Table/ });
  for (const title of ["near (2).csv, 3 rows", "near.csv, 1 row"]) {
    await table.selectOption(title);
    await expect.poll(() => table.locator("option:checked").innerText()).toBe(title);
  }
});

test("what does not fit together is said, and the dialog stays", async ({ viewer }) => {
  const { page } = viewer;
  expect(await viewer.drop("stars.csv", STARS)).toBe("opened");
  await page.getByRole("grid").waitFor();
  const alone = await asks(viewer);
  await alone.getByText("Open the other table in a tab, too").waitFor();
  await alone.getByRole("button", { name: "Cancel" }).click();
  await viewer.dropAll({ "stars.csv": STARS, "far.csv": csv("ra,dec", "100,0", "101,0") });
  await page.getByRole("tab", { name: "stars.csv" }).first().click();
  const dialog = await asks(viewer);
  await dialog.getByRole("combobox", { name: /^Table/ }).selectOption("far.csv, 2 rows");
  await dialog.getByRole("button", { name: "Match" }).click();
  await dialog.getByRole("alert").getByText("no rows belong together").waitFor();
  await dialog.getByLabel("Within, in arcseconds").fill("");
  await dialog.getByRole("button", { name: "Match" }).click();
  await dialog.getByLabel("Within, in arcseconds").waitFor();
});

test("matching is cancelled, and can begin anew", async ({ viewer }) => {
  const { page } = viewer;
  // So many pairs take longer than a click.
  const many = csv("ra,dec", ...Array.from({ length: 30_000 }, (_, i) => `${i % 173},${(i % 83) / 83}`));
  await viewer.dropAll({ "stars.csv": many, "near.csv": many });
  await page.getByRole("tab", { name: "stars.csv" }).click();
  await page.getByRole("grid").waitFor();
  const dialog = await asks(viewer);
  await dialog.getByLabel("To each row").selectOption("all that are near on the sky");
  await dialog.getByLabel("Within, in arcseconds").fill("648000");
  await dialog.getByRole("button", { name: "Match" }).click();
  await dialog.getByRole("progressbar", { name: "Matching" }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Match" }).waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
});
