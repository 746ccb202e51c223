/** Selects the rows inside of the regions that are drawn. */
import { rowsAmong } from "@asdf-wasm/science/catalogue/members";
import { many } from "@asdf-wasm/science/format/format";
import { areaOf } from "@asdf-wasm/science/regions/geometry";
import { useRef, useState } from "preact/hooks";
import { nameOf } from "../../../../regions/names.ts";
import { RegionsModel } from "../../../../state/regions.ts";
import { has, RowsModel } from "../../../../state/rows.ts";
import type { RowToolProps } from "./props.ts";

export function RowsInside({ host, chosen, pixels }: RowToolProps) {
  const regions = host.model(RegionsModel);
  const [message, setMessage] = useState("");
  const latest = useRef<symbol>(undefined);
  const all = regions.all.value.filter(({ shape }) => areaOf(shape) > 0);
  const selected = all.find(({ id }) => id === regions.selectedId.value);
  const wanted = selected ? [selected] : all;
  const rows = chosen.host.model(RowsModel);
  const { node } = chosen.table;
  const before = rows.chosenOf(node);
  if (wanted.length === 0) {
    return null;
  }
  const select = async (among: Uint32Array | undefined): Promise<void> => {
    const own = Symbol();
    latest.current = own;
    const inside = await rowsAmong(pixels, wanted, new AbortController().signal);
    if (latest.current !== own) {
      return;
    }
    const found = among ? inside.filter((row) => has(among, row)) : inside;
    setMessage(found.length === 0 ? "No row is inside" : "");
    rows.choose(node, [{ kind: "rows", isWithout: false, rows: [...found] }]);
  };
  const what = selected ? `“${nameOf(selected)}”` : many(wanted.length, "region");
  return (
    <>
      <div class="row-choice">
        <button
          type="button"
          title={`The rows inside of ${what}; the table can show only these, by its filters, too`}
          onClick={() => void select(undefined)}
        >
          Select rows inside of {what}
        </button>
        {before && (
          <button type="button" class="quiet" onClick={() => void select(before)}>
            Keep those inside
          </button>
        )}
      </div>
      {message && (
        <p class="hint" role="status">
          {message}
        </p>
      )}
    </>
  );
}
