/** Markers that the page sets over the images of a file: of a catalogue of its own, for example. */

/** The shapes that markers and the rows of catalogues are drawn in. */
export type SymbolShape = "circle" | "cross" | "square" | "diamond";

/** Markers of one look. */
export interface Markers {
  /** Pairs x, y in pixels of the image, which count from 0 at their centres; or of right ascension and declination in degrees. */
  readonly points: Float64Array;
  /** `icrs`: the points are positions on the sky, and are where the WCS of each image has them. Default: `pixel`. */
  readonly system?: "pixel" | "icrs" | undefined;
  /** Default: `circle`. */
  readonly shape?: SymbolShape | undefined;
  /** As `#ff0000`. Default: `#39e6ff`. */
  readonly color?: string | undefined;
  /** In CSS pixels, whatever the zoom. Default: 10. */
  readonly size?: number | undefined;
}
