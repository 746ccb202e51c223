/** Data sets whose arrays are in many files, as a person drops and edits them. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { test as inViewer } from "../support/viewer.ts";

const field = join(import.meta.dirname, "../../data/field");
const data = join(field, "dkist");

/** With a copy of a folder of fixtures that lacks some of its files. */
const test = inViewer.extend<{ folderWithout: (folder: string, ...lost: string[]) => string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest looks at the pattern.
  folderWithout: async ({}, use) => {
    const made: string[] = [];
    await use((folder, ...lost) => {
      const copy = mkdtempSync(join(tmpdir(), "asdf-lost-"));
      made.push(copy);
      cpSync(join(field, folder), copy, { recursive: true });
      for (const name of lost) {
        rmSync(join(copy, name));
      }
      return copy;
    });
    for (const copy of made) {
      rmSync(copy, { recursive: true });
    }
  },
});
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

test("in a dropped folder, a chunk of Zarr that is not there has the fill value", async ({
  viewer,
  folderWithout,
}) => {
  await viewer.dropPaths(folderWithout("zarr", "stores/directory/1.1", "blocks.asdf"));
  await viewer.drawn();
  const valueAt = async (x: number, y: number) => {
    const at = await viewer.centreOf(x, y, 10, 7);
    await viewer.page.mouse.move(at.x, at.y);
    return (await viewer.readout()).value;
  };
  await expect.poll(() => valueAt(9, 3)).toBe("67");
  await expect.poll(() => valueAt(9, 4)).toBe("0");
  await expect.poll(() => viewer.page.getByRole("alert").count()).toBe(0);
});

test("a data set dropped without some of its files shows the others, and says how many are not there", async ({
  viewer,
  folderWithout,
}) => {
  const { page } = viewer;
  page.setDefaultTimeout(20_000);
  await viewer.dropPaths(folderWithout("dkist/small_visp", "1.fits"));
  await viewer.drawn();
  const index = page.getByLabel("Index on axis 0");
  await index.fill("1");
  await index.press("Enter");
  await page.getByText("1 of 3 files could not be read").waitFor();
  const at = await viewer.centreOf(1, 1, 25, 10);
  await page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).value).toBe("NaN");
  await index.fill("2");
  await index.press("Enter");
  await expect.poll(async () => (await viewer.readout()).value).not.toBe("NaN");
});

test("a data set dropped without any of its files is missing, and not damaged", async ({
  viewer,
  folderWithout,
}) => {
  const { page } = viewer;
  await viewer.dropPaths(join(folderWithout("dkist/small_visp", "0.fits", "1.fits", "2.fits")));
  await viewer.drawn();
  await page.getByText(/1 of 3 files could not be read.*`0.fits`.*drop it together with/).waitFor();
  const at = await viewer.centreOf(1, 1, 25, 10);
  await page.mouse.move(at.x, at.y);
  await expect.poll(async () => (await viewer.readout()).value).toBe("NaN");
  await page.getByLabel("Rows", { exact: true }).selectOption({ index: 0 });
  await page.getByText(/3 of 3 files could not be read/).waitFor();
});
