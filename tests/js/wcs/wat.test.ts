/** The distortions TNX and ZPX of IRAF: astropy's positions, and what is said of texts that are malformed. */
import { readFileSync } from "node:fs";
import { open, type Wcs } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

interface Case {
  readonly name: string;
  readonly header: Readonly<Record<string, string | number>>;
  readonly pixels: readonly (readonly [number, number])[];
  readonly world: readonly (readonly [number, number])[];
}

const truth = new URL("../../data/wcs/wat.json", import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(truth, "utf8"));

async function wcsOf(header: object): Promise<Wcs> {
  return (await open(build(`header: ${JSON.stringify(header)}`))).wcs("header");
}

test.each(cases.map((each) => [each.name, each] as const))("%s", async (_, { header, pixels, world }) => {
  const wcs = await wcsOf(header);
  expect(wcs.warnings).toEqual([]);
  for (const [i, pixel] of pixels.entries()) {
    const [longitude = 0, latitude = 0] = wcs.pixelToWorld(...pixel);
    const [expected = 0, other = 0] = world[i] ?? [];
    expect(Math.abs(longitude - expected), `${pixel}: ${longitude}, not ${expected}`).toBeLessThan(1e-11);
    expect(Math.abs(latitude - other), `${pixel}: ${latitude}, not ${other}`).toBeLessThan(1e-11);
    const [x = 0, y = 0] = wcs.worldToPixel(longitude, latitude);
    expect(Math.hypot(x - pixel[0], y - pixel[1]), `back to ${pixel}: ${x}, ${y}`).toBeLessThan(1e-6);
  }
});

const [first] = cases;
const plain = Object.fromEntries(Object.entries(first?.header ?? {}).filter(([name]) => !/^WAT/.test(name)));
const tan: Readonly<Record<string, unknown>> = { ...plain, CTYPE1: "RA---TAN", CTYPE2: "DEC--TAN" };
const surface = (list: string) => ({
  ...plain,
  WAT1_001: `wtype=tnx axtype=ra lngcor = "${list}"`,
  WAT2_001: "wtype=tnx",
});

test("zeros and blanks in the text; no text", async () => {
  const whole = await wcsOf(surface("3. 2. 2. 1. 0 0 0 0 0. 0.5 0. 0. "));
  const broken = {
    ...surface("3. 2. 2. 1. 0 0 0 0 0. 0.5 0. 0. "),
    WAT1_001: 'wtype=tnx axtype=ra lngcor = "3. 2. 2. 1. 0 0 0 0 0.',
    WAT1_002: '0.5 0. 0. "',
  };
  const twice = await wcsOf({ ...tan, CD1_1: Number(tan["CD1_1"]) * 1.5, CD1_2: Number(tan["CD1_2"]) * 1.5 });
  expect(whole.pixelToWorld(20, 30)[0]).toBeCloseTo(twice.pixelToWorld(20, 30)[0] ?? 0, 12);
  expect((await wcsOf(broken)).pixelToWorld(20, 30)).toEqual(whole.pixelToWorld(20, 30));
  expect((await wcsOf(plain)).pixelToWorld(20, 30)).toEqual((await wcsOf(tan)).pixelToWorld(20, 30));
});

test.each([
  [surface("4. 2. 2. 1. 0 1 0 1 0 0 0 0"), "a surface of the kind 4, 2 × 2, 1 in WAT1_nnn"],
  [surface("1. 1e6 1e6 1. 0 1 0 1 0 0 0 0"), "a surface of the kind 1, 1000000 × 1000000, 1 in WAT1_nnn"],
  [surface("1. 2. 2. 1. 0 1 0 1 0 0 0"), "the surface in WAT1_nnn needs 4 coefficients, and limits"],
  [surface("1. 2. 2. 1. 1 1 0 1 0 0 0 0"), "the surface in WAT1_nnn needs 4 coefficients, and limits"],
  [surface("1. two"), "the cards WATi_nnn hold words where numbers are expected"],
  [{ ...plain, CTYPE1: "DEC--TNX", CTYPE2: "RA---TNX" }, "TNX with the latitude first"],
])("%j is refused by name", async (header, reason) => {
  await expect(wcsOf(header)).rejects.toThrow(reason);
});
