/** Colours of symbols by a column: those of a colour map, from the least values to the greatest. */
import { COLORMAPS, type ColormapName } from "asdf-wasm/image";
import { inHex } from "../../display/colors.ts";
import { endsOf } from "./sizes.ts";

export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The colours of rows. */
export interface Shades {
  readonly colorOf: (row: number) => string;
  /** The values of the first and the last colour; beyond, colours do not change. NaN if no row has a value. */
  readonly limits: Limits;
  /** How many rows have no value, and are grey. */
  readonly without: number;
  /** 256 triples of red, green and blue. */
  readonly colors: Uint8Array;
}

const NONE = "#9a9a9a";

/** Without `limits`, the outermost values do not set them. */
export function shadesOf(values: Float64Array, colormap: ColormapName, limits?: Limits): Shades {
  const [low, high] = limits ? [limits.min, limits.max] : endsOf(values);
  const colors = COLORMAPS[colormap];
  const palette = Array.from({ length: 256 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = colors.subarray(3 * i, 3 * i + 3);
    return inHex([red, green, blue]);
  });
  // Limits may be typed the other way round, which turns the colours.
  const span = high - low || 1;
  const colorOf = (row: number): string => {
    const share = ((values[row] ?? Number.NaN) - low) / span;
    return palette[Math.round(255 * Math.min(Math.max(share, 0), 1))] ?? NONE;
  };
  const without = values.reduce((count, value) => count + Number(Number.isNaN(value)), 0);
  return { colorOf, limits: { min: low, max: high }, without, colors };
}
