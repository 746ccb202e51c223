/** Which column of the catalogue has the labels of the segments of the image, and what has no counterpart. */
import { many } from "@asdf-wasm/science/format/format";
import { useId } from "preact/hooks";
import type { CatalogueTable } from "../../../../protocol/over/catalogue.ts";
import type { ViewHost } from "../../../../state/view.ts";
import { Select } from "../../../../ui/Choice.tsx";
import { numericOf } from "../panel/columns.tsx";
import { NONE, SegmentsModel } from "./segmentsModel.ts";

export function Segments({ host, table }: { readonly host: ViewHost; readonly table: CatalogueTable }) {
  const id = useId();
  const model = host.model(SegmentsModel);
  const column = model.column.value;
  const apart = model.apart.value;
  return (
    <>
      <div class="field">
        <label for={`${id}-segments`}>Segments</label>
        <Select
          id={`${id}-segments`}
          title="The column whose values are the labels in this image: a click on a segment selects its row, whose segment is outlined"
          choices={[
            [NONE, "none"],
            ...numericOf(table).map(([index, { name }]) => [index, `by ${name}`] as const),
          ]}
          value={column ?? NONE}
          onPick={(picked) => {
            model.picked.value = { table, column: picked };
          }}
        />
      </div>
      {column !== undefined && (
        <p class="hint" role="status">
          {model.problem.value ||
            (apart
              ? `${many(apart.rows, "row")} without a segment, ${many(apart.segments, "segment")} without a row`
              : "Reading labels…")}
        </p>
      )}
    </>
  );
}
