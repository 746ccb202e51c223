/** WCS of FITS keywords: astropy's positions for headers of every projection, distortion and order of axes, and bad headers. */
import { readFileSync } from "node:fs";
import { type AsdfFile, convertSky, open, type Wcs } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

interface Case {
  readonly name: string;
  readonly header: Readonly<Record<string, string | number>>;
  readonly pixels: readonly (readonly number[])[];
  readonly world: readonly (readonly number[] | null)[];
  readonly scales: readonly [number, number];
}

type Named = "icrs" | "fk5" | "galactic" | "barycentricmeanecliptic";

const truth = new URL("../../data/wcs/fits.json", import.meta.url);
const { headers, systems }: { headers: Case[]; systems: Record<Named, [number, number][]> } = JSON.parse(
  readFileSync(truth, "utf8"),
);

/** A file with a header as a map. */
const withHeader = (header: object): Promise<AsdfFile> => open(build(`header: ${JSON.stringify(header)}`));

/** How near wcslib comes, where it ends a search early. */
const LOOSE: Readonly<Record<string, number>> = {
  AIR: 1e-9,
  "AIR by default": 1e-9,
  MOL: 1e-9,
  PCO: 1e-9,
};

/** The greatest difference of two points, relative to the greater of 1 and their greatest number. */
function distance(wcs: Wcs, actual: readonly number[], expected: readonly number[]): number {
  const { sky } = wcs;
  const scale = Math.max(1, ...expected.map(Math.abs));
  const latitude = (expected[sky?.latitude ?? -1] ?? 0) * (Math.PI / 180);
  const differences = expected.map((value, axis) => {
    const difference = (actual[axis] ?? Number.NaN) - value;
    // wcslib's longitudes may be negative.
    return axis === sky?.longitude
      ? (difference - 360 * Math.round(difference / 360)) * Math.cos(latitude)
      : difference;
  });
  return Math.max(...differences.map((difference) => Math.abs(difference) / scale));
}

test.each(headers.map((each) => [each.name, each] as const))(
  "%s",
  async (name, { header, pixels, world, scales }) => {
    const file = await withHeader(header);
    expect(file.wcsPaths()).toEqual(["header"]);
    const wcs = await file.wcs("header");
    expect([wcs.pixelAxes, wcs.worldAxes, wcs.invertible]).toEqual([
      pixels[0]?.length,
      pixels[0]?.length,
      true,
    ]);
    for (const [i, pixel] of pixels.entries()) {
      const expected = world[i];
      const actual = wcs.pixelToWorld(...pixel);
      if (!expected) {
        expect(actual.some(Number.isNaN), `${name} at ${pixel}`).toBe(true);
        continue;
      }
      expect(distance(wcs, actual, expected), `${name} at ${pixel}: ${actual}`).toBeLessThan(
        LOOSE[name] ?? 1e-12,
      );
      const back = wcs.worldToPixel(...actual);
      const far = Math.max(...back.map((value, axis) => Math.abs(value - (pixel[axis] ?? 0))));
      expect(far, `${name} back to ${pixel}`).toBeLessThan(1e-6);
    }
    if (name === "CD" || name === "PC and CDELT") {
      const [x = 0, y = 0] = pixels[0] ?? [];
      const actual = wcs.orientation(x, y)?.scales ?? [];
      expect(actual[0]).toBeCloseTo(scales[0] * 3600, 6);
      expect(actual[1]).toBeCloseTo(scales[1] * 3600, 6);
    }
  },
);

test("positions in other systems", () => {
  for (const from of Object.keys(systems) as Named[]) {
    for (const to of Object.keys(systems) as Named[]) {
      const actual = convertSky(from, to, systems[from].flat());
      for (const [i, [longitude, latitude]] of systems[to].entries()) {
        const [east = 0, north = 0] = [(actual[2 * i] ?? 0) - longitude, (actual[2 * i + 1] ?? 0) - latitude];
        // A longitude means little near a pole.
        const cosine = Math.cos((latitude * Math.PI) / 180);
        expect(Math.abs(Math.sin((east * Math.PI) / 360) * cosine), `${from} to ${to}`).toBeLessThan(1e-13);
        expect(Math.abs(north), `${from} to ${to}`).toBeLessThan(1e-11);
      }
    }
  }
});

const TAN = headers.find(({ name }) => name === "CD")?.header ?? {};

test("a header as a list, or with small letters as in the metadata of JWST", async () => {
  const cards = Object.entries(TAN).map(([keyword, value]) => [keyword, value, "a comment"]);
  const small = Object.fromEntries(
    Object.entries(TAN).map(([keyword, value]) => [keyword.toLowerCase(), value]),
  );
  const tree = {
    fits: [{ header: [["SIMPLE", true], ["COMMENT", "of text"], [], ...cards] }],
    meta: { wcsinfo: small },
  };
  const file = await open(
    build(
      Object.entries(tree)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join("\n"),
    ),
  );
  expect(file.wcsPaths()).toEqual(["fits/0/header", "meta/wcsinfo"]);
  const expected = (await (await withHeader(TAN)).wcs("header")).pixelToWorld(10, 20);
  for (const path of file.wcsPaths()) {
    expect((await file.wcs(path)).pixelToWorld(10, 20)).toEqual(expected);
  }
});

test("frames of headers", async () => {
  const worldOf = async (changes: object, header: object = TAN) => {
    const wcs = await (await withHeader({ ...header, ...changes })).wcs("header");
    return { frame: wcs.frames.at(-1), sky: wcs.sky };
  };
  expect((await worldOf({})).sky).toEqual({ longitude: 0, latitude: 1, reference: "icrs" });
  expect((await worldOf({ EQUINOX: 2000 })).sky?.reference).toBe("fk5");
  expect((await worldOf({ EQUINOX: 1950 })).sky?.reference).toBe("fk4");
  expect((await worldOf({ RADESYS: "FK5", EQUINOX: 1975 })).sky?.reference).toBe("fk5 (equinox 1975)");
  expect((await worldOf({ CTYPE1: "GLON-TAN", CTYPE2: "GLAT-TAN" })).sky?.reference).toBe("galactic");
  const header = headers.find(({ name }) => name === "spectrum first")?.header ?? {};
  const { frame, sky } = await worldOf({}, header);
  expect(sky).toEqual({ longitude: 2, latitude: 1, reference: "galactic" });
  expect(frame?.axes.map(({ name, unit }) => `${name} ${unit}`)).toEqual(["freq Hz", "lat deg", "lon deg"]);
});

test.each([
  [{ CTYPE1: "RA---ZPN", CTYPE2: "DEC--ZPN" }, "bad-tree", "PV2_1"],
  [{ CTYPE1: "RA---TPV", CTYPE2: "DEC--TPV", PV1_40: 0.1 }, "unsupported-transform", "PVi_39"],
  [{ CTYPE1: "RA---COE", CTYPE2: "DEC--COE" }, "bad-tree", "PV2_1"],
  [{ CTYPE1: "RA---CAR", CTYPE2: "DEC--CAR", CRVAL2: 20, LONPOLE: 75 }, "bad-tree", "contradict"],
  [{ CD1_1: 0, CD1_2: 0 }, "bad-tree", "no inverse"],
  [{ CRVAL1: "twelve" }, "bad-tree", "CRVAL1 is no number"],
  [{ CUNIT1: "parsec" }, "bad-tree", "parsec"],
  [{ WCSAXES: 1e9 }, "bad-tree", "axes"],
  [{ A_ORDER: 1e9, B_ORDER: 1 }, "bad-tree", "A_ORDER"],
])("a header that cannot be used: %o", async (header, code, text) => {
  const file = await withHeader({ ...TAN, ...header });
  await expect(file.wcs("header")).rejects.toMatchObject({
    code,
    path: "header",
    message: expect.stringContaining(text),
  });
});

test("keywords that define no WCS are not listed", async () => {
  const { CRPIX1, CTYPE2, ...rest } = TAN;
  for (const header of [rest, { ...rest, CRPIX1 }, { ra_ref: 1, dec_ref: 2, v2_ref: 3 }, [1, 2], [[1, 2]]]) {
    expect((await withHeader(header)).wcsPaths()).toEqual([]);
  }
  expect(CTYPE2).toBe("DEC--TAN");
});
