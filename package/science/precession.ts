/**
 * How reference systems turn with time: the precession of IAU 2006 (Capitaine et al. 2003, A&A 412, 567; in the angles of Fukushima and
 * Williams, Hilton et al. 2006, CMDA 94, 351), and for FK4 the precession of Newcomb, with the terms of elliptic aberration ("Explanatory Supplement
 * to the Astronomical Almanac", Seidelmann 1992, §3.53) and the way to FK5 (Murray 1989, A&A 218, 325).
 */
import { about, type Matrix, product, RADIANS, type Row, rotated, transposed } from "./rotations.ts";

/** J2000, and the days of a century, a year of Julius and one of Bessel. */
const J2000 = 2451545;
const CENTURY = 36525;
const BESSELIAN = 365.242198781;
/** B1900. */
const B1900 = 2415020.31352;
const B1950 = julianDate("B", 1950);

/** The Julian date of a year of Bessel (B) or of Julius (J). */
export function julianDate(kind: "B" | "J", year: number): number {
  return kind === "B" ? B1900 + (year - 1900) * BESSELIAN : J2000 + ((year - 2000) * CENTURY) / 100;
}

/** The value of a polynomial, the constant term first. */
function polynomial(t: number, coefficients: readonly number[]): number {
  return coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
}

/** Angles of IAU 2006 in arcseconds: γ, φ, ψ and the obliquity ε. */
const GAMMA = [-0.052928, 10.556378, 0.4932044, -0.00031238, -0.000002788, 0.000000026];
const PHI = [84381.412819, -46.811016, 0.0511268, 0.00053289, -0.00000044, -0.0000000176];
const PSI = [-0.041775, 5038.481484, 1.5584175, -0.00018522, -0.000026452, -0.0000000148];
const OBLIQUITY = [84381.406, -46.836769, -0.0001831, 0.0020034, -0.000000576, -0.0000000434];

/** From ICRS to the mean equator and equinox of a Julian date. */
export function meanEquator(date: number): Matrix {
  const [gamma, phi, psi, obliquity] = [GAMMA, PHI, PSI, OBLIQUITY].map(
    (angle) => polynomial((date - J2000) / CENTURY, angle) / 3600,
  ) as [number, number, number, number];
  return product(about("x", -obliquity), about("z", -psi), about("x", phi), about("z", gamma));
}

/** From ICRS to the mean ecliptic and equinox of a Julian date. */
export function meanEcliptic(date: number): Matrix {
  const obliquity = polynomial((date - J2000) / CENTURY, OBLIQUITY) / 3600;
  return product(about("x", obliquity), meanEquator(date));
}

/** From FK5 of J2000 to FK5 of the equinox of a Julian date. */
export function precession(date: number): Matrix {
  return product(meanEquator(date), transposed(meanEquator(J2000)));
}

/** Precession of FK4 without terms of aberration, from one Julian date to another (Newcomb). */
export function oldPrecession(from: number, to: number): Matrix {
  const millennia = (date: number) => (date - julianDate("B", 1850)) / BESSELIAN / 1000;
  const t = millennia(from);
  const step = millennia(to) - t;
  const along = (...terms: readonly number[]) => (polynomial(step, terms) * step) / 3600;
  const mean = 23035.545 + (139.72 + 0.06 * t) * t;
  const zeta = along(mean, 30.24 - 0.27 * t, 17.995);
  const z = along(mean, 109.48 + 0.39 * t, 18.325);
  const theta = along(20051.12 + (-85.29 - 0.37 * t) * t, -42.65 - 0.37 * t, -41.8);
  return product(about("z", -z), about("y", theta), about("z", -zeta));
}

/** From FK4 of B1950 without terms of aberration to FK5 of J2000, and how that changes in a century, because FK4 turns. */
const TO_FK5: Matrix = [
  [0.9999256794956877, -0.0111814832204662, -0.0048590038153592],
  [0.0111814832391717, 0.9999374848933135, -0.0000271625947142],
  [0.0048590037723143, -0.000027170293744, 0.9999881946023742],
];
const CHANGE: Matrix = [
  [-0.0026455262e-6, -1.1539918689e-6, 2.111134619e-6],
  [1.1540628161e-6, -0.0129042997e-6, 0.0236021478e-6],
  [-2.1112979048e-6, -0.0056024448e-6, 0.0102587734e-6],
];

/** From FK4 of B1950 without terms of aberration to FK5 of J2000, for positions that were observed at a Julian date. */
export function toFk5(observed: number): Matrix {
  const centuries = (observed - julianDate("J", 1950)) / CENTURY;
  const row = (i: 0 | 1 | 2): Row => {
    const [[a, b, c], [d, e, f]] = [TO_FK5[i], CHANGE[i]];
    return [a + d * centuries, b + e * centuries, c + f * centuries];
  };
  return [row(0), row(1), row(2)];
}

/** The terms of elliptic aberration of FK4 at the equinox of a Julian date. */
export function aberrationTerms(date: number): Row {
  const centuries = (date - B1950) / CENTURY;
  const size = 0.0056932 * RADIANS * polynomial(centuries, [0.01673011, -0.00004193, -0.000000126]);
  const perigee = polynomial(centuries, [1015489.951, 6190.67, 1.65, 0.012]) / 3600;
  const obliquity = polynomial((date - J2000) / CENTURY, [84381.448, -46.815, -0.00059, 0.001813]) / 3600;
  // Along the ecliptic, 90° behind the perigee.
  const along: Row = [size * Math.sin(perigee * RADIANS), -size * Math.cos(perigee * RADIANS), 0];
  return rotated(about("x", -obliquity), along);
}
