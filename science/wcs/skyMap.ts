/** Conversions between the pixels of an image and the sky, by its WCS, as regions need them. */
import type { Wcs } from "asdf-wasm";
import type { SkyMap } from "../regions/files/onSky.ts";
import { StageWcs } from "./stage.ts";

/** Conversions by a WCS; undefined if it does not give a direction for two pixel axes. */
export function skyMapOf(wcs: Wcs): SkyMap | undefined {
  if (!wcs.sky || wcs.pixelAxes !== 2) {
    return undefined;
  }
  const { longitude, latitude } = wcs.sky;
  const stage = new StageWcs(wcs, { axes: [0, 1], index: [0, 0] }, [1, 1]);
  return {
    toPixels: async (positions, system) => stage.toPixels(positions, system),
    toSky: async (points, system) => {
      const world = stage.toWorld(points, system);
      const at = (i: number) => (i >> 1) * wcs.worldAxes + (i % 2 === 0 ? longitude : latitude);
      return points.map((_, i) => world[at(i)] ?? Number.NaN);
    },
  };
}
