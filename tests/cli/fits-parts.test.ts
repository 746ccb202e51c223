/** `extract` of images of FITS files to FITS: header, all WCS, errors, flags and tables of distortions go with the part. */
import { readFileSync, writeFileSync } from "node:fs";
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

test("a part with steps of an image with distortions names no table that the file lacks", async () => {
  const { cards } = await extracted(field("extract-blocked-by-wcs/dist_lookup.fits"), "SCI/data[::2]");
  expect(Object.keys(cards).filter((name) => /^(?:CPDIS|D2IM(?:DIS|\d)|DP\d|CRPIX)/.test(name))).toEqual([]);
});

interface Positions {
  readonly name: string;
  readonly pixels: readonly (readonly number[])[];
  readonly world: readonly (readonly number[] | null)[];
}

/** astropy's positions in the images of `tab.fits`. */
const tabular: Positions[] = JSON.parse(readFileSync(join(root, "tests/data/wcs/tab.json"), "utf8"));

test.each([
  ["JWST", "[1:3, 0:2, 1:3]", [1, 0, 1], "WCS-TABLE 1"],
  ["VERSION", "", [0, 0, 0], "WCS-TABLE 2"],
  ["INDEX", "[1:, 2:, 1:]", [1, 2, 1], "WCS-TABLE 1"],
  ["BACK", "[2:, :, 1:]", [1, 0, 2], "WCS-TABLE 1"],
  ["TURNED", "[1:, 2:]", [2, 1], "COORDS 1"],
] as const)("the table of an axis goes with a part: %s%s", async (name, part, start, table) => {
  const { err, file } = await extracted(join(root, "tests/data/wcs/tab.fits"), `${name}/data${part}`);
  expect(err).toContain("With the header and the WCS of its HDU.");
  expect(file.hdus.map(({ name, version }) => `${name} ${version}`)).toEqual([`${name} 1`, table]);
  const wcs = await file.wcs(file.hdus[0] ?? "");
  expect(wcs.warnings).toEqual([]);
  const { pixels, world } = tabular.find((each) => each.name === name) ?? { pixels: [], world: [] };
  let compared = 0;
  for (const [i, pixel] of pixels.entries()) {
    const found = wcs.pixelToWorld(...pixel.map((at, axis) => at - (start[axis] ?? 0)));
    for (const [axis, value] of (world[i] ?? []).entries()) {
      const apart = Math.abs((found[axis] ?? Number.NaN) - value) / Math.max(Math.abs(value), 1e-3);
      expect(apart, `${pixel}: ${found}, not ${world[i]}`).toBeLessThan(1e-12);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(10);
});

const WAVES: readonly CardText[] = [
  ["CTYPE1A", "LINEAR"],
  ["CRPIX1A", 1],
  ["CTYPE3A", "WAVE-TAB"],
  ["CRPIX3A", 1],
  ["CRVAL3A", 1],
  ["CDELT3A", 1],
  ["PS3_1A", "WAVE"],
];

test("tables of alternate versions and of errors go along once; a version whose table is missing is left out, with a remark", async () => {
  const table = hdu(
    [
      ...[["XTENSION", "BINTABLE"] as const, ["BITPIX", 8] as const, ["NAXIS", 2] as const],
      ...[["NAXIS1", 6] as const, ["NAXIS2", 1] as const, ["PCOUNT", 0] as const, ["GCOUNT", 1] as const],
      ...[["TFIELDS", 1] as const, ["TTYPE1", "WAVE"] as const, ["TFORM1", "3I"] as const],
      ...[["TDIM1", "(1,3)"] as const, ["EXTNAME", "WTAB"] as const, ["EXTLEVEL", 2] as const],
    ],
    Uint8Array.of(0, 5, 0, 7, 0, 10),
  );
  const pixels = (name: string, ...cards: readonly CardText[]) =>
    hdu([...image(name, 8, [3, 2, 2]), ["CTYPE1", "LINEAR"], ...WAVES, ...cards], new Uint8Array(12));
  const named: readonly CardText[] = [
    ["PS3_0A", "WTAB"],
    ["PV3_2A", 2],
  ];
  const write = (...cards: readonly CardText[]) =>
    writeFileSync(
      at("waves.fits"),
      Buffer.concat([hdu(PRIMARY), pixels("SCI", ...cards), pixels("ERR", ...named), table]),
    );
  write(...named);
  const { err, file } = await extracted(at("waves.fits"), "SCI/data[1:]");
  expect(err).not.toContain("no WCS");
  expect(file.hdus.map(({ name }) => name)).toEqual(["SCI", "ERR", "WTAB"]);
  expect(cardsOf(file.hdus[2])).toMatchObject({ EXTLEVEL: 2, TFORM1: "3I", TDIM1: "(1,3)" });
  expect((await file.wcs(file.hdus[0] ?? "", { key: "A" })).pixelToWorld(0, 0, 1)[2]).toBe(10);
  // By default the level is 1.
  write(["PS3_0A", "WTAB"]);
  const lost = await extracted(at("waves.fits"), "SCI/data", "--alone");
  expect(lost.err).toContain("With the header and the WCS of its HDU.");
  expect(lost.err).toContain("The file gets no WCS A: the table of axis 3 (WTAB,1,1) is not in the file.");
  expect(Object.keys(lost.cards).filter((name) => name.endsWith("A"))).toEqual([]);
  expect(lost.file.hdus).toHaveLength(1);
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
