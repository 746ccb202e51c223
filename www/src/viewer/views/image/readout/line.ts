/** Everything that is read out of a pixel as a line of text, and the texts that it is made of. */
import { element, rounded, withUnit } from "@asdf-wasm/science/format/format";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { WorldText } from "@asdf-wasm/science/wcs/world";
import { flagName } from "../flags/names.ts";
import { indexIn, type Patch } from "../model/neighbourhood.ts";

/** Digits of an uncertainty: its own is seldom better known. */
const DIGITS = 4;

type FlagNames = Parameters<typeof flagName>[0];

/** The standard deviation at a pixel; undefined where there is no number. */
export function errorText(patch: Patch, squared: boolean, x: number, y: number): string | undefined {
  const at = indexIn(patch, x, y);
  const stored = patch.mask?.[at] ? Number.NaN : Number(patch.values[at]);
  const error = squared ? Math.sqrt(stored) : stored;
  return Number.isNaN(error) ? undefined : String(rounded(error, DIGITS));
}

/** The names of the flags that are set at a pixel. */
export function flagNames(patch: Patch, of: FlagNames, x: number, y: number): readonly string[] {
  const word = Number(patch.values[indexIn(patch, x, y)]) >>> 0;
  const bits = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((word >>> bit) & 1) === 1);
  return bits.map((bit) => flagName(of, bit)[0]);
}

/** A value of another array. */
export interface OtherValue {
  readonly key: string;
  readonly text: string;
  readonly unit: string | undefined;
}

export function otherValue(
  key: string,
  unit: string | undefined,
  patch: Patch,
  x: number,
  y: number,
): OtherValue {
  return { key, unit, text: element(patch, indexIn(patch, x, y)) };
}

export interface PixelFacts {
  readonly path: string;
  readonly section: Section;
  readonly x: number;
  readonly y: number;
  readonly value: string;
  readonly unit: string | undefined;
  readonly error: string | undefined;
  /** Undefined without flags beside the array. */
  readonly flags: readonly string[] | undefined;
  readonly world: readonly WorldText[];
  /** The reference system of the position. */
  readonly system: string | undefined;
  readonly others: readonly OtherValue[];
}

/** `roman/data[34, 12] = 0.51 ± 0.02 DN / s; x 12, y 34; RA …, Dec … (ICRS); flags JUMP_DET; err 0.02`. */
export function lineOf(pixel: PixelFacts): string {
  const { path, section, x, y, value, unit, error, flags, world, system, others } = pixel;
  const { axes, collapse } = section;
  const [down, across] = axes;
  const index = section.index.map((at, axis) =>
    axis === down ? y : axis === across ? x : axis === collapse?.axis ? collapse.by : at,
  );
  const position = world.map(({ name, text, unit }) => `${name} ${text}${suffix(unit)}`).join(", ");
  return [
    `${path}[${index.join(", ")}] = ${withUnit(error === undefined ? value : `${value} ± ${error}`, unit)}`,
    `x ${x}, y ${y}`,
    position && system ? `${position} (${system})` : position,
    flags && `flags ${flags.join(" ") || "none"}`,
    others.map(({ key, text, unit }) => `${key} ${withUnit(text, unit)}`).join(", "),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join("; ");
}

/** Degrees and seconds follow their number at once. */
function suffix(unit: string): string {
  return unit === "°" || unit === "″" || unit === "" ? unit : ` ${unit}`;
}
