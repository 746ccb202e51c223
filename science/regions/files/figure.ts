/**
 * Regions as files have them: in pixels or on the sky. Positions are 0-based pixels, or longitude and latitude in degrees; sizes are
 * pixels or angles. Angles of rotation are in degrees from the x axis towards the y axis, and on the sky from west to north.
 */
import type { Position, RegionKind } from "../region.ts";

/** `own` is the system of the WCS, whatever that is. */
export type FigureSystem = "pixel" | "own" | "icrs" | "fk5" | "galactic" | "ecliptic";

export interface FigureSize {
  readonly value: number;
  readonly unit: "pixel" | "degree";
}

export interface Figure {
  readonly kind: RegionKind;
  readonly system: FigureSystem;
  /** Of the system `own`, what it is called in the WCS that it is from. Without it, `own` is that of any WCS. */
  readonly reference?: string;
  /** Whether its pixels are physical: pixels of the image before it was cut or binned. */
  readonly isPhysical?: true;
  /** The centre, or all points. */
  readonly points: readonly Position[];
  /** Radius; inner and outer radius; semi-axes; or width and height. */
  readonly sizes: readonly FigureSize[];
  readonly angle: number;
  readonly name: string;
  /** As `#rrggbb`. */
  readonly color: string;
  readonly excluded?: true;
}

/** Why something of a file is left out. */
export interface FileProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface RegionFile {
  readonly figures: readonly Figure[];
  readonly problems: readonly FileProblem[];
  /** How many regions the file has above the limit. */
  readonly leftOut: number;
}
