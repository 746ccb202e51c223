/**
 * Directions on the sky: conversions between reference systems, and their notation.
 *
 * The systems differ by rotations that do not depend on time: no proper motion, aberration or parallax.
 */
import { checkOptions, type OptionNames, oneOf, wrong } from "../api/arguments/checks.ts";
import type { AngleFormat, SkySystem } from "../api/wcs.ts";

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** From ICRS to FK5 J2000 (Mignard and Froeschlé 2000, A&A 354, 732). */
const FK5: Matrix = [
  [0.9999999999999921, -1.1102233297408327e-7, -4.411804498096771e-8],
  [1.1102233723050035e-7, 0.9999999999999889, 9.647792246010129e-8],
  [4.411803426976326e-8, -9.647792751958126e-8, 0.9999999999999943],
];

/** From FK5 J2000 to galactic coordinates. */
const GALACTIC: Matrix = [
  [-0.054875539395714525, -0.8734371047274332, -0.4838349917703224],
  [0.49410945362336345, -0.44482959429881663, 0.74698224870205],
  [-0.867666135685869, -0.1980763896109499, 0.4559837945175692],
];

/** From ICRS to the mean ecliptic and equinox of J2000 (IAU 2006). */
const ECLIPTIC: Matrix = [
  [0.9999999999999941, -7.078368960971556e-8, 8.056213977613186e-8],
  [3.2897004077419646e-8, 0.9174821299149584, 0.39777699944404793],
  [-1.0207044725484355e-7, -0.39777699944404304, 0.9174821299149556],
];

/** Rotations from ICRS. */
const ROTATIONS: Readonly<Record<SkySystem, Matrix>> = {
  icrs: IDENTITY,
  fk5: FK5,
  galactic: times(GALACTIC, FK5),
  barycentricmeanecliptic: ECLIPTIC,
};

const RADIANS = Math.PI / 180;

/**
 * Directions of one reference system in another: longitude and latitude in degrees, pair by pair. Longitudes of the result are
 * from 0 to 360; between the same system nothing changes.
 *
 * @throws AsdfError `bad-argument` for a system that is not known
 *
 * @example
 * const [l, b] = convertSky("icrs", "galactic", Float64Array.of(266.4, -29));
 */
export function convertSky(
  from: SkySystem,
  to: SkySystem,
  directions: ArrayLike<number>,
): Float64Array<ArrayBuffer> {
  const systems = Object.keys(ROTATIONS);
  oneOf("from", from ?? null, systems);
  oneOf("to", to ?? null, systems);
  if (typeof directions !== "object" || directions === null || typeof directions.length !== "number") {
    throw wrong("directions", directions, "a list of longitudes and latitudes in degrees");
  }
  const result = Float64Array.from(directions);
  if (from === to) {
    return result;
  }
  const rotation = times(ROTATIONS[to], transposed(ROTATIONS[from]));
  for (let at = 0; at + 1 < result.length; at += 2) {
    const [longitude, latitude] = [(result[at] ?? 0) * RADIANS, (result[at + 1] ?? 0) * RADIANS];
    const cosine = Math.cos(latitude);
    const [x, y, z] = rotated(rotation, [
      cosine * Math.cos(longitude),
      cosine * Math.sin(longitude),
      Math.sin(latitude),
    ]);
    const angle = Math.atan2(y, x) / RADIANS;
    result[at] = angle < 0 ? angle + 360 : angle;
    result[at + 1] = Math.atan2(z, Math.hypot(x, y)) / RADIANS;
  }
  return result;
}

function dot([a, b, c]: Row, [d, e, f]: Row): number {
  return a * d + b * e + c * f;
}

function rotated([first, second, third]: Matrix, vector: Row): Row {
  return [dot(first, vector), dot(second, vector), dot(third, vector)];
}

function transposed([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  return [
    [a, d, g],
    [b, e, h],
    [c, f, i],
  ];
}

/** The rotation `second`, then `first`. */
function times(first: Matrix, second: Matrix): Matrix {
  const columns = transposed(second);
  return [rotated(columns, first[0]), rotated(columns, first[1]), rotated(columns, first[2])];
}

/**
 * An angle in degrees as text: sexagesimal in hours (`"hms"`: `12:34:56.7`) or degrees (`"dms"`: `-01:02:03.4`), or in decimal
 * degrees. `decimals`: the digits after the point, 0 to 15. `sign`: whether positive angles have a sign, as declinations do. What
 * rounds up to 60 is carried, and 24 hours and 360 degrees are 0. `"—"` for NaN.
 *
 * @example
 * formatAngle(ra, { form: "hms", decimals: 2 });               // "12:34:56.70"
 * formatAngle(dec, { form: "dms", decimals: 1, sign: true });  // "+05:00:00.0"
 */
export function formatAngle(degrees: number, format: AngleFormat): string {
  checkOptions(format, FORMAT, "formatAngle()");
  const { form, decimals = 2, sign = false } = format;
  if (typeof degrees !== "number") {
    throw wrong("degrees", degrees, "a number");
  }
  oneOf("form", form ?? null, ["hms", "dms", "decimal"]);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 15) {
    throw wrong("decimals", decimals, "a whole number from 0 to 15");
  }
  if (!Number.isFinite(degrees)) {
    return "—";
  }
  const size =
    form === "decimal" ? Math.abs(degrees).toFixed(decimals) : sexagesimal(degrees, form, decimals);
  const isZero = !/[1-9]/.test(size);
  const positive = sign ? "+" : "";
  return `${degrees < 0 && !isZero ? "-" : positive}${size}`;
}

const FORMAT: OptionNames<AngleFormat> = { form: true, decimals: true, sign: true };

/** The size of an angle in sexagesimal notation. */
function sexagesimal(degrees: number, form: "hms" | "dms", decimals: number): string {
  const [turn, value] = form === "hms" ? [24, Math.abs(degrees) / 15] : [360, Math.abs(degrees)];
  // Whole parts are split off before digits are lost to multiplication.
  let whole = Math.trunc(value);
  let minutes = Math.trunc((value - whole) * 60);
  let seconds = ((value - whole) * 60 - minutes) * 60;
  if (Number(seconds.toFixed(decimals)) >= 60) {
    seconds = 0;
    minutes += 1;
  }
  if (minutes >= 60) {
    minutes = 0;
    whole += 1;
  }
  const pad = (text: string, length: number) => text.padStart(length, "0");
  const end = pad(seconds.toFixed(decimals), decimals === 0 ? 2 : decimals + 3);
  return `${pad(String(whole % turn), 2)}:${pad(String(minutes), 2)}:${end}`;
}

/** A number without sign. */
const NUMBER = String.raw`(\d+(?:\.\d*)?|\.\d+)`;
/** What may stand between the parts of an angle, and after the last one. */
const FIRST = String.raw`(?:\s*(h|d|deg|°|:)\s*|\s+|$)`;
const SECOND = String.raw`(?:\s*(?:m|'|′|:)\s*|\s+|$)`;
const THIRD = String.raw`\s*(?:s|"|″|'')?`;
const ANGLE = new RegExp(
  String.raw`^([+-]?)\s*${NUMBER}${FIRST}(?:${NUMBER}${SECOND}(?:${NUMBER}${THIRD})?)?$`,
  "i",
);

/** The maximum length of a direction as text. */
const LONGEST = 200;

/**
 * A direction as people write it, in degrees: longitude, then latitude; undefined if it is none. Sexagesimal
 * (`12:34:56.7 -01:02:03`, `12 34 56.7 -01 02 03`, `12h34m56.7s -1d2m3s`, `12ʰ34ᵐ56ˢ −1°2′3″`) or decimal degrees
 * (`188.7, -1.03`). A sexagesimal longitude is in hours, unless it says degrees (`188°44′`); with `hours: false` it is in
 * degrees, as galactic ones are, unless it says hours.
 *
 * @example
 * const [ra, dec] = parseDirection("12:34:56.7 -01:02:03") ?? [];
 */
export function parseDirection(
  text: string,
  options: { readonly hours?: boolean | undefined } = {},
): [longitude: number, latitude: number] | undefined {
  if (typeof text !== "string") {
    throw wrong("text", text, "a direction as text, such as `12:34:56.7 -01:02:03`");
  }
  checkOptions(options, { hours: true }, "parseDirection()");
  const [first, second, ...others] = halvesOf(text.slice(0, LONGEST));
  if (first === undefined || second === undefined || others.length > 0 || text.length > LONGEST) {
    return undefined;
  }
  const longitude = angleOf(first, options.hours ?? true);
  const latitude = angleOf(second, false);
  const isValid = longitude !== undefined && latitude !== undefined;
  return isValid && Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90 && !/h/i.test(second)
    ? [longitude, latitude]
    : undefined;
}

/** The two coordinates of a direction: apart by a comma, before the sign of the second one, or in the middle. */
function halvesOf(text: string): readonly string[] {
  const plain = text
    .replaceAll(/[−–]/g, "-")
    .replaceAll("ʰ", "h")
    .replaceAll("ᵐ", "m")
    .replaceAll("ˢ", "s")
    .trim();
  if (/[,;]/.test(plain)) {
    return plain.split(/[,;]/).map((part) => part.trim());
  }
  const [, before, after] = /^(.+?)\s*([+-].*)$/.exec(plain) ?? [];
  if (before !== undefined && after !== undefined) {
    return [before, after];
  }
  const words = plain.split(/\s+/);
  const middle = words.length / 2;
  return Number.isInteger(middle) ? [words.slice(0, middle).join(" "), words.slice(middle).join(" ")] : [];
}

/** An angle in degrees. A sexagesimal one that does not name its unit is in hours or degrees. */
function angleOf(text: string, hours: boolean): number | undefined {
  const match = ANGLE.exec(text);
  if (!match) {
    return undefined;
  }
  const [, sign, first = "", unit, second, third] = match;
  const [whole, minutes, seconds] = [Number(first), Number(second ?? 0), Number(third ?? 0)];
  const isBroken =
    (second !== undefined && first.includes(".")) || (third !== undefined && second?.includes("."));
  if (isBroken || minutes >= 60 || seconds >= 60) {
    return undefined;
  }
  const isHours = unit?.toLowerCase() === "h" || (hours && second !== undefined && (unit ?? ":") === ":");
  const size = (whole + minutes / 60 + seconds / 3600) * (isHours ? 15 : 1);
  return sign === "-" ? -size : size;
}
