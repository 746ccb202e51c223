/** Axes of FITS that are given by tables (`-TAB`): astropy's positions, and what is said where a table is missing or malformed. */
import { readFileSync } from "node:fs";
import { open, type Wcs, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

interface Case {
  readonly name: string;
  readonly hdu: number;
  readonly pixels: readonly (readonly number[])[];
  readonly world: readonly (readonly number[] | null)[];
  readonly types: readonly (string | null)[];
}

const data = new URL("../../data/wcs/", import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(new URL("tab.json", data), "utf8"));
const file = await open(readFileSync(new URL("tab.fits", data)));
/** Where several pixels have the same coordinates. */
const AMBIGUOUS = /BENT|ONE/;
/** Where the way back is searched through a table of several axes, which may fail near its edges. */
const COUPLED = /TURNED|CUBE/;

/** Positions are astropy's to 10⁻¹², and lead back to the pixels. */
function expectPositions(wcs: Wcs, { name, pixels, world, types }: Case): void {
  expect(wcs.warnings).toEqual([]);
  expect(wcs.frames.at(-1)?.axes.map(({ physicalType }) => physicalType || null)).toEqual(types);
  let lost = 0;
  for (const [i, pixel] of pixels.entries()) {
    const expected = world[i];
    const actual = wcs.pixelToWorld(...pixel);
    if (!expected) {
      expect(actual.some(Number.isNaN), `${name} at ${pixel}: ${actual}`).toBe(true);
      continue;
    }
    for (const [axis, value] of expected.entries()) {
      const apart = Math.abs((actual[axis] ?? Number.NaN) - value) / Math.max(Math.abs(value), 1e-3);
      expect(apart, `${name} at ${pixel}: ${actual}, not ${expected}`).toBeLessThan(1e-12);
    }
    if (!AMBIGUOUS.test(name)) {
      const back = wcs.worldToPixel(...actual);
      const far = Math.max(...back.map((value, axis) => Math.abs(value - (pixel[axis] ?? 0))));
      const isLost = COUPLED.test(name) && Number.isNaN(far);
      lost += Number(isLost);
      expect(isLost || far < 1e-6, `${name} back to ${pixel}: ${back}`).toBe(true);
    }
  }
  expect(lost).toBeLessThan(3);
}

test.each(cases.map((each) => [each.name, each] as const))("%s", async (name, each) => {
  expectPositions(await file.wcs(file.hdus[each.hdu] ?? ""), each);
  expectPositions(await file.wcs(`${name}/header`), each);
});

test("the tables of a file that was written as ASDF", async () => {
  const copy = await open(await write(file.tree));
  for (const each of cases) {
    expectPositions(await copy.wcs(`${each.name}/header`), each);
  }
});

const SKY = {
  CTYPE1: "RA---TAN",
  CTYPE2: "DEC--TAN",
  CRVAL1: 83.6,
  CRVAL2: -42,
  CDELT1: -1e-3,
  CDELT2: 1e-3,
};

test.each([
  [
    "there is no table",
    { PS3_0: "WCS-TABLE", PS3_1: "wavelength" },
    "the file has no numbers in the table (WCS-TABLE,1,1,WAVELENGTH) of CTYPE3",
  ],
  ["nothing is named", {}, "the file has no numbers in the table (,1,1,) of CTYPE3"],
  [
    "an axis is left out",
    { PS3_0: "WCS-TABLE", PV3_3: 2 },
    "PVi_3 of the axes of the table (WCS-TABLE,1,1,) are 2",
  ],
])("where %s, the sky stays", async (_, cards, reason) => {
  const header = { ...SKY, CTYPE3: "WAVE-TAB", CRVAL3: 1, CDELT3: 1, CRPIX3: 1, ...cards };
  const wcs = await (await open(build(`header: ${JSON.stringify(header)}`))).wcs("header");
  const [longitude = 0, latitude = 0, wavelength] = wcs.pixelToWorld(-1, -1, 0);
  expect([longitude.toFixed(6), latitude.toFixed(6), wavelength]).toEqual([
    "83.600000",
    "-42.000000",
    Number.NaN,
  ]);
  expect(wcs.warnings.map(({ message }) => message)).toEqual([
    `the WCS of this FITS header: axis 3 has no values: ${reason}`,
  ]);
});

test.each([
  ["a column of texts", { PS3_0: "WCS-TABLE", PS3_1: "name" }, "has no numbers"],
  [
    "another shape",
    { PS3_0: "COORDS", PS3_1: "cube", CTYPE4: "FREQ-TAB", PS4_0: "COORDS", PS4_1: "cube", PV4_3: 2 },
    "the table (COORDS,1,1,CUBE) of 2 axes has the shape 2,3,4,3",
  ],
  [
    "indices of another number",
    { PS3_0: "WCS-TABLE", PS3_1: "wavelength", PS3_2: "steps" },
    "the indices (STEPS) of axis 3 are not 40 numbers",
  ],
  [
    "indices that do not ascend",
    { PS3_0: "WCS-TABLE", PS3_1: "short", PS3_2: "bent" },
    "the indices (BENT) of axis 3 neither ascend nor descend",
  ],
])("a table with %s", async (_, cards, reason) => {
  const header = { ...SKY, CTYPE3: "WAVE-TAB", CRVAL3: 1, CDELT3: 1, CRPIX3: 1, ...cards };
  const tree = { ...(file.tree as object), header };
  const copy = await open(await write(tree as Parameters<typeof write>[0]));
  const wcs = await copy.wcs("header");
  expect(wcs.pixelToWorld(...Array.from({ length: wcs.pixelAxes }, () => 0)).slice(0, 2)).toEqual(
    expect.arrayContaining([expect.any(Number), expect.any(Number)]),
  );
  expect(wcs.warnings.map(({ message }) => message).join()).toContain(reason);
});
