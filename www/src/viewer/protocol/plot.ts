/** Two columns of a table as points of a plot, as the page asks for them. */
import type { RowChoice, RowFilter } from "@asdf-wasm/science/tables/choice";
import type {
  PlotFacts,
  PlotPicture,
  PlotPlace,
  PlotStep,
  PlotWindow,
} from "@asdf-wasm/science/tables/plotting";

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

/** A row as a point, with its values as text. */
export interface PlotPoint {
  readonly row: number;
  /** Places on the axes. */
  readonly x: number;
  readonly y: number;
  /** Of x, y and the column for colours. */
  readonly texts: readonly string[];
}

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
  /** The next point after a row's in the order of an axis, among the points in a window. */
  step(request: PlotStepRequest): Promise<PlotPoint | undefined>;
}

export interface PlotStepRequest extends TablePlot {
  readonly row: number | undefined;
  readonly step: PlotStep;
  readonly window: Pick<PlotWindow, "x" | "y">;
}
