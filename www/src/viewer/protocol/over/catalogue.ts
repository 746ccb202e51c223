/** Tables whose rows are drawn over an image at their positions. */

import type { RowPositions } from "@asdf-wasm/science/catalogue/pixels";
import type { RowSizes } from "@asdf-wasm/science/catalogue/sizes";
import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import type { Span } from "@asdf-wasm/science/sections/section";
import type { ErrorColumns } from "@asdf-wasm/science/tables/errors";
import type { Motion, MotionColumns } from "@asdf-wasm/science/tables/motion";
import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import type { RowValue } from "@asdf-wasm/science/tables/rows";
import type { SkyCone } from "@asdf-wasm/science/tables/sky";
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
  /** The errors of the likeliest of them. */
  readonly errors?: ErrorColumns | undefined;
  /** Whether it is stored by parts of the sky, of which those in view are read. */
  readonly isOnSky?: boolean | undefined;
}

/** A table, and the spans of its rows that are read; by default all. */
export interface TableRows {
  readonly node: number;
  readonly spans?: readonly Span[] | undefined;
}

/** Rows in a part of the sky. */
export interface RowsInView {
  readonly spans: readonly Span[];
  /** In place of rows that are too many: how many are in parts of the sky, each with four corners in degrees of ICRS. */
  readonly cells?: { readonly rows: Float64Array; readonly corners: Float64Array };
}

/** What positions are read. */
export interface PositionsRequest extends TableRows {
  readonly columns: PositionColumns;
  readonly motion: Motion | undefined;
  /** Degrees to the east and the north of them. */
  readonly aside?: readonly [east: number, north: number];
}

/** Which rows become regions, and how large. */
export interface FiguresRequest extends RowPositions {
  readonly node: number;
  readonly sizes: RowSizes;
}

export interface CatalogueCalls {
  /** The tables of the file with at least two columns of numbers; those with positions first. */
  list(): Promise<readonly CatalogueTable[]>;
  /** The date of the observation as a Julian year, if the file says it. */
  date(): Promise<number | undefined>;
  /** Pairs of numbers, row by row: degrees of ICRS, or as the image has them, for the sky. NaN where a value is missing or masked. */
  positions(request: PositionsRequest, signal: AbortSignal): Promise<Float64Array>;
  /** Two conjugate semi-diameters of the ellipse of the error of each row: in arcseconds to the east and north, or in pixels. */
  errors(
    request: TableRows & { readonly columns: ErrorColumns; readonly isOnSky: boolean },
    signal: AbortSignal,
  ): Promise<Float64Array>;
  /** A column of numbers. NaN where a value is missing or masked. */
  numbers(
    request: TableRows & { readonly column: number },
    signal: AbortSignal,
  ): Promise<Float64Array<ArrayBuffer>>;
  /** Circles or ellipses around positions. Every row has a position: NaN where it becomes no figure. */
  figures(request: FiguresRequest, signal: AbortSignal): Promise<readonly Figure[]>;
  /** The rows in a cone on the sky, of a table that is stored by parts of it. */
  inView(request: {
    readonly node: number;
    readonly cone: SkyCone;
    readonly most: number;
  }): Promise<RowsInView>;
  row(request: { readonly node: number; readonly row: number }): Promise<readonly RowValue[]>;
}
