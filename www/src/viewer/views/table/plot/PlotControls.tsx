/** What a plot shows: columns of its axes and colours, scales, and what dragging does. */

import { cut, titled } from "@asdf-wasm/science/format/format";
import { ROW_NUMBER } from "@asdf-wasm/science/tables/choice";
import type { TableColumn, TableFacts } from "@asdf-wasm/science/tables/window";
import { useId } from "preact/hooks";
import { Choice } from "../../../ui/Choice.tsx";
import type { PlotSettings } from "./plotLink.ts";
import type { Mode, PlotModel, Tool } from "./plotModel.ts";

const TOOLS: readonly (readonly [Tool, string])[] = [
  ["box", "Select in a box"],
  ["lasso", "Select by a lasso"],
  ["move", "Move"],
];
const MODES: readonly (readonly [Mode, string])[] = [
  ["new", "New"],
  ["add", "Add (Shift)"],
  ["remove", "Remove (Alt)"],
];

interface ControlsProps {
  readonly model: PlotModel;
  readonly table: TableFacts;
  readonly settings: PlotSettings;
}

export function PlotControls({ model, table, settings }: ControlsProps) {
  const { columns } = table;
  const change = (change: Partial<PlotSettings>): void => model.change(table, change);
  const swap = (): void => {
    const { x, y, logX, logY, flipX, flipY } = settings;
    change({ x: y, y: x, logX: logY, logY: logX, flipX: flipY, flipY: flipX, part: undefined });
  };
  return (
    <fieldset class="controls plot-controls">
      <legend class="sr-only">Plot</legend>
      <div class="axis-controls">
        <ColumnChoice
          label="x"
          columns={columns}
          value={settings.x}
          onPick={(x) => change({ x: x ?? ROW_NUMBER, part: undefined })}
        />
        <Switch label="Log x" on={settings.logX} onSwitch={(logX) => change({ logX, part: undefined })} />
        <Switch label="Flip x" on={settings.flipX} onSwitch={(flipX) => change({ flipX })} />
      </div>
      <button
        type="button"
        class="quiet square"
        aria-label="Swap x and y"
        title="Swap x and y"
        onClick={swap}
      >
        ⇄
      </button>
      <div class="axis-controls">
        <ColumnChoice
          label="y"
          columns={columns}
          value={settings.y}
          onPick={(y) => change({ y: y ?? ROW_NUMBER, part: undefined })}
        />
        <Switch label="Log y" on={settings.logY} onSwitch={(logY) => change({ logY, part: undefined })} />
        <Switch label="Flip y" on={settings.flipY} onSwitch={(flipY) => change({ flipY })} />
      </div>
      <ColumnChoice
        label="Colour"
        columns={columns}
        value={settings.color}
        isOptional
        onPick={(color) => change({ color })}
      />
      <Switch label="Same scale" on={settings.square} onSwitch={(square) => change({ square })} />
      <Choice label="Drag" choices={TOOLS} value={model.tool} />
      {model.tool.value !== "move" && <Choice label="Selection" choices={MODES} value={model.mode} />}
    </fieldset>
  );
}

interface ColumnProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly value: number | undefined;
  readonly isOptional?: true;
  readonly onPick: (column: number | undefined) => void;
}

function ColumnChoice({ label, columns, value, isOptional, onPick }: ColumnProps) {
  const id = useId();
  const first = isOptional ? "none" : "row number";
  return (
    <div class="choice axis-choice">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value === undefined || value === ROW_NUMBER ? "" : String(value)}
        onChange={({ currentTarget }) => {
          const { selectedIndex } = currentTarget;
          onPick(selectedIndex === 0 ? undefined : selectedIndex - 1);
        }}
      >
        <option value="">{first}</option>
        {columns.map(({ name, unit }, i) => (
          <option key={name} value={String(i)}>
            {cut(titled(name, unit))}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}

function Switch({ label, on, onSwitch }: SwitchProps) {
  return (
    <button type="button" class="quiet" aria-label={label} aria-pressed={on} onClick={() => onSwitch(!on)}>
      {label.replace(/ [xy]$/, "")}
    </button>
  );
}
