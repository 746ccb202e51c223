/** Tables whose rows are drawn over an image at their positions. */

import type { Motion, MotionColumns } from "@asdf-wasm/science/tables/motion";
import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import type { RowValue } from "@asdf-wasm/science/tables/rows";
import type { TableColumn } from "@asdf-wasm/science/tables/window";

/** A table, and its columns that look like positions, the likeliest first. */
export interface CatalogueTable {
  readonly node: number;
  readonly path: string;
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  readonly positions: readonly PositionColumns[];
  /** The proper motions of the likeliest of them on the sky. */
  readonly motion?: MotionColumns | undefined;
}

export interface CatalogueCalls {
  /** The tables of the file with at least two columns of numbers; those with positions first. */
  list(): Promise<readonly CatalogueTable[]>;
  /** The date of the observation as a Julian year, if the file says it. */
  date(): Promise<number | undefined>;
  /** Pairs of numbers, row by row: degrees of ICRS, or as the image has them, for the sky. NaN where a value is missing or masked. */
  positions(
    request: {
      readonly node: number;
      readonly columns: PositionColumns;
      readonly motion: Motion | undefined;
    },
    signal: AbortSignal,
  ): Promise<Float64Array>;
  /** A column of numbers. NaN where a value is missing or masked. */
  numbers(
    request: { readonly node: number; readonly column: number },
    signal: AbortSignal,
  ): Promise<Float64Array<ArrayBuffer>>;
  row(request: { readonly node: number; readonly row: number }): Promise<readonly RowValue[]>;
}
