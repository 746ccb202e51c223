/** Measures the image at every row. The table with the new columns opens in a tab of its own. */
import { many } from "@asdf-wasm/science/format/format";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Progress, TreeNode } from "../../../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../../../protocol/notices.ts";
import { RowsModel } from "../../../../state/rows.ts";
import { nameFor } from "../../../../state/source.ts";
import { useAnswer } from "../../../../state/useAnswer.ts";
import { WorldModel } from "../../../../state/world.ts";
import { TypedInput } from "../../../../ui/fields.tsx";
import { ProgressBar } from "../../../../ui/ProgressBar.tsx";
import { BackgroundFields } from "../../measured/BackgroundFields.tsx";
import { MeasuredModel } from "../../measured/measuredModel.ts";
import { pointsOf } from "../catalogueModel.ts";
import { nameOfTable, OUT_OF_REACH, placeOf } from "../tables.ts";
import type { RowToolProps } from "./props.ts";

export function MeasureRows({ host, chosen, pixels, facts }: RowToolProps & { readonly facts: TreeNode }) {
  const id = useId();
  const [radius, setRadius] = useState(3);
  const [progress, setProgress] = useState<Progress>();
  const [message, setMessage] = useState("");
  const [isOnly, setOnly] = useState(true);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(ABORTED), []);
  const model = host.model(MeasuredModel);
  const flags = useAnswer({ host, facts }, (worker) => worker.flags.beside(facts.id));
  const { table } = chosen;
  const selected = chosen.host.model(RowsModel).chosenOf(table.node);
  const rows = isOnly ? selected : undefined;
  const shape = { kind: "circle", x: 0, y: 0, radius } as const;

  const measure = async (): Promise<void> => {
    const place = placeOf(host, chosen);
    if (place === undefined) {
      setMessage(OUT_OF_REACH);
      return;
    }
    const own = new AbortController();
    running.current = own;
    setMessage("");
    setProgress({ phase: "rows", loaded: 0, total: 1 });
    const { part, section } = host;
    const request = {
      ...{ node: facts.id, section: section.current.peek(), part: part.peek(), shape, all: true },
      ...{ flags: model.flagsOf(flags?.id), wcs: host.model(WorldModel).at.peek()?.path },
      ...{ background: model.backgroundOf(shape, []), table: place, rows },
      pixels: rows ? pointsOf(pixels, rows) : pixels,
    };
    try {
      const file = await host.request(own.signal, (worker, signal) =>
        worker.measure.rows(request, signal, (progress) => !signal.aborted && setProgress(progress)),
      );
      host.openBeside(new File([file], `${nameFor(nameOfTable(table), "measured")}.asdf`));
    } catch (cause) {
      setMessage(problemOf(cause));
    }
    setProgress(undefined);
  };

  return progress ? (
    <>
      <ProgressBar label="Measuring rows" progress={progress} />
      <div class="row-choice">
        <button type="button" onClick={() => running.current?.abort(ABORTED)}>
          Cancel
        </button>
      </div>
    </>
  ) : (
    <>
      <div class="field">
        <label for={`${id}-radius`}>Radius</label>
        <TypedInput
          type="number"
          id={`${id}-radius`}
          title="Of the circle at each row, in pixels"
          min={0}
          step="any"
          value={radius}
          onChange={({ valueAsNumber }) => valueAsNumber > 0 && setRadius(valueAsNumber)}
        />
        <span class="unit">px</span>
      </div>
      <BackgroundFields host={host} />
      {selected && (
        <label class="row-choice">
          <input
            type="checkbox"
            checked={isOnly}
            onChange={({ currentTarget }) => setOnly(currentTarget.checked)}
          />
          Only the {many(selected.length, "selected row")}
        </label>
      )}
      <div class="row-choice">
        <button type="button" onClick={() => void measure()}>
          Measure {many(rows?.length ?? table.rows, "row")}
        </button>
      </div>
      <p class="hint" role="status">
        {message || "The table opens in a tab, with the columns behind its own"}
      </p>
    </>
  );
}
