/** The regions over the image, which follow the camera; and while the tool is open, its pointers and keys. */

import { many } from "@asdf-wasm/science/format/format";
import type { Region, RegionShape } from "@asdf-wasm/science/regions/region";
import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";
import { shownHandles } from "../../../regions/handles.ts";
import { isOfSky, nameOf } from "../../../regions/names.ts";
import { pathOf } from "../../../regions/path.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost } from "../../../state/view.ts";
import { adopting } from "../../../styles/sheet.ts";
import { clipWithout, type LiveView, useHoles } from "../camera/holes.ts";
import { MeasuredModel } from "../measured/measuredModel.ts";
import { ImageModel } from "../model/imageModel.ts";
import { Outlines, Path, type Sight, sightOf } from "./Outlines.tsx";
import styles from "./regions.css?inline";
import { RegionTool } from "./regionTool.ts";
import { useRegionInput } from "./useRegionInput.ts";

const styled = adopting(styles);

interface RegionsOverProps {
  readonly host: ViewHost;
  readonly live: LiveView;
  readonly pixels: RefObject<HTMLElement | null>;
  /** Whether the tool is open. */
  readonly isOpen: boolean;
  /** Whether the image is another, of the same size. */
  readonly isSecond?: boolean;
}

export function RegionsOver({ host, live, pixels, isOpen, isSecond = false }: RegionsOverProps) {
  const { viewpoint } = live;
  const [regions, tool] = [host.model(RegionsModel), host.model(RegionTool)];
  const all = regions.all.value;
  const selected = regions.selected.value;
  const camera = viewpoint.camera.value;
  const device = viewpoint.screen.value;
  const draft = tool.draft.value;
  const holes = useHoles(live);
  // What is being drawn ends with an image of another size.
  const size = host.section.lengths.value.join();
  const guides = selected ? host.model(MeasuredModel).guidesOf(selected.shape) : [];

  useRegionInput(pixels, isOpen, { viewpoint, regions, tool }, size);

  // Where the image of another file is, the regions of the sky are drawn by its own WCS.
  const from = host.model(ImageModel).coveredFrom.value;
  const isCovered = from !== undefined;
  // The same arrays while the camera moves: their outlines are made once.
  const [ofSky, shown] = useMemo(() => split(all, ({ id }) => isCovered && isOfSky(id)), [all, isCovered]);
  const isShown = selected && shown.includes(selected);
  const sight = sightOf(camera, device);
  return (
    <>
      <svg
        ref={styled}
        class="regions-over"
        data-layer="Regions"
        role="img"
        aria-label={summary(all, selected)}
        style={{ clipPath: clipWithout(sight.screen, holes) }}
      >
        <Outlines regions={shown} selected={selected} sight={sight}>
          {isOpen && isShown && guides.length > 0 && (
            <Path d={guides.map(pathOf).join("")} color={selected.color} look="draft" />
          )}
          {draft && <Path d={pathOf(draft)} color={tool.color.value} look="draft" />}
        </Outlines>
        {isOpen && isShown && (
          <Handles shape={selected.shape} zoom={camera.zoom / devicePixelRatio} place={sight.place} />
        )}
      </svg>
      {isCovered && ofSky.length > 0 && !isSecond && (
        <svg
          class="regions-over"
          aria-hidden="true"
          style={{ clipPath: `inset(0 ${100 * (1 - from)}% 0 0)` }}
        >
          <Outlines regions={ofSky} selected={selected} sight={sight} />
        </svg>
      )}
    </>
  );
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** How many regions there are, and which is selected, in words. */
export function summary(all: readonly Region[], selected: Region | undefined): string {
  const chosen = selected ? `, ${nameOf(selected)} selected` : "";
  return `${many(all.length, "region")}${chosen}`;
}

export function Handles({ shape, zoom, place }: { shape: RegionShape; zoom: number; place: Sight["place"] }) {
  return (
    <g class="handles">
      {shownHandles(shape, zoom).map((handle) => {
        const { x, y } = place(handle);
        return (
          <circle
            key={`${handle.kind} ${handle.index}`}
            data-handle={`${handle.kind} ${handle.index}`}
            cx={x.toFixed(2)}
            cy={y.toFixed(2)}
            r={handle.kind === "rotation" ? 5 : 4}
          />
        );
      })}
    </g>
  );
}
