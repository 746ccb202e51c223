/** What the parts that show measurements are given. */

import type { Region } from "@asdf-wasm/science/regions/region";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { MeasureRequest } from "../../../protocol/measure.ts";
import type { ViewHost } from "../../../state/view.ts";

export interface PartProps {
  readonly host: ViewHost;
  /** The array on the stage. */
  readonly facts: TreeNode;
  readonly region: Region;
  readonly request: MeasureRequest;
}
