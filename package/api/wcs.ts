/** World coordinates as callers see them: frames, axes, options, and what a WCS says of the sky at a pixel. */

/** One coordinate of a frame. */
export interface WcsAxis {
  /** Its name, such as `"lon"` or `"wavelength"`. */
  readonly name: string;
  /** Its unit as the file writes it, such as `"deg"` or `"um"`; empty if it has none. */
  readonly unit: string;
  /** What it measures (UCD or `custom:…`), such as `"pos.eq.ra"` or `"em.wl"`; empty if the file does not say. */
  readonly physicalType: string;
}

/** The coordinates before or after a step of a WCS. */
export interface WcsFrame {
  /** Its name, such as `"detector"` or `"world"`. */
  readonly name: string;
  /** `"frame2d"`, `"celestial_frame"`, `"spectral_frame"`, `"composite_frame"`, …; empty for a frame that only has a name. */
  readonly kind: string;
  /** Its coordinates, in the order of the points. */
  readonly axes: readonly WcsAxis[];
  /** What its directions refer to, such as `"icrs"`, `"fk5"` or `"galactic"`; empty if the file does not say. */
  readonly reference: string;
}

/** Which world coordinates are a direction on the sky. */
export interface SkyAxes {
  /** The index of the longitude, such as right ascension, in a point of the world. */
  readonly longitude: number;
  /** The index of the latitude, such as declination. */
  readonly latitude: number;
  /** The reference system of the direction, such as `"icrs"`; empty if the file does not say. */
  readonly reference: string;
}

/** How the image lies on the sky at a pixel. Angles are in degrees. */
export interface SkyOrientation {
  /** The direction of north in the image, from the x axis towards the y axis: 90 if north is along y. */
  readonly north: number;
  /** The direction of east in the image, from the x axis towards the y axis: 180 if north is along y as on the sky. */
  readonly east: number;
  /** The position angle of the y axis: from north through east. */
  readonly positionAngle: number;
  /** −1 if the image shows the sky as we see it (a quarter turn from north to east is counterclockwise), 1 if mirrored. */
  readonly parity: 1 | -1;
  /** The lengths of a pixel along x and along y in arcseconds. */
  readonly scales: readonly [x: number, y: number];
}

/** The limits of a coordinate. */
export type AxisLimits = readonly [least: number, greatest: number];

/** Options of `AsdfFile.wcs`. */
export interface WcsOptions {
  /** The letter of an alternate WCS of a FITS header, `"A"` to `"Z"`; `wcsKeys()` lists them. By default the primary WCS. */
  readonly key?: string | undefined;
  /** Aborts it. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `Wcs.toWorld`. */
export interface ToWorldOptions {
  /** Whether points outside the bounding box are NaN. Default true. */
  readonly boundingBox?: boolean | undefined;
}

/** Options of `Wcs.toPixels`. */
export interface ToPixelsOptions {
  /** Whether pixels outside the bounding box are NaN. Default true. */
  readonly boundingBox?: boolean | undefined;
}

/** Options of `Wcs.footprint`. */
export interface FootprintOptions {
  /** The limits of each pixel axis; by default the limits of the bounding box. Needed if there is no bounding box. */
  readonly limits?: readonly AxisLimits[] | undefined;
  /**
   * Whether corners are the centres of the corner pixels instead of their outer edges. Default false. (gwcs returns the centres of
   * the pixels after the last ones.)
   */
  readonly center?: boolean | undefined;
}

/**
 * A celestial reference system that `convertSky` knows: ICRS, galactic, supergalactic, FK5, the mean ecliptic and equinox, and FK4 with its
 * terms of aberration or without. An equinox other than J2000 (B1950 for FK4) is named: `"fk5 (equinox 1975)"`, `"fk5 (equinox B1950)"`,
 * `"fk4 (equinox 1975, obstime 1982.5)"`.
 */
export type SkySystem =
  | "icrs"
  | "galactic"
  | "supergalactic"
  | DatedSystem
  | `${DatedSystem} (equinox ${string})`;

/** A celestial reference system of an equinox. */
export type DatedSystem = "fk4" | "fk4noeterms" | "fk5" | "barycentricmeanecliptic";

/** How `formatAngle` writes an angle. */
export interface AngleFormat {
  /** Sexagesimal in hours, sexagesimal in degrees, or decimal degrees. */
  readonly form: "hms" | "dms" | "decimal";
  /** The digits after the point. Default 2. */
  readonly decimals?: number | undefined;
  /** Whether positive angles have a sign. Default false. */
  readonly sign?: boolean | undefined;
}

/** A card of a header, as `Hdu.cards` has them, or with a value of any tree. */
export interface HeaderCard {
  readonly keyword: string;
  readonly value: unknown;
  readonly comment: string;
}

/** The pixels of a part along one axis of an array: `length` of them, from `start` on, `step` apart. */
export interface PartAxis {
  /** The axis of the array, the slowest is 0. */
  readonly axis: number;
  readonly start: number;
  readonly step: number;
  readonly length: number;
}

/** A part of an image. */
export interface ImagePart {
  /** Its axes, the slowest first. */
  readonly axes: readonly PartAxis[];
  /** For each axis of the array the index at which the part is, where it lacks that axis. */
  readonly index: readonly number[];
}

/** The header of a part. */
export interface HeaderPart {
  readonly cards: HeaderCard[];
  /** Why it has no WCS, although the image has one. */
  readonly problem: string | undefined;
}
