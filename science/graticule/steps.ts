/** The distances between lines that are round numbers as positions are written, and the labels that they allow. */
import type { Notation } from "./request.ts";

/** A round distance between lines. A line's position is a whole number of steps. */
export interface Step {
  readonly degrees: number;
  readonly notation: Notation;
  /** The same distance in the last unit that labels show (hours, minutes, seconds; degrees), and its decimals. */
  readonly units: number;
  readonly fields: 1 | 2 | 3;
  readonly decimals: number;
}

/** More decimals than these are lost in the rounding of longitudes. */
const MOST_DECIMALS = 8;
const SYMBOLS = {
  hours: ["h", "m", "s"],
  degrees: ["°", "′", "″"],
} as const;
const DEGREES_PER = { hours: 15, degrees: 1, decimal: 1, arcseconds: 1 / 3600 } as const;
const WHOLE_UNITS = {
  hours: [1, 2, 3, 6],
  degrees: [1, 2, 5, 10, 15, 30, 45, 90],
  decimal: [1, 2, 5, 10, 15, 30, 45, 90],
  arcseconds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3600, 7200, 18_000, 36_000],
} as const;
/** Of minutes and seconds. */
const SIXTIETHS = [1, 2, 5, 10, 15, 30] as const;

const STEPS = {
  hours: stepsOf("hours"),
  degrees: stepsOf("degrees"),
  decimal: stepsOf("decimal"),
  arcseconds: stepsOf("arcseconds"),
} as const;

/** The smallest step of which at most `most` fit into a range of degrees. */
export function stepFor(notation: Notation, range: number, most: number): Step | undefined {
  const steps = STEPS[notation];
  return steps.find(({ degrees }) => range <= most * degrees) ?? steps.at(-1);
}

/** The position of a line as text: `12h30m`, `+41°16′09″`, `266.42°`, `−300″`. Latitudes have a sign. */
export function labelOf({ notation, units, fields, decimals }: Step, steps: number, sign: boolean): string {
  const scale = 10 ** decimals;
  const total = Math.abs(steps) * Math.round(units * scale);
  const before = steps < 0 ? "−" : sign && total > 0 ? "+" : "";
  if (notation === "decimal" || notation === "arcseconds") {
    return `${before}${(total / scale).toFixed(decimals)}${notation === "decimal" ? "°" : "″"}`;
  }
  const texts: string[] = [];
  let rest = total;
  for (let field = fields - 1; field >= 0; field -= 1) {
    const base = field === fields - 1 ? 60 * scale : 60;
    const value = field === 0 ? rest : rest % base;
    rest = (rest - value) / base;
    const isLast = field === fields - 1;
    const digits = isLast && field > 0 ? (value / scale).toFixed(decimals) : String(value);
    const width = 2 + (isLast && decimals > 0 ? decimals + 1 : 0);
    texts.unshift(digits.padStart(width, "0") + SYMBOLS[notation][field]);
  }
  return before + texts.join("");
}

/** From the smallest to the greatest. */
function stepsOf(notation: Notation): Step[] {
  const each = DEGREES_PER[notation];
  const whole = WHOLE_UNITS[notation].map((units): Step => {
    return { degrees: units * each, notation, units, fields: 1, decimals: 0 };
  });
  if (notation === "decimal" || notation === "arcseconds") {
    return [...fractions(notation, each, 1), ...whole];
  }
  const minutes = SIXTIETHS.map((units): Step => {
    return { degrees: (units * each) / 60, notation, units, fields: 2, decimals: 0 };
  });
  const seconds = SIXTIETHS.map((units): Step => {
    return { degrees: (units * each) / 3600, notation, units, fields: 3, decimals: 0 };
  });
  return [...fractions(notation, each / 3600, 3), ...seconds, ...minutes, ...whole];
}

/** Decimal fractions of a unit. */
function fractions(notation: Notation, unit: number, fields: Step["fields"]): Step[] {
  const decimals = Array.from({ length: MOST_DECIMALS }, (_, i) => MOST_DECIMALS - i);
  return decimals.flatMap((decimals) =>
    [1, 2, 5].map((digit): Step => {
      const units = digit / 10 ** decimals;
      return { degrees: units * unit, notation, units, fields, decimals };
    }),
  );
}
