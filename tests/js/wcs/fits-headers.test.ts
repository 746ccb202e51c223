/** FITS headers as they are met, against astropy: its own test headers, old spellings, defaults, spectral axes, units; and what it refuses. */
import { readFileSync } from "node:fs";
import { open, type Wcs } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

type Header = Readonly<Record<string, string | number>>;

interface Case {
  readonly name: string;
  readonly header: Header;
  readonly pixels: readonly (readonly number[])[];
  readonly world: readonly (readonly (number | null)[])[];
  readonly types: readonly (string | null)[];
}

const truth = new URL("../../data/wcs/fits-headers.json", import.meta.url);
const { headers, refused }: { headers: Case[]; refused: { name: string; header: Header }[] } = JSON.parse(
  readFileSync(truth, "utf8"),
);

async function wcsOf(header: Header): Promise<Wcs> {
  return (await open(build(`header: ${JSON.stringify(header)}`))).wcs("header");
}

/** How near wcslib comes where it rounds, takes few steps, or approximates. */
const LOOSE: readonly (readonly [RegExp, number])[] = [
  [/CSC/, 1e-7],
  [/F2W|V2W|A2W|W2F|V2F|A2F|W2V|F2V|A2V|FELO/, 1e-8],
  [/AIR|PCO|MOL/, 1e-9],
];

/** The greatest difference relative to the greater of the number and `least`. */
function distance({ sky }: Wcs, actual: readonly number[], expected: readonly (number | null)[]): number {
  const differences = expected.map((value, axis) => {
    const difference = (actual[axis] ?? Number.NaN) - (value ?? Number.NaN);
    const turned = axis === sky?.longitude ? difference - 360 * Math.round(difference / 360) : difference;
    const scale = axis === sky?.longitude || axis === sky?.latitude ? 180 : Math.abs(value ?? 0);
    return Number.isNaN(turned) ? Number(value !== null) : Math.abs(turned) / (scale || 1);
  });
  return Math.max(...differences);
}

test.each(headers.map((each) => [each.name, each] as const))(
  "%s",
  async (name, { header, pixels, world, types }) => {
    const wcs = await wcsOf(header);
    const loose = LOOSE.find(([pattern]) => pattern.test(name))?.[1] ?? 1e-12;
    for (const [i, pixel] of pixels.entries()) {
      const actual = wcs.pixelToWorld(...pixel);
      expect(distance(wcs, actual, world[i] ?? []), `${pixel}: ${actual}, not ${world[i]}`).toBeLessThan(
        loose,
      );
      if (actual.every(Number.isFinite) && !/CSC/.test(name)) {
        const back = wcs.worldToPixel(...actual);
        const far = Math.max(...back.map((value, axis) => Math.abs(value - (pixel[axis] ?? 0))));
        expect(far, `back to ${pixel}: ${back}`).toBeLessThan(1e-6);
      }
    }
    const own = wcs.frames.at(-1)?.axes.map(({ physicalType }) => physicalType || null);
    expect(own).toEqual(types);
  },
);

/** What is said of those that astropy refuses: of one axis, whose values are NaN or in another unit, while the others stay. */
const REFUSED: Readonly<Record<string, string | readonly [sky: boolean, third: number | undefined]>> = {
  "nonstandard_units.hdr": [false, 1],
  "TAN-SIP with PV": "its distortion is called SIP",
  "VELO-XYZ unknown": [true, undefined],
  "FREQ-GEO unknown": [true, undefined],
  "WAVE-F2V unknown": [true, undefined],
  "ABCD-TAN unknown": [true, undefined],
  "XLON-TAN unknown": [true, undefined],
  "FELO-HEL unknown": [true, undefined],
  "VRAD in KM/S": [true, 3e6],
  "WAVE in ANGSTROM": [true, 3e-7],
  "WAVE in micron": [true, 3e-3],
  "WAVE in kg": [true, 3000],
  "FOO--LOG at 0": [true, undefined],
};

test.each(refused.map(({ name, header }) => [name, header] as const))(
  "refused by astropy: %s",
  async (name, header) => {
    const expected = REFUSED[name] ?? "nothing is expected of it";
    if (typeof expected === "string") {
      await expect(wcsOf(header)).rejects.toThrow(expected);
      return;
    }
    const [hasSky, third] = expected;
    const wcs = await wcsOf(header);
    const point = wcs.pixelToWorld(...Array.from({ length: wcs.pixelAxes }, () => 0));
    expect([wcs.sky !== undefined, point.slice(0, 2).every(Number.isFinite)]).toEqual([hasSky, hasSky]);
    if (third === undefined) {
      expect(point[2]).toBeNaN();
      expect(wcs.warnings.map(({ message }) => message).join()).toContain("axis 3 has no values");
      const [x, y] = wcs.worldToPixel(...point);
      expect([x, y].map((value) => Math.abs(value ?? 1) < 1e-6)).toEqual([true, true]);
    } else if (hasSky) {
      expect(point[2]).toBeCloseTo(third, 12);
    } else {
      expect(wcs.warnings.map(({ message }) => message).join()).toMatch(
        /axis [\d and]+ has no values: .*CUNIT/,
      );
    }
  },
);

const IMAGE = { CRPIX1: 64.5, CRPIX2: 64.5, CDELT1: 2.63, CDELT2: 2.63, CRVAL1: 0, CRVAL2: 0 };

test("Solar-X and Solar-Y are helioprojective and in arcseconds, where sunpy has them", async () => {
  for (const types of [
    ["Solar-X ", "Solar-Y "],
    ["SOLAR_X", "SOLAR_Y"],
  ]) {
    const wcs = await wcsOf({ ...IMAGE, CTYPE1: types[0] ?? "", CTYPE2: types[1] ?? "" });
    expect(wcs.sky).toEqual({ longitude: 0, latitude: 1, reference: "helioprojective" });
    const expected = [359.9536097323593, -0.04639025243501134];
    expect(distance(wcs, wcs.pixelToWorld(0, 0), expected)).toBeLessThan(1e-12);
    expect(wcs.warnings[0]?.message).toMatch(/Solar-X and Solar-Y are taken for HPLN-TAN/);
  }
  const inDegrees = await wcsOf({
    ...IMAGE,
    CTYPE1: "Solar-X",
    CTYPE2: "Solar-Y",
    CUNIT1: "deg",
    CUNIT2: "deg",
  });
  expect(inDegrees.pixelToWorld(63.5, 64.5)[1]).toBeCloseTo(2.63, 2);
  const alone = await wcsOf({ ...IMAGE, CTYPE1: "Solar-X", CTYPE2: "TIME" });
  expect([alone.sky, ...alone.pixelToWorld(64.5, 63.5)]).toEqual([undefined, 2.63, 0]);
});

test.each([
  [{ CTYPE1: "arcsec", CTYPE2: "arcsec" }, ["x (arcsec)", "y (arcsec)"]],
  [{ CTYPE1: "PIXEL", CTYPE2: "PIXEL" }, ["x (pixel)", "y (pixel)"]],
  [{ CTYPE1: "LINEAR", CTYPE2: "LINEAR", CUNIT1: "mm", CUNIT2: "mm" }, ["x (mm)", "y (mm)"]],
  [{ CTYPE1: "Y", CTYPE2: "" }, ["y ()", "axis 2 ()"]],
  [{}, ["x ()", "y ()"]],
  [{ CTYPE1: "Solar-R", CTYPE2: "Solar-P" }, ["solar-r ()", "solar-p ()"]],
  [
    { CTYPE1: "LAMBDA", CTYPE2: "ANGLE", CUNIT1: "ANGSTROM", CUNIT2: "deg" },
    ["lambda (Angstrom)", "angle (deg)"],
  ],
  [{ CTYPE1: "PARAM", CTYPE2: "PARAM", CNAME1: "Frame", CNAME2: "Slit" }, ["Frame ()", "Slit ()"]],
  [{ CTYPE1: "WAVE", CTYPE2: "WAVE", CUNIT1: "nm", CUNIT2: "nm" }, ["wave 1 (m)", "wave 2 (m)"]],
  [{ CTYPE1: "LINEAR", CTYPE2: "FREQ", CUNIT2: "GHz" }, ["x ()", "freq (Hz)"]],
])("axes of %j have names that differ, and their units", async (types, expected) => {
  const wcs = await wcsOf({ ...IMAGE, ...types });
  expect(wcs.frames.at(-1)?.axes.map(({ name, unit }) => `${name} (${unit})`)).toEqual(expected);
});

test("axes named as directions are of the sky only in units of angles", async () => {
  const named = { ...IMAGE, CTYPE1: "LINEAR", CTYPE2: "LINEAR", CNAME1: "lon", CNAME2: "lat" };
  expect((await wcsOf({ ...named, CUNIT1: "km", CUNIT2: "km" })).sky).toBeUndefined();
});

test("CROTA turns axes of the sky, and no others", async () => {
  const scales = { CRPIX1: 5, CRPIX2: 6, CRVAL1: 1, CRVAL2: 2, CDELT1: 2, CDELT2: 3, CROTA2: 30 };
  const wcs = await wcsOf({ CTYPE1: "LINEAR", CTYPE2: "LINEAR", ...scales });
  // As astropy has it.
  expect(wcs.pixelToWorld(10, 20)).toEqual([13, 47]);
});
