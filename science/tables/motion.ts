/** Proper motions of the rows of a table: which columns they are, from which date they count, and where they lead. */

import { degreesIn, hasNumbers, type PositionColumns } from "./positions.ts";
import type { TableColumn } from "./window.ts";

/** Two columns of angles in a time, the first along the parallel (with the cosine of the declination in it). */
export interface MotionColumns {
  readonly x: number;
  readonly y: number;
  /** When the positions are those of the table: a year for all rows, or a column of years. Undefined if the table does not say it. */
  readonly from: { readonly year: number } | { readonly column: number } | undefined;
}

/** Where rows are at a date. */
export interface Motion {
  readonly columns: MotionColumns;
  /** The Julian year of the date. */
  readonly year: number;
}

/** As Gaia, VizieR, astropy and AllWISE call them. */
const NAMES: readonly (readonly [x: string, y: string])[] = [
  ["pmra", "pmdec"],
  ["pmra", "pmde"],
  ["pm_ra", "pm_dec"],
  ["pm_ra_cosdec", "pm_dec"],
];
const EPOCHS: readonly string[] = ["ref_epoch", "refepoch", "epoch"];

/** Those of a position; undefined if there are none, or the position is in pixels. */
export function motionIn(
  columns: readonly TableColumn[],
  { x, place }: PositionColumns,
): MotionColumns | undefined {
  // astropy writes a position as several columns: `star.ra`, `star.pm_dec`.
  const prefix = /^.*\./.exec(columns[x]?.name ?? "")?.[0].toLowerCase() ?? "";
  const named = (name: string) =>
    columns.findIndex(
      (column) => hasNumbers(column) && [name, prefix + name].includes(column.name.trim().toLowerCase()),
    );
  const described = (part: RegExp) =>
    columns.findIndex((column) => hasNumbers(column) && part.test(column.ucd?.toLowerCase() ?? ""));
  const pairs = [
    [described(/^pos\.pm;pos\.eq\.ra\b/), described(/^pos\.pm;pos\.eq\.dec\b/)] as const,
    ...NAMES.map(([one, other]) => [named(one), named(other)] as const),
  ];
  const [mx, my] = pairs.find(([one, other]) => one >= 0 && other >= 0) ?? [];
  if (mx === undefined || my === undefined || "first" in place) {
    return undefined;
  }
  const column = EPOCHS.map(named).find((index) => index >= 0);
  const year = yearOf(columns[x]?.frame?.epoch ?? "");
  return {
    x: mx,
    y: my,
    from: column !== undefined ? { column } : year === undefined ? undefined : { year },
  };
}

const YEARS: Readonly<Record<string, number>> = {
  yr: 1,
  year: 1,
  a: 1,

  d: 1 / 365.25,
  day: 1 / 365.25,
};

/** Degrees a year in one of a unit such as `mas/yr`, `mas.yr-1` or `arcsec / a`; where there is none, milliarcseconds a year are meant. */
export function degreesAYear(unit: string): number | undefined {
  const plain = unit.toLowerCase().replace(/[\s.*^()]/g, "") || "mas/yr";
  const [, angle = "", over, times] = /^([a-z°]+)(?:\/([a-z]+)|(yr|year|a|d|day)-1)$/.exec(plain) ?? [];
  const [degrees, years] = [angle && degreesIn(angle), YEARS[over ?? times ?? ""]];
  return degrees && years ? degrees / years : undefined;
}

/** Julian years of a Julian date. */
function julianYear(date: number): number {
  return 2000 + (date - 2_451_545) / 365.25;
}

/** A number as a year, or as a day by its size: a Julian date or a modified one. */
export function yearIn(value: number): number {
  return value < 10_000 ? value : julianYear(value < 1e6 ? value + 2_400_000.5 : value);
}

/**
 * A date as a Julian year: `J2016.0`, `B1950`, `2016.5`, `MJD 57000`, or of ISO 8601. Time scales are not told apart: they differ by a
 * minute.
 */
export function yearOf(text: string): number | undefined {
  const [, kind = "", digits] = /^\s*(J|B|MJD)?\s*(\d+(?:\.\d*)?)\s*$/i.exec(text) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    return kind.toUpperCase() === "B"
      ? julianYear(2_415_020.313_52 + (number - 1900) * 365.242_198_781)
      : yearIn(number);
  }
  const [, day, time = "00:00:00"] =
    /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d*)?))?/.exec(text) ?? [];
  const milliseconds = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(milliseconds) ? undefined : julianYear(milliseconds / 86_400_000 + 2_440_587.5);
}

const RADIANS = Math.PI / 180;

/** Moves a position in degrees, in place, along a straight line in space: by degrees along its parallel and its meridian. */
export function move(pairs: Float64Array, row: number, east: number, north: number): void {
  const [lon, lat] = [(pairs[2 * row] ?? 0) * RADIANS, (pairs[2 * row + 1] ?? 0) * RADIANS];
  const [e, n] = [east * RADIANS, north * RADIANS];
  const out = Math.cos(lat) - n * Math.sin(lat);
  const x = out * Math.cos(lon) - e * Math.sin(lon);
  const y = out * Math.sin(lon) + e * Math.cos(lon);
  const angle = Math.atan2(y, x) / RADIANS;
  pairs[2 * row] = angle < 0 ? angle + 360 : angle;
  pairs[2 * row + 1] = Math.atan2(Math.sin(lat) + n * Math.cos(lat), Math.hypot(x, y)) / RADIANS;
}
