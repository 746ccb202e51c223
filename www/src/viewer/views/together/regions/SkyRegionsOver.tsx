/** The regions of the sky over the images that are seen together; while the tool is open, they are drawn and changed. */

import { many } from "@asdf-wasm/science/format/format";
import type { RefObject } from "preact";
import { pathOf } from "../../../regions/path.ts";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { Outlines, Path, sightOf } from "../../image/regions/Outlines.tsx";
import { Handles } from "../../image/regions/RegionsOver.tsx";
import styles from "../../image/regions/regions.css?inline";
import { useRegionInput } from "../../image/regions/useRegionInput.ts";
import { TogetherModel } from "../togetherModel.ts";
import { PlaneRegions, PlaneRegionTool } from "./planeRegions.ts";

const styled = adopting(styles);

interface SkyRegionsOverProps {
  readonly host: ViewHost;
  readonly pixels: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
}

export function SkyRegionsOver({ host, pixels, isOpen }: SkyRegionsOverProps) {
  const { viewpoint } = host.model(TogetherModel);
  const [regions, tool] = [host.model(PlaneRegions), host.model(PlaneRegionTool)];
  useRegionInput(pixels, isOpen, { viewpoint, regions, tool });
  const [all, draft, camera] = [regions.all.value, tool.draft.value, viewpoint.camera.value];
  const selected = isOpen ? regions.selected.value : undefined;
  const sight = sightOf(camera, viewpoint.screen.value);
  return (
    <svg
      ref={styled}
      class="regions-over"
      role="img"
      aria-label={many(all.length, "region of the sky", "regions of the sky")}
    >
      <Outlines regions={all} selected={selected} sight={sight}>
        {draft && <Path d={pathOf(draft)} color={tool.color.value} look="draft" />}
      </Outlines>
      {selected && (
        <Handles shape={selected.shape} zoom={camera.zoom / devicePixelRatio} place={sight.place} />
      )}
    </svg>
  );
}
