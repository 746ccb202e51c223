/** Lines of several files on one chart: over one axis, in one unit, named by their files. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { type CardText, floats } from "../../support/fits.ts";
import { test, type Viewer, withoutPicker } from "../support/viewer.ts";

const spectral = (type: string, unit: string, first: number, step: number, axis = 1): CardText[] => [
  [`CTYPE${axis}`, type],
  [`CUNIT${axis}`, unit],
  [`CRVAL${axis}`, first],
  [`CDELT${axis}`, step],
  [`CRPIX${axis}`, 1],
];

const list = ({ page }: Viewer) => page.getByRole("list", { name: "Lines" });
const names = (viewer: Viewer) => list(viewer).locator(".path").allInnerTexts();

test("spectra of several files lie over one axis in one unit, and what cannot is said", async ({ open }) => {
  const viewer = await open({ prepare: withoutPicker });
  const { page } = viewer;
  const wave = spectral("WAVE", "m", 0.001, 0.001);
  await viewer.dropAll({
    "a.fits": floats([5], [["BUNIT", "Jy"], ...wave], (i) => i),
    "b.fits": floats([3], [["BUNIT", "mJy"], ...spectral("FREQ", "GHz", 100, 100)], (i) => 1000 * (i + 1)),
    "c.fits": floats([3], [["BUNIT", "Jy"], ...spectral("VELO", "km/s", 100, 100)], (i) => i),
    "d.fits": floats([3], [["BUNIT", "DN/s"], ...wave], (i) => i),
  });
  await page.getByRole("tab", { name: "Line", exact: true }).click();
  const add = page.getByLabel("Add the line of another file");
  for (const file of ["b.fits", "c.fits", "d.fits"]) {
    await add.selectOption(file);
  }
  await expect.poll(() => names(viewer)).toEqual(["a.fits: PRIMARY/data", "b.fits: PRIMARY/data"]);
  await list(viewer)
    .getByText(/c\.fits is not shown: its axis is .* in m\/s, which cannot be converted to/)
    .waitFor();
  await list(viewer)
    .getByText("d.fits is not shown: its values are in DN/s, which cannot be converted to Jy")
    .waitFor();
  await page.getByRole("button", { name: "Remove c.fits" }).click();
  await page.getByRole("button", { name: "Remove d.fits" }).click();
  await expect.poll(() => page.url()).toContain("linesWith=b.fits");
  await viewer.checkAccessibility();
  await viewer.screenshot("lines-across");

  await page.locator(".chart").focus();
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What").selectOption({ label: "Lines of the chart" });
  await dialog.getByRole("radio", { name: "ECSV" }).check();
  const arriving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const lines = (await readFile(await (await arriving).path(), "utf8")).trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("#"))).toContain(
    '# - {"name":"value","unit":"Jy","datatype":"float64"}',
  );
  const rows = lines
    .filter((line) => line.startsWith("b.fits"))
    .map((line) => line.split(",").slice(1).map(Number));
  // As astropy's u.spectral() has 300, 200 and 100 GHz.
  const expected = [
    [0.000999308193, 3],
    [0.00149896229, 2],
    [0.00299792458, 1],
  ];
  expect(rows).toHaveLength(3);
  for (const [i, [x, y]] of expected.entries()) {
    expect((rows[i]?.[0] ?? Number.NaN) / (x ?? 0)).toBeCloseTo(1, 8);
    expect(rows[i]?.[1]).toBeCloseTo(y ?? 0, 6);
  }
});

test("spectra of cubes are those of one position on the sky; a session restores them", async ({ viewer }) => {
  const { page } = viewer;
  const cube = (shift: number) =>
    floats(
      [4, 8, 8],
      [
        ["CTYPE1", "RA---TAN"],
        ["CRVAL1", 10],
        ["CRPIX1", 4 + shift],
        ["CDELT1", -1 / 3600],
        ["CTYPE2", "DEC--TAN"],
        ["CRVAL2", 20],
        ["CRPIX2", 4],
        ["CDELT2", 1 / 3600],
        ["RADESYS", "ICRS"],
        ...spectral("FREQ", "Hz", 1e9, 1e8, 3),
      ],
      (i) => i,
    );
  const links = [
    "#file=a.fits&view=line&along=0&pick=2,3&linesWith=b.fits,far.fits",
    "#file=b.fits",
    "#file=far.fits",
  ];
  const session = { format: "asdf-viewer session", version: 1, shown: 0, links };
  await viewer.dropAll({
    "all.session.json": Buffer.from(JSON.stringify(session)),
    "a.fits": cube(0),
    "b.fits": cube(1),
    "far.fits": cube(500),
  });
  await expect
    .poll(async () => (await names(viewer)).map((name) => name.replace(/: .*\[/, " [")))
    .toEqual(["a.fits [:, 3, 2]", "b.fits [:, 3, 3]"]);
  await list(viewer).getByText("far.fits is not shown: the position of the line is not in it").waitFor();
  await viewer.tab("b.fits").locator(".close").click();
  await page.getByText("Not open: b.fits.").waitFor();
  await expect.poll(async () => (await names(viewer)).length).toBe(1);
});

test("velocities of two definitions are not mixed", async ({ viewer }) => {
  const velocities = (type: string) => floats([3], spectral(type, "km/s", 1000, 100), (i) => i);
  await viewer.dropAll({ "a.fits": velocities("VRAD"), "b.fits": velocities("VOPT") });
  await viewer.page.getByRole("tab", { name: "Line", exact: true }).click();
  await viewer.page.getByLabel("Add the line of another file").selectOption("b.fits");
  await list(viewer)
    .getByText("b.fits is not shown: its axis is vopt in m/s, which cannot be converted to vrad in m/s")
    .waitFor();
});
