/**
 * A WCS as FITS keywords: a gnomonic projection, linear (`TAN`) or with SIP polynomials (`TAN-SIP`; Shupe et al. 2005).
 * Whether a transform is of this form is not seen from its parts, but measured: keywords are fitted to positions and count
 * only if they give the same positions, to a millionth of a pixel, on another grid.
 */

import { leastSquares } from "../../numbers/leastSquares.ts";
import { type Card, Real } from "../fits/cards.ts";
import { type Position, toPlane } from "./tangent.ts";

/** The greatest error, in pixels. */
export const EXACT = 1e-6;
/** Points along each side of the grids for fitting and for checking: no factor in common. */
const FITTED = 17;
const CHECKED = 29;
/** The highest power of SIP that is tried; the standard allows 9. */
const POWERS = 9;
/** The least part of the points that must have a position. */
const LEAST = 0.5;

type System = readonly [longitude: string, latitude: string, ...Card[]];

const SYSTEMS: Readonly<Record<string, System>> = {
  icrs: ["RA", "DEC", ["RADESYS", "ICRS"]],
  galactic: ["GLON", "GLAT"],
};
/** Systems with an equinox: their names in FITS, and their usual years. */
const DATED: Readonly<Record<string, readonly [name: string, year: number]>> = {
  fk5: ["FK5", 2000],
  fk4: ["FK4", 1950],
  fk4noeterms: ["FK4-NO-E", 1950],
};

/** The names of longitude and latitude, and the cards of a system; undefined if FITS has none, such as for a date of observation. */
function systemOf(reference: string): System | undefined {
  const [, name = "", year] = /^(\w+)(?: \(equinox (\d+(?:\.\d+)?)\))?$/.exec(reference) ?? [];
  const [radesys, standard] = Object.hasOwn(DATED, name) ? (DATED[name] ?? []) : [];
  const equinox = Number(year ?? standard);
  return radesys === undefined
    ? SYSTEMS[reference]
    : ["RA", "DEC", ["RADESYS", radesys], ["EQUINOX", new Real(equinox)]];
}

/** The part of an image to be described: its first pixel and its size. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Positions in degrees at points of the image, in pairs; 0 is the centre of its first pixel. */
type Positions = (points: Float64Array) => Float64Array | Promise<Float64Array>;

export interface Keywords {
  readonly cards: readonly Card[];
  /** The greatest difference found, in pixels. */
  readonly error: number;
}

interface Grid {
  readonly points: Float64Array;
  readonly sky: Float64Array;
}

/** A polynomial plane position over pixels, about the pixel of the centre. */
interface Fit {
  readonly centre: Position;
  readonly pixel: readonly [x: number, y: number];
  readonly powers: number;
  /** Of `linear`: degrees per pixel. */
  readonly linear: readonly [number, number, number, number];
  /** Of SIP, by the powers of u and v: pixels. */
  readonly a: readonly Term[];
  readonly b: readonly Term[];
}

type Term = readonly [p: number, q: number, value: number];

/** Undefined if no keywords say the same. `centres`: where the projection may touch the sky, besides the middle of the window. */
export async function keywordsOf(
  positions: Positions,
  reference: string,
  window: Window,
  centres: readonly Position[],
): Promise<Keywords | undefined> {
  const system = systemOf(reference.toLowerCase());
  if (!system || window.width < 1 || window.height < 1) {
    return undefined;
  }
  const fitted = await gridOf(positions, window, FITTED);
  const checked = await gridOf(positions, window, CHECKED);
  const middle = middleOf(fitted, window);
  if (!fitted || !checked || !middle) {
    return undefined;
  }
  for (let powers = 1; powers <= POWERS; powers += 1) {
    for (const centre of [...centres, middle]) {
      const fit = fitAbout(fitted, centre, powers, window);
      const error = fit ? errorOf(fit, checked) : Number.NaN;
      if (fit && error <= EXACT) {
        return { cards: cardsOf(fit, system, window), error };
      }
    }
  }
  return undefined;
}

async function gridOf(positions: Positions, window: Window, side: number): Promise<Grid | undefined> {
  const all: number[] = [];
  for (let j = 0; j < side; j += 1) {
    for (let i = 0; i < side; i += 1) {
      // Up to the edges of the pixels at the border, which a bounding box usually includes.
      all.push(window.x - 0.5 + (i / (side - 1)) * window.width);
      all.push(window.y - 0.5 + (j / (side - 1)) * window.height);
    }
  }
  const sky = await positions(Float64Array.from(all));
  const known = all.flatMap((_, i) =>
    i % 2 === 0 && Number.isFinite(sky[i]) && Number.isFinite(sky[i + 1]) ? i : [],
  );
  if (known.length < LEAST * side * side) {
    return undefined;
  }
  const pick = (values: ArrayLike<number>): Float64Array =>
    Float64Array.from(
      { length: 2 * known.length },
      (_, k) => values[(known[k >> 1] ?? 0) + (k % 2)] ?? Number.NaN,
    );
  return { points: pick(all), sky: pick(sky) };
}

/** The position next to the middle of the window. */
function middleOf(grid: Grid | undefined, { x, y, width, height }: Window): Position | undefined {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (let i = 0; grid && i < grid.points.length; i += 2) {
    const distance = Math.hypot(
      (grid.points[i] ?? 0) - (x + (width - 1) / 2),
      (grid.points[i + 1] ?? 0) - (y + (height - 1) / 2),
    );
    if (distance < least) {
      [best, least] = [i, distance];
    }
  }
  return grid && best >= 0 ? [grid.sky[best] ?? 0, grid.sky[best + 1] ?? 0] : undefined;
}

function fitAbout({ points, sky }: Grid, centre: Position, powers: number, window: Window): Fit | undefined {
  const plane = toPlane(sky, centre);
  if (plane.some(Number.isNaN)) {
    return undefined;
  }
  const [xi, eta] = [0, 1].map((part) =>
    Float64Array.from({ length: plane.length / 2 }, (_, i) => plane[2 * i + part] ?? 0),
  );
  const half = Math.max(window.width, window.height) / 2;
  let pixel: readonly [number, number] = [
    window.x + (window.width - 1) / 2,
    window.y + (window.height - 1) / 2,
  ];
  // First about the middle of the window, then about the pixel at the centre of the projection, more closely each time.
  for (let round = 0; xi && eta; round += 1) {
    const terms = termsOf(powers);
    const [inXi, inEta] = leastSquares(rowsOf(points, pixel, half, terms), terms.length, [xi, eta]) ?? [];
    const [x0 = Number.NaN, ax = 0, bx = 0] = inXi ?? [];
    const [y0 = Number.NaN, ay = 0, by = 0] = inEta ?? [];
    const area = ax * by - bx * ay;
    if (!inXi || !inEta || !(Math.abs(area) > 0)) {
      return undefined;
    }
    const step = [(bx * y0 - by * x0) / area, (ay * x0 - ax * y0) / area] as const;
    const isThere = Math.hypot(...step) < 1e-12 || round === 4;
    if (isThere) {
      const linear = [ax / half, bx / half, ay / half, by / half] as const;
      const sip = terms.flatMap(([p, q], i): readonly [Term, Term][] => {
        const [x, y] = [inXi[i] ?? 0, inEta[i] ?? 0];
        const scale = half ** (1 - p - q);
        const inPixels = [((by * x - bx * y) / area) * scale, ((ax * y - ay * x) / area) * scale] as const;
        return p + q < 2
          ? []
          : [
              [
                [p, q, inPixels[0]],
                [p, q, inPixels[1]],
              ],
            ];
      });
      return { centre, pixel, powers, linear, a: sip.map(([a]) => a), b: sip.map(([, b]) => b) };
    }
    pixel = [pixel[0] + step[0] * half, pixel[1] + step[1] * half];
    const isFar = Math.hypot(pixel[0] - window.x, pixel[1] - window.y) > 8 * half;
    if (powers > 1 && isFar) {
      // High powers of large numbers have no digits left.
      return undefined;
    }
  }
  return undefined;
}

/** Powers of u and v up to a sum: constant and linear ones first. */
function termsOf(powers: number): readonly (readonly [p: number, q: number])[] {
  const terms: [number, number][] = [];
  for (let sum = 0; sum <= powers; sum += 1) {
    for (let q = 0; q <= sum; q += 1) {
      terms.push([sum - q, q]);
    }
  }
  return terms;
}

function rowsOf(
  points: Float64Array,
  [x, y]: readonly [number, number],
  half: number,
  terms: readonly (readonly [number, number])[],
): Float64Array {
  const rows = new Float64Array((points.length / 2) * terms.length);
  for (let i = 0; i < points.length; i += 2) {
    const [u, v] = [((points[i] ?? 0) - x) / half, ((points[i + 1] ?? 0) - y) / half];
    for (const [k, [p, q]] of terms.entries()) {
      rows[(i / 2) * terms.length + k] = u ** p * v ** q;
    }
  }
  return rows;
}

/** The greatest distance, in pixels, between the positions of a fit and the positions of a grid. */
function errorOf({ centre, pixel, linear, a, b }: Fit, { points, sky }: Grid): number {
  const plane = toPlane(sky, centre);
  const [xx, xy, yx, yy] = linear;
  const area = xx * yy - xy * yx;
  let greatest = 0;
  for (let i = 0; i < points.length; i += 2) {
    const [u, v] = [(points[i] ?? 0) - pixel[0], (points[i + 1] ?? 0) - pixel[1]];
    const sum = (terms: readonly Term[]): number =>
      terms.reduce((total, [p, q, value]) => total + value * u ** p * v ** q, 0);
    const [xi, eta] = [plane[i] ?? Number.NaN, plane[i + 1] ?? Number.NaN];
    const [x, y] = [(yy * xi - xy * eta) / area, (xx * eta - yx * xi) / area];
    const distance = Math.hypot(u + sum(a) - x, v + sum(b) - y);
    if (!(distance <= greatest)) {
      greatest = distance;
    }
  }
  return greatest;
}

/** The keywords of a gnomonic projection that is linear in the pixels; undefined for a system that FITS does not have. */
export function tangentKeywords(
  plane: Pick<Fit, "centre" | "pixel" | "linear">,
  reference: string,
): Card[] | undefined {
  const system = systemOf(reference.toLowerCase());
  const whole = { x: 0, y: 0, width: 0, height: 0 };
  return system && cardsOf({ ...plane, powers: 1, a: [], b: [] }, system, whole);
}

function cardsOf(
  { centre, pixel, linear, powers, a, b }: Fit,
  [longitude, latitude, ...system]: System,
  window: Window,
): Card[] {
  const suffix = powers > 1 ? "-SIP" : "";
  const [cd11, cd12, cd21, cd22] = linear;
  const sip = (letter: string, terms: readonly Term[]): Card[] => [
    [`${letter}_ORDER`, powers],
    ...terms.map(([p, q, value]): Card => [`${letter}_${p}_${q}`, new Real(value)]),
  ];
  return [
    ["CTYPE1", `${ctype(longitude)}TAN${suffix}`],
    ["CTYPE2", `${ctype(latitude)}TAN${suffix}`],
    ["CUNIT1", "deg"],
    ["CUNIT2", "deg"],
    ["CRVAL1", new Real(centre[0])],
    ["CRVAL2", new Real(centre[1])],
    ["CRPIX1", new Real(pixel[0] - window.x + 1)],
    ["CRPIX2", new Real(pixel[1] - window.y + 1)],
    ["CD1_1", new Real(cd11)],
    ["CD1_2", new Real(cd12)],
    ["CD2_1", new Real(cd21)],
    ["CD2_2", new Real(cd22)],
    ["LONPOLE", new Real(180)],
    ...system,
    ...(powers > 1 ? [...sip("A", a), ...sip("B", b)] : []),
  ];
}

/** A coordinate's name, filled up to four letters and the hyphen before the projection. */
function ctype(name: string): string {
  return name.padEnd(5, "-");
}
