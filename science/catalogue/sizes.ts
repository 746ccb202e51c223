/** How large the regions of the rows of a table are. */

/** A size in pixels or in arcseconds, or the name of the column that has it: in pixels, unless its unit is an angle. */
export type RowSize = number | string | { readonly arcsec: number };

/** How large the regions of rows are, and how they look. */
export interface RowSizes {
  /** Of circles. */
  readonly radius?: RowSize | undefined;
  /** Of ellipses. */
  readonly semiAxes?: readonly [a: RowSize, b: RowSize] | undefined;
  /** Of the first semi-axis in degrees, or the name of its column; by default 0. */
  readonly angle?: number | string | undefined;
  /** Where angles begin: at the x axis, towards the y axis (the default), or in the north, towards the east. */
  readonly angleFrom?: "x" | "north" | undefined;
  /** Sizes are multiplied by it. */
  readonly scale?: number | undefined;
  /** The column with the names of the regions; by default these are the numbers of rows. */
  readonly names?: string | undefined;
  /** As `#rrggbb`. */
  readonly color?: string | undefined;
}
