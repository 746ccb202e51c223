/** Lines of equal value over an image. */
import type { ComplexPart } from "@asdf-wasm/science/elements/values";
import type { Excerpt, Section } from "@asdf-wasm/science/sections/section";

export interface ContourRequest {
  readonly node: number;
  readonly section: Section;
  readonly part: ComplexPart;
  /** What of the section is in view; its step is the side of the squares whose means the lines are of. */
  readonly excerpt: Excerpt;
  /** The standard deviation, in pixels, of a Gaussian before; 0 for none. */
  readonly smooth: number;
  readonly levels: readonly number[];
}

/** The lines of one level. */
export interface Contour {
  readonly level: number;
  /** Points x, y in pixels, with 0 at the edge of the first one; lines are closed if they end where they begin. */
  readonly points: Float32Array<ArrayBuffer>;
  /** Where each line starts: the index of its first point. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

export interface Contours {
  readonly contours: readonly Contour[];
  /** The side of the squares that means were taken of: larger than requested where lines are too many. */
  readonly step: number;
}

export interface ContourCalls {
  trace(request: ContourRequest, signal: AbortSignal): Promise<Contours>;
}
