/** World coordinates over the image on the stage: units, poles, places without a position, the Sun. */

import { labelOf, stepFor } from "@asdf-wasm/science/graticule/steps";
import { stepOnSky } from "@asdf-wasm/science/wcs/local";
import { placeOf } from "@asdf-wasm/science/wcs/skyInput";
import { StageWcs } from "@asdf-wasm/science/wcs/stage";
import { isEquatorial, systemLabel } from "@asdf-wasm/science/wcs/world";
import { convertSky, open } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { treeFile } from "../../support/files.ts";

interface Image {
  readonly projection?: string;
  /** Degrees a pixel along x. */
  readonly scale?: number;
  readonly center?: readonly [number, number];
  /** The pixel of the middle of the projection, along x and along y. */
  readonly middle?: number;
  readonly frame?: string;
  /** A transform after the projection. */
  readonly then?: string;
}

const T = "!transform/";

/** A WCS of an image of 101 × 101 pixels, in the middle of which is the middle of a projection. */
async function stageOf({
  projection = "gnomonic",
  scale = -0.01,
  center = [10, 41],
  middle = 50,
  frame = "",
  then,
}: Image) {
  const compose = (transforms: readonly string[]): string =>
    transforms.reduce((before, next) => `${T}compose-1.2.0 {forward: [${before}, ${next}]}`);
  const both = (kind: string, key: string, x: number, y: number): string =>
    `${T}concatenate-1.2.0 {forward: [${T}${kind}-1.2.0 {${key}: ${x}}, ${T}${kind}-1.2.0 {${key}: ${y}}]}`;
  const transform = compose([
    both("shift", "offset", -middle, -middle),
    both("scale", "factor", scale, Math.abs(scale)),
    `${T}${projection}-1.2.0 {direction: pix2sky}`,
    `${T}rotate3d-1.3.0 {phi: ${center[0].toFixed(2)}, theta: ${center[1].toFixed(2)}, psi: 180.0, direction: native2celestial}`,
    ...(then === undefined ? [] : [then]),
  ]);
  const file = await open(
    treeFile(`wcs: !<tag:stsci.edu:gwcs/wcs-1.2.0>
  name: ''
  steps:
  - !<tag:stsci.edu:gwcs/step-1.1.0> {frame: detector, transform: ${transform}}
  - !<tag:stsci.edu:gwcs/step-1.1.0>
    frame: !<tag:stsci.edu:gwcs/celestial_frame-1.0.0>
      name: world
      axes_order: [0, 1]
      ${frame || "reference_frame: !<tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0> {frame_attributes: {}}"}
    transform: null`),
  );
  const wcs = await file.wcs("wcs");
  return { stage: new StageWcs(wcs, { axes: [0, 1], index: [0, 0] }, [101, 101]), wcs };
}

describe("orientation", () => {
  test.each([
    { where: "at a pole in the middle of the image", center: [45, 90] as const },
    { where: "near a pole", center: [45, 89.99] as const },
    { where: "at the equator", center: [0, 0] as const },
  ])("is known $where, and positions lead back to pixels", async ({ center }) => {
    const { stage } = await stageOf({ center });
    expect(stage.sky?.isOnStage).toBe(true);
    expect(stage.orientation?.scale).toBeCloseTo(36, 3);
    expect(stage.orientation?.isMirrored).toBe(false);
    const sky = stage.toSky(Float64Array.of(20, 70, 50.25, 50, 50, 50.5), "icrs");
    const back = stage.toPixels(sky, "icrs");
    for (const [i, pixel] of [20, 70, 50.25, 50, 50, 50.5].entries()) {
      expect(back[i]).toBeCloseTo(pixel, 5);
    }
  });

  test("is found beside a middle without a position", async () => {
    // The middle of the image is outside of the map of the whole sky.
    const { stage } = await stageOf({ projection: "molleweide", scale: -4.5, center: [0, 90], middle: 20 });
    expect(stage.toSky(Float64Array.of(50, 50), "own")[0]).toBeNaN();
    expect(stage.sky?.isOnStage).toBe(true);
  });

  test("on the Sun longitudes grow westwards: an image with west on the right is not mirrored", async () => {
    const frame = (name: string) =>
      `reference_frame: !<tag:sunpy.org:sunpy/coordinates/frames/${name}-1.1.0> {frame_attributes: {}}`;
    for (const name of ["helioprojective", "heliographic_stonyhurst"]) {
      const { stage } = await stageOf({ scale: 0.01, center: [0, 0], frame: frame(name) });
      expect(stage.orientation?.isMirrored).toBe(false);
    }
    const { stage } = await stageOf({ scale: 0.01 });
    expect(stage.orientation?.isMirrored).toBe(true);
  });
});

test("hour angles are fifteen degrees, as astropy writes them", async () => {
  const then = `${T}concatenate-1.2.0 {forward: [${T}scale-1.2.0 {factor: ${1 / 15}}, ${T}scale-1.2.0 {factor: 3600000.0}]}`;
  const frame = `unit: [!unit/unit-1.0.0 15deg, !unit/unit-1.0.0 mas]
      reference_frame: !<tag:astropy.org:astropy/coordinates/frames/icrs-1.1.0> {frame_attributes: {}}`;
  const { stage, wcs } = await stageOf({ center: [200, 30], then, frame });
  const [longitude, latitude] = stage.toSky(Float64Array.of(50, 50), "icrs");
  expect(longitude).toBeCloseTo(200, 9);
  expect(latitude).toBeCloseTo(30, 9);
  expect(stage.orientation?.scales[0]).toBeCloseTo(36, 3);
  expect(wcs.pixelScale(50, 50)).toBeCloseTo(36, 3);
});

test("world axes without names, or with one name, are told apart", async () => {
  const named = async (frame: string) => (await stageOf({ frame })).stage.axes.map(({ name }) => name);
  expect(await named("axes_names: ['', '']")).toEqual(["world 0", "world 1"]);
  expect(await named("axes_names: [lon, lon]")).toEqual(["lon 0", "lon 1"]);
  expect(await named("axes_names: ['', slit]\n      axis_physical_types: [em.wl, pos]")).toEqual([
    "wavelength",
    "slit",
  ]);
  expect(await named("axis_physical_types: [em.freq, em.freq]")).toEqual(["frequency 0", "frequency 1"]);
});

test("a system with another equinox is not taken for that of J2000", async () => {
  const fk5 = (equinox: string) =>
    `reference_frame: !<tag:astropy.org:astropy/coordinates/frames/fk5-1.1.0> {frame_attributes: {equinox: ${equinox}}}`;
  const { stage, wcs } = await stageOf({ frame: fk5("!time/time-1.1.0 {value: J1975.000, scale: tt}") });
  expect(wcs.sky?.reference).toBe("fk5 (equinox 1975)");
  const pixel = Float64Array.of(50, 50);
  const own = stage.toSky(pixel, "own");
  expect(stage.toSky(pixel, "icrs")).toEqual(convertSky("fk5 (equinox 1975)", "icrs", own));
  expect([...stage.toPixels(stage.toSky(pixel, "galactic"), "galactic")].map(Math.round)).toEqual([50, 50]);
  const unknown = await stageOf({ frame: fk5("!time/time-1.1.0 {value: 1.5e9, format: unix}") });
  expect(unknown.wcs.sky?.reference).toBe("fk5 (equinox 1.5e9)");
  expect(unknown.stage.sky?.frames).toEqual(["own"]);
  expect(systemLabel("ecliptic (equinox 1950)")).toBe("Ecliptic (equinox 1950)");
  expect(systemLabel("fk4noeterms (equinox 1975)")).toBe("FK4 without aberration (equinox 1975)");
  expect(systemLabel("fk5 (equinox 1975)")).toBe("FK5 (equinox 1975)");
  expect(isEquatorial("fk5 (equinox 1975)")).toBe(true);
  for (const equinox of ["!time/time-1.1.0 {value: J2000.000, scale: tt}", "!time/time-1.1.0 J2000.000"]) {
    const { wcs, stage } = await stageOf({ frame: fk5(equinox) });
    expect(wcs.sky?.reference).toBe("fk5");
    expect(stage.sky?.frames).toContain("galactic");
  }
});

test("steps on the sky are along great circles", () => {
  const step = (from: readonly number[], to: readonly number[]) =>
    stepOnSky(Float64Array.from(from), Float64Array.from(to), 0);
  const near = step([350, 60], [10, 60]);
  expect(Math.hypot(...near)).toBeCloseTo(9.962, 2);
  expect(near[0]).toBeGreaterThan(0);
  // Across a pole.
  expect(step([0, 89], [180, 89])[0]).toBeCloseTo(0);
  expect(step([0, 89], [180, 89])[1]).toBeCloseTo(2);
  expect(step([120, -30], [120, 15])[1]).toBeCloseTo(45);
  expect(step([10, 20], [10 + 1e-9, 20 - 1e-9])[1]).toBeCloseTo(-1e-9, 14);
});

test("systems are called by their names", () => {
  expect(systemLabel("heliographic_stonyhurst")).toBe("Heliographic Stonyhurst");
  expect(systemLabel("gcrs")).toBe("GCRS");
  expect(systemLabel("icrs")).toBe("ICRS");
  expect(systemLabel("")).toBe("World");
});

test("positions on the disk of the Sun are typed and labelled in arcseconds", () => {
  for (const text of ["300 -200", "300″, -200″", '300" -200"', "300 arcsec -200 arcsec"]) {
    expect(placeOf(text, false, true)).toMatchObject({
      kind: "either",
      first: 300,
      second: -200,
      isPlain: true,
    });
  }
  expect(placeOf("x 10 y 20", false, true)).toMatchObject({ kind: "pixel", first: 10, second: 20 });
  expect(placeOf("0d05m00s -0d03m20s", false, true)).toMatchObject({ kind: "sky", isPlain: false });
  const step = stepFor("arcseconds", 2400 / 3600, 8);
  expect(step && labelOf(step, -3, true)).toBe("−1500″");
  expect(step && labelOf(step, 2, true)).toBe("+1000″");
  const fine = stepFor("arcseconds", 2 / 3600, 8);
  expect(fine && labelOf(fine, 3, false)).toBe("1.5″");
});
