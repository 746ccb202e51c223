/** What lies over an image: flags in their colours, and three sections as red, green and blue. */
import type { ComplexPart, DisplayLimits, Section } from "./plane.ts";

/** Telescopes of which the bits of data-quality arrays have names. */
export type Telescope = "roman" | "jwst";

/** A plane of bit masks. */
export interface FlagFacts {
  readonly path: string;
  readonly datatype: string;
  /** Whose names its bits have. */
  readonly telescope?: Telescope | undefined;
  readonly width: number;
  readonly height: number;
  /** Every `step`-th element of both axes: 1 unless the plane is too large to hold. */
  readonly step: number;
  /** How many pixels have each of the 32 bits. */
  readonly counts: readonly number[];
}

/** A section that is one of the three colours. */
export interface ChannelRequest {
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
}

/** Sections read as red, green and blue: what each is drawn between, and of how many elements one was read on each axis. */
export interface Composite {
  readonly limits: readonly DisplayLimits[];
  readonly step: number;
}

/** How brightness is stretched in common: linearly up to about `stretch` for little `q`, the more like a logarithm the more it is. */
export interface Lupton {
  readonly stretch: number;
  readonly q: number;
}

/** How three values become a colour: each between its limits by the levels of a stretch, or together, all lower limits being black. */
export type Mixing = { readonly levels: Float64Array } | { readonly lupton: Lupton };

/** A bit and its colour, red, green and blue from 0 to 255. */
export interface FlagPaint {
  readonly bit: number;
  readonly color: readonly [red: number, green: number, blue: number];
}
