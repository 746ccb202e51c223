/** FITS headers as people have them, after public reports: each gives the positions that astropy.wcs 8.0.2 gives. */
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
