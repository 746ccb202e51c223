/** What lies over an image: flags in their colours, and three sections as red, green and blue. */

import type { ComplexPart, DisplayLimits } from "@asdf-wasm/science/elements/values";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import type { Elsewhere, TreeNode } from "./facts.ts";
import type { IntervalName } from "./plane.ts";

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

export interface FlagCalls {
  /** The bit mask that belongs to an array, if it has one. */
  beside(node: number): Promise<TreeNode | undefined>;
  /** Reads a plane of bit masks; an earlier such reading stops. */
  read(request: { readonly node: number; readonly section: Section }): Promise<FlagFacts>;
  /** Paints part of the current plane of bit masks, first row first. The step is the plane's times a power of two. */
  picture(request: {
    readonly paints: readonly FlagPaint[];
    readonly excerpt: Excerpt;
  }): Promise<ImageBitmap | undefined>;
  /** The bits of one pixel of that plane. */
  at(place: { readonly x: number; readonly y: number }): Promise<number>;
}

export interface CompositePicture {
  readonly limits: readonly DisplayLimits[];
  readonly mixing: Mixing;
  readonly excerpt: Excerpt;
}

export interface CompositeCalls {
  /** An array and its siblings: arrays of numbers of the same shape. */
  alike(node: number): Promise<readonly TreeNode[]>;
  /** Reads the sections for red, green and blue. */
  read(
    request: { readonly channels: readonly ChannelRequest[]; readonly interval: IntervalName },
    signal: AbortSignal,
  ): Promise<Composite>;
  /** Paints part of the current composite, as with flags. */
  picture(request: CompositePicture): Promise<ImageBitmap | undefined>;
  /** Red, green and blue of one pixel of the composite. */
  at(place: { readonly x: number; readonly y: number }): Promise<readonly number[]>;
}
