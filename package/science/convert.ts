/**
 * Directions on the sky in other reference systems, as astropy converts them.
 *
 * The systems differ by rotations, and FK4 by the terms of elliptic aberration: no proper motion, parallax, or aberration of a date.
 */
import { didYouMean, wrong } from "../api/arguments/checks.ts";
import type { SkySystem } from "../api/wcs.ts";
import { aberrationTerms, julianDate, meanEcliptic, oldPrecession, precession, toFk5 } from "./precession.ts";
import {
  about,
  dot,
  IDENTITY,
  type Matrix,
  product,
  RADIANS,
  type Row,
  rotated,
  scaled,
  sum,
  transposed,
} from "./rotations.ts";

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

/** From FK4 B1950 without terms of aberration to galactic coordinates, by whose pole they are defined there. */
const OLD_GALACTIC = product(about("z", 180 - 123), about("y", 90 - 27.4), about("z", 192.25));

/** From galactic to supergalactic coordinates (de Vaucouleurs et al. 1976). */
const SUPERGALACTIC = product(about("z", 90), about("y", 90 - 6.32), about("z", 47.37));

const B1950 = julianDate("B", 1950);

/** A system that is not of FK4: the rotation from ICRS, and from FK4 at B1950 where that is not by way of FK5. */
interface Rotated {
  readonly fromIcrs: Matrix;
  readonly equinox?: number;
  readonly fromOld?: Matrix;
}

/** FK4 at an equinox, with the terms of aberration or without, of positions that were observed at a date. */
interface Old {
  readonly equinox: number;
  readonly observed: number;
  readonly terms: Row | undefined;
}

const YEAR = String.raw`([BJ]?)(\d{1,5}(?:\.\d{1,12})?)`;
const DATED = new RegExp(
  String.raw`^(fk4|fk4noeterms|fk5|barycentricmeanecliptic)(?: \(equinox ${YEAR}(?:, obstime ${YEAR})?\))?$`,
);

/** The systems whose names are plain. */
const NAMES: readonly string[] = [
  ...["icrs", "galactic", "supergalactic", "fk5", "barycentricmeanecliptic", "fk4", "fk4noeterms"],
];

/** What a name means; undefined if there is no such system. */
function systemOf(name: string): Rotated | Old | undefined {
  if (name === "icrs") {
    return { fromIcrs: IDENTITY };
  }
  if (name === "galactic") {
    return { fromIcrs: product(GALACTIC, FK5), fromOld: OLD_GALACTIC };
  }
  if (name === "supergalactic") {
    return {
      fromIcrs: product(SUPERGALACTIC, GALACTIC, FK5),
      fromOld: product(SUPERGALACTIC, OLD_GALACTIC),
    };
  }
  const [, base, kind = "", year, observedKind = "", observedYear] = DATED.exec(name) ?? [];
  if (base === undefined) {
    return undefined;
  }
  const isOld = base === "fk4" || base === "fk4noeterms";
  const dateOf = (letter: string, number: string) =>
    julianDate((letter || (isOld ? "B" : "J")) as "B" | "J", Number(number));
  const equinox = dateOf(kind, year ?? (isOld ? "1950" : "2000"));
  if (isOld) {
    const observed = observedYear === undefined ? equinox : dateOf(observedKind, observedYear);
    return { equinox, observed, terms: base === "fk4" ? aberrationTerms(equinox) : undefined };
  }
  if (observedYear !== undefined) {
    return undefined;
  }
  return { equinox, fromIcrs: base === "fk5" ? product(precession(equinox), FK5) : meanEcliptic(equinox) };
}

/**
 * Whether `convertSky()` knows a reference system, such as the `reference` of a WCS.
 *
 * @example
 * const { reference } = wcs.sky ?? { reference: "" };
 * const icrs = isSkySystem(reference) ? convertSky(reference, "icrs", direction) : undefined;
 */
export function isSkySystem(name: string): name is SkySystem {
  return typeof name === "string" && systemOf(name) !== undefined;
}

/**
 * Directions of one reference system in another: longitude and latitude in degrees, pair by pair. Longitudes of the result are
 * from 0 to 360; between the same system nothing changes.
 *
 * @throws AsdfError `bad-argument` for a system that is not known
 *
 * @example
 * const [l, b] = convertSky("icrs", "galactic", Float64Array.of(266.4, -29));
 * const [ra, dec] = convertSky("fk4 (equinox 1900)", "icrs", [10, 41]);
 */
export function convertSky(
  from: SkySystem,
  to: SkySystem,
  directions: ArrayLike<number>,
): Float64Array<ArrayBuffer> {
  const [before, after] = [known("from", from), known("to", to)];
  if (typeof directions !== "object" || directions === null || typeof directions.length !== "number") {
    throw wrong("directions", directions, "a list of longitudes and latitudes in degrees");
  }
  const result = Float64Array.from(directions);
  if (from === to) {
    return result;
  }
  const rotation = between(before, after);
  const removed = isOld(before) ? before.terms : undefined;
  const added = isOld(after) ? after.terms : undefined;
  for (let at = 0; at + 1 < result.length; at += 2) {
    const [longitude, latitude] = [(result[at] ?? 0) * RADIANS, (result[at + 1] ?? 0) * RADIANS];
    const cosine = Math.cos(latitude);
    let direction: Row = [cosine * Math.cos(longitude), cosine * Math.sin(longitude), Math.sin(latitude)];
    if (removed) {
      direction = without(removed, direction);
    }
    direction = rotated(rotation, direction);
    if (added) {
      direction = including(added, direction);
    }
    const [x, y, z] = direction;
    const angle = Math.atan2(y, x) / RADIANS;
    result[at] = angle < 0 ? angle + 360 : angle;
    result[at + 1] = Math.atan2(z, Math.hypot(x, y)) / RADIANS;
  }
  return result;
}

function known(argument: string, name: string): Rotated | Old {
  const system = typeof name === "string" ? systemOf(name) : undefined;
  if (!system) {
    const names = NAMES.map((each) => `"${each}"`).join(" or ");
    const hint = didYouMean(String(name), NAMES);
    throw wrong(argument, name ?? null, `${names}, with an equinox as in "fk5 (equinox 1975)"${hint}`);
  }
  return system;
}

/** The rotation from one system to another, without terms of aberration. */
function between(from: Rotated | Old, to: Rotated | Old): Matrix {
  if (isOld(from)) {
    if (isOld(to)) {
      return oldPrecession(from.equinox, to.equinox);
    }
    // Newcomb's precession is not exactly that by way of another date: astropy takes the terms away at the equinox of the result.
    const by = from.terms ? (to.equinox ?? from.equinox) : from.equinox;
    return product(fromB1950(from, to), oldPrecession(by, B1950), oldPrecession(from.equinox, by));
  }
  if (!isOld(to)) {
    return product(to.fromIcrs, transposed(from.fromIcrs));
  }
  // Nor are the precessions to a date and from it exactly inverse.
  const precession = from.fromOld
    ? transposed(oldPrecession(to.equinox, B1950))
    : oldPrecession(B1950, to.equinox);
  return product(precession, transposed(fromB1950(to, from)));
}

function isOld(system: Rotated | Old): system is Old {
  return "observed" in system;
}

function fromB1950({ observed }: Old, { fromIcrs, fromOld }: Rotated): Matrix {
  return fromOld ?? product(fromIcrs, transposed(FK5), toFk5(observed));
}

/** A direction without the terms of aberration in it. */
function without(terms: Row, direction: Row): Row {
  return sum(scaled(direction, 1 + dot(terms, direction)), scaled(terms, -1));
}

/** How often a direction with the terms is approximated; each time adds five digits. */
const ROUNDS = 5;

/** A direction with the terms of aberration in it: the inverse. */
function including(terms: Row, direction: Row): Row {
  const unit = scaled(direction, 1 / Math.hypot(...direction));
  let found = unit;
  for (let round = 0; round < ROUNDS; round++) {
    found = scaled(sum(unit, terms), 1 / (1 + dot(terms, found)));
  }
  return found;
}
