/**
 * World coordinates over a section of an array. Points of a section are pairs x, y with 0 in the middle of the first
 * pixel: x goes along its columns, y along its rows. Positions on the sky are pairs of longitude and latitude in degrees. What
 * cannot be evaluated is NaN.
 */
import type { WcsAxis, WcsFrame } from "asdf-wasm";

/** Reference systems of positions on the sky; `"own"` is the one of the WCS. */
export type SkyFrame = "own" | "icrs" | "fk5" | "galactic" | "ecliptic";

/** The two axes of the world that are a position on the sky. */
export interface SkyAxes {
  readonly longitude: number;
  readonly latitude: number;
  /** The systems into which positions can be converted, the WCS's own first. */
  readonly frames: readonly SkyFrame[];
  /** Whether both vary over the section: there is a grid, a north, and a way back to pixels. */
  readonly isOnStage: boolean;
}

/** How a section lies on the sky, in its middle. */
export interface Orientation {
  /** The root of a pixel's area in arcseconds. */
  readonly scale: number;
  /** The lengths of a pixel along x and y in arcseconds. */
  readonly scales: readonly [x: number, y: number];
  /** The direction of north in degrees: from the x axis towards the y axis, 90 along y. */
  readonly north: number;
  /** Whether east is clockwise from north, as on a map of the ground: the sky's mirror image. */
  readonly isMirrored: boolean;
}

/** One coordinate of the world along an axis of an array, such as the wavelength. */
export interface AxisWorld extends WcsAxis {
  /** Of each index that was asked for. */
  readonly values: Float64Array<ArrayBuffer>;
}

/** A range of pixel coordinates, edges included. */
export type PixelRange = readonly [least: number, greatest: number];

/** What a WCS says of a section of an array. */
export interface WcsFacts {
  readonly path: string;
  /** Its name in the tree. */
  readonly name: string;
  /** The frames from pixels to the world. */
  readonly frames: readonly WcsFrame[];
  /** The coordinates of the world. */
  readonly axes: readonly WcsAxis[];
  /** For each axis of an array of three and more: the coordinate of the world that it is, mostly, alone. */
  readonly alongAxes: readonly (number | undefined)[];
  readonly sky: SkyAxes | undefined;
  readonly orientation: Orientation | undefined;
  /** The bounding box along columns and rows of the section. */
  readonly boundingBox: readonly [x: PixelRange | undefined, y: PixelRange | undefined];
  readonly invertible: boolean;
}
