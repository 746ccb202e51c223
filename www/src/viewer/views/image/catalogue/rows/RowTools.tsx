/** What can be done with the rows of the catalogue over an image: those inside of regions, regions made of them, photometry at each. */
import { useMemo } from "preact/hooks";
import type { TreeNode } from "../../../../protocol/facts.ts";
import { MeasureRows } from "./MeasureRows.tsx";
import type { RowToolProps } from "./props.ts";
import { RegionsOfRows } from "./RegionsOfRows.tsx";
import { RowsInside } from "./RowsInside.tsx";

export function RowTools({ facts, ...props }: Omit<RowToolProps, "pixels"> & { readonly facts: TreeNode }) {
  // The camera counts from the edge of the first pixel.
  const points = props.model.places.points.value;
  const pixels = useMemo(() => points?.map((value) => value - 0.5), [points]);
  return pixels ? (
    <>
      <RowsInside {...props} pixels={pixels} />
      <details>
        <summary>Regions from rows</summary>
        <div class="row-tool">
          <RegionsOfRows {...props} pixels={pixels} />
        </div>
      </details>
      <details>
        <summary>Photometry at every row</summary>
        <div class="row-tool">
          <MeasureRows {...props} pixels={pixels} facts={facts} />
        </div>
      </details>
    </>
  ) : null;
}
