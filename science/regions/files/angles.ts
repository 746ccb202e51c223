/** Numbers with units, as DS9 region files have them: positions, sizes and angles. */
import type { FigureSize, FigureSystem } from "./figure.ts";

// Each digit can be matched in one way only, so that a long word is refused in linear time.
const NUMBER = "[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[+-]?\\d+)?";
const WITH_UNIT: Readonly<RegExp> = new RegExp(`^(${NUMBER})([dr"'pi]?)$`, "i");
const IN_SIXTIETHS = /^([+-]?)(\d+)([:hd])(\d+)(?:([:m])(\d+(?:\.\d*)?)s?|m)?$/i;
const DEGREES: Readonly<Record<string, number>> = {
  "": 1,
  d: 1,
  r: 180 / Math.PI,
  "'": 1 / 60,
  '"': 1 / 3600,
};

/** Whether longitudes that are written in parts of sixty are hours. */
function hasHours(system: FigureSystem): boolean {
  return system === "icrs" || system === "fk5" || system === "own";
}

/** A coordinate: a 0-based pixel, or degrees. `axis` is 0 for x and longitudes. Undefined if the text is not a coordinate. */
export function coordinateOf(word: string, axis: number, system: FigureSystem): number | undefined {
  const [, number, unit = ""] = WITH_UNIT.exec(word) ?? [];
  if (system === "pixel") {
    // DS9 counts from 1.
    return number !== undefined && /^[pi]?$/i.test(unit) ? Number(number) - 1 : undefined;
  }
  const factor = DEGREES[unit.toLowerCase()];
  if (number !== undefined) {
    return factor === undefined ? undefined : Number(number) * factor;
  }
  const [, sign, whole, mark = "", minutes = "0", , seconds = "0"] = IN_SIXTIETHS.exec(word) ?? [];
  if (whole === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) {
    return undefined;
  }
  const parts = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isHours = mark.toLowerCase() === "h" || (mark === ":" && axis === 0 && hasHours(system));
  return (sign === "-" ? -1 : 1) * parts * (isHours ? 15 : 1);
}

/** A length: without a unit, pixels or degrees as the system has them. */
export function sizeOf(word: string, system: FigureSystem): FigureSize | undefined {
  const [, number, unit = ""] = WITH_UNIT.exec(word) ?? [];
  const isPixels = /^[pi]$/i.test(unit) || (unit === "" && system === "pixel");
  const factor = isPixels ? 1 : DEGREES[unit.toLowerCase()];
  const value = number === undefined || factor === undefined ? Number.NaN : Number(number) * factor;
  return value >= 0 ? { value, unit: isPixels ? "pixel" : "degree" } : undefined;
}

/** A rotation in degrees. */
export function angleOf(word: string): number | undefined {
  const [, number, unit = ""] = WITH_UNIT.exec(word) ?? [];
  const factor = DEGREES[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
