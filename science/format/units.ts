/**
 * Factors between units as files spell them: `MJy/sr`, `erg s-1 cm-2 Angstrom-1`, `10**-15 W m^-2`; and spectral axes in each other's
 * quantities. What is no unit known here, such as `DN` or `electron`, is converted to itself alone. (Units of WCS: package/wcs/header/units.ts.)
 */

/** A factor, and powers of the SI's base units, of angles, and of what only equals itself. */
interface Unit {
  readonly factor: number;
  readonly powers: ReadonlyMap<string, number>;
}

const of = (factor: number, powers: Readonly<Record<string, number>>): Unit => ({
  factor,
  powers: new Map(Object.entries(powers)),
});
const JOULE: Readonly<Record<string, number>> = { kg: 1, m: 2, s: -2 };

/** Symbols that may have prefixes. */
const PREFIXED: Readonly<Record<string, Unit>> = {
  m: of(1, { m: 1 }),
  s: of(1, { s: 1 }),
  g: of(1e-3, { kg: 1 }),
  Hz: of(1, { s: -1 }),
  J: of(1, JOULE),
  W: of(1, { ...JOULE, s: -3 }),
  Jy: of(1e-26, { kg: 1, s: -2 }),
  eV: of(1.602176634e-19, JOULE),
  K: of(1, { K: 1 }),
  rad: of(1, { rad: 1 }),
  pc: of(3.085677581491367e16, { m: 1 }),
};
const SYMBOLS: Readonly<Record<string, Unit>> = {
  ...PREFIXED,
  Angstrom: of(1e-10, { m: 1 }),
  micron: of(1e-6, { m: 1 }),
  erg: of(1e-7, JOULE),
  min: of(60, { s: 1 }),
  h: of(3600, { s: 1 }),
  d: of(86400, { s: 1 }),
  sr: of(1, { rad: 2 }),
  deg: of(Math.PI / 180, { rad: 1 }),
  arcmin: of(Math.PI / 180 / 60, { rad: 1 }),
  arcsec: of(Math.PI / 180 / 3600, { rad: 1 }),
  mas: of(Math.PI / 180 / 3.6e6, { rad: 1 }),
};
const PREFIXES: Readonly<Record<string, number>> = {
  ...{ T: 1e12, G: 1e9, M: 1e6, k: 1e3, d: 0.1, c: 1e-2, m: 1e-3 },
  ...{ u: 1e-6, µ: 1e-6, μ: 1e-6, n: 1e-9, p: 1e-12, f: 1e-15 },
};
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(Å|angstroms?)$/i, "Angstrom"],
  [/^microns?$|^micromet(er|re)s?$/i, "micron"],
  [/^steradians?$/i, "sr"],
  [/^arcsecs$/i, "arcsec"],
];

/** A number is 1 or a power of ten, which its sign or `^` tells from other numbers: those are no units. */
const TERM = /[A-Za-zµμÅ]+(?:\^?[-+]?\d+(?!\.?\d))?|\d+(?:\.\d+)?(?:\^?[-+]?\d+)?|./g;
const WORD = /^([A-Za-zµμÅ]+|10?(?=$|[-+^]))\^?([-+]?\d+)?$/;
/** Longer texts are no units. */
const LONGEST = 60;

const LIGHT = 299_792_458;
const PLANCK = 6.62607015e-34;

/** By what values in a unit are multiplied to be in another; undefined if that measures something else. */
export function unitFactor(from: string, to: string): number | undefined {
  const [one, other] = [unitOf(from), unitOf(to)];
  return one && other && isAlike(one, other) ? one.factor / other.factor : undefined;
}

/** From a wavelength, frequency, energy or wave number to another, in vacuum; undefined if a unit is none of them. */
export function spectralConversion(from: string, to: string): ((value: number) => number) | undefined {
  const [one, other] = [unitOf(from), unitOf(to)];
  if (!one || !other) {
    return undefined;
  }
  if (isAlike(one, other)) {
    const factor = one.factor / other.factor;
    return (value) => value * factor;
  }
  const [inMetres, ofMetres] = [wavelengths(one), wavelengths(other)];
  // All but wavelengths are their own inverse: a constant divided by the wavelength.
  return inMetres && ofMetres && ((value) => ofMetres.from(inMetres.to(value * one.factor)) / other.factor);
}

/** To wavelengths in metres, and back, of values in units of the SI. */
function wavelengths(unit: Unit) {
  const same = (value: number): number => value;
  const by = (constant: number) => ({
    to: (value: number) => constant / value,
    from: (metres: number) => constant / metres,
  });
  const quantities = [
    [of(1, { m: 1 }), { to: same, from: same }],
    [of(1, { s: -1 }), by(LIGHT)],
    [of(1, JOULE), by(PLANCK * LIGHT)],
    [of(1, { m: -1 }), by(1)],
  ] as const;
  return quantities.find(([quantity]) => isAlike(quantity, unit))?.[1];
}

function isAlike({ powers: one }: Unit, { powers: other }: Unit): boolean {
  const bases = [...new Set([...one.keys(), ...other.keys()])];
  return bases.every((base) => (one.get(base) ?? 0) === (other.get(base) ?? 0));
}

/** Products, quotients and powers; undefined for anything else. */
function unitOf(text: string): Unit | undefined {
  if (text.length > LONGEST) {
    return undefined;
  }
  let factor = 1;
  let sign = 1;
  const powers = new Map<string, number>();
  // Brackets around one word or power say nothing; `**` is a power, and a single star a product.
  const plain = text.replace(/\(([-+\w]+)\)/g, "$1").replaceAll("**", "^");
  for (const term of plain.match(TERM) ?? []) {
    const [, word = "", power = "1"] = WORD.exec(term) ?? [];
    if (term === "/") {
      sign = -1;
    } else if (word !== "") {
      const unit = single(word);
      const exponent = sign * Number(power);
      factor *= unit.factor ** exponent;
      for (const [base, its] of unit.powers) {
        powers.set(base, (powers.get(base) ?? 0) + its * exponent);
      }
      sign = 1;
    } else if (!/^[.*·\s]$/.test(term)) {
      return undefined;
    }
  }
  return { factor, powers };
}

function single(word: string): Unit {
  const symbol = SPELLINGS.find(([pattern]) => pattern.test(word))?.[1] ?? word;
  if (Object.hasOwn(SYMBOLS, symbol) || /^\d+$/.test(symbol)) {
    return SYMBOLS[symbol] ?? of(Number(symbol), {});
  }
  const [first, rest] = [symbol.slice(0, 1), symbol.slice(1)];
  const unit = Object.hasOwn(PREFIXES, first) && Object.hasOwn(PREFIXED, rest) ? PREFIXED[rest] : undefined;
  return unit ? { ...unit, factor: unit.factor * (PREFIXES[first] ?? 1) } : of(1, { [symbol]: 1 });
}
