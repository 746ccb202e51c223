/** The regions of the sky over the images that are seen together. */

import { many } from "@asdf-wasm/science/format/format";
import { type SkyMap, toRegions } from "@asdf-wasm/science/regions/files/onSky";
import type { Region } from "@asdf-wasm/science/regions/region";
import { systemOf } from "@asdf-wasm/science/wcs/world";
import { useEffect, useState } from "preact/hooks";
import type { SkyRegion, SkyRegions } from "../../../regions/skyRegions.ts";
import { skyMapOf } from "../../../state/sky/skyMap.ts";
import { adopting } from "../../../styles/sheet.ts";
import type { Viewpoint } from "../../image/camera/viewpoint.ts";
import { Outlines, sightOf } from "../../image/regions/Outlines.tsx";
import styles from "../../image/regions/regions.css?inline";
import { type LayerPlace, signOf } from "./layer.ts";
import { type TangentPlane, vectorsOf } from "./plane.ts";

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

/** Points of the plane as pixels, with 0 in the middle of the first. Other systems become that of the plane by way of the first image. */
function planeMap(plane: TangentPlane, first: LayerPlace): SkyMap | undefined {
  const image = skyMapOf(first);
  const sign = signOf(first);
  const signed = (positions: Float64Array) =>
    positions.map((value, i) => (i % 2 === 0 ? sign * value : value));
  return (
    image && {
      toPixels: async (positions, system) => {
        const own =
          system === first.frame
            ? positions
            : await image.toSky(await image.toPixels(positions, system), first.frame);
        return plane.pointsAt(vectorsOf(signed(own))).map((value) => value - 0.5);
      },
      toSky: async (points, system) => {
        const own = Float64Array.from({ length: points.length }, (_, i) => {
          const at = i - (i % 2);
          return (
            plane.skyAt({ x: (points[at] ?? Number.NaN) + 0.5, y: (points[at + 1] ?? Number.NaN) + 0.5 })[
              i % 2
            ] ?? Number.NaN
          );
        });
        const positions = signed(own);
        return system === first.frame
          ? positions
          : image.toSky(await image.toPixels(positions, first.frame), system);
      },
    }
  );
}
