/** What lies over an image: flags in their colours, and three sections as red, green and blue. */

import type { ComplexPart, DisplayLimits } from "@asdf-wasm/science/elements/values";
import type { Section } from "@asdf-wasm/science/sections/section";
import type { Elsewhere } from "./facts.ts";

/** Telescopes whose data-quality bits have known names. */
export type Telescope = "roman" | "jwst";

/** A plane of bit masks. */
export interface FlagFacts {
  readonly path: string;
  readonly datatype: string;
  /** The telescope that names its bits. */
  readonly telescope?: Telescope | undefined;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the plane is too large to hold. */
  readonly step: number;
  /** How many pixels have each of the 32 bits. */
  readonly counts: readonly number[];
}

/** A section that becomes one of the three colours. */
export interface ChannelRequest {
  readonly node: number | Elsewhere;
  readonly section: Section;
  readonly part: ComplexPart;
}

/** Sections read as red, green and blue: the limits of each, and the step between elements read. */
export interface Composite {
  readonly limits: readonly DisplayLimits[];
  /** Whether a section has one value everywhere, or none that is finite. */
  readonly blank: readonly boolean[];
  readonly step: number;
}

/** The common stretch of brightness: linear up to about `stretch` for small `q`, logarithmic for large `q`. */
export interface Lupton {
  readonly stretch: number;
  readonly q: number;
}

/** How three values become a colour: each by the levels of a stretch between its limits, or all together. */
export type Mixing = { readonly levels: Float64Array } | { readonly lupton: Lupton };

/** A bit and its colour, red, green and blue from 0 to 255. */
export interface FlagPaint {
  readonly bit: number;
  readonly color: readonly [red: number, green: number, blue: number];
}
