/** Lines of equal value over an image. */
import type { Background } from "@asdf-wasm/science/compute/contour";
import type { Lines } from "@asdf-wasm/science/compute/mappedLines";
import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";
import type { IntervalName } from "../plane.ts";

/** An image whose contours are drawn. */
export interface Contoured {
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
}

export interface ContourRequest extends Contoured {
  /** What of the section is in view; its step is the side of the squares whose means the lines are of. */
  readonly excerpt: Excerpt;
  /** The standard deviation, in pixels, of a Gaussian before; 0 for none. */
  readonly smooth: number;
  readonly levels: readonly number[];
}

/** The lines of one level, in pixels, with 0 at the edge of the first one; lines are closed if they end where they begin. */
export interface Contour extends Lines {
  readonly level: number;
}

export interface Contours {
  readonly contours: readonly Contour[];
  /** The side of the squares that means were taken of: larger than requested where lines are too many. */
  readonly step: number;
}

/** What levels go by: the limits of the display, and the background. */
export interface Scale {
  readonly limits: ValueRange;
  readonly background: Background | undefined;
}

export interface ContourCalls {
  trace(request: ContourRequest, signal: AbortSignal): Promise<Contours>;
  /** What levels go by, of an image that need not be on the stage; from a sample of its values. */
  scale(request: Contoured & { readonly interval: IntervalName }, signal: AbortSignal): Promise<Scale>;
}
