/** Tables whose rows are drawn over an image at their positions. */

import type { TableColumn } from "@asdf-wasm/science/tables/window";
import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";

/** Two columns that are a position: in degrees of a system on the sky, or in pixels that count from `first`. */
export interface PositionColumns {
  readonly x: number;
  readonly y: number;
  readonly place: { readonly sky: SkyFrame } | { readonly first: 0 | 1 };
}

/** A table, and its columns that look like positions, the likeliest first. */
export interface CatalogueTable {
  readonly node: number;
  readonly path: string;
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  readonly positions: readonly PositionColumns[];
}

/** A value of a row as text. */
export interface RowValue {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
}

export interface CatalogueCalls {
  /** The tables of the file with at least two columns of numbers; those with positions first. */
  list(): Promise<readonly CatalogueTable[]>;
  /** Two columns of numbers, row by row: angles in degrees for the sky. NaN where a value is missing or masked. */
  positions(
    request: { readonly node: number; readonly columns: PositionColumns },
    signal: AbortSignal,
  ): Promise<Float64Array>;
  /** A column of numbers. NaN where a value is missing or masked. */
  numbers(
    request: { readonly node: number; readonly column: number },
    signal: AbortSignal,
  ): Promise<Float64Array<ArrayBuffer>>;
  row(request: { readonly node: number; readonly row: number }): Promise<readonly RowValue[]>;
}
