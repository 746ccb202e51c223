/** `extract` of images of FITS files to FITS: header, all WCS, errors, flags and tables of distortions go with the part. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Hdu, ndarray, open, slice, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { type CardText, hdu, image, PRIMARY } from "../support/fits.ts";
import { root, run, scratch } from "./run.ts";

const at = scratch();
const field = (name: string) => join(root, "tests/data/field/fits", name);
const cube = field("extract-cube-loses-wcs-and-header/w_cube.fits");

const cardsOf = (hdu: Hdu | undefined): Record<string, unknown> =>
  Object.fromEntries((hdu?.cards ?? []).map(({ keyword, value }) => [keyword, value]));

async function extracted(source: string, part: string, ...options: readonly string[]) {
  const output = at("part.fits");
  const { code, err } = await run("extract", source, part, output, "--force", ...options);
  expect([code, err]).toEqual([0, expect.any(String)]);
  const file = await open(output);
  return { err, file, cards: cardsOf(file.hdus[0]) };
}

test("a cube, a plane and a window of it keep header, unit and spectral axis", async () => {
  const told = { BUNIT: "Jy/beam", OBJECT: "M1", EXPTIME: 30.5, FILTER: "r", CTYPE3: "VRAD", CUNIT3: "m/s" };
  const whole = await extracted(cube, "PRIMARY/data");
  expect(whole.cards).toMatchObject({ ...told, NAXIS: 3, CRPIX1: 50.5, CRPIX2: 40.5, CRPIX3: 1 });
  const plane = await extracted(cube, "PRIMARY/data[2]");
  expect(plane.cards).toMatchObject({ ...told, NAXIS: 2, WCSAXES: 3, CRPIX1: 50.5, CRPIX3: -1 });
  const part = await extracted(cube, "PRIMARY/data[2, 10:20, 5:8]");
  expect(part.cards).toMatchObject({ ...told, NAXIS1: 3, NAXIS2: 10, CRPIX1: 45.5, CRPIX2: 30.5, LTV1: -5 });
  using file = await open(cube);
  const wanted = await file.array("PRIMARY/data", "float32").read([2, slice(10, 20), slice(5, 8)]);
  expect((await part.file.array("PRIMARY/data", "float32").read()).data).toEqual(wanted.data);
});

test.each(["cunit_ARCSEC", "equinox_str_J2000", "zpn_wfcam"])(
  "%s.fits is written, whatever its WCS is",
  async (name) => {
    const { cards, file } = await extracted(field(`extract-blocked-by-wcs/${name}.fits`), "PRIMARY/data");
    using whole = await open(field(`extract-blocked-by-wcs/${name}.fits`));
    const before = cardsOf(whole.hdus[0]);
    expect(cards).toMatchObject({ CTYPE1: before["CTYPE1"], CRPIX1: before["CRPIX1"] });
    expect(await file.hdus[0]?.data?.read()).toEqual(await whole.hdus[0]?.data?.read());
  },
);

test("tables of distortions follow a part, and a part with steps says that it has no WCS", async () => {
  const source = field("extract-blocked-by-wcs/dist_lookup.fits");
  const { file, cards } = await extracted(source, "SCI/data[10:20, 30:50]");
  expect(file.hdus.map(({ name, version }) => `${name} ${version}`)).toEqual([
    "SCI 1",
    "D2IMARR 1",
    "WCSDVARR 1",
    "WCSDVARR 2",
  ]);
  expect(cards).toMatchObject({ CRPIX1: 2018, CRPIX2: 1014, CRPIX1O: 2018, "DP1.EXTVER": 1 });
  expect(cardsOf(file.hdus[2])).toMatchObject({ CRVAL1: -30, CRVAL2: -10, CDELT1: 64 });
  const stepped = await extracted(source, "SCI/data[::2]");
  expect(stepped.err).toContain(
    "The file gets no WCS: its tables of distortions count pixels without steps.",
  );
  expect(stepped.cards).not.toHaveProperty("CTYPE1");
});

test("errors and flags stand beside the image, with what the first header says; `--alone` leaves them out", async () => {
  const cards: CardText[] = [
    ["BUNIT", "Jy"],
    ["DATAMAX", 9],
    ["INHERIT", true],
  ];
  const pixels = (name: string) =>
    hdu(
      [...image(name, 8, [4, 5]), ...cards],
      Uint8Array.from({ length: 20 }, (_, i) => i),
    );
  writeFileSync(
    at("image.fits"),
    Buffer.concat([
      hdu([...PRIMARY, ["OBJECT", "M 1"], ["BUNIT", "no"]]),
      ...["SCI", "ERR", "DQ", "SKY"].map(pixels),
    ]),
  );
  const { file, cards: own } = await extracted(at("image.fits"), "SCI/data[1:3]");
  expect(file.hdus.map(({ name, shape }) => [name, shape])).toEqual(
    ["SCI", "ERR", "DQ"].map((name) => [name, [2, 5]]),
  );
  expect(own).toMatchObject({ OBJECT: "M 1", BUNIT: "Jy", EXTNAME: "SCI" });
  expect(own).not.toHaveProperty("DATAMAX");
  expect((await file.array("DQ/data", "uint8").read()).data).toEqual(
    Uint8Array.from({ length: 10 }, (_, i) => 5 + i),
  );
  const { file: alone } = await extracted(at("image.fits"), "SCI/data", "--alone");
  expect(alone.hdus).toHaveLength(1);
});

test("an image of ASDF whose WCS cannot be read is written without one, which is said", async () => {
  const keywords = {
    CTYPE1: "RA---XYZ",
    CTYPE2: "DEC--XYZ",
    CRPIX1: 1,
    CRPIX2: 1,
    CRVAL1: 0,
    CRVAL2: 0,
    CDELT1: 1,
    CDELT2: 1,
  };
  const blob = await write({
    data: ndarray([
      [1, 2],
      [3, 4],
    ]),
    meta: { wcsinfo: keywords },
  });
  writeFileSync(at("image.asdf"), new Uint8Array(await blob.arrayBuffer()));
  const { err } = await extracted(at("image.asdf"), "data");
  expect(err).toContain("The file gets no WCS: ");
});
