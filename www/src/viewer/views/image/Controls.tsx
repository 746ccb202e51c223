/** How the image is shown: interval, stretch, colours. */
import type { ColormapName, StretchName } from "asdf-wasm/image";
import type { IntervalName } from "../../engine/protocol.ts";
import type { Session } from "../../session.ts";
import { Choice } from "../Choice.tsx";

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
