/** Windows of number grids and tables, and how the rows of a table are sorted and filtered. */
import type { PlaneValues } from "./plane.ts";

/** Places along an axis from `start` up to but without `stop`. */
export interface Span {
  readonly start: number;
  readonly stop: number;
}

/** Elements of a section, row by row. */
export interface GridWindow {
  readonly rows: Span;
  readonly columns: Span;
  readonly values: PlaneValues | readonly string[];
  readonly mask?: Uint8Array | undefined;
  readonly complex: boolean;
}

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly datatype: string;
  readonly unit: string;
  readonly description: string;
  readonly isText: boolean;
  /** Whether there is one value a row, and an order of them. */
  readonly sortable: boolean;
}

export interface TableFacts {
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  /** Names of columns that cannot be shown. */
  readonly left: readonly string[];
}

/** In which order rows are shown, and which: those that pass every filter. */
export interface Arrangement {
  readonly sort?: { readonly column: number; readonly descending: boolean } | undefined;
  /** A comparison such as `> 3`, or a text to be found. */
  readonly filters: readonly { readonly column: number; readonly text: string }[];
}

/** How many rows are shown, and why one of the filters could not be used. */
export interface Arranged {
  readonly count: number;
  readonly complaint?: string | undefined;
}

/** Cells of a table as text, and which of its rows they are from. */
export interface TableWindow extends GridWindow {
  readonly indices: Uint32Array;
}
