/** Which columns are the positions of the rows, and what these are. */
import { cut } from "@asdf-wasm/science/format/format";
import type { AngleUnit, PositionColumns } from "@asdf-wasm/science/tables/positions";
import { isNumeric } from "@asdf-wasm/science/tables/window";
import { useId } from "preact/hooks";
import type { CatalogueTable } from "../../../../protocol/over/catalogue.ts";
import { Select } from "../../../../ui/Choice.tsx";
import type { CatalogueModel } from "../catalogueModel.ts";
import { isSamePlace, placesOf } from "../systems.ts";
import { ColumnOptions } from "./columns.tsx";

const ANGLE_CHOICES: readonly (readonly [AngleUnit | "said", string])[] = [
  ["said", "As the table says"],
  ["degrees", "Degrees"],
  ["hours", "Hours, and degrees"],
  ["radians", "Radians"],
];

interface PositionsProps {
  readonly model: CatalogueModel;
  readonly table: CatalogueTable;
  readonly columns: PositionColumns;
}

export function Positions({ model, table, columns }: PositionsProps) {
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
function AtDate({ model, table, columns }: PositionsProps) {
  const { atDate, ...others } = columns;
  const names = [table.motion?.x, table.motion?.y].map((column) =>
    cut(table.columns[column ?? -1]?.name ?? ""),
  );
  const units = [table.motion?.x, table.motion?.y].map((column) => table.columns[column ?? -1]?.unit ?? "");
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
      {units.some((unit) => unit.trim() === "") && (
        <p class="hint">The table says no unit of proper motions: milliarcseconds a year are meant</p>
      )}
      {atDate && year !== undefined && (
        <p class="hint">
          Moved by {names.join(" and ")} to {year.toFixed(2)}; rows without a proper motion stay
        </p>
      )}
    </>
  );
}
