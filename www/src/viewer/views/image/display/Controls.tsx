/** The display controls in the toolbar: limits, stretch and colours; the rest is in a panel loaded when opened. */
import { useId } from "preact/hooks";
import { Choice } from "../../../ui/Choice.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import { COLORMAPS, colormapLabel, INTERVALS, STRETCHES } from "./choices.ts";
import type { DisplayModel } from "./displayModel.ts";

interface ControlsProps {
  readonly display: DisplayModel;
  /** The id of the panel. */
  readonly panel: string;
  /** Whether the view has its own colours. */
  readonly unmapped: boolean | undefined;
}

export function DisplayControls({ display, panel, unmapped }: ControlsProps) {
  const { interval, stretch, inverted, adjusting, unstretched } = display;
  return (
    <fieldset class="controls">
      <legend class="sr-only">Display</legend>
      <Choice
        label="Limits"
        choices={INTERVALS}
        value={interval}
        onChoice={(chosen) => {
          // The fields of manual limits are in the panel.
          adjusting.value ||= chosen === "manual" && !unmapped;
        }}
      />
      {!unstretched.value && <Choice label="Stretch" choices={STRETCHES} value={stretch} />}
      {!unmapped && (
        <>
          <ColormapChoice display={display} />
          <Toggle label="Invert" value={inverted} />
        </>
      )}
      <button
        type="button"
        class="quiet"
        aria-expanded={adjusting.value}
        aria-controls={panel}
        title="Histogram, limits, contrast and bias"
        onClick={() => {
          adjusting.value = !adjusting.value;
        }}
      >
        Adjust
      </button>
    </fieldset>
  );
}

function ColormapChoice({ display }: { display: DisplayModel }) {
  const id = useId();
  const names = COLORMAPS.flatMap(([, names]) => names);
  return (
    <div class="choice">
      <label for={id}>Colours</label>
      <select
        id={id}
        value={display.colormap.value}
        onChange={(event) => {
          const chosen = names[event.currentTarget.selectedIndex];
          if (chosen) {
            display.colormap.value = chosen;
          }
        }}
      >
        {COLORMAPS.map(([family, names]) => (
          <optgroup key={family} label={family}>
            {names.map((name) => (
              <option key={name} value={name}>
                {colormapLabel(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
