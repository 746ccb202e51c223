/** Factors between units are those of astropy.units 8.0, and spectral axes those of its `u.spectral()`. */
import { spectralConversion, unitFactor } from "@asdf-wasm/science/format/units";
import { expect, test } from "vitest";

test.each([
  ["Jy", "mJy", 1000],
  ["MJy/sr", "Jy.arcsec-2", 2.350443053909789e-5],
  ["MJy / sr", "MJy.sr-1", 1],
  ["erg s-1 cm-2 Angstrom-1", "W/m^2/um", 10],
  ["W m-2 Hz-1", "Jy", 1e26],
  ["DN/s", "DN / min", 60],
  ["10**-20 erg/s/cm**2/Angstrom", "erg/s/cm2/Angstrom", 1e-20],
  ["10-17 W m-2", "10^-15 W.m-2", 0.01],
  ["Å", "nm", 0.1],
  ["", "", 1],
] as const)("%s in %s", (from, to, factor) => {
  expect((unitFactor(from, to) ?? Number.NaN) / factor).toBeCloseTo(1, 9);
});

test("what measures something else is not converted", () => {
  for (const [from, to] of [
    ["DN/s", "MJy/sr"],
    ["electron", "DN"],
    ["", "Jy"],
    ["Jy", "Jy/beam"],
    ["constructor", "Jy"],
    ["100 Jy", "Jy"],
    ["12 Jy", "Jy"],
    ["1.1 Jy", "Jy"],
    ["Jy^0.1", ""],
    ["Jy²", "Jy"],
    ["x".repeat(100), "x".repeat(100)],
  ] as const) {
    expect(unitFactor(from, to)).toBeUndefined();
  }
});

test.each([
  ["GHz", 230, "mm", 1.3034454695652173],
  ["um", 2, "THz", 149.896229],
  ["keV", 1, "nm", 1.2398419843320025],
  ["Angstrom", 6562.8, "um", 0.65628],
  ["cm-1", 10000, "um", 1],
  ["Hz", 1.4e9, "eV", 5.789934775269487e-6],
] as const)("%s to another spectral quantity", (from, value, to, expected) => {
  expect((spectralConversion(from, to)?.(value) ?? Number.NaN) / expected).toBeCloseTo(1, 9);
});

test("velocities and pixels are no spectral quantities without a rest frequency", () => {
  expect(spectralConversion("km/s", "GHz")).toBeUndefined();
  expect(spectralConversion("", "um")).toBeUndefined();
  expect(spectralConversion("km/s", "m/s")?.(3)).toBe(3000);
});
