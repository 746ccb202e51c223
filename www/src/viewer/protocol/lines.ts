/** Lines through arrays, along one axis, as the page requests and plots them. */
import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";

/** A line through an array, along one of its axes. */
export interface LineRequest {
  readonly node: number;
  readonly axis: number;
  /** The index on each axis; the one on `axis` does not matter. */
  readonly at: readonly number[];
  readonly part: ComplexPart;
  /** The path of the WCS whose coordinates it is plotted over, where it has one along the axis. */
  readonly wcs?: string | undefined;
  /** Without it, the whole line. */
  readonly window?: ValueRange | undefined;
  /** A line of more than twice as many elements is thinned to the minimum and maximum of each bin. */
  readonly bins: number;
}

/** The points of a line, from left to right. */
export interface Line {
  /** The array's path, and which line of it. */
  readonly name: string;
  readonly datatype: string;
  /** What the values are: the array's key, and the part of complex ones. */
  readonly quantity: string;
  /** What the coordinates are. */
  readonly axisName: string;
  readonly unit?: string | undefined;
  /** The sibling array or the axis of a WCS with the coordinates, and their unit. Without, coordinates are indices. */
  readonly along?: string | undefined;
  readonly alongUnit?: string | undefined;
  /** The coordinates of the whole line's ends, and the smallest positive one, where a logarithmic axis starts. */
  readonly extent: ValueRange;
  readonly leastPositive: number;
  /** Whether there are more elements than points. */
  readonly thinned: boolean;
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  /** The standard deviation at each point, and the sibling array it comes from. */
  readonly error?: Float64Array<ArrayBuffer> | undefined;
  readonly errorOf?: string | undefined;
}
