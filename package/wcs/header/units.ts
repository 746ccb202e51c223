/**
 * Units of `CUNIT` (FITS 4.0, section 4.3) in those that coordinates are given in: degrees, and units of the SI for spectral axes.
 * Spellings that are not in the standard are recognised if they are unambiguous.
 */

/** What a unit measures: powers of length, time, mass and angle. */
type Dimension = readonly [length: number, time: number, mass: number, angle: number];

interface Unit {
  readonly factor: number;
  readonly dimension: Dimension;
}

const NUMBER: Unit = { factor: 1, dimension: [0, 0, 0, 0] };

const of = (factor: number, ...dimension: Dimension): Unit => ({ factor, dimension });

/** Units by their symbols in the standard; angles in degrees. */
const SYMBOLS: Readonly<Record<string, Unit>> = {
  m: of(1, 1, 0, 0, 0),
  Angstrom: of(1e-10, 1, 0, 0, 0),
  s: of(1, 0, 1, 0, 0),
  Hz: of(1, 0, -1, 0, 0),
  J: of(1, 2, -2, 1, 0),
  erg: of(1e-7, 2, -2, 1, 0),
  // The constants of wcslib, with which astropy's numbers are made.
  eV: of(1.6021765e-19, 2, -2, 1, 0),
  Ry: of(13.605692 * 1.6021765e-19, 2, -2, 1, 0),
  deg: of(1, 0, 0, 0, 1),
  arcmin: of(1 / 60, 0, 0, 0, 1),
  arcsec: of(1 / 3600, 0, 0, 0, 1),
  mas: of(1 / 3.6e6, 0, 0, 0, 1),
  uas: of(1 / 3.6e9, 0, 0, 0, 1),
  rad: of(180 / Math.PI, 0, 0, 0, 1),
};

/** Symbols that may have prefixes. */
const PREFIXED = /^(m|s|Hz|J|eV|rad)$/;
const PREFIXES: Readonly<Record<string, number>> = {
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  c: 1e-2,
  m: 1e-3,
  u: 1e-6,
  n: 1e-9,
  p: 1e-12,
};

/** Other spellings, in small letters, of units that they can only mean. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^degrees?$|^deg$/, "deg"],
  [/^arcmin(?:ute)?s?$/, "arcmin"],
  [/^arcsec(?:ond)?s?$/, "arcsec"],
  [/^rad(?:ian)?s?$/, "rad"],
  [/^ang(?:strom)?s?$/, "Angstrom"],
  [/^microns?$|^micromet(?:er|re)s?$/, "um"],
  [/^nanomet(?:er|re)s?$|^nm$/, "nm"],
  [/^met(?:er|re)s?$/, "m"],
  [/^km$/, "km"],
  [/^sec(?:ond)?s?$/, "s"],
  [/^hz$|^hertz$/, "Hz"],
  [/^khz$/, "kHz"],
  [/^ghz$/, "GHz"],
  [/^thz$/, "THz"],
  [/^kev$/, "keV"],
  [/^ergs$/, "erg"],
  [/^days?$/, "d"],
  [/^kelvins?$/, "K"],
  [/^years?$|^yr$/, "yr"],
  [/^pixels?$/, "pixel"],
];

/** A word of a unit as the standard writes it. */
function symbolOf(word: string): string {
  const small = word.toLowerCase();
  // mHz and MHz differ, and so do s and S; names in capitals alone occur in headers without small letters.
  const capital: Readonly<Record<string, string>> = { MHZ: "MHz", M: "m", S: "s", KM: "km" };
  const known = capital[word] ?? SPELLINGS.find(([pattern]) => pattern.test(small))?.[1];
  return isSymbol(word) ? word : (known ?? word);
}

function isSymbol(word: string): boolean {
  return single(word) !== undefined;
}

/** A unit by its symbol, with a prefix or without. */
function single(symbol: string): Unit | undefined {
  if (Object.hasOwn(SYMBOLS, symbol)) {
    return SYMBOLS[symbol];
  }
  const [prefix = "", rest = ""] = [symbol.slice(0, 1), symbol.slice(1)];
  const unit = PREFIXED.test(rest) && Object.hasOwn(PREFIXES, prefix) ? SYMBOLS[rest] : undefined;
  return unit && { ...unit, factor: unit.factor * (PREFIXES[prefix] ?? 1) };
}

/** A unit with its words as the standard writes them: `km/s` for `KM/S`. */
export function spelledUnit(text: string): string {
  return text.length > 60 ? text : text.trim().replace(/[A-Za-z]+/g, symbolOf);
}

/** Whether a word is the symbol of a unit, or another spelling of one; single letters may be anything. */
export function isUnit(word: string): boolean {
  const symbol = symbolOf(word);
  return word.length > 1 && (isSymbol(symbol) || symbol === "pixel");
}

/** The factor from a unit to another; undefined if it measures something else, or is not known. */
export function factorTo(text: string, target: string): number | undefined {
  const [unit, wanted] = [unitOf(spelledUnit(text)), unitOf(target)];
  const isSame = unit?.dimension.every((power, i) => power === wanted?.dimension[i]);
  return unit && wanted && isSame ? unit.factor / wanted.factor : undefined;
}

const TERM = /(?:[A-Za-z]+|10|1)(?:\^?[-+]?\d+)?|./g;
const WORD = /^([A-Za-z]+|10|1)(?:\^?([-+]?\d+))?$/;

/** Products, quotients and powers: `km s-1`, `km/s`, `10**3 m.s^-1`, `1/cm`. */
function unitOf(text: string): Unit | undefined {
  if (text.length > 60) {
    return undefined;
  }
  let unit = NUMBER;
  let sign = 1;
  // Brackets around one word or power say nothing; `**` is a power, and a single star a product.
  const plain = text.replace(/\(([-+\w]+)\)/g, "$1").replaceAll("**", "^");
  for (const term of plain.match(TERM) ?? []) {
    const [, word = "", power = "1"] = WORD.exec(term) ?? [];
    if (term === "/") {
      sign = -1;
    } else if (word !== "") {
      const factor = word === "10" ? of(10, 0, 0, 0, 0) : word === "1" ? NUMBER : single(word);
      const exponent = sign * Number(power);
      if (!factor || Math.abs(exponent) > 30) {
        return undefined;
      }
      const [a, b, c, d] = unit.dimension;
      const [e, f, g, h] = factor.dimension;
      unit = of(
        unit.factor * factor.factor ** exponent,
        a + e * exponent,
        b + f * exponent,
        c + g * exponent,
        d + h * exponent,
      );
      sign = 1;
    } else if (!/^[.*\s]$/.test(term)) {
      return undefined;
    }
  }
  return unit;
}
