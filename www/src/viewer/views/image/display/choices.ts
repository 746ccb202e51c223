/** The display's choices and their labels. */
import type { ColormapName, Shrinking } from "asdf-wasm/image";
import type { IntervalName } from "../../../protocol/plane.ts";
import type { StretchChoice } from "./displayModel.ts";

export const INTERVALS: readonly (readonly [IntervalName | "manual", string])[] = [
  ["minmax", "Min–max"],
  ["zscale", "Zscale"],
  ["99.9", "99.9 %"],
  ["99.5", "99.5 %"],
  ["99", "99 %"],
  ["98", "98 %"],
  ["95", "95 %"],
  ["90", "90 %"],
  ["manual", "Manual"],
];

export const STRETCHES: readonly (readonly [StretchChoice, string])[] = [
  ["linear", "Linear"],
  ["log", "Log"],
  ["sqrt", "Square root"],
  ["squared", "Squared"],
  ["asinh", "Asinh"],
  ["sinh", "Sinh"],
  ["power", "Power"],
  ["powerdist", "Power dist."],
  ["histogram", "Histogram"],
];

export const SHRINKINGS: readonly (readonly [Shrinking, string])[] = [
  ["mean", "Mean"],
  ["maximum", "Maximum"],
];

/** Colour maps by purpose. */
export const COLORMAPS: readonly (readonly [family: string, names: readonly ColormapName[]])[] = [
  ["Sequential", ["gray", "viridis", "plasma", "inferno", "magma", "cividis", "turbo"]],
  [
    "Oceanography",
    [
      ...(["thermal", "haline", "solar", "ice", "deep", "dense", "algae", "matter"] as const),
      ...(["turbid", "speed", "amp", "tempo", "rain"] as const),
    ],
  ],
  ["Diverging", ["coolwarm", "balance", "delta", "curl"]],
  ["Cyclic", ["twilight", "phase"]],
  [
    "DS9",
    [
      ...(["heat", "cool", "rainbow", "a", "b", "bb", "he"] as const),
      ...(["standard", "sls", "hsv", "i8", "aips0", "staircase"] as const),
    ],
  ],
];

/** A colour map's label. DS9's names of one or two letters are in capitals there too. */
export function colormapLabel(name: ColormapName): string {
  return name.length <= 2 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);
}
