/**
 * Regions of an image, as the page draws them and the worker measures in them. Coordinates are 0-based pixels of the section on
 * the stage, x across and y upwards, with the centre of the first pixel at (0, 0), as world coordinates and photutils have them. Angles
 * are in degrees from the x axis towards the y axis.
 */

export interface Position {
  readonly x: number;
  readonly y: number;
}

export type RegionShape =
  | (Position & { readonly kind: "point" })
  | { readonly kind: "line"; readonly points: readonly [Position, Position] }
  | { readonly kind: "polyline"; readonly points: readonly Position[] }
  /** Centre, whole width and height. */
  | (Position & {
      readonly kind: "box";
      readonly width: number;
      readonly height: number;
      readonly angle: number;
    })
  | (Position & { readonly kind: "circle"; readonly radius: number })
  /** Centre and semi-axes. */
  | (Position & { readonly kind: "ellipse"; readonly a: number; readonly b: number; readonly angle: number })
  | (Position & { readonly kind: "annulus"; readonly inner: number; readonly outer: number })
  | { readonly kind: "polygon"; readonly points: readonly Position[] };

export type RegionKind = RegionShape["kind"];

/** A region before it is among others. */
export interface NewRegion {
  readonly shape: RegionShape;
  readonly name: string;
  /** As `#rrggbb`. */
  readonly color: string;
  /** Whether it excludes pixels, as regions with a minus sign do in DS9. */
  readonly excluded?: true;
}

export interface Region extends NewRegion {
  /** Unique in its file; negative, and unique among all files, if it follows the sky. */
  readonly id: number;
}
