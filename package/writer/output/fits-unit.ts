/**
 * Units of FITS headers (FITS 4.0, section 4.3) in the notation of VOUnit 1.0, which unit/unit of ASDF has. Text that is no unit of
 * FITS stays as it is.
 */

/** Units that take prefixes of the SI, and those that take none (FITS 4.0, tables 3 to 6). */
const PREFIXED =
  "m g s rad sr K A mol cd Hz J W V N Pa C Ohm S F Wb T H lm lx a yr pc eV Jy mag R G barn bit byte";
const SINGLE =
  "deg arcmin arcsec mas min h d Ry solMass u solLum solRad AU lyr count ct photon ph pixel pix D Sun chan bin voxel adu beam erg Angstrom angstrom";
const KNOWN = new RegExp(
  `^(?:(?:da|[yzafpnumcdhkMGTPEZY])?(?:${PREFIXED.replaceAll(" ", "|")})|${SINGLE.replaceAll(" ", "|")})$`,
);
/** Parentheses nest at most so deep. */
const DEPTH = 16;

/** A unit with its power as a fraction. */
interface Factor {
  readonly name: string;
  readonly over: number;
  readonly under: number;
}

/** The unit in the notation of VOUnit. A name by itself is the same in both. */
export function vounitOf(text: string): string {
  const plain = text.trim();
  const units = new UnitText(plain);
  const ten = units.take(/10(?:(?:\*\*|\^)?\(([+-]?\d+)\)|(?:\*\*|\^)([+-]?\d+)|([+-]\d+))\s*[*.]?\s*/y);
  const factors = units.quotient(DEPTH);
  if (!factors || !units.isAtEnd || (!ten && /^[a-zA-Z]*$/.test(plain))) {
    return plain;
  }
  const scale = ten ? String(Number(`1e${ten[1] ?? ten[2] ?? ten[3]}`)) : "";
  return scale + factors.map(factorText).join(".");
}

/** Reads the text from left to right. What is undefined is no unit. */
class UnitText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** What matches here, by a pattern that is sticky. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  /** Products, of which those behind a stroke are divided by. */
  quotient(depth: number): readonly Factor[] | undefined {
    const factors: Factor[] = [];
    let isUnder = this.take(/\s*\/\s*/y) !== undefined;
    do {
      const next = this.#product(depth, isUnder ? -1 : 1);
      if (!next) {
        return undefined;
      }
      for (const factor of next) {
        factors.push(factor);
      }
      isUnder = true;
    } while (this.take(/\s*\/\s*/y));
    return factors;
  }

  #product(depth: number, sign: number): readonly Factor[] | undefined {
    const factors: Factor[] = [];
    do {
      const next = this.#factor(depth);
      if (!next) {
        return undefined;
      }
      const [over, under] = this.#power();
      for (const factor of next) {
        factors.push({ ...factor, over: factor.over * over * sign, under: factor.under * under });
      }
    } while (this.take(/\s*[*.]\s*(?=[a-zA-Z(])|\s+(?=[a-zA-Z(])/y));
    return factors;
  }

  #factor(depth: number): readonly Factor[] | undefined {
    const [name] = this.take(/[a-zA-Z]+/y) ?? [];
    if (name !== undefined) {
      return KNOWN.test(name) ? [{ name, over: 1, under: 1 }] : undefined;
    }
    const inner = depth > 0 && this.take(/\(\s*/y) ? this.quotient(depth - 1) : undefined;
    return this.take(/\s*\)/y) ? inner : undefined;
  }

  /** A whole number, or a fraction in parentheses. The mark in front of it may be missing. */
  #power(): readonly [over: number, under: number] {
    const [, over, under = 1, whole = 1] =
      this.take(/(?:\*\*|\^)?(?:\(\s*([+-]?\d{1,3})\s*(?:\/\s*(\d{1,3}))?\s*\)|([+-]?\d{1,3})(?![\d.]))/y) ??
      [];
    return [Number(over ?? whole), Number(under)];
  }
}

function factorText({ name, over, under }: Factor): string {
  if (over === under) {
    return name;
  }
  return under === 1 ? `${name}**${over}` : `${name}**(${over}/${under})`;
}
