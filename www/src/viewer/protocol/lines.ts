/** Lines through arrays, along one axis. */
import type { ComplexPart, ValueRange } from "./plane.ts";

/** A line through an array, along one of its axes. */
export interface LineRequest {
  readonly node: number;
  readonly axis: number;
  /** The index on each axis; the one on `axis` does not matter. */
  readonly at: readonly number[];
  readonly part: ComplexPart;
  /** Without it, the whole line. */
  readonly window?: ValueRange | undefined;
  /** What has more than twice as many elements is thinned to the least and the greatest of so many stretches. */
  readonly bins: number;
}

/** The points of a line, from the left to the right. */
export interface Line {
  /** The array's path, and which line of it. */
  readonly name: string;
  readonly datatype: string;
  readonly unit?: string | undefined;
  /** The sibling that has the coordinates, and their unit; without one they are indices. */
  readonly along?: string | undefined;
  readonly alongUnit?: string | undefined;
  /** The coordinates of the whole line's ends, and the least above zero: there a logarithmic axis begins. */
  readonly extent: ValueRange;
  readonly leastPositive: number;
  /** Whether there are more elements than points. */
  readonly thinned: boolean;
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
  /** The standard deviation at each point, and the sibling that has it. */
  readonly error?: Float64Array<ArrayBuffer> | undefined;
  readonly errorOf?: string | undefined;
}
