/** Rows of a table that are chosen: by their numbers, or by what was drawn around them on a plot. */
/** The number of a row itself in place of a column's index. */
export const ROW_NUMBER = -1;

/** A comparison such as `> 3` with a column, or text to find in it. */
export interface RowFilter {
  readonly column: number;
  readonly text: string;
}

interface ChoicePart {
  /** Whether the rows are removed from the rows of the parts before. */
  readonly isWithout: boolean;
}

/** Rows by their numbers in the file. */
export interface NumberedRows extends ChoicePart {
  readonly kind: "rows";
  readonly rows: readonly number[];
}

/** Rows whose values in two columns are inside an outline. */
export interface OutlinedRows extends ChoicePart {
  readonly kind: "box" | "lasso";
  readonly x: number;
  readonly y: number;
  /** Whether the edges of the outline are straight on logarithmic axes. */
  readonly logX: boolean;
  readonly logY: boolean;
  /** Values x, y: of two opposite corners of a box, of all corners of a lasso. */
  readonly outline: readonly number[];
  /** The filters that were in use: other rows were not on the plot. */
  readonly filters: readonly RowFilter[];
}

export type RowPart = NumberedRows | OutlinedRows;

/** In the order in which they were drawn. */
export type RowChoice = readonly RowPart[];
