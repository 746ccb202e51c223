/** FITS headers as people have them, after public reports: each has the same positions as in astropy.wcs 8.0.2. */
import { readFileSync } from "node:fs";
import { open } from "asdf-wasm";
import { expect, test } from "vitest";
import cases from "../../data/field/fits/positions.json" with { type: "json" };

const field = new URL("../../data/field/fits/", import.meta.url);

test.each(Object.entries(cases))("%s", async (name, { pixels, world }) => {
  const file = await open(readFileSync(new URL(name, field)));
  const wcs = await file.wcs("fits:0");
  for (const [index, expected] of world.entries()) {
    const found = wcs.toWorld(Float64Array.from(pixels[index] ?? []));
    expect(found).toHaveLength(expected.length);
    for (const [axis, value] of expected.entries()) {
      // Longitudes may differ by a turn.
      const turn = axis === wcs.sky?.longitude ? 360 * Math.round(((found[axis] ?? 0) - value) / 360) : 0;
      expect(Math.abs((found[axis] ?? Number.NaN) - turn - value)).toBeLessThanOrEqual(
        1e-10 * Math.max(Math.abs(value), 1e-9),
      );
    }
  }
  file.close();
});

test("keywords in a tree: GLS with a latitude, one axis, galactic axes", async () => {
  const asdf = (path: string) => readFileSync(new URL(`../../data/field/asdf/${path}`, import.meta.url));
  const gls = await (await open(asdf("fits-gls/gls.asdf"))).wcs("meta");
  for (const [x, y, longitude, latitude] of [
    [0, 0, 10.520170463714823, 19.61],
    [10, 20, 10.414531284176128, 19.81],
  ] as const) {
    const [found = Number.NaN, other = Number.NaN] = gls.pixelToWorld(x, y);
    expect(found).toBeCloseTo(longitude, 11);
    expect(other).toBeCloseTo(latitude, 11);
  }
  const file = await open(asdf("fits-one-axis/one.asdf"));
  expect(file.wcsPaths()).toEqual(["meta"]);
  const one = await file.wcs("meta");
  expect(one.pixelToWorld(0)[0]).toBeCloseTo(5e-7, 18);
  expect(one.pixelToWorld(10)[0]).toBeCloseTo(5.05e-7, 18);
  const galactic = await (await open(asdf("fits-galactic-physical-type/gal.asdf"))).wcs("meta");
  expect(galactic.frames.at(-1)?.axes.map(({ physicalType }) => physicalType)).toEqual([
    "pos.galactic.lon",
    "pos.galactic.lat",
  ]);
});
