/** Net sums as flux densities and AB magnitudes, as astropy, photutils and STScI's formula have them; none where units do not allow it. */
import { type AsdfFile, init, ndarray, open, type TreeValue, withTag, write } from "asdf-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { type CardText, hdu, image, PRIMARY } from "../../support/fits.ts";
import vectors from "./flux.vectors.json" with { type: "json" };
import { measuring, noise } from "./measuring.ts";

const QUANTITY = "tag:stsci.edu:asdf/unit/quantity-1.1.0";
const PIXEL = 2.844e-13;
const SHAPE = [32, 40];
const CIRCLE = { kind: "circle", x: 20.3, y: 15.2, radius: 4.5 };
const HUBBLE: CardText[] = [
  ["PHOTFLAM", 1.5305e-20, "inverse sensitivity, ergs/cm2/A/e-"],
  ["PHOTPLAM", 15369.176, "Pivot wavelength (Angstroms)"],
];

type Expected = "MJy/sr" | "uJy/arcsec2" | "nJy" | "DN/s" | "electrons/s" | "electrons";

function star(): Float64Array<ArrayBuffer> {
  return noise(32 * 40).map(
    (u, i) => u + 50 * Math.exp(-(((i % 40) - 20) ** 2 + (Math.floor(i / 40) - 15) ** 2) / 8),
  );
}

const errors = () => noise(32 * 40).map((u) => 0.1 + u);

beforeAll(() => init());

async function fluxIn(file: AsdfFile, path: string, shape: object = CIRCLE) {
  const measured = measuring(file, path)(shape);
  return (await measured.photometry({ kind: "annulus", gap: 3, width: 4, by: "median" })).flux;
}

function big(values: Float64Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.byteLength));
  for (const [i, value] of values.entries()) {
    bytes.setFloat64(8 * i, value);
  }
  return new Uint8Array(bytes.buffer);
}

/** A FITS file of an image, its errors, and cards. */
function fits(
  unit: string,
  cards: readonly CardText[],
  primary: readonly CardText[] = [],
): Promise<AsdfFile> {
  const more: CardText[] = [["BUNIT", unit], ...cards];
  return open(
    Buffer.concat([
      hdu([...PRIMARY, ...primary]),
      hdu([...image("SCI", -64, SHAPE), ...more], big(star())),
      hdu([...image("ERR", -64, SHAPE), ...more], big(errors())),
    ]),
  );
}

/** A product of Roman or JWST, with the metadata of photometry. */
async function product(
  photometry: TreeValue,
  { unit, flux, kind = "wfi_image-1.4.0" }: { unit?: string; flux?: string; kind?: string },
) {
  const quantity = (values: Float64Array) => {
    const array = ndarray(values, { shape: SHAPE });
    return unit === undefined ? array : withTag({ value: array, unit }, QUANTITY);
  };
  const meta = { photometry, ...(flux && { cal_step: { flux } }) };
  const tree = { meta, data: quantity(star()), err: quantity(errors()) };
  return open(
    await write({ roman: withTag(tree, `asdf://stsci.edu/datamodels/roman/tags/${kind}`) }, { as: "blob" }),
  );
}

describe("a net sum is a flux density", () => {
  const sr: CardText = ["PIXAR_SR", PIXEL];
  const roman = {
    conversion_megajanskys: 0.3324,
    conversion_megajanskys_uncertainty: 0.01,
    pixel_area: PIXEL,
  };
  const quantity = (value: number, unit: string) => withTag({ value, unit }, QUANTITY);
  const cases: readonly (readonly [string, () => Promise<AsdfFile>, string, Expected, string])[] = [
    ...["MJy/sr", "MJy / sr", "MJy.sr**-1", "MJy sr-1", "MJy/(sr)", "MJy*sr^-1"].map(
      (unit) => [`of JWST in ${unit}`, () => fits(unit, [sr]), "SCI/data", "MJy/sr", "PIXAR_SR"] as const,
    ),
    ["with the area in the primary header", () => fits("MJy/sr", [], [sr]), "SCI/data", "MJy/sr", "PIXAR_SR"],
    [
      "with the area in square arcseconds",
      () => fits("MJy/sr", [["PIXAR_A2", PIXEL / (Math.PI / 648000) ** 2]]),
      "SCI/data",
      "MJy/sr",
      "PIXAR_A2",
    ],
    ["in µJy a square arcsecond", () => fits("uJy/arcsec^2", [sr]), "SCI/data", "uJy/arcsec2", "PIXAR_SR"],
    ["in nJy", () => fits("nJy", []), "SCI/data", "nJy", "nJy"],
    ["in nJy a pixel", () => fits("nJy/pixel", []), "SCI/data", "nJy", "nJy/pixel"],
    [
      "of Roman in DN/s",
      () => product(roman, { flux: "INCOMPLETE" }),
      "roman/data",
      "DN/s",
      "conversion_megajanskys × pixel_area",
    ],
    [
      "of Roman as quantities",
      () =>
        product(
          { conversion_megajanskys: quantity(0.3324, "MJy.sr**-1"), pixel_area: quantity(PIXEL, "sr") },
          { unit: "DN / s", kind: "wfi_image-1.0.0" },
        ),
      "roman/data/value",
      "DN/s",
      "conversion_megajanskys × pixel_area",
    ],
    [
      "of Roman after its flux step",
      () => product(roman, { flux: "COMPLETE" }),
      "roman/data",
      "MJy/sr",
      "pixel_area",
    ],
    [
      "of a mosaic of Roman",
      () => product(roman, { kind: "wfi_mosaic-1.0.0" }),
      "roman/data",
      "MJy/sr",
      "pixel_area",
    ],
    [
      "of JWST in ASDF",
      () => product({ pixelarea_steradians: PIXEL }, { unit: "MJy / sr", kind: "none-1.0.0" }),
      "roman/data/value",
      "MJy/sr",
      "pixelarea_steradians",
    ],
    [
      "of Hubble a second",
      () => fits("ELECTRONS/S", HUBBLE),
      "SCI/data",
      "electrons/s",
      "PHOTFLAM and PHOTPLAM",
    ],
    [
      "of Hubble in an exposure",
      () => fits("ELECTRONS", HUBBLE, [["EXPTIME", 339]]),
      "SCI/data",
      "electrons",
      "PHOTFLAM, PHOTPLAM and EXPTIME",
    ],
  ];
  test.each(cases)("%s", async (_, file, path, expected, by) => {
    const found = await fluxIn(await file(), path);
    const { jansky, error, magnitude } = vectors[expected];
    expect(found?.by).toBe(by);
    expect((found?.jansky ?? 0) / jansky).toBeCloseTo(1, 9);
    expect((found?.error ?? 0) / error).toBeCloseTo(1, 9);
    expect(found?.magnitude).toBeCloseTo(magnitude, 9);
    expect(found?.magnitudeError).toBeCloseTo(((2.5 / Math.LN10) * vectors.sigma) / vectors.net, 9);
  });

  test("a sum that is not positive has no magnitude", async () => {
    const found = await fluxIn(await fits("nJy", []), "SCI/data", { ...CIRCLE, x: 33, y: 25, radius: 1.5 });
    expect(found?.jansky).toBeLessThan(0);
    expect(found).toMatchObject({ magnitude: undefined, magnitudeError: undefined });
  });
});

describe("there is none", () => {
  const sr: CardText = ["PIXAR_SR", PIXEL];
  const sky = (scale: number): readonly CardText[] => [
    ["CTYPE1", "RA---TAN"],
    ["CTYPE2", "DEC--TAN"],
    ["CRVAL1", 80],
    ["CRVAL2", 30],
    ["CRPIX1", 20],
    ["CRPIX2", 16],
    ["CDELT1", -scale],
    ["CDELT2", scale],
  ];
  const degrees = (Math.sqrt(PIXEL) * 180) / Math.PI;
  const cases: readonly (readonly [string, () => Promise<AsdfFile>, string])[] = [
    ["in Jy a beam", () => fits("Jy/beam", [sr]), "SCI/data"],
    ["of surface brightness without an area", () => fits("MJy/sr", []), "SCI/data"],
    ["of an area that is not positive", () => fits("MJy/sr", [["PIXAR_SR", -999999]]), "SCI/data"],
    ["of a square of a unit", () => fits("MJy2/sr2", [sr]), "SCI/data"],
    ["in Jy times sr", () => fits("MJy.sr", [sr]), "SCI/data"],
    ["in counts without a calibration", () => fits("COUNTS/S", [sr]), "SCI/data"],
    ["in counts, of a sensitivity to electrons", () => fits("COUNTS/S", HUBBLE), "SCI/data"],
    ["in electrons of an unknown time", () => fits("ELECTRONS", HUBBLE), "SCI/data"],
    ["without a unit", () => fits("", [sr]), "SCI/data"],
    ["of errors", () => fits("MJy/sr", [sr]), "ERR/data"],
    [
      "of a placeholder of Roman",
      () => product({ conversion_megajanskys: -999999, pixel_area: -999999 }, { flux: "INCOMPLETE" }),
      "roman/data",
    ],
    [
      "of Roman in an unknown unit",
      () => product({ conversion_megajanskys: 0.3324, pixel_area: PIXEL }, {}),
      "roman/data",
    ],
    [
      "of null",
      () => product({ conversion_megajanskys: null, pixel_area: null }, { flux: "INCOMPLETE" }),
      "roman/data",
    ],
  ];
  test.each(cases)("%s", async (_, file, path) => {
    expect(await fluxIn(await file(), path)).toBeUndefined();
  });

  test.each([
    [1, true],
    [1.1, true],
    [2, false],
  ])("of pixels %f times as large as the keyword says: %s", async (times, isGiven) => {
    const file = await fits("MJy/sr", [sr, ...sky(degrees * times)]);
    const measured = measuring(file, "SCI/data")(CIRCLE, { wcs: "fits:1" });
    expect((await measured.photometry({ kind: "none" })).flux !== undefined).toBe(isGiven);
  });
});
