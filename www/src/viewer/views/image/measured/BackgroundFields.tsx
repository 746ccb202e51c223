/** Where and how the background of photometry is measured. */
import type { Region } from "@asdf-wasm/science/regions/region";
import { nameOf } from "../../../regions/names.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost } from "../../../state/view.ts";
import { Choice, Picker } from "../../../ui/Choice.tsx";
import { NumberField } from "../../../ui/fields.tsx";
import { type BackgroundPlace, MeasuredModel } from "./measuredModel.ts";

const BY = [
  ["median", "Median"],
  ["clipped", "Median, clipped at 3 σ"],
  ["mean", "Mean"],
] as const;

/** `region`: without it, the background is that around many circles, and no region. */
export function BackgroundFields({ host, region }: { host: ViewHost; region?: Region }) {
  const model = host.model(MeasuredModel);
  const all = host.model(RegionsModel).all.value;
  const hasAnnulus = region?.shape.kind !== "polygon";
  const others = region ? all.filter(({ id, shape }) => id !== region.id && hasPixels(shape.kind)) : [];
  const places: readonly (readonly [BackgroundPlace, string])[] = [
    ...(hasAnnulus ? [["annulus", "Annulus around"] as const] : []),
    ["none", "None"],
    ...others.map((other) => [`${other.id}`, nameOf(other)] as const),
  ];
  const place = places.find(([name]) => name === model.background.value)?.[0] ?? "none";
  return (
    <div class="measured-choices">
      <Picker
        label="Background"
        choices={places}
        value={place}
        onPick={(name) => {
          model.background.value = name;
        }}
      />
      {place === "annulus" && (
        <div class="pair">
          <NumberField
            label="Gap"
            value={model.gap.value}
            onChange={(value) => {
              model.gap.value = Math.max(value || 0, 0);
            }}
          />
          <NumberField
            label="Width"
            value={model.width.value}
            onChange={(value) => {
              model.width.value = value > 0 ? value : 1;
            }}
          />
        </div>
      )}
      {place !== "none" && <Choice label="Per pixel" choices={BY} value={model.by} />}
    </div>
  );
}

function hasPixels(kind: string): boolean {
  return kind !== "point" && kind !== "line" && kind !== "polyline";
}
