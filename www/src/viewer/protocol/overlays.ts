/** What lies over an image: flags in their colours, and sections of several images as one picture in colours. */

import type { ComplexPart, DisplayLimits } from "@asdf-wasm/science/elements/values";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import type { Elsewhere, Progress, TreeNode } from "./facts.ts";
import type { IntervalName } from "./plane.ts";
import type { Sampling } from "./sampling.ts";

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

/** Red, green and blue from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** A section that is drawn in one colour. */
export interface ChannelRequest {
  readonly node: number | Elsewhere;
  readonly section: Section;
  readonly part: ComplexPart;
}

/** Sections to be drawn together. */
export interface CompositeRequest {
  readonly channels: readonly ChannelRequest[];
  /** The array on the stage, whose pixels all of them get, and how. */
  readonly of: number;
  readonly sampling: Sampling;
  readonly interval: IntervalName;
}

/** Sections read as colours: the limits of each, and the step between elements read. */
export interface Composite {
  readonly limits: readonly DisplayLimits[];
  /** Whether a section has one value everywhere, or none that is finite. */
  readonly blank: readonly boolean[];
  readonly step: number;
  /** What is to be known of those that do not have their pixels from their files. */
  readonly remarks: readonly string[];
}

/** The common stretch of brightness: linear up to about `stretch` for small `q`, logarithmic for large `q`. */
export interface Lupton {
  readonly stretch: number;
  readonly q: number;
}

/** How three values become a colour: each by the levels of a stretch between its limits, or all together. */
export type Mixing = { readonly levels: Float64Array } | { readonly lupton: Lupton };

export interface FlagPaint {
  readonly bit: number;
  readonly color: Color;
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
  /** Of each section: they add up. */
  readonly colors: readonly Color[];
  readonly mixing: Mixing;
  readonly excerpt: Excerpt;
}

export interface CompositeCalls {
  /** An array and its siblings: arrays of numbers of the same shape. */
  alike(node: number): Promise<readonly TreeNode[]>;
  /** Reads the sections. */
  read(
    request: CompositeRequest,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<Composite>;
  /** Paints part of the current composite, as with flags. */
  picture(request: CompositePicture): Promise<ImageBitmap | undefined>;
  /** The values of one pixel in each section of the composite. */
  at(place: { readonly x: number; readonly y: number }): Promise<readonly number[]>;
}
