/** Tables whose rows are stored by their places on the sky, as the partitions of a catalogue in HATS are. */
import type { Span } from "../sections/section.ts";

/** All directions within a distance of one, in degrees of ICRS. */
export interface SkyCone {
  readonly ra: number;
  readonly dec: number;
  readonly radius: number;
}

/** How many rows are in a part of the sky. */
export interface SkyCell {
  readonly rows: number;
  /** Its four corners, as pairs of degrees of ICRS. */
  readonly corners: readonly number[];
}

/** The parts of the sky by which the rows of a table are stored. */
export interface StoredOnSky {
  /** The spans of rows, in order, outside of which no row is inside of a cone. */
  spans(cone: SkyCone): readonly Span[];
  /** Parts of the sky that a cone touches, much smaller than the cone where the table knows such parts; empty ones are left out. */
  cells(cone: SkyCone): readonly SkyCell[];
}
