/**
 * Which columns of a table are positions: by the UCDs of their file, by the names that surveys and photutils, SExtractor and others give
 * them, and by units of hours beside units of degrees.
 */

import type { SkySystem } from "asdf-wasm";
import { cut } from "../format/format.ts";
import { skySystemOf } from "./frames.ts";
import type { TableColumn } from "./window.ts";

/** A reference system of positions: `own` is the one of the image, `ecliptic` of J2000. */
export type PositionSystem = "own" | "ecliptic" | SkySystem;

/** Two columns that are a position. */
export interface PositionColumns {
  readonly x: number;
  readonly y: number;
  /** On the sky, or in pixels that count from `first`; `unknown` says what of the file is not understood. */
  readonly place: PositionPlace;
  /** The unit of both, where their file says none or a wrong one; the second of `hours` is in degrees. */
  readonly angles?: AngleUnit | undefined;
  /** Whether rows are meant where their proper motions have led them at the date of the image. */
  readonly atDate?: true | undefined;
}

export type PositionPlace =
  | { readonly sky: PositionSystem }
  | { readonly first: 0 | 1 }
  | { readonly unknown: string };

export type AngleUnit = "degrees" | "hours" | "radians";

/** The columns of longitudes and latitudes, and what their system is where the file says none. */
type Pair = readonly [x: number, y: number, usual: PositionSystem];

/** Names in pairs, the likeliest first. */
const NAMES: readonly (readonly [place: PositionSystem | 0 | 1, names: string])[] = [
  ["icrs", "ra dec, ra_icrs dec_icrs, ra_icrs de_icrs, raj2000 dej2000, raj2000 decj2000"],
  ["icrs", "alpha_j2000 delta_j2000, alphawin_j2000 deltawin_j2000, right_ascension declination"],
  ["icrs", "ra_deg dec_deg, radeg dedeg, radeg decdeg, ra_centroid dec_centroid, ra_fit dec_fit, s_ra s_dec"],
  ["fk4", "rab1950 deb1950, rab1950 decb1950"],
  ["galactic", "l b, glon glat, gal_lon gal_lat"],
  ["supergalactic", "sgl sgb, sglon sglat"],
  ["ecliptic", "elon elat, ecl_lon ecl_lat"],
  ["own", "lon lat, longitude latitude"],
  [0, "xcentroid ycentroid, x_centroid y_centroid, xcen ycen, x y"],
  [0, "x_fit y_fit, x_0 y_0, x_pix y_pix, xpos ypos, col row"],
  // SExtractor counts pixels from 1.
  [1, "x_image y_image, xwin_image ywin_image, xpeak_image ypeak_image"],
];

/** Descriptors of the IVOA, and the older ones of CDS. */
const UCDS: readonly (readonly [usual: PositionSystem, x: RegExp, y: RegExp])[] = [
  ["icrs", /^pos\.eq\.ra\b|^pos_eq_ra/, /^pos\.eq\.dec\b|^pos_eq_dec/],
  ["galactic", /^pos\.galactic\.lon\b|^pos_gal_lon/, /^pos\.galactic\.lat\b|^pos_gal_lat/],
  ["supergalactic", /^pos\.supergalactic\.lon\b|^pos_sg_lon/, /^pos\.supergalactic\.lat\b|^pos_sg_lat/],
  ["ecliptic", /^pos\.ecliptic\.lon\b|^pos_ec_lon/, /^pos\.ecliptic\.lat\b|^pos_ec_lat/],
];

export function positionsIn(columns: readonly TableColumn[]): PositionColumns[] {
  const skyPairs = [
    ...byUcd(columns, /main/),
    ...NAMES.flatMap(([usual, names]) =>
      typeof usual === "string" ? named(columns, names).map(([x, y]): Pair => [x, y, usual]) : [],
    ),
    ...affixed(columns),
    ...byUcd(columns, /(?:)/),
  ];
  const onSky = (skyPairs.length > 0 ? skyPairs : byUnit(columns)).map(
    ([x, y, usual]): PositionColumns => ({ x, y, place: placeOf(columns, x, y, usual) }),
  );
  const isKnown = ({ place }: PositionColumns) => !("unknown" in place);
  const inPixels = NAMES.flatMap(([first, names]) =>
    typeof first === "number" ? named(columns, names).map(([x, y]) => ({ x, y, place: { first } })) : [],
  );
  // The first of those that find the same.
  return [
    ...onSky.filter(isKnown),
    ...onSky.filter((columns) => !isKnown(columns)),
    ...inPixels.filter(({ x, y }) => !isText(columns, x, y)),
  ].filter(({ x, y }, i, all) => all.findIndex((other) => other.x === x && other.y === y) === i);
}

/** Pairs of columns that are numbers, or of columns that are text, by their names. */
function named(columns: readonly TableColumn[], names: string): [x: number, y: number][] {
  return names.split(", ").flatMap((pair) => {
    const [x = -1, y = -1] = pair
      .split(" ")
      .map((name) => columns.findIndex((column) => isAngle(column) && lower(column) === name));
    return arePair(columns, x, y) ? [[x, y]] : [];
  });
}

/** Such as `gaia_ra` with `gaia_dec`, and `ra_2mass` with `dec_2mass`. */
function affixed(columns: readonly TableColumn[]): Pair[] {
  return columns.flatMap((column, x): Pair[] => {
    const name = lower(column);
    const other = name.replace(/(^|[_.])ra([_.]|$)/, "$1dec$2");
    const y = other === name ? -1 : columns.findIndex((column) => isAngle(column) && lower(column) === other);
    return arePair(columns, x, y) ? [[x, y, "icrs"]] : [];
  });
}

function byUcd(columns: readonly TableColumn[], also: RegExp): Pair[] {
  return UCDS.flatMap(([usual, ...ucds]) => {
    const [xs = [], ys = []] = ucds.map((ucd) =>
      [...columns.keys()].filter((i) => {
        const said = columns[i]?.ucd?.trim().toLowerCase() ?? "";
        return ucd.test(said) && also.test(said);
      }),
    );
    // Of positions by different epochs and instruments those beside each other belong together.
    return xs.flatMap((x, i): Pair[] => {
      const y = ys[i] ?? -1;
      return xs.length === ys.length && arePair(columns, x, y) ? [[x, y, usual]] : [];
    });
  });
}

/** The only column in hours or parts of sixty beside the only one in degrees or parts of sixty. */
function byUnit(columns: readonly TableColumn[]): Pair[] {
  const [[x = -1, ...otherX], [y = -1, ...otherY]] = [
    /^"?h:m:s"?$|^hms$|^hourangle$|^15deg$/i,
    /^"?d:m:s"?$|^dms$|^deg$/i,
  ].map((unit) => [...columns.keys()].filter((i) => unit.test(columns[i]?.unit.trim() ?? ""))) as [
    number[],
    number[],
  ];
  return otherX.length + otherY.length === 0 && arePair(columns, x, y) ? [[x, y, "icrs"]] : [];
}

/** What the file says goes before what is usual, unless the name of the column says it. */
function placeOf(
  columns: readonly TableColumn[],
  x: number,
  y: number,
  usual: PositionSystem,
): PositionPlace {
  const wrong = [x, y].find((i) => columns[i]?.isText === false && degreesIn(columns[i].unit) === undefined);
  if (wrong !== undefined) {
    return { unknown: wrongUnit(columns[wrong]) };
  }
  const { name = "", frame } = columns[x] ?? {};
  const isOpen = usual === "icrs" || (usual === "ecliptic" && /ecl/i.test(frame?.system ?? ""));
  if (!frame || !isOpen || /icrs/i.test(name)) {
    return { sky: usual };
  }
  const system = skySystemOf(frame);
  const said = [frame.system, frame.equinox].filter(Boolean).join(" ");
  return system
    ? { sky: system === "barycentricmeanecliptic" ? "ecliptic" : system }
    : { unknown: `The reference system of the positions, “${cut(said)}”, is not known` };
}

/** Says that the unit of a column is no angle. */
export function wrongUnit(column: TableColumn | undefined): string {
  return `The unit of ${cut(column?.name ?? "")}, “${cut(column?.unit ?? "")}”, is no angle that is known`;
}

/** How many degrees one of a unit is; 1 for none, undefined for what is no angle. */
export function degreesIn(unit: string): number | undefined {
  const name = unit.trim().toLowerCase();
  return Object.hasOwn(DEGREES, name) ? DEGREES[name] : undefined;
}

/**
 * How many degrees the unit of a column is.
 *
 * @throws RangeError if it is no angle
 */
export function degreesOf(column: TableColumn | undefined): number {
  const degrees = degreesIn(column?.unit ?? "");
  if (degrees === undefined) {
    throw new RangeError(wrongUnit(column));
  }
  return degrees;
}

const DEGREES: Readonly<Record<string, number>> = {
  ...{ "": 1, deg: 1, degree: 1, degrees: 1, "°": 1 },
  ...{ rad: 180 / Math.PI, radian: 180 / Math.PI, radians: 180 / Math.PI },
  ...{ h: 15, hr: 15, hour: 15, hours: 15, hourangle: 15, "15deg": 15 },
  ...{ arcmin: 1 / 60, arcsec: 1 / 3600, mas: 1 / 3.6e6, uas: 1 / 3.6e9 },
};

/** Whether there is a number in each row, and not a truth value. */
export function hasNumbers({ isText, sortable, datatype }: TableColumn): boolean {
  return !isText && sortable && /^(u?int|float)/.test(datatype);
}

/** The first column of numbers that has a name, given in lower case; −1 if there is none. */
export function numbersNamed(columns: readonly TableColumn[], name: string): number {
  return columns.findIndex((column) => hasNumbers(column) && lower(column) === name);
}

/** Whether a column has a number or a text in each row. */
function isAngle(column: TableColumn): boolean {
  return hasNumbers(column) || (column.isText && column.sortable);
}

function isText(columns: readonly TableColumn[], x: number, y: number): boolean {
  return columns[x]?.isText === true || columns[y]?.isText === true;
}

/** Both are numbers, or both are text. */
function arePair(columns: readonly TableColumn[], x: number, y: number): boolean {
  const pair = [x, y].flatMap((i) => columns[i] ?? []);
  return pair.length === 2 && pair.every(isAngle) && pair[0]?.isText === pair[1]?.isText;
}

function lower({ name }: TableColumn): string {
  return name.trim().toLowerCase();
}
