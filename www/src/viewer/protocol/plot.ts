/** Two columns of a table as points of a plot, as the page asks for them. */
import type { ValueRange } from "@asdf-wasm/science/elements/values";
import type { RowChoice, RowFilter } from "@asdf-wasm/science/tables/choice";

/** The columns by their indices, and the rows by the filters that they pass. */
export interface PlotRequest {
  readonly x: number;
  readonly y: number;
  /** The column that colours are taken from. */
  readonly color: number | undefined;
  readonly logX: boolean;
  readonly logY: boolean;
  readonly filters: readonly RowFilter[];
}

/** What reading the columns takes. */
export interface PlotCost {
  readonly bytes: number;
  readonly isRemote: boolean;
}

export interface PlotFacts {
  /** The rows that pass the filters, and how many of them are points. */
  readonly rows: number;
  readonly points: number;
  /** Rows that are no points: masked, not finite, not positive on a logarithmic axis. */
  readonly masked: number;
  readonly notFinite: number;
  readonly notPositive: number;
  /** Places on the axes: logarithms to the base of 10 on logarithmic ones. Undefined without points. */
  readonly extent: { readonly x: ValueRange; readonly y: ValueRange } | undefined;
  /** The finite values of the column for colours. */
  readonly color: ValueRange | undefined;
}

/** A part of the plane, by places on the axes, and the cells in which points that fall together are counted. */
export interface PlotWindow {
  readonly x: ValueRange;
  readonly y: ValueRange;
  readonly width: number;
  readonly height: number;
  /** More points in view are counted in cells. */
  readonly crowd: number;
}

/** Colours are places from 0 to 1 in the range of their column; NaN where there is none. */
export type PlotPicture =
  | {
      readonly kind: "points";
      /** Pairs from 0 to 1: from the left, from the bottom. */
      readonly places: Float32Array;
      readonly rows: Uint32Array;
      readonly colors: Float32Array | undefined;
      /** 1 for each chosen row. */
      readonly chosen: Uint8Array;
    }
  | {
      readonly kind: "density";
      readonly inView: number;
      readonly width: number;
      readonly height: number;
      /** How many points cover each cell, the top row first; a point covers nine. */
      readonly counts: Float32Array;
      readonly most: number;
      /** The mean of those that cover it. */
      readonly colors: Float32Array | undefined;
      /** How many of them are chosen. */
      readonly chosen: Float32Array | undefined;
    };

/** A row as a point, with its values as text. */
export interface PlotPoint {
  readonly row: number;
  /** Places on the axes. */
  readonly x: number;
  readonly y: number;
  /** Of x, y and the column for colours. */
  readonly texts: readonly string[];
}

/** A place on the axes; distances count in pixels of so much each. */
export interface PlotPlace {
  readonly x: number;
  readonly y: number;
  readonly perX: number;
  readonly perY: number;
  /** In pixels. */
  readonly within: number;
}

export type PlotStep = "left" | "right" | "up" | "down" | "first" | "last";

/** A plot of a table, by its node. */
export interface TablePlot {
  readonly table: number;
  readonly plot: PlotRequest;
}

export interface PlotCalls {
  cost(request: TablePlot): Promise<PlotCost>;
  /** Reads the columns. */
  read(request: TablePlot, signal: AbortSignal): Promise<PlotFacts>;
  picture(
    request: TablePlot & { readonly window: PlotWindow; readonly choice: RowChoice },
    signal: AbortSignal,
  ): Promise<{ readonly picture: PlotPicture }>;
  /** The point nearest to a place. */
  pointAt(request: TablePlot & { readonly at: PlotPlace }): Promise<PlotPoint | undefined>;
  /** The point of a row, if it has one. */
  pointOf(request: TablePlot & { readonly row: number }): Promise<PlotPoint | undefined>;
  /** The point after that of a row in the order of an axis, among those in a window. */
  step(request: PlotStepRequest): Promise<PlotPoint | undefined>;
}

export interface PlotStepRequest extends TablePlot {
  readonly row: number | undefined;
  readonly step: PlotStep;
  readonly window: Pick<PlotWindow, "x" | "y">;
}
