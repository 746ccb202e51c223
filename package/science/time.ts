/**
 * Times of files as `Date`s: timestamps of YAML, and the schema time/time (astropy's `Time`). A `Date` counts UTC without leap
 * seconds: 23:59:60 becomes the second after it.
 */
import { AsdfError } from "../api/error.ts";
import { NdArray } from "../api/ndarray.ts";
import { Tagged } from "../api/values.ts";

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** 1970-01-01 as Julian date. */
const UNIX_JD = 2_440_587.5;
const UNIX_MJD = 40_587;
const J2000_JD = 2_451_545;
/** TT minus TAI. */
const TT = 32.184 * SECOND;

/** When TAI minus UTC grew to how many seconds (IERS Bulletin C); since 2017 it has not. */
const LEAPS: readonly (readonly [utc: number, seconds: number])[] = [
  "1972-01 1972-07 1973-01 1974-01 1975-01 1976-01 1977-01 1978-01 1979-01 1980-01",
  "1981-07 1982-07 1983-07 1985-07 1988-01 1990-01 1991-01 1992-07 1993-07 1994-07",
  "1996-01 1997-07 1999-01 2006-01 2009-01 2012-07 2015-07 2017-01",
]
  .flatMap((line) => line.split(" "))
  .map((month, index) => [Date.parse(`${month}-01T00:00:00Z`), 10 + index] as const);

/** A time in its own scale: milliseconds since 1970-01-01 on a clock of that scale. */
interface Reading {
  readonly clock: number;
  readonly scale: string;
}

/**
 * The `Date` of a time: a timestamp, a text such as `"2024-01-01T00:00:00"`, or an astropy `Time` in a tree, with its format and
 * scale. A `Date` has milliseconds.
 *
 * UTC is taken as it is. TAI and TT are exact from 1972 on, by the leap seconds up to 2017 (the last one so far); TDB is within
 * 0.1 ms. Times in UT1, TCB, TCG and local scales are refused, because they need measured data or have no relation to UTC.
 *
 * @throws AsdfError `bad-tree` if it is no time, or one that has no `Date`
 *
 * @example
 * const start = toDate(file.get("roman/meta/exposure/start_time"));
 */
export function toDate(time: unknown): Date {
  const { clock, scale } = readingOf(time);
  const date = new Date(Math.round(utcOf(clock, scale.toLowerCase())));
  if (Number.isNaN(date.getTime())) {
    throw refused("it lies outside the range of a `Date`");
  }
  return date;
}

function readingOf(time: unknown): Reading {
  if (time instanceof Date) {
    return { clock: time.getTime(), scale: "utc" };
  }
  if (time instanceof Tagged || typeof time === "string") {
    return textReading(String(time), undefined, undefined);
  }
  const value = member(time, "value");
  if (value === undefined) {
    throw refused("it is neither a text nor a map with `value`");
  }
  const format = text(member(time, "base_format")) ?? text(member(time, "format"));
  const scale = text(member(time, "scale"));
  if (value instanceof NdArray) {
    throw refused("it holds an array of times: read its `value`, and pass each time with its scale");
  }
  if (typeof value === "string" || value instanceof Tagged) {
    return textReading(String(value), format, scale);
  }
  if (typeof value === "number" || typeof value === "bigint") {
    return numberReading(Number(value), format, scale);
  }
  throw refused("its `value` is neither a text nor a number");
}

const ISO =
  /^([+-]?\d{4,6})-(\d\d?)-(\d\d?)(?:(?:[Tt]|\s+)(\d\d?):(\d\d)(?::(\d\d(?:\.\d*)?))?\s*(Z|[+-]\d\d?(?::?\d\d)?)?)?$/;
const YDAY = /^(\d{4}):(\d{3})(?::(\d\d):(\d\d)(?::(\d\d(?:\.\d*)?))?)?$/;

function textReading(given: string, format: string | undefined, scale: string | undefined): Reading {
  const iso = ISO.exec(given.trim());
  if (iso) {
    const [, year, month, day, hour = "0", minute = "0", second = "0", zone = "Z"] = iso;
    const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * 60 * SECOND * (sign === "-" ? -1 : 1);
    const clock = clockOf(Number(year), Number(month), Number(day), [hour, minute, second]);
    return { clock: clock - offset, scale: scale ?? "utc" };
  }
  const [, year, day, hour = "0", minute = "0", second = "0"] = YDAY.exec(given.trim()) ?? [];
  if (year !== undefined) {
    return { clock: clockOf(Number(year), 1, Number(day), [hour, minute, second]), scale: scale ?? "utc" };
  }
  const [, epoch, years] = /^([JB])(\d+(?:\.\d*)?)$/.exec(given.trim()) ?? [];
  if (epoch !== undefined) {
    return numberReading(Number(years), epoch === "J" ? "jyear" : "byear", scale);
  }
  const number = Number(given);
  if (given.trim() !== "" && Number.isFinite(number) && format !== undefined) {
    return numberReading(number, format, scale);
  }
  throw refused(`\`${given.slice(0, 50)}\` is no time in a known form`);
}

/** Milliseconds since 1970-01-01. Days and seconds may be beyond their range. */
function clockOf(
  year: number,
  month: number,
  day: number,
  [hour, minute, second]: readonly string[],
): number {
  // Date.UTC takes the years 0 to 99 as years of the 20th century.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return midnight + (Number(hour) * 60 + Number(minute)) * 60 * SECOND + Number(second) * SECOND;
}

function numberReading(value: number, format = "", scale?: string): Reading {
  const own = (clock: number, otherwise = "utc") => ({ clock, scale: scale ?? otherwise });
  switch (format.replace(/_str$/, "")) {
    case "jd":
      return own((value - UNIX_JD) * DAY);
    case "mjd":
      return own((value - UNIX_MJD) * DAY);
    case "jyear":
      return own((J2000_JD - UNIX_JD + (value - 2000) * 365.25) * DAY, "tt");
    case "byear":
      return own((2_415_020.31352 - UNIX_JD + (value - 1900) * 365.242198781) * DAY, "tt");
    case "decimalyear": {
      const year = Math.floor(value);
      const [start, end] = [clockOf(year, 1, 1, ["0", "0", "0"]), clockOf(year + 1, 1, 1, ["0", "0", "0"])];
      // A year of UTC is longer by its leap seconds.
      const isUtc = scale === undefined || scale.toLowerCase() === "utc";
      const [before, after] = isUtc ? [leapsAt(start), leapsAt(end)] : [0, 0];
      const elapsed = (value - year) * (end + after - start - before);
      return before > 0 ? { clock: start + before + elapsed, scale: "tai" } : own(start + elapsed);
    }
    // These count seconds from an epoch, whatever the scale of the object is.
    case "unix":
      return { clock: value * SECOND, scale: "utc" };
    case "unix_tai":
      return { clock: value * SECOND, scale: "tai" };
    case "gps":
      return { clock: Date.UTC(1980, 0, 6, 0, 0, 19) + value * SECOND, scale: "tai" };
    case "cxcsec":
      return { clock: Date.UTC(1998, 0, 1) + value * SECOND, scale: "tt" };
    default:
      throw refused(
        format === "" ? "it is a number without a format" : `its format \`${format}\` is not known`,
      );
  }
}

/** UTC of a clock that shows another scale. */
function utcOf(clock: number, scale: string): number {
  switch (scale) {
    case "utc":
      return clock;
    case "tai":
      return utcOfTai(clock);
    case "tt":
      return utcOfTai(clock - TT);
    case "tdb": {
      const anomaly = ((357.53 + 0.9856003 * (clock / DAY + UNIX_JD - J2000_JD)) * Math.PI) / 180;
      return utcOfTai(clock - TT - (1.658 * Math.sin(anomaly) + 0.014 * Math.sin(2 * anomaly)));
    }
    default:
      throw refused(`its scale \`${scale}\` cannot be converted to UTC`);
  }
}

/** TAI minus UTC in milliseconds; 0 before 1972. */
function leapsAt(utc: number): number {
  const [, seconds = 0] = LEAPS.findLast(([since]) => since <= utc) ?? [];
  return seconds * SECOND;
}

function utcOfTai(tai: number): number {
  const leap = LEAPS.findLast(([utc, seconds]) => tai >= utc + (seconds - 1) * SECOND);
  const [since = 0, seconds = 0] = leap ?? [];
  if (leap === undefined) {
    throw refused("before 1972, TAI and UTC did not differ by whole seconds");
  }
  const isLeapSecond = tai < since + seconds * SECOND;
  return tai - (isLeapSecond ? seconds - 1 : seconds) * SECOND;
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" || value instanceof Tagged ? String(value) : undefined;
}

function refused(why: string): AsdfError {
  return new AsdfError("bad-tree", `this time has no \`Date\`: ${why}`);
}
