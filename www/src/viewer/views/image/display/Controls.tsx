import { Choice } from "../../../ui/Choice.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import { ColormapChoice } from "./ColormapChoice.tsx";
import { INTERVALS, STRETCHES } from "./choices.ts";
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
          <ColormapChoice value={display.colormap} />
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
