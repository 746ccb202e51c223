/** Two columns of a table as points: read, drawn, hovered over, selected. */

import { bytes, many } from "@asdf-wasm/science/format/format";
import type { PlotFacts } from "@asdf-wasm/science/tables/plotting";
import { type Arrangement, isNumeric, type TableFacts } from "@asdf-wasm/science/tables/window";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { PlotPoint } from "../../../protocol/plot.ts";
import { RowsModel } from "../../../state/rows.ts";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { ChosenCount } from "../ChosenCount.tsx";
import { titleOf } from "./layout.ts";
import { PlotControls } from "./PlotControls.tsx";
import { PlotStage } from "./PlotStage.tsx";
import styles from "./plot.css?inline";
import type { PlotSettings } from "./plotLink.ts";
import { PlotModel } from "./plotModel.ts";

const styled = adopting(styles);

interface PlotProps {
  readonly host: ViewHost;
  readonly table: TableFacts;
  readonly filters: Arrangement["filters"];
  /** Beside the controls. */
  readonly children: ComponentChildren;
}

export function PlotView({ host, table, filters, children }: PlotProps) {
  const model = host.model(PlotModel);
  const rows = host.model(RowsModel);
  const settings = model.settingsOf(table);
  const { x, y, color, logX, logY } = settings;
  const refusal = refusalOf(table, settings);
  const request = useMemo(
    () => model.requestOf(table, filters),
    [table, x, y, color, logX, logY, JSON.stringify(filters)],
  );
  const question = model.question.value;
  const facts = model.facts.value;

  useLayoutEffect(() => {
    if (refusal === undefined) {
      void model.read(table.id, request);
    }
    return () => host.reading.clear();
  }, [host, request, refusal]);

  const selected = rows.selected.value;
  const row = selected?.table === table.id ? selected.row : undefined;
  useEffect(() => {
    let isShown = true;
    if (row === undefined || !facts || refusal !== undefined) {
      model.focused.value = undefined;
    } else {
      void host
        .ask((worker) => worker.plot.pointOf({ table: table.id, plot: request, row }))
        .then((point) => {
          if (isShown) {
            model.focused.value = point;
          }
        });
    }
    return () => {
      isShown = false;
    };
  }, [row, facts, request]);

  const point = model.hovered.value ?? model.focused.value;
  return (
    <section class="plot-view" ref={styled} aria-label="Plot">
      <div class="toolbar" part="toolbar">
        {children}
        <PlotControls model={model} table={table} settings={settings} />
      </div>
      {refusal === undefined ? (
        <PlotStage {...{ host, table, request, settings }} facts={question ? undefined : facts} />
      ) : (
        <p class="stage-note">{refusal}</p>
      )}
      {question && refusal === undefined && (
        <section class="notice shortfall warning" aria-label="Large reading">
          <p>Plotting these columns fetches {bytes(question.bytes)}.</p>
          <button
            type="button"
            onClick={() => {
              model.agree();
              void model.read(table.id, request);
            }}
          >
            Fetch
          </button>
        </section>
      )}
      <footer class="status" part="status">
        <PointReadout table={table} settings={settings} point={point} />
        <ChosenCount host={host} table={table} />
        <p class="hint" role="status">
          {facts && refusal === undefined && !question ? summary(facts, table.rows) : ""}
        </p>
      </footer>
    </section>
  );
}

/** Why a column cannot be plotted. */
function refusalOf({ columns, name }: TableFacts, { x, y, color }: PlotSettings): string | undefined {
  if (!columns.some(isNumeric)) {
    return `${name} has no column of numbers that can be plotted.`;
  }
  for (const index of [x, y, color]) {
    const column = columns[index ?? -1];
    if (column && !isNumeric(column)) {
      return column.isText
        ? `“${column.name}” is text: choose a column of numbers.`
        : `“${column.name}” has no single real number in each row: choose another column.`;
    }
  }
  return undefined;
}

function summary({ rows, points, masked, notFinite, notPositive }: PlotFacts, all: number): string {
  const left = [
    [masked, "masked"],
    [notFinite, "not finite"],
    [notPositive, "not positive, which a logarithmic axis cannot show"],
  ] as const;
  const without = left.flatMap(([count, what]) => (count > 0 ? [`${many(count, "row")} ${what}`] : []));
  const filtered = rows < all ? ` of the ${many(rows, "row")} that pass the filters` : "";
  const shown = `${many(points, "point")}${filtered}`;
  return without.length > 0 ? `${shown}; not shown: ${without.join(", ")}` : shown;
}

interface ReadoutProps {
  readonly table: TableFacts;
  readonly settings: PlotSettings;
  readonly point: PlotPoint | undefined;
}

/** The row of the point under the pointer, or else of the selected row, and its values. */
function PointReadout({ table, settings, point }: ReadoutProps) {
  const { x, y, color } = settings;
  const columns = [x, y, ...(color === undefined ? [] : [color])];
  return (
    <output class="readout plot-readout" aria-live="off">
      <span class="field">
        <span class="name">row</span> <span class="number x">{point?.row ?? "–"}</span>
      </span>
      {columns.map((column, i) => (
        <span key={i} class="field">
          <span class="name">{table.columns[column]?.name ?? "row"}</span>{" "}
          <span class="number datum" title={titleOf(table.columns, column)}>
            {point?.texts[i] ?? "–"}
          </span>
          <span class="unit"> {table.columns[column]?.unit}</span>
        </span>
      ))}
    </output>
  );
}
