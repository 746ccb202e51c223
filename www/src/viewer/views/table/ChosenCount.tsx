/** How many rows of a table are selected, and a button that lets go of them. */

import { many } from "@asdf-wasm/science/format/format";
import type { TableFacts } from "@asdf-wasm/science/tables/window";
import type { ComponentChildren } from "preact";
import { RowsModel } from "../../state/rows.ts";
import type { ViewHost } from "../../state/view.ts";
import { SHORTCUTS } from "../../ui/commands.ts";

interface CountProps {
  readonly host: ViewHost;
  readonly table: TableFacts;
  readonly children?: ComponentChildren;
}

export function ChosenCount({ host, table, children }: CountProps) {
  const model = host.model(RowsModel);
  const rows = model.chosenOf(table.id);
  return (
    <span class="chosen-count">
      <span role="status">{rows ? `${many(rows.length, "row")} selected` : ""}</span>
      {rows && (
        <>
          <button
            type="button"
            class="quiet"
            aria-keyshortcuts={SHORTCUTS.release}
            onClick={() => model.choose(table.id, [])}
          >
            Deselect
          </button>
          {children}
        </>
      )}
    </span>
  );
}
