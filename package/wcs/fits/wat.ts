/**
 * The distortions TNX and ZPX of IRAF: TAN or ZPN after corrections of the intermediate world coordinates, in degrees. The corrections are
 * surfaces, of which texts in the cards `WATi_nnn` hold the coefficients (https://fits.gsfc.nasa.gov/registry/tnx.html,
 * https://fits.gsfc.nasa.gov/registry/zpxwcs.html).
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { beside, chained, remapped, transform } from "./nodes.ts";
import type { CelestialAxes } from "./pole.ts";

/** The length of the text of a card: blanks at its end are not written. */
const CARD = 68;
/** How many cards, and powers of a coordinate, a surface may have. */
const CARDS = 999;
const POWERS = 20;

/** The projections that are corrected. */
const CORRECTED: Readonly<Record<string, string>> = { TNX: "TAN", ZPX: "ZPN" };

/** The projection that is corrected, if it is one of these. */
export function correctedBy({ code }: CelestialAxes): string | undefined {
  return code !== undefined && Object.hasOwn(CORRECTED, code) ? CORRECTED[code] : undefined;
}

/** The parameters of the projection, which are in the text of the latitude, as keywords. */
export function parametersIn(header: Header, { latitude }: CelestialAxes): Map<string, number> {
  const found = textOf(header, latitude).matchAll(/\bprojp(\d{1,2})\s*=\s*(\S+)/g);
  return new Map(
    Array.from(found, ([, number, value = ""]) => [
      `PV${latitude + 1}_${Number(number)}`,
      numbersIn(header, value)[0] ?? 0,
    ]),
  );
}

/** The corrected coordinates of the plane, longitude first; the inverse is searched. */
export function corrected(header: Header, { longitude, latitude, code }: CelestialAxes): TreeMap {
  const same = transform("identity", { n_dims: 2 });
  if (longitude > latitude) {
    throw header.unsupported(`${code} with the latitude first`);
  }
  const surfaces = [surface(header, longitude, "lngcor"), surface(header, latitude, "latcor")];
  if (surfaces.every((each) => each === undefined)) {
    return same;
  }
  const nothing = transform("polynomial", { coefficients: [[0]] });
  const added = chained([remapped([0, 1, 0, 1], 2), beside(surfaces.map((each) => each ?? nothing))]);
  return transform("add", { forward: [same, added] });
}

/** The text of an axis, of all its cards. */
function textOf(header: Header, axis: number): string {
  let text = "";
  for (let number = 1; number <= CARDS; number++) {
    const keyword = `WAT${axis + 1}_${String(number).padStart(3, "0")}`;
    if (!header.has(keyword)) {
      break;
    }
    text += header.verbatim(keyword).padEnd(CARD);
  }
  return text;
}

function numbersIn(header: Header, text: string): number[] {
  const numbers = text.split(/\s+/).flatMap((word) => (word === "" ? [] : [Number(word)]));
  if (!numbers.every(Number.isFinite)) {
    throw header.malformed("the cards WATi_nnn hold words where numbers are expected");
  }
  return numbers;
}

/** Orthogonal polynomials by their numbers: how the one of the next degree follows from the last two, as factors of x · last and of the one before. */
const SERIES: Readonly<Record<number, (degree: number) => readonly [number, number]>> = {
  1: (degree) => [degree === 0 ? 1 : 2, -1],
  2: (degree) => [(2 * degree + 1) / (degree + 1), -degree / (degree + 1)],
  3: () => [1, 0],
};

/** A correction as a function of both coordinates; undefined if the text of the axis has none. */
function surface(header: Header, axis: number, name: string): TreeMap | undefined {
  const [, list] = new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(textOf(header, axis)) ?? [];
  if (list === undefined) {
    return undefined;
  }
  const [kind = 0, columns = 0, rows = 0, cross = 0, ...values] = numbersIn(header, list);
  const [west = 0, east = 0, south = 0, north = 0, ...coefficients] = values;
  const series = SERIES[kind];
  const isSize = (size: number) => Number.isInteger(size) && size > 0 && size <= POWERS;
  if (!series || !isSize(columns) || !isSize(rows) || ![0, 1, 2].includes(cross)) {
    throw header.unsupported(
      `a surface of the kind ${kind}, ${columns} × ${rows}, ${cross} in WAT${axis + 1}_nnn`,
    );
  }
  const isThere = (m: number, n: number) =>
    cross === 1 || (cross === 0 ? m === 0 || n === 0 : m + n < Math.max(columns, rows));
  const terms = Array.from(
    { length: columns * rows },
    (_, i) => [i % columns, Math.floor(i / columns)] as const,
  );
  const own = terms.filter(([m, n]) => isThere(m, n));
  const isScaled = kind !== 3;
  if (own.length > coefficients.length || (isScaled && (west === east || south === north))) {
    throw header.malformed(`the surface in WAT${axis + 1}_nnn needs ${own.length} coefficients, and limits`);
  }
  const powers = powersOf(series, Math.max(columns, rows));
  const size = columns + rows - 1;
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const [i, [m, n]] of own.entries()) {
    for (const [x, factor] of (powers[m] ?? []).entries()) {
      for (const [y, other] of (powers[n] ?? []).entries()) {
        const row = matrix[x] ?? [];
        row[y] = (row[y] ?? 0) + (coefficients[i] ?? 0) * factor * other;
      }
    }
  }
  const polynomial = transform("polynomial", { coefficients: matrix });
  return isScaled ? chained([beside([scaled(west, east), scaled(south, north)]), polynomial]) : polynomial;
}

/** Each polynomial of a series by its coefficients, the constant one first. */
function powersOf(series: (degree: number) => readonly [number, number], count: number): number[][] {
  const all: number[][] = [[1]];
  for (let degree = 0; degree + 1 < count; degree++) {
    const [last = [], before = []] = [all[degree], all[degree - 1]];
    const [factor, other] = series(degree);
    all.push(
      Array.from({ length: degree + 2 }, (_, i) => factor * (last[i - 1] ?? 0) + other * (before[i] ?? 0)),
    );
  }
  return all;
}

/** From −1 to 1 between two limits. */
function scaled(least: number, greatest: number): TreeMap {
  const slope = 2 / (greatest - least);
  return transform("linear1d", { slope, intercept: -slope * ((least + greatest) / 2) });
}
