/**
 * The graticule: meridians and parallels over an image, labelled, and the local directions of north and east.
 * Positions are in image coordinates, in which the centre of pixel (0, 0) is at a half on both axes.
 */

/** What the graticule needs to know of the frame in which positions are given. */
export interface Graduation {
  /** How longitudes are written: hours, minutes and seconds; degrees, minutes and seconds; decimal degrees; arcseconds. */
  readonly longitude: Notation;
  readonly latitude: Exclude<Notation, "hours">;
  /** Whether longitudes run from −180° to 180° rather than from 0° to 360°. */
  readonly signed: boolean;
}

export type Notation = "hours" | "degrees" | "decimal" | "arcseconds";

export interface ImagePoint {
  readonly x: number;
  readonly y: number;
}

/** Which part of an image is in view, and how finely lines are drawn there. */
export interface GraticuleRequest {
  /** The corners of the view, in order around it. */
  readonly view: readonly ImagePoint[];
  /** The middle of the view, or the point of the image nearest to it. */
  readonly centre: ImagePoint;
  /** The part of the image over which lines are drawn: the view and something around it. */
  readonly area: ImagePoint & { readonly width: number; readonly height: number };
  /** The size of the cells in which lines are searched for: within a cell, a line is straight. */
  readonly cell: number;
  /** The greatest number of lines of each kind in view; 0 for none. */
  readonly most: number;
}

/** A meridian or a parallel: the places of one longitude or latitude. */
export interface GraticuleLine {
  readonly axis: "longitude" | "latitude";
  /** In degrees. */
  readonly value: number;
  readonly label: string;
  /** Polylines: x and y of each vertex in turn. */
  readonly runs: readonly Float64Array[];
}

/** How far a step of one pixel along x and along y leads eastwards and northwards, in arcseconds. */
export interface LocalScale {
  readonly east: ImagePoint;
  readonly north: ImagePoint;
}

export interface Graticule {
  readonly lines: readonly GraticuleLine[];
  /** At the centre that was requested; undefined where it has no position on the sky. */
  readonly local: LocalScale | undefined;
}
