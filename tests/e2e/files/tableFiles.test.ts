/** Tables in files of other formats as people have them: by themselves, beside an image, damaged. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { fits, PIXEL, SIDE } from "../support/onSky.ts";
import { test, type Viewer } from "../support/viewer.ts";

const parquet = await readFile(join(import.meta.dirname, "../../data/catalogues/parquet/described.parquet"));
const [RA, DEC] = [150, 0];

/** Sources at pixels of the image at that place: one behind the other, on the equator, where both axes have one scale. */
const sources = (...pixels: readonly (readonly [number, number])[]) =>
  pixels.map(([x, y], row) => {
    const [dx, dy] = [x - (SIDE - 1) / 2, y - (SIDE - 1) / 2];
    return [row + 1, RA - dx * PIXEL, DEC + dy * PIXEL, 10 ** row];
  });

const csv = (rows: readonly (readonly number[])[]) =>
  Buffer.from(`id,ra,dec,flux\n${rows.map((row) => row.join(",")).join("\n")}\n`);

const votable = (rows: readonly (readonly number[])[]) =>
  Buffer.from(`<?xml version="1.0"?><VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3"><RESOURCE><TABLE name="stars">
<FIELD name="id" datatype="int"/><FIELD name="ra" datatype="double" unit="deg" ucd="pos.eq.ra"><DESCRIPTION>right ascension</DESCRIPTION></FIELD>
<FIELD name="dec" datatype="double" unit="deg" ucd="pos.eq.dec"/><FIELD name="flux" datatype="double" unit="mJy"/>
<DATA><TABLEDATA>${rows.map((row) => `<TR>${row.map((cell) => `<TD>${cell}</TD>`).join("")}</TR>`).join("")}</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`);

async function showsTable({ page }: Viewer, heading: string, cell: string): Promise<void> {
  await page
    .getByRole("grid")
    .getByRole("columnheader", { name: new RegExp(heading) })
    .waitFor();
  await page.getByRole("grid").getByRole("gridcell", { name: cell, exact: true }).first().waitFor();
}

test("Parquet, VOTable and CSV open as tables, with their units, and their rows are taken away as another format", async ({
  viewer,
}) => {
  const { page } = viewer;
  expect(await viewer.drop("cat.parquet", parquet)).toBe("opened");
  await page.getByRole("heading", { name: "cat.parquet" }).waitFor();
  await showsTable(viewer, "plain.*mJy", "2");
  await page.getByText(/^Parquet · /).waitFor();
  await viewer.row("metadata").waitFor();
  await viewer.checkAccessibility();

  expect(await viewer.drop("cat.vot", votable(sources([3, 4], [5, 6])))).toBe("opened");
  await showsTable(viewer, "flux.*mJy", "10");
  await viewer.row("stars").waitFor();
  expect(await viewer.drop("cat.csv", csv(sources([3, 4])))).toBe("opened");
  await showsTable(viewer, "flux", "1");

  await page.getByLabel("Filter flux").fill("> 5");
  await expect.poll(() => page.locator(".values .count").innerText()).toContain("0");
});

test("a table at an address opens, and has the size of its file", async ({ viewer }) => {
  const { page } = viewer;
  await page.route("**/cat.parquet", (route) => route.fulfill({ body: parquet }));
  await page.getByLabel("Address of a file").fill("cat.parquet");
  await page.keyboard.press("Enter");
  await showsTable(viewer, "plain.*mJy", "2");
  await page.getByText(/^Parquet · 1\.9\d? kB/).waitFor();
});

test("the sources stand on their stars when an image and its catalogue are dropped together", async ({
  viewer,
}) => {
  const { page } = viewer;
  const catalogue = votable(sources([10, 20], [40, 50], [900, 20]));
  await viewer.dropAll({ "a-cat.vot": catalogue, "image.fits": fits({ ra: RA, dec: DEC, value: 1 }) });
  // The image is first, whatever the names.
  await page.getByRole("tab", { name: "image.fits", selected: true }).waitFor();
  await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByText("2 of 3 rows in the image").waitFor();
  const at = await viewer.centreOf(10, 20, SIDE, SIDE);
  await page.mouse.click(at.x, at.y);
  await expect.poll(() => page.getByLabel("Row", { exact: true }).inputValue()).toBe("0");
  await page.getByRole("tab", { name: "a-cat.vot" }).click();
  await page.locator(".grid-row [aria-selected=true]").first().waitFor();
});

test("what is no table, is cut, or is encrypted is refused with its reason; a file of a table is not saved as a tree", async ({
  viewer,
}) => {
  const { page } = viewer;
  expect(await viewer.drop("cut.parquet", parquet.subarray(0, parquet.length - 40))).toBe("truncated");
  expect(await viewer.drop("closed.parquet", Buffer.from(`PARE${"x".repeat(40)}PARE`))).toBe(
    "unsupported-encoding",
  );
  expect(await viewer.drop("notes.txt", Buffer.from("a,b\n1,2\n"))).toBe("not-asdf");
  expect(await viewer.drop("cat.parquet", parquet)).toBe("opened");
  await showsTable(viewer, "plain", "2");
  const failure = await page.evaluate(() =>
    document
      .querySelector("asdf-viewer")
      ?.write()
      .then(
        () => "written",
        ({ message }: Error) => message,
      ),
  );
  expect(failure).toContain("save its rows from the table");
});
