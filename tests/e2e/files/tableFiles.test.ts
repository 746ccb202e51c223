/** Tables in files of other formats as people have them: by themselves, beside an image, damaged. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatAngle } from "asdf-wasm";
import { openTable } from "asdf-wasm/catalogues";
import { readRows } from "asdf-wasm/tables";
import { expect } from "vitest";
import type { CardText } from "../../support/fits.ts";
import { fits, PIXEL, SIDE } from "../../support/onSky.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";

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

test("a table is exported as Parquet, which opens again with its cells and units", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  expect(await viewer.drop("cat.vot", votable(sources([3, 4], [5, 6])))).toBe("opened");
  await showsTable(viewer, "flux.*mJy", "10");
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Parquet" }).check();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("cat.vot-stars.parquet");
  const table = await openTable(await readFile((await file.path()) ?? ""));
  expect(table.columns[1]).toMatchObject({ name: "ra", unit: "deg", description: "right ascension" });
  expect((await readRows(table, { columns: ["flux"] }))["flux"]?.data).toEqual(Float64Array.of(1, 10));
});

test("a table at an address opens, and has the size of its file", async ({ viewer }) => {
  const { page } = viewer;
  await page.route("**/cat.parquet", (route) => route.fulfill({ body: parquet }));
  await page.getByLabel("Address of a file").fill("cat.parquet");
  await page.keyboard.press("Enter");
  await showsTable(viewer, "plain.*mJy", "2");
  await page.getByText(/^Parquet · 1\.9\d? kB/).waitFor();
});

const stars = await readFile(join(import.meta.dirname, "../../js/catalogues/positions/data/stars.parquet"));

test.for([
  ["a-cat.vot", votable(sources([10, 20], [40, 50], [900, 20]))],
  ["a-cat.parquet", stars],
] as const)(
  "the sources of %s stand on their stars when an image and its catalogue are dropped together",
  async ([name, catalogue], { viewer }) => {
    const { page } = viewer;
    await viewer.dropAll({ [name]: catalogue, "image.fits": fits({ ra: RA, dec: DEC, value: 1 }) });
    // The image is first, whatever the names.
    await page.getByRole("tab", { name: "image.fits", selected: true }).waitFor();
    await page.getByRole("img", { name: "Catalogue, 2 rows in the image" }).waitFor();
    await page.getByRole("button", { name: "Catalogue" }).click();
    await page.getByText("2 of 3 rows in the image").waitFor();
    const at = await viewer.centreOf(10, 20, SIDE, SIDE);
    await page.mouse.click(at.x, at.y);
    await expect.poll(() => page.getByLabel("Row", { exact: true }).inputValue()).toBe("0");
    await page.getByRole("tab", { name }).click();
    await page.locator(".grid-row [aria-selected=true]").first().waitFor();
  },
);

test("positions in hours and another system stand on their stars, and move to the date of the image", async ({
  viewer,
}) => {
  const { page } = viewer;
  const field = (name: string, unit: string, ucd: string, more = 'datatype="double"') =>
    `<FIELD name="${name}" unit="${unit}" ucd="${ucd}" ref="sys" ${more}/>`;
  const text = 'datatype="char" arraysize="*"';
  const [x, y] = [10, 20];
  const [east, north] = [RA - (x - (SIDE - 1) / 2) * PIXEL, DEC + (y - (SIDE - 1) / 2) * PIXEL];
  const ra = formatAngle(east, { form: "hms", decimals: 6 });
  const dec = formatAngle(north, { form: "dms", decimals: 6, sign: true });
  // Twenty pixels to the east of the star in twenty years.
  const rows = `<TR><TD>${ra}</TD><TD>${dec}</TD><TD>-1000</TD><TD>0</TD></TR>`;
  const table = (system: string) =>
    Buffer.from(`<?xml version="1.0"?><VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3"><RESOURCE>
<COOSYS ID="sys" system="${system}" epoch="J2000.0"/><TABLE name="stars">${field("a", "&quot;h:m:s&quot;", "pos.eq.ra;meta.main", text)}
${field("d", "&quot;d:m:s&quot;", "pos.eq.dec;meta.main", text)}${field("pmRA", "mas/yr", "pos.pm;pos.eq.ra")}${field("pmDE", "mas/yr", "pos.pm;pos.eq.dec")}
<DATA><TABLEDATA>${rows}</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`);
  const image = (...cards: CardText[]) => fits({ ra: RA, dec: DEC, value: 1, cards });
  await viewer.dropAll({
    "cat.vot": table("ICRS"),
    "image.fits": image(["DATE-OBS", "2020-01-01T12:00:00"]),
  });
  await page.getByRole("img", { name: "Catalogue, 1 row in the image" }).waitFor();
  await page.getByRole("button", { name: "Catalogue" }).click();
  const row = page.getByLabel("Row", { exact: true });
  const clickAt = async (x: number, y: number) => {
    const at = await viewer.centreOf(x, y, SIDE, SIDE);
    await page.mouse.click(at.x, at.y);
  };
  await clickAt(x + 20, y);
  expect(await row.inputValue()).toBe("");
  const atDate = page.getByRole("button", { name: "At the image's date" });
  await atDate.click();
  await page.getByText("Moved by pmRA and pmDE to 2020.00").waitFor();
  await clickAt(x + 20, y);
  await expect.poll(() => row.inputValue()).toBe("0");
  await viewer.checkAccessibility();
  await atDate.click();
  await page.getByText("1 of 1 row in the image").waitFor();

  // Without a date nothing is moved, and a system that is not known is not drawn.
  await viewer.dropAll({ "other.vot": table("geo_app"), "undated.fits": image() });
  await page.getByRole("tab", { name: "undated.fits", selected: true }).waitFor();
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.getByLabel("Table").selectOption({ label: "cat.vot: stars (1)" });
  await page.getByText("1 of 1 row in the image").waitFor();
  await atDate.click();
  await page.getByText("The image does not say its date").waitFor();
  await page.getByRole("img", { name: /^Catalogue, 1/ }).waitFor({ state: "detached" });
  await page.getByLabel("Table").selectOption({ label: "other.vot: stars (1)" });
  await page.getByText("The reference system of the positions, “geo_app”, is not known: choose").waitFor();
  await page.getByLabel("Positions", { exact: true }).selectOption({ label: "ICRS" });
  await page.getByRole("img", { name: "Catalogue, 1 row in the image" }).waitFor();
});

test("errors of positions are ellipses on the sky", async ({ viewer }) => {
  const { page } = viewer;
  const [[, ra, dec] = []] = sources([31, 31]);
  const field = (name: string, unit: string) => `<FIELD name="${name}" datatype="double" unit="${unit}"/>`;
  const cells = [ra, dec, 1, 0.25].map((cell) => `<TD>${cell}</TD>`).join("");
  const votable = `<?xml version="1.0"?><VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3"><RESOURCE><TABLE name="stars">
${field("ra", "deg")}${field("dec", "deg")}${field("ra_error", "arcsec")}${field("dec_error", "arcsec")}
<DATA><TABLEDATA><TR>${cells}</TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`;
  await viewer.dropAll({
    "cat.vot": Buffer.from(votable),
    "image.fits": fits({ ra: RA, dec: DEC, value: 1 }),
  });
  await page.getByRole("img", { name: "Catalogue, 1 row in the image" }).waitFor();
  await page.getByRole("button", { name: "Catalogue" }).click();
  const extent = () =>
    page.getByRole("img", { name: /^Catalogue,/ }).evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      const at = Array.from({ length: width * height }, (_, i) => i).filter(
        (i) => (data[4 * i + 3] ?? 0) > 0,
      );
      const across = at.map((i) => i % width);
      const along = at.map((i) => Math.floor(i / width));
      const span = (values: number[]) =>
        values.reduce((most, value) => Math.max(most, value), 0) -
        values.reduce((least, value) => Math.min(least, value), 1e9);
      return [span(across), span(along)] as const;
    });
  await expect.poll(async () => (await extent())[0]).toBeGreaterThan(0);
  const before = await extent();
  await page.getByLabel("Errors").selectOption("1 σ × 10");
  const [one, other] = [await viewer.centreOf(21, 31, SIDE, SIDE), await viewer.centreOf(41, 31, SIDE, SIDE)];
  // Ten pixels of an arcsecond to each side, and two and a half up and down.
  await expect.poll(async () => Math.abs((await extent())[0] - (other.x - one.x))).toBeLessThan(6);
  expect(Math.abs((await extent())[1] - (other.x - one.x) / 4)).toBeLessThan(6);
  await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).not.toContain("errors");
  await viewer.checkAccessibility();
  await page.getByLabel("Errors").selectOption("not drawn");
  await expect.poll(extent).toEqual(before);
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
