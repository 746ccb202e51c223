/** The regions of the sky over another image than the one on the stage, by its own WCS. */
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SkyRegions } from "../../../regions/skyRegions.ts";
import { Placing } from "../../../state/sky/placing.ts";
import type { SkyPlace } from "../../../state/sky/skyMap.ts";
import { adopting } from "../../../styles/sheet.ts";
import type { Camera, Size } from "../camera/camera.ts";
import { Outlines, sightOf } from "../regions/Outlines.tsx";
import styles from "../regions/regions.css?inline";

const styled = adopting(styles);

interface OtherSkyProps {
  readonly regions: SkyRegions;
  /** The image, once its WCS is known. */
  readonly image: SkyPlace | undefined;
  readonly camera: Camera;
  /** The size of the screen in its pixels. */
  readonly device: Size;
}

export function OtherSky({ regions, image, camera, device }: OtherSkyProps) {
  const shown = useMemo(() => signal(image), []);
  const placing = useMemo(() => new Placing(regions, shown, signal("")), [regions, shown]);
  useEffect(() => () => placing.dispose(), [placing]);
  useEffect(() => {
    shown.value = image;
  }, [shown, image]);
  const placed = placing.placed.value;
  return placed.length > 0 ? (
    <svg ref={styled} class="regions-over" aria-hidden="true">
      <Outlines regions={placed} sight={sightOf(camera, device)} />
    </svg>
  ) : null;
}
