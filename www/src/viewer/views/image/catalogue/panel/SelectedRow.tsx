/** The row of the catalogue that a person is at. */
import type { RowValue } from "@asdf-wasm/science/tables/rows";
import { useEffect, useState } from "preact/hooks";
import type { CatalogueTable } from "../../../../protocol/over/catalogue.ts";
import type { ViewHost } from "../../../../state/view.ts";
import { TypedInput } from "../../../../ui/fields.tsx";
import type { CatalogueModel } from "../catalogueModel.ts";

interface RowProps {
  readonly host: ViewHost;
  readonly model: CatalogueModel;
  readonly table: CatalogueTable;
}

/** The selected row: its number, and all its values. */
export function SelectedRow({ host, model, table }: RowProps) {
  const row = model.selected.value;
  const [known, setKnown] = useState<{ readonly row: number; readonly values: readonly RowValue[] }>();
  useEffect(() => {
    let isShown = true;
    if (row !== undefined) {
      void host
        .ask((worker) => worker.catalogue.row({ node: table.node, row }))
        .then((values) => isShown && values && setKnown({ row, values }));
    }
    return () => {
      isShown = false;
    };
  }, [host, table, row]);
  const go = (wanted: number): void =>
    model.select(Math.min(Math.max(Math.round(wanted) || 0, 0), table.rows - 1), true);
  return (
    <>
      <div class="row-choice">
        <label>
          <span>Row</span>
          <TypedInput
            type="number"
            min={0}
            max={table.rows - 1}
            value={row ?? ""}
            placeholder="click one"
            onChange={({ valueAsNumber }) => go(valueAsNumber)}
          />
        </label>
        <button type="button" class="quiet" disabled={!row} onClick={() => go((row ?? 1) - 1)}>
          Previous
        </button>
        <button
          type="button"
          class="quiet"
          disabled={row === table.rows - 1}
          onClick={() => go(row === undefined ? 0 : row + 1)}
        >
          Next
        </button>
        {row !== undefined && (
          <button type="button" class="quiet" onClick={() => go(row)}>
            Centre
          </button>
        )}
      </div>
      {row !== undefined && known?.row === row && (
        <dl class="row-values" aria-label={`Row ${row}`}>
          {known.values.map(({ name, text, unit }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="number">
                {text}
                {unit && <span class="unit"> {unit}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
