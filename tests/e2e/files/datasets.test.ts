/** Data sets whose arrays are in many files, as a person drops and edits them. */
import { join } from "node:path";
import { expect } from "vitest";
import { blockFile, test } from "../support/viewer.ts";

const data = join(import.meta.dirname, "../../data/field/dkist");
const FILES = 2000;
/** Two thousand files of 40 kB, none of which is there. */
const set = (names: readonly string[]) =>
  blockFile(
    `cube: !<asdf://dkist.nso.edu/tags/file_manager-1.1.0>
  fileuris: [${names.join(", ")}]
  target: 0
  datatype: float32
  shape: [1, 100, 100]`,
    new Uint8Array(4),
  );

test("a tiled set is one picture after one drop, and its empty tiles are named", async ({ viewer }) => {
  await viewer.dropPaths(join(data, "tiled"));
  await viewer.drawn();
  await viewer.page.getByText(/2 of 6 tiles are null or masked.*\[0, 1\], \[2, 1\]/).waitFor();
  const at = await viewer.centreOf(6, 1, 15, 8);
  await viewer.page.mouse.move(at.x, at.y);
  // The tile [1][0] begins at x = 5: its element [1, 1] is 10 000 + 6.
  await expect.poll(async () => (await viewer.readout()).value).toBe("10006");
});

test("a section of many files is read when that is agreed to; more that are missing are told again", async ({
  viewer,
}) => {
  const { page } = viewer;
  page.setDefaultTimeout(20_000);
  await viewer.drop("set.asdf", set(Array.from({ length: FILES }, (_, i) => `f${i}.fits`)));
  await page.getByText(/1 of 2000 files could not be read/).waitFor();
  const question = page.getByRole("region", { name: "Large reading" });
  // Whole rows of each file are little; a column of each is all rows of all files.
  await page.getByLabel("Rows", { exact: true }).selectOption({ index: 0 });
  await page.getByText(/2000 of 2000 files could not be read/).waitFor();
  await page.getByLabel("Columns", { exact: true }).selectOption({ index: 1 });
  await question.getByText("This section lies in 2,000 files, of which it reads up to 80.0 MB.").waitFor();
  await question.getByRole("button", { name: "Show one plane" }).click();
  await expect.poll(() => new URL(page.url()).hash).not.toContain("section=y,x,0");
  await page.getByLabel("Rows", { exact: true }).selectOption({ index: 0 });
  await page.getByLabel("Columns", { exact: true }).selectOption({ index: 1 });
  await question.getByRole("button", { name: "Read" }).click();
  await expect.poll(() => question.count()).toBe(0);
  await expect.poll(() => new URL(page.url()).hash).toContain("section=y,x,0");
});

test("an edited list of files describes another array", async ({ viewer }) => {
  const { page } = viewer;
  page.setDefaultTimeout(20_000);
  await viewer.drop("set.asdf", set(["a.fits", "b.fits"]));
  await viewer.row("cube").getByText("2 × 100 × 100").waitFor();
  await viewer.row("cube").click();
  await page.keyboard.press("ArrowRight");
  await viewer.row("fileuris").click();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem").filter({ hasText: "b.fits" }).last().click();
  await page.keyboard.press("Delete");
  await viewer.row("cube").getByText("100 × 100", { exact: true }).waitFor();
});
