/** How the image is shown: interval, stretch, colours; and how close. */
import type { ColormapName, StretchName } from "asdf-wasm/image";
import type { IntervalName } from "../../engine/protocol.ts";
import type { Session } from "../../session.ts";
import { Choice } from "../Choice.tsx";
import type { Stage } from "./stage.ts";

const INTERVALS: readonly (readonly [IntervalName, string])[] = [
  ["minmax", "Min–max"],
  ["99.5", "99.5 %"],
  ["99", "99 %"],
  ["95", "95 %"],
  ["90", "90 %"],
];
const STRETCHES: readonly (readonly [StretchName, string])[] = [
  ["linear", "Linear"],
  ["log", "Log"],
  ["sqrt", "Square root"],
  ["squared", "Squared"],
  ["asinh", "Asinh"],
  ["sinh", "Sinh"],
  ["power", "Power"],
  ["powerdist", "Power dist."],
];
const COLORMAPS: readonly (readonly [ColormapName, string])[] = [
  ["gray", "Gray"],
  ["viridis", "Viridis"],
  ["inferno", "Inferno"],
];

export function DisplayControls({ session }: { session: Session }) {
  const { interval, stretch, colormap, inverted } = session.image.display;
  return (
    <fieldset class="controls">
      <legend class="sr-only">Display</legend>
      <Choice label="Limits" choices={INTERVALS} value={interval} />
      <Choice label="Stretch" choices={STRETCHES} value={stretch} />
      <Choice label="Colours" choices={COLORMAPS} value={colormap} />
      <button
        type="button"
        class="quiet"
        aria-pressed={inverted.value}
        onClick={() => {
          inverted.value = !inverted.value;
        }}
      >
        Invert
      </button>
    </fieldset>
  );
}

export function ZoomControls({ stage }: { stage: Stage }) {
  const zoom = stage.zoom.value;
  return (
    <fieldset class="controls zoom">
      <legend class="sr-only">Zoom</legend>
      <button
        type="button"
        class="quiet square"
        aria-label="Zoom out"
        onClick={() => stage.zoomBy(Math.SQRT1_2)}
      >
        −
      </button>
      <output class="number">{zoom >= 0.1 ? Math.round(100 * zoom) : (100 * zoom).toFixed(1)} %</output>
      <button
        type="button"
        class="quiet square"
        aria-label="Zoom in"
        onClick={() => stage.zoomBy(Math.SQRT2)}
      >
        +
      </button>
      <button type="button" class="quiet" onClick={() => stage.fit()}>
        Fit
      </button>
      <button type="button" class="quiet" onClick={() => stage.actualSize()}>
        1:1
      </button>
    </fieldset>
  );
}
