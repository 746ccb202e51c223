/** The regions of the sky over the images that are seen together. */

import { many } from "@asdf-wasm/science/format/format";
import { type SkyMap, toRegions } from "@asdf-wasm/science/regions/files/onSky";
import type { Region } from "@asdf-wasm/science/regions/region";
import { systemOf } from "@asdf-wasm/science/wcs/world";
import { useEffect, useState } from "preact/hooks";
import type { SkyRegion, SkyRegions } from "../../../regions/skyRegions.ts";
import { adopting } from "../../../styles/sheet.ts";
import type { Viewpoint } from "../../image/camera/viewpoint.ts";
import { Outlines, sightOf } from "../../image/regions/Outlines.tsx";
import styles from "../../image/regions/regions.css?inline";
import type { LayerPlace } from "./layer.ts";
import type { TangentPlane } from "./plane.ts";
import { pointsOn, positionsOn } from "./positions.ts";

const styled = adopting(styles);

interface SkyRegionsOverProps {
  readonly regions: SkyRegions;
  readonly viewpoint: Viewpoint;
  readonly plane: TangentPlane | undefined;
  /** An image that is seen: the plane is in its system. */
  readonly first: LayerPlace | undefined;
}

export function SkyRegionsOver({
  regions,
  viewpoint: { camera, screen },
  plane,
  first,
}: SkyRegionsOverProps) {
  const all = regions.all.value;
  const [shown, setShown] = useState<readonly Region[]>([]);
  useEffect(() => {
    let isNewest = true;
    void onPlane(all, plane, first).then((found) => isNewest && setShown(found));
    return () => {
      isNewest = false;
    };
  }, [all, plane, first]);
  return shown.length > 0 ? (
    <svg
      ref={styled}
      class="regions-over"
      role="img"
      aria-label={many(shown.length, "region of the sky", "regions of the sky")}
    >
      <Outlines regions={shown} sight={sightOf(camera.value, screen.value)} />
    </svg>
  ) : null;
}

async function onPlane(
  regions: readonly SkyRegion[],
  plane: TangentPlane | undefined,
  first: LayerPlace | undefined,
): Promise<readonly Region[]> {
  if (!plane || !first) {
    return [];
  }
  const own = systemOf(first.facts, "own");
  const all = regions.filter(({ figure: { reference = own } }) => reference === own);
  const figures = all.map(({ figure }) => figure);
  const found = await toRegions(figures, planeMap(plane, first));
  return all.flatMap(({ id }, i) => {
    const region = found[i];
    return region ? [{ ...region, id }] : [];
  });
}

/** Points of the plane as pixels, with 0 in the middle of the first. */
function planeMap(plane: TangentPlane, first: LayerPlace): SkyMap {
  const nothing = (values: Float64Array) => values.map(() => Number.NaN);
  return {
    toPixels: async (positions, system) =>
      (await pointsOn(plane, first, positions, system))?.map((value) => value - 0.5) ?? nothing(positions),
    toSky: async (points, system) =>
      (await positionsOn(
        plane,
        first,
        points.map((value) => value + 0.5),
        system,
      )) ?? nothing(points),
  };
}
