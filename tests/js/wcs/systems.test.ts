/** Reference systems with their equinoxes: astropy's conversions between all of them, and the systems of FITS headers and of frames. */
import { readFileSync } from "node:fs";
import { convertSky, isSkySystem, open, type SkySystem } from "asdf-wasm";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

type Direction = readonly [longitude: number, latitude: number];

interface Truth {
  readonly directions: readonly Direction[];
  readonly pairs: readonly (readonly [SkySystem, SkySystem, readonly Direction[]])[];
  readonly headers: readonly {
    readonly header: Readonly<Record<string, unknown>>;
    readonly icrs: Direction;
  }[];
}

const truth = new URL("../../data/wcs/systems.json", import.meta.url);
const { directions, pairs, headers }: Truth = JSON.parse(readFileSync(truth, "utf8"));

/** The greatest distance on the sky, in degrees. */
function apart(actual: ArrayLike<number>, expected: readonly Direction[]): number {
  const distances = expected.map(([longitude, latitude], i) => {
    const east = (actual[2 * i] ?? Number.NaN) - longitude;
    const cosine = Math.cos((latitude * Math.PI) / 180);
    const along = (2 * Math.sin((east * Math.PI) / 360) * cosine * 180) / Math.PI;
    return Math.hypot(along, (actual[2 * i + 1] ?? Number.NaN) - latitude);
  });
  return Math.max(...distances);
}

test("directions of every system in every other one, and back", () => {
  for (const [from, to, expected] of pairs) {
    const actual = convertSky(from, to, directions.flat());
    expect(apart(actual, expected), `${from} to ${to}: ${actual}, not ${expected}`).toBeLessThan(1e-10);
    expect(apart(convertSky(to, from, actual), directions), `${to} back to ${from}`).toBeLessThan(1e-7);
  }
});

test("positions of FITS headers in ICRS, by RADESYS and EQUINOX", async () => {
  for (const { header, icrs } of headers) {
    const wcs = await (await open(build(`header: ${JSON.stringify(header)}`))).wcs("header");
    const reference = wcs.sky?.reference ?? "";
    expect(isSkySystem(reference), reference).toBe(true);
    const actual = convertSky(reference as SkySystem, "icrs", wcs.pixelToWorld(9, 19));
    expect(apart(actual, [icrs]), `${JSON.stringify(header)}: ${reference}`).toBeLessThan(1e-10);
  }
});

const TIME = "!time/time-1.4.0";

test.each([
  [
    "fk4",
    `{equinox: ${TIME} {scale: tt, value: B1950.000}, obstime: ${TIME} {scale: tt, value: B1950.000}}`,
    "fk4",
  ],
  [
    "fk4",
    `{equinox: ${TIME} B1950.000, obstime: ${TIME} {scale: tt, value: B1980.000}}`,
    "fk4 (equinox 1950, obstime 1980)",
  ],
  ["fk4", `{equinox: ${TIME} B1900.000, obstime: ${TIME} J1980.500}`, "fk4 (equinox 1900, obstime J1980.5)"],
  ["fk4noeterms", `{equinox: ${TIME} {scale: tt, value: B1975.000}}`, "fk4noeterms (equinox 1975)"],
  ["fk5", `{equinox: ${TIME} {scale: tt, value: J2000.000}}`, "fk5"],
  ["fk5", `{equinox: ${TIME} {scale: tt, value: B1950.000}}`, "fk5 (equinox B1950)"],
  ["fk5", `{equinox: ${TIME} {format: byear, value: 1950}}`, "fk5 (equinox B1950)"],
  ["fk5", `{equinox: ${TIME} '2000-01-01T12:00:00.000'}`, "fk5"],
  ["fk5", `{equinox: ${TIME} '1991-04-02T13:30:00.000'}`, "fk5 (equinox 1991.25)"],
  ["fk5", `{equinox: ${TIME} {format: jd, value: 2448349.0625}}`, "fk5 (equinox 1991.25)"],
  ["fk5", `{equinox: ${TIME} {format: mjd, value: 48348.5625}}`, "fk5 (equinox 1991.25)"],
  ["barycentricmeanecliptic", `{equinox: ${TIME} J1975.000}`, "barycentricmeanecliptic (equinox 1975)"],
])("a frame of a gwcs: %s with %s", async (frame, attributes, reference) => {
  const tree = `wcs: !<tag:stsci.edu:gwcs/wcs-1.2.0>
  name: ''
  steps:
  - !<tag:stsci.edu:gwcs/step-1.1.0>
    frame: detector
    transform: !transform/identity-1.2.0 {n_dims: 2}
  - !<tag:stsci.edu:gwcs/step-1.1.0>
    frame: !<tag:stsci.edu:gwcs/celestial_frame-1.0.0>
      name: world
      axes_order: [0, 1]
      reference_frame: !<tag:astropy.org:astropy/coordinates/frames/${frame}-1.2.0> {frame_attributes: ${attributes}}
    transform: null`;
  const { sky } = await (await open(build(tree))).wcs("wcs");
  expect(sky?.reference).toBe(reference);
  expect(isSkySystem(reference)).toBe(true);
});

test("headers of the ecliptic, by EQUINOX; what is not converted says so", async () => {
  const of = async (header: object) => {
    const plain = { CTYPE1: "ELON-TAN", CTYPE2: "ELAT-TAN", CRVAL1: 83, CRVAL2: 10, CDELT1: 1, CDELT2: 1 };
    const file = await open(build(`header: ${JSON.stringify({ ...plain, ...header })}`));
    return (await file.wcs("header")).sky?.reference ?? "";
  };
  const found = [
    {},
    { EQUINOX: 2000 },
    { RADESYS: "FK5", EQUINOX: 1950 },
    { EQUINOX: 1950 },
    { RADESYS: "FK4" },
  ];
  expect(await Promise.all(found.map(of))).toEqual([
    "barycentricmeanecliptic",
    "barycentricmeanecliptic",
    "barycentricmeanecliptic (equinox 1950)",
    "fk4ecliptic (equinox 1950)",
    "fk4ecliptic (equinox 1950)",
  ]);
  const others = [
    "fk4ecliptic (equinox 1950)",
    "gappt",
    "fk5 (equinox spring)",
    "galactic (equinox 1950)",
    "",
    "Icrs",
  ];
  expect(others.filter(isSkySystem)).toEqual([]);
});
