/** Positions as text: written, rounded and carried; read as people write them. */
import { AsdfError, convertSky, formatAngle, parseDirection, type SkySystem } from "asdf-wasm";
import { expect, test } from "vitest";

test.each([
  [188.73625, { form: "hms", decimals: 1 }, "12:34:56.7"],
  [188.73625, { form: "hms", decimals: 0 }, "12:34:57"],
  [0, { form: "hms" }, "00:00:00.00"],
  [359.999_999_99, { form: "hms", decimals: 2 }, "00:00:00.00"],
  [359.999_999_99, { form: "dms", decimals: 1 }, "00:00:00.0"],
  [59.999_999_99, { form: "dms", decimals: 2, sign: true }, "+60:00:00.00"],
  [-0.001, { form: "dms", decimals: 2, sign: true }, "-00:00:03.60"],
  [-1e-9, { form: "dms", decimals: 2, sign: true }, "+00:00:00.00"],
  [-1e-9, { form: "dms", decimals: 2 }, "00:00:00.00"],
  [-89.5, { form: "dms", decimals: 0 }, "-89:30:00"],
  [1 / 3600, { form: "dms", decimals: 0 }, "00:00:01"],
  [123.4, { form: "dms", decimals: 0 }, "123:24:00"],
  [10.684_708_3, { form: "decimal", decimals: 5 }, "10.68471"],
  [-1.5, { form: "decimal", decimals: 1, sign: true }, "-1.5"],
  [-0.04, { form: "decimal", decimals: 1, sign: true }, "+0.0"],
  [Number.NaN, { form: "hms" }, "—"],
] as const)("%d is written as %o: %s", (angle, format, text) => {
  expect(formatAngle(angle, format)).toBe(text);
});

const M104 = [189.9975, -11.623_055_555_555_556];

test.each([
  ["12:39:59.4 -11:37:23", M104],
  ["12:39:59.4, -11:37:23", M104],
  ["12:39:59.4;-11:37:23", M104],
  ["12:39:59.4-11:37:23", M104],
  ["  12 39 59.4 -11 37 23 ", M104],
  ["12 39 59.4 −11 37 23", M104],
  ["12h39m59.4s -11d37m23s", M104],
  ["12h 39m 59.4s -11° 37′ 23″", M104],
  ["12ʰ39ᵐ59.4ˢ −11°37′23″", M104],
  ["12H39M59.4S -11D37'23\"", M104],
  ["189.9975 -11.623055555555556", M104],
  ["189.9975° -11.623055555555556°", M104],
  ["189d59m51s -11:37:23", M104],
  ["0:30 +1:30", [7.5, 1.5]],
  ["12.5h 3", [187.5, 3]],
  ["10 20 30 40 50 59", [155.125, 40.849_722_222_222_22]],
  [".5 -.5", [0.5, -0.5]],
  ["-10, 5", [-10, 5]],
] as const)("%s is read", (text, [longitude, latitude]) => {
  const found = parseDirection(text);
  expect(found?.[0]).toBeCloseTo(longitude, 12);
  expect(found?.[1]).toBeCloseTo(latitude, 12);
});

test("where longitudes are in degrees, so are sexagesimal ones", () => {
  expect(parseDirection("12:30:00 +45:00:00", { hours: false })).toEqual([12.5, 45]);
  expect(parseDirection("12h30m00s +45:00:00", { hours: false })).toEqual([187.5, 45]);
});

test.each([
  "",
  "12",
  "M 31",
  "12:60:00 1:00:00",
  "12:00:60 1:00:00",
  "12:30 91",
  "25:00:00 1:00:00",
  "361 0",
  "12:30:00 1h",
  "1.5:30 2",
  "1:2.5:3 2",
  "1 2 3",
  "1, 2, 3",
  "1:2:3:4 5",
  "1 ".repeat(500),
  "nan nan",
  "1e400 0",
])("%j is no position", (text) => {
  expect(parseDirection(text)).toBeUndefined();
});

test("what was written is read again", () => {
  for (const [ra, dec] of [
    [0.123_456_789, -0.000_012_3],
    [299.999_876, 89.999_9],
    [83.633_083, 22.014_5],
  ] as const) {
    const text = `${formatAngle(ra, { form: "hms", decimals: 8 })} ${formatAngle(dec, { form: "dms", decimals: 8, sign: true })}`;
    const found = parseDirection(text);
    expect(found?.[0]).toBeCloseTo(ra, 9);
    expect(found?.[1]).toBeCloseTo(dec, 9);
  }
});

test("what callers do wrong", () => {
  const codes = [
    () => formatAngle(1, { form: "hours" as "hms" }),
    () => formatAngle(1, { form: "hms", decimals: -1 }),
    () => convertSky("fk6" as SkySystem, "icrs", [1, 2]),
    () => convertSky("fk5 (equinox spring)", "icrs", [1, 2]),
    () => convertSky("icrs", "fk5 (equinox 2000, obstime 2010)", [1, 2]),
  ].map((call) => {
    try {
      return call();
    } catch (thrown) {
      return thrown instanceof AsdfError && thrown.code;
    }
  });
  expect(codes).toEqual(new Array(5).fill("bad-argument"));
  expect([...convertSky("icrs", "icrs", [370, 5])]).toEqual([370, 5]);
  expect([...convertSky("icrs", "galactic", [Number.NaN, 5])]).toEqual([Number.NaN, Number.NaN]);
});
