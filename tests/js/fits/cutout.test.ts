/** Parts of images of FITS files: what their headers count in pixels, and errors and flags beside them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hdusBeside, headerOfPart, open, type Selection, slice, type TreeMap } from "asdf-wasm";
import { expect, test } from "vitest";
import { type CardText, hdu, image, PRIMARY } from "../../support/fits.ts";

const field = join(import.meta.dirname, "../../data/field/fits");

function fits(...hdus: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([hdu(PRIMARY), ...hdus]));
}

const pixels = (name: string, shape: readonly number[], ...cards: readonly CardText[]) =>
  hdu([...image(name, 8, shape), ...cards], new Uint8Array(shape.reduce((a, b) => a * b)));

async function header(bytes: Uint8Array<ArrayBuffer>, path: string, selection: Selection): Promise<TreeMap> {
  using file = await open(bytes);
  using cut = await open(await file.cutout({ [`${path}/data`]: selection }));
  return { ...(cut.get(`${path}/header`) as TreeMap) };
}

test.each(["axis3_no_naxis", "slit_3axes_2d_pv", "wcsaxes3_naxis2"])(
  "%s.fits: a WCS of three axes over two of pixels",
  async (name) => {
    const bytes = new Uint8Array(readFileSync(join(field, `wcsaxes-more-than-naxis/${name}.fits`)));
    using whole = await open(bytes);
    const before = whole.get("PRIMARY/header") as { [name: string]: number };
    const cut = await header(bytes, "PRIMARY", [slice(10, 20), slice(20, 30)]);
    expect(cut).toMatchObject({
      NAXIS1: 10,
      NAXIS2: 10,
      CRPIX1: (before["CRPIX1"] ?? 0) - 20,
      CRPIX2: (before["CRPIX2"] ?? 0) - 10,
      CRPIX3: before["CRPIX3"],
    });
  },
);

const WCS: readonly CardText[] = [
  ["CTYPE1", "RA---TAN"],
  ["CTYPE2", "DEC--TAN"],
  ["CRPIX1", 5.5],
  ["CRVAL1", 10],
  ["CRVAL2", 20],
  ["CD1_1", -0.1],
  ["CD1_2", 0.02],
  ["CD2_1", 0.02],
  ["CD2_2", 0.1],
  ["CRPIX1A", 7],
  ["CRPIX2A", 8],
  ["CTYPE1A", "LINEAR"],
  ["CTYPE2A", "LINEAR"],
  ["PC001002", 0.5],
  ["LTV1", 100],
  ["LTV2", 50],
  ["LTM1_1", 0.5],
  ["LTM2_2", 0.5],
  ["CRPIX1P", 1.5],
  ["CRVAL1P", 1000],
  ["CDELT1P", 4],
];

test("all versions of the WCS, missing reference pixels and physical coordinates follow a part and its steps", async () => {
  const file = fits(pixels("SCI", [40, 40], ...WCS));
  expect(await header(file, "SCI", [slice(10, 20), slice(20, 30)])).toMatchObject({
    ...{ CRPIX1: -14.5, CRPIX2: -10, CD1_1: -0.1, CRPIX1A: -13, CRPIX2A: -2 },
    ...{ LTV1: 80, LTV2: 40, LTM1_1: 0.5, CRPIX1P: -18.5, CRVAL1P: 1000, CDELT1P: 4, CRPIX2P: -10 },
  });
  // Pixel 4 of the part is pixel 20 + 2 · 3 of the whole, counted from 0.
  const stepped = await header(file, "SCI", [slice(10, 20), slice(20, 30, 2)]);
  expect(stepped).toMatchObject({
    ...{ CRPIX1: -6.75, CRPIX2: -10, CD1_1: -0.2, CD1_2: 0.02, CD2_1: 0.04, CRPIX1A: -6, PC001002: 0.25 },
    ...{ CDELT1A: 2, LTV1: 40.5, LTM1_1: 0.25, LTM2_2: 0.5, CDELT1P: 8, NAXIS1: 5 },
  });
});

test("a part without physical coordinates gets those of the whole", async () => {
  const plain = await header(fits(pixels("SCI", [40, 40])), "SCI", [slice(10, 20), slice(20, 30, 2)]);
  expect(plain).toMatchObject({ LTV1: -9.5, LTM1_1: 0.5, LTV2: -10 });
  expect(plain).not.toHaveProperty("CRPIX1");
  expect(await header(fits(pixels("SCI", [9])), "SCI", [slice(2, 5)])).toMatchObject({ LTV1: -2, NAXIS1: 3 });
});

const CUBE: readonly CardText[] = [
  ...(["RA---TAN", "DEC--TAN", "VRAD"] as const).map((type, i) => [`CTYPE${i + 1}`, type] as const),
  ...[1, 2, 3].flatMap((axis) => [
    [`CRPIX${axis}`, 10 * axis + 0.5] as const,
    [`CRVAL${axis}`, axis] as const,
    [`CDELT${axis}`, axis / 8] as const,
  ]),
  ["PC1_3", 0.125],
];

test("axes that an index drops keep their coordinates behind those of the part", async () => {
  const file = fits(pixels("SCI", [4, 5, 6], ...CUBE));
  expect(await header(file, "SCI", [2])).toMatchObject({
    NAXIS: 2,
    WCSAXES: 3,
    CRPIX1: 10.5,
    CRPIX3: 28.5,
    PC1_3: 0.125,
  });
  const inner = await header(file, "SCI", [null, 3]);
  expect(inner).toMatchObject({
    ...{ NAXIS: 2, NAXIS1: 6, NAXIS2: 4, WCSAXES: 3, CTYPE1: "RA---TAN", CTYPE2: "VRAD", CTYPE3: "DEC--TAN" },
    ...{ CRPIX2: 30.5, CRPIX3: 17.5, CRVAL2: 3, CDELT3: 0.25, PC1_2: 0.125 },
  });
  expect(inner).not.toHaveProperty("NAXIS3");
  const { cards, problem } = headerOfPart([{ keyword: "A_ORDER", value: 2, comment: "" }], 3, {
    axes: [{ axis: 0, start: 0, step: 1, length: 4 }],
    index: [0, 0, 0],
  });
  expect([cards, problem]).toEqual([[], expect.stringContaining("distortions")]);
});

test("errors and flags are cut alike, those of other images are not", async () => {
  const names = ["SCI", "ERR", "DQ", "VAR_POISSON", "SKY", "B_IVAR", "WHT"];
  const bytes = fits(...names.map((name) => pixels(name, name === "WHT" ? [3, 3] : [8, 9], ...WCS)));
  using file = await open(bytes);
  const [, sci, err] = file.hdus;
  const beside = ["ERR", "DQ", "VAR_POISSON"];
  expect(sci && hdusBeside(file.hdus, sci).map(({ name }) => name)).toEqual(beside);
  expect(err && hdusBeside(file.hdus, err)).toEqual([]);
  using cut = await open(await file.cutout({ "SCI/data": [slice(1, 3), slice(2, 6)] }, { alike: true }));
  for (const name of names) {
    const isCut = name === "SCI" || beside.includes(name);
    expect(cut.array(`${name}/data`).shape, name).toEqual(isCut ? [2, 4] : name === "WHT" ? [3, 3] : [8, 9]);
    expect((cut.get(`${name}/header`) as TreeMap)["CRPIX1"], name).toBe(isCut ? 3.5 : 5.5);
  }
});

const TURNED: readonly CardText[] = [
  ...([
    ["CTYPE1", "RA---TAN"],
    ["CTYPE2", "DEC--TAN"],
    ["CRPIX1", 5.5],
    ["CRPIX2", 4],
    ["CRVAL1", 150],
    ["CRVAL2", 22],
    ["CDELT1", -0.25],
    ["CDELT2", 0.5],
    ["CROTA1", 0],
    ["CROTA2", 30],
  ] as const),
  ...([
    ["CTYPE1A", "GLON-CAR"],
    ["CTYPE2A", "GLAT-CAR"],
    ["CRVAL1A", 200],
    ["CRPIX1A", 1],
    ["CRPIX2A", 2],
    ["CDELT1A", -0.5],
    ["CDELT2A", 0.5],
    ["PC1_2A", 0.1],
  ] as const),
];

test("a WCS turned by CROTA gets a matrix where the steps differ, also beside a version that has one", async () => {
  using file = await open(fits(pixels("SCI", [40, 60], ...TURNED)));
  using cut = await open(await file.cutout({ "SCI/data": [slice(4, 30, 3), slice(6, 50, 2)] }));
  expect(file.warnings).toEqual([]);
  expect(Object.keys(cut.get("SCI/header") as TreeMap).filter((name) => /^CROTA/.test(name))).toEqual([]);
  // astropy's positions in the whole, to which the part has to come within 10⁻¹¹ degrees.
  const positions = [
    [0, 0, "", [149.37905113156168, 22.24433217972663]],
    [7, 3, "", [143.60259611732712, 24.256906956298238]],
    [20, 9, "", [132.4438012385762, 27.761766000083984]],
    [7, 3, "A", [189.4, 6]],
  ] as const;
  for (const [x, y, key, expected] of positions) {
    const found = (await cut.wcs("SCI/header", { key })).pixelToWorld(x, y);
    const far = Math.max(...expected.map((value, i) => Math.abs(value - (found[i] ?? Number.NaN))));
    expect(far, `${x} ${y} ${key}: ${found}`).toBeLessThan(1e-11);
  }
});

test("a part whose distortion belongs to axes that it lacks says that it has no WCS", async () => {
  const bytes = fits(pixels("SCI", [4, 5, 6], ...CUBE, ["A_ORDER", 2], ["B_ORDER", 2], ["A_2_0", 1e-4]));
  using file = await open(bytes);
  using cut = await open(await file.cutout({ "SCI/data": [null, 3] }));
  expect(file.warnings).toEqual([
    {
      code: "not-copied",
      message: "the WCS is left out of the part: its distortions belong to axes that are others in this part",
      path: "SCI/header",
    },
  ]);
  const names = Object.keys(cut.get("SCI/header") as TreeMap);
  expect(names.filter((name) => /^(?:CTYPE|CRVAL|[AB]_)/.test(name))).toEqual([]);
});
