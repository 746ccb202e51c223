/** The panel of regions of the sky: shapes to draw, the regions there are, and the sizes of the selected one. */

import { centreOf } from "@asdf-wasm/science/regions/geometry";
import type { Region } from "@asdf-wasm/science/regions/region";
import { positionTexts, systemOf } from "@asdf-wasm/science/wcs/world";
import { useCallback } from "preact/hooks";
import { notation } from "../../../state/settings/skySettings.ts";
import type { ViewHost } from "../../../state/view.ts";
import { Fields } from "../../image/regions/Fields.tsx";
import { RegionList } from "../../image/regions/RegionList.tsx";
import { RegionCommands, UndoArea, Unplaced } from "../../image/regions/RegionsPanel.tsx";
import { Shapes } from "../../image/regions/Shapes.tsx";
import { signOf } from "../sky/positions.ts";
import { TogetherModel } from "../togetherModel.ts";
import { PlaneRegions, PlaneRegionTool } from "./planeRegions.ts";

export function SkyRegionsPanel({ host }: { host: ViewHost }) {
  const { plane, placed } = host.model(TogetherModel);
  const [regions, tool] = [host.model(PlaneRegions), host.model(PlaneRegionTool)];
  const [all, selected, on] = [regions.all.value, regions.selected.value, plane.value];
  const first = placed.value[0]?.place.value;
  const form = notation.value;
  const where = useCallback(
    ({ shape }: Region) => {
      const { x, y } = centreOf(shape);
      const sky = on?.skyAt({ x: x + 0.5, y: y + 0.5 });
      const texts =
        first && sky
          ? positionTexts(
              [sky[0] * signOf(first), sky[1]],
              systemOf(first.facts, first.frame),
              form,
              first.facts,
            )
          : [];
      return texts.map(({ text, unit }) => text + unit).join(" ");
    },
    [on, first, form],
  );
  // The plane is not as large everywhere as the sky is.
  const figure = host.skyRegions.all.value.find(({ id }) => id === selected?.id)?.figure;
  const sizes = figure?.sizes.map(({ value }) => 3600 * value) ?? [];
  return (
    <UndoArea regions={regions}>
      <Shapes tool={tool} />
      {all.length > 0 && <RegionList {...{ regions, tool, where }} />}
      <Unplaced regions={regions} />
      {all.length === 0 && !tool.kind.value && (
        <p class="hint">Choose a shape to draw. Every open image has it where its own WCS puts it.</p>
      )}
      {selected && (
        <>
          <Fields
            key={selected.id}
            {...{ region: selected, regions, tool, unit: { name: "″", sizes, pixel: on?.scale ?? 1 } }}
          />
          <RegionCommands {...{ region: selected, regions, tool }} />
        </>
      )}
    </UndoArea>
  );
}
