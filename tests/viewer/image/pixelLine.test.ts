/** A pixel as a line of text: everything that the readout knows of it. */

import { errorText, flagNames, lineOf } from "@asdf-wasm/www/viewer/views/image/readout/line.ts";
import { expect, test } from "vitest";

const place = { x: 4, y: 2, width: 2, height: 1, complex: false };
const nothing = { error: undefined, flags: undefined, world: [], system: undefined, others: [] };

test("a pixel of a plane of a cube, indexed as numpy does", () => {
  const section = { axes: [2, 0], index: [0, 7, 0] };
  const pixel = { path: "cube", section, x: 4, y: 2, value: "1.5", unit: undefined, ...nothing };
  expect(lineOf(pixel)).toBe("cube[4, 7, 2] = 1.5; x 4, y 2");
});

test("error, position, flags and other arrays follow the value", () => {
  const line = lineOf({
    ...{ path: "roman/data", section: { axes: [0, 1], index: [0, 0] }, x: 4, y: 2 },
    ...{ value: "1.5", unit: "DN / s", error: "0.1", flags: [] },
    world: [
      { name: "l", text: "10.5", unit: "°" },
      { name: "wavelength", text: "2.1", unit: "um" },
    ],
    system: "Galactic",
    others: [{ key: "err", text: "0.1", unit: "DN / s" }],
  });
  expect(line).toBe(
    "roman/data[2, 4] = 1.5 ± 0.1 DN / s; x 4, y 2; l 10.5°, wavelength 2.1 um (Galactic); flags none; err 0.1 DN / s",
  );
});

test("errors are given in four digits, variances as their roots, and NaN and masked ones not at all", () => {
  const patch = { ...place, values: Float32Array.of(2, 0.123456) };
  expect(errorText(patch, true, 4, 2)).toBe("1.414");
  expect(errorText(patch, false, 5, 2)).toBe("0.1235");
  expect(errorText({ ...patch, mask: Uint8Array.of(1, 0) }, false, 4, 2)).toBeUndefined();
  expect(errorText({ ...patch, values: Float32Array.of(Number.NaN, -1) }, true, 5, 2)).toBeUndefined();
});

test("flags are named by telescope, also the highest bit of a signed number", () => {
  const of = { telescope: "roman", datatype: "uint32" } as const;
  const patch = { ...place, values: Int32Array.of(-(2 ** 31), 5) };
  expect(flagNames(patch, of, 4, 2)).toEqual(["REFERENCE_PIXEL"]);
  expect(flagNames(patch, of, 5, 2)).toEqual(["DO_NOT_USE", "JUMP_DET"]);
  expect(flagNames(patch, { datatype: "uint32" }, 5, 2)).toEqual(["bit 0", "bit 2"]);
});
