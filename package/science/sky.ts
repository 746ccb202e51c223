/** Angles and directions as text. */
import { checkOptions, type OptionNames, oneOf, wrong } from "../api/arguments/checks.ts";
import type { AngleFormat } from "../api/wcs.ts";

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
/** Separators between the parts of an angle, and after the last one. */
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
 * A direction as people write it, in degrees: longitude, then latitude; undefined if the text is not a direction. Sexagesimal
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
