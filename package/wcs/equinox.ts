/** The equinox of a reference system, and when its positions were observed, as nodes of a tree say it, in its name. */
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { Tagged } from "../api/values.ts";

/** The equinoxes that reference systems have unless a file names another. */
const STANDARD: Readonly<Record<string, number>> = {
  fk4: 1950,
  fk4noeterms: 1950,
  fk5: 2000,
  barycentricmeanecliptic: 2000,
};

/**
 * What is added to the name of a reference system: `" (equinox 1975)"`, or nothing for its standard equinox. Positions of FK4 also
 * depend on when they were observed, if that is not the equinox: `" (equinox 1950, obstime 1980)"`.
 */
export function equinoxOf(node: TreeValue, reference: string): string {
  const attributes = isTreeMap(node) ? node["frame_attributes"] : undefined;
  const yearOf = (name: string) => {
    const time = [attributes, node]
      .map((map) => isTreeMap(map ?? null) && (map as TreeMap)[name])
      .find(Boolean);
    return yearIn(time || null, reference.startsWith("fk4") ? "B" : "J");
  };
  const standard = STANDARD[reference];
  const equinox = yearOf("equinox") || (standard === undefined ? "" : String(standard));
  const observed = reference.startsWith("fk4") ? yearOf("obstime") || equinox : equinox;
  if (observed !== equinox) {
    return ` (equinox ${equinox}, obstime ${observed})`;
  }
  return equinox === "" || equinox === String(standard) ? "" : ` (equinox ${equinox})`;
}

/**
 * A time of a tree as a year, in the kind that the system has, or with the letter of the other kind. What is no date that is known is a
 * text that no system has: it is not taken for the standard equinox, nor another number for a year.
 */
function yearIn(time: TreeValue, kind: "B" | "J"): string {
  const map = isTreeMap(time) ? time : undefined;
  const value = map ? (map["value"] ?? "") : time;
  const plain = value instanceof Tagged ? value.value : value;
  const isText = typeof plain === "string" || typeof plain === "number";
  const text = isText && plain !== "" ? String(plain) : time === null ? "" : "unknown";
  const [, letter, year] = /^([BJ]?)(\d{4}(?:\.\d+)?)$/.exec(text) ?? [];
  const format = String(map?.["format"] ?? "");
  const isYear = year !== undefined && !/^(?:jd|mjd|decimalyear|unix|cxcsec|gps)/.test(format);
  if (isYear) {
    const own = letter || (/^byear/.test(format) ? "B" : /^jyear/.test(format) ? "J" : kind);
    return `${own === kind ? "" : own}${Number(year)}`;
  }
  const date = julianDateOf(text, format);
  const julian = Number((2000 + (date - 2451545) / 365.25).toFixed(9));
  const isNumber = /^[\d.]+$/.test(text);
  return !Number.isNaN(date)
    ? `${kind === "J" ? "" : "J"}${julian}`
    : isNumber && format !== ""
      ? `${format} ${text}`
      : text;
}

/** A date of the calendar, or one of Julius, modified or not. */
function julianDateOf(text: string, format: string): number {
  if (format === "jd" || format === "mjd") {
    return Number(text || Number.NaN) + (format === "mjd" ? 2400000.5 : 0);
  }
  const isCalendar = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?)?$/.test(text);
  return isCalendar
    ? Date.parse(`${text.replace(" ", "T")}${text.length > 10 ? "Z" : ""}`) / 86_400_000 + 2440587.5
    : Number.NaN;
}
