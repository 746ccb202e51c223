/** The panel of the tool for catalogues: which table, where its rows are, how they look, and the selected row. */

import { cut, grouped, many, rounded, titled, withUnit } from "@asdf-wasm/science/format/format";
import type { AngleUnit, PositionColumns } from "@asdf-wasm/science/tables/positions";
import type { RowValue } from "@asdf-wasm/science/tables/rows";
import { isNumeric } from "@asdf-wasm/science/tables/window";
import { effect } from "@preact/signals";
import { useEffect, useId, useState } from "preact/hooks";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";
import type { SymbolShape } from "../../../protocol/over/markers.ts";
import { RowsModel } from "../../../state/rows.ts";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Choice, Select, WaitingFiles } from "../../../ui/Choice.tsx";
import { TypedInput } from "../../../ui/fields.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import styles from "./catalogue.css?inline";
import { CatalogueModel } from "./catalogueModel.ts";
import { isSamePlace, placesOf } from "./systems.ts";
import type { CatalogueSource } from "./tables.ts";

const styled = adopting(styles);
const SHAPES: readonly (readonly [SymbolShape, string])[] = [
  ["circle", "Circles"],
  ["cross", "Crosses"],
  ["square", "Squares"],
  ["diamond", "Diamonds"],
];
const ANGLE_CHOICES: readonly (readonly [AngleUnit | "said", string])[] = [
  ["said", "As the table says"],
  ["degrees", "Degrees"],
  ["hours", "Hours, and degrees"],
  ["radians", "Radians"],
];

interface PanelProps {
  readonly host: ViewHost;
  readonly model?: CatalogueModel;
}

export function CataloguePanel({ host, model = host.model(CatalogueModel) }: PanelProps) {
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
          <Columns model={model} table={chosen.table} columns={chosen.columns} />
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
          <p class="hint" role="status">
            {summary(model, chosen.table)}
          </p>
          <Chosen host={chosen.host} table={chosen.table} />
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
  const lost = model.places.lost.value > 0 ? `, ${grouped(model.places.lost.value)} without a position` : "";
  const dots = model.crowded.value && model.look.shown.value ? ". So many are dots: zoom in for symbols" : "";
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

interface ColumnsProps {
  readonly model: CatalogueModel;
  readonly table: CatalogueTable;
  readonly columns: PositionColumns;
}

function Columns({ model, table, columns }: ColumnsProps) {
  const id = useId();
  const { place, angles, atDate, ...pair } = columns;
  const places = placesOf(table);
  const current = places.findIndex((named) => isSamePlace(named.place, place));
  const suiting = [...table.columns.entries()].filter(
    ([, column]) => isNumeric(column) || ("sky" in place && column.isText && column.sortable),
  );
  const hasUnit = [pair.x, pair.y].every((column) => table.columns[column]?.unit);
  return (
    <>
      {(["x", "y"] as const).map((axis) => (
        <div key={axis} class="field">
          <label for={`${id}-${axis}`}>{axis === "x" ? "Across" : "Along"}</label>
          <select
            id={`${id}-${axis}`}
            value={columns[axis]}
            onChange={({ currentTarget }) => {
              const [column] = suiting[currentTarget.selectedIndex] ?? [];
              if (column !== undefined) {
                model.setColumns({ ...columns, [axis]: column });
              }
            }}
          >
            <ColumnOptions columns={suiting} />
          </select>
        </div>
      ))}
      <div class="field">
        <label for={`${id}-place`}>Positions</label>
        <select
          id={`${id}-place`}
          value={current < 0 ? "unknown" : current}
          onChange={({ currentTarget }) => {
            const chosen = places[Number(currentTarget.value)]?.place;
            if (chosen) {
              const { place: _, ...others } = columns;
              model.setColumns({ ...("sky" in chosen ? others : pair), place: chosen });
            }
          }}
        >
          {current < 0 && <option value="unknown">not known</option>}
          {places.map(({ label }, i) => (
            <option key={label} value={i}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {"sky" in place && (
        <div class="field">
          <label for={`${id}-angles`}>Angles</label>
          <Select
            id={`${id}-angles`}
            choices={
              hasUnit
                ? ANGLE_CHOICES
                : [["said", "Degrees: the table says no unit"], ...ANGLE_CHOICES.slice(1)]
            }
            value={angles ?? "said"}
            onPick={(picked) =>
              model.setColumns({
                ...pair,
                place,
                ...(picked !== "said" && { angles: picked }),
                ...(atDate && { atDate }),
              })
            }
          />
        </div>
      )}
      {"sky" in place && table.motion && <AtDate model={model} table={table} columns={columns} />}
    </>
  );
}

/** Whether rows are at the date of the image, by their proper motions. */
function AtDate({ model, table, columns }: ColumnsProps) {
  const { atDate, ...others } = columns;
  const names = [table.motion?.x, table.motion?.y].map((column) =>
    cut(table.columns[column ?? -1]?.name ?? ""),
  );
  const year = model.places.date.value;
  return (
    <>
      <div class="field">
        <button
          type="button"
          class="quiet"
          aria-pressed={atDate === true}
          title={`Move rows by their proper motions, ${names.join(" and ")}`}
          onClick={() => model.setColumns(atDate ? others : { ...others, atDate: true })}
        >
          At the image's date
        </button>
      </div>
      {atDate && year !== undefined && (
        <p class="hint">
          Moved by {names.join(" and ")} to {year.toFixed(2)}; rows without a proper motion stay
        </p>
      )}
    </>
  );
}

/** Which column gives symbols their sizes. */
function SizeBy({ model, table }: Pick<ColumnsProps, "model" | "table">) {
  const id = useId();
  const { columns } = table;
  const numeric = numericOf(table);
  const sizing = model.look.sizing.value;
  const { ends: [smallest, largest] = [], without = 0 } = model.look.sizes.value ?? {};
  const unit = columns[sizing?.column ?? -1]?.unit;
  return (
    <>
      <div class="field">
        <label for={`${id}-size`}>Size by</label>
        <select
          id={`${id}-size`}
          value={sizing?.column ?? ""}
          onChange={({ currentTarget }) => model.look.sizeBy(numeric[currentTarget.selectedIndex - 1]?.[0])}
        >
          <option value="">all the same</option>
          <ColumnOptions columns={numeric} />
        </select>
        {sizing && (
          <button
            type="button"
            class="quiet"
            aria-pressed={sizing.reversed}
            title="The least values have the largest symbols, as of magnitudes"
            onClick={() => {
              model.look.sizing.value = { ...sizing, reversed: !sizing.reversed };
            }}
          >
            Reverse
          </button>
        )}
      </div>
      {sizing && smallest !== undefined && largest !== undefined && (
        <p class="hint" role="status">
          {Number.isNaN(smallest)
            ? "No row has a number there"
            : `Symbols grow from ${rounded(smallest, 4)} to ${withUnit(rounded(largest, 4), unit)}${without > 0 ? `; the smallest also stand for ${many(without, "row")} without a number` : ""}`}
        </p>
      )}
    </>
  );
}

type NumericColumns = readonly (readonly [number, CatalogueTable["columns"][number]])[];

function numericOf({ columns }: CatalogueTable): NumericColumns {
  return [...columns.entries()].filter(([, column]) => isNumeric(column));
}

function ColumnOptions({ columns }: { columns: NumericColumns }) {
  return columns.map(([column, { name, unit }]) => (
    <option key={column} value={column}>
      {cut(titled(name, unit))}
    </option>
  ));
}

interface RowProps {
  readonly host: ViewHost;
  readonly model: CatalogueModel;
  readonly table: CatalogueTable;
}

/** The selected row: its number, and all its values. */
function SelectedRow({ host, model, table }: RowProps) {
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
