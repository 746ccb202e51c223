/** What the tools for rows are given. */
import type { ViewHost } from "../../../../state/view.ts";
import type { CatalogueModel } from "../catalogueModel.ts";
import type { Chosen } from "../placing.ts";

export interface RowToolProps {
  readonly host: ViewHost;
  readonly model: CatalogueModel;
  readonly chosen: Chosen;
  /** Where the rows are: pairs x, y of 0-based pixels. */
  readonly pixels: Float64Array;
}
