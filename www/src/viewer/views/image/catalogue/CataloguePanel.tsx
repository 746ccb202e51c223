/** The panel of the tool for catalogues: which table, where its rows are, how they look, and the selected row. */

import { cut, grouped, many } from "@asdf-wasm/science/format/format";
import { effect } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";
import type { SymbolShape } from "../../../protocol/over/markers.ts";
import { RowsModel } from "../../../state/rows.ts";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Choice, WaitingFiles } from "../../../ui/Choice.tsx";
import { TypedInput } from "../../../ui/fields.tsx";
import { lazily } from "../../../ui/lazily.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import styles from "./catalogue.css?inline";
import { CatalogueModel } from "./catalogueModel.ts";
import { ColorBy, Errors, SizeBy } from "./panel/By.tsx";
import { Positions } from "./panel/Positions.tsx";
import { SelectedRow } from "./panel/SelectedRow.tsx";
import { Segments } from "./segments/Segments.tsx";
import { mayHaveSegments } from "./segments/segmentsModel.ts";
import type { CatalogueSource } from "./tables.ts";

const styled = adopting(styles);
const RowTools = lazily(() => import("./rows/RowTools.tsx").then(({ RowTools }) => RowTools));
const SHAPES: readonly (readonly [SymbolShape, string])[] = [
  ["circle", "Circles"],
  ["cross", "Crosses"],
  ["square", "Squares"],
  ["diamond", "Diamonds"],
];
interface PanelProps {
  readonly host: ViewHost;
  /** The array that is drawn, if rows are over one image. */
  readonly facts?: TreeNode;
  readonly model?: CatalogueModel;
}

export function CataloguePanel({ host, facts, model = host.model(CatalogueModel) }: PanelProps) {
  const id = useId();
  const tables = model.tables.value;
  const chosen = model.chosen.value;
  // Tables of other files, and the WCS, may be known later than the panel is open.
  useEffect(() => effect(() => model.suggest()), [model]);
  return (
    <div class="catalogue" ref={styled}>
      <div class="field">
        <label for={`${id}-table`}>Table</label>
        <select
          id={`${id}-table`}
          value={chosen ? keyOf(chosen) : ""}
          onChange={({ currentTarget }) => {
            const { selectedIndex } = currentTarget;
            const waiting = host.waiting.peek()[selectedIndex - 1 - tables.length];
            if (waiting) {
              currentTarget.value = chosen ? keyOf(chosen) : "";
              void model.chooseIn(waiting);
            } else {
              model.choose(tables[selectedIndex - 1]);
            }
          }}
        >
          <option value="">none</option>
          {tables.map((source) => (
            <option key={keyOf(source)} value={keyOf(source)}>
              {cut(keyOf(source))} ({grouped(source.table.rows)})
            </option>
          ))}
          <WaitingFiles waiting={host.waiting.value} keyOf={(id) => id} />
        </select>
      </div>
      <p class="hint" role="status">
        {model.note.value || (chosen ? "" : "Choose a table: its rows are drawn over the image")}
      </p>
      {chosen && (
        <>
          <Positions model={model} table={chosen.table} columns={chosen.columns} />
          <div class="look">
            <Choice label="Symbol" choices={SHAPES} value={model.look.symbol} />
            <TypedInput
              type="number"
              aria-label="Size of symbols"
              title="Size of the largest in pixels of the screen"
              min={3}
              max={60}
              value={model.look.size.value}
              onChange={({ valueAsNumber }) => {
                model.look.size.value = Math.min(Math.max(valueAsNumber || 10, 3), 60);
              }}
            />
            <input
              type="color"
              aria-label="Colour of symbols"
              value={model.look.color.value}
              onInput={({ currentTarget }) => {
                model.look.color.value = currentTarget.value;
              }}
            />
            <Toggle label="Show" value={model.look.shown} />
          </div>
          <SizeBy model={model} table={chosen.table} />
          <ColorBy model={model} table={chosen.table} />
          <Errors model={model} table={chosen.table} />
          {facts && !chosen.spans && mayHaveSegments(facts) && <Segments host={host} table={chosen.table} />}
          <p class="hint" role="status">
            {summary(model, chosen.table)}
          </p>
          <Chosen host={chosen.host} table={chosen.table} />
          {facts && !chosen.spans && <RowTools key={keyOf(chosen)} {...{ host, facts, model, chosen }} />}
          <SelectedRow host={chosen.host} model={model} table={chosen.table} />
        </>
      )}
    </div>
  );
}

function keyOf({ table, file }: CatalogueSource): string {
  return file ? `${file}: ${table.path}` : table.path;
}

function summary(model: CatalogueModel, { rows }: CatalogueTable): string {
  const inside = model.places.inside.value;
  if (model.places.problem.value) {
    return model.places.problem.value;
  }
  if (inside === undefined) {
    return "Reading positions…";
  }
  const density = model.inView.density.value;
  if (density) {
    const count = density.rows.reduce((sum, some) => sum + some, 0);
    return `About ${grouped(count)} of ${many(rows, "row")} in view: so many are drawn as their density; zoom in for symbols`;
  }
  const lost = model.places.lost.value > 0 ? `, ${grouped(model.places.lost.value)} without a position` : "";
  const dots =
    model.crowded.value && model.look.shown.value
      ? ". So many are dots, brighter where they crowd: zoom in for symbols"
      : "";
  return `${grouped(inside)} of ${many(rows, "row")} in the image${lost}${dots}`;
}

/** How many rows are selected together, on a plot of the table or in it. */
function Chosen({ host, table }: { host: ViewHost; table: CatalogueTable }) {
  const rows = host.model(RowsModel);
  const chosen = rows.chosenOf(table.node);
  return chosen ? (
    <div class="row-choice">
      <span class="hint">{many(chosen.length, "row")} selected</span>
      <button type="button" class="quiet" onClick={() => rows.choose(table.node, [])}>
        Deselect
      </button>
    </div>
  ) : null;
}
