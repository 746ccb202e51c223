/** The regions of the sky on the plane: they are drawn and changed there as regions of an image are in it, and every open image has them. */

import type { SkyMap } from "@asdf-wasm/science/regions/files/onSky";
import { computed, signal } from "@preact/signals";
import type { Linked } from "../../../state/linked.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost } from "../../../state/view.ts";
import { RegionTool } from "../../image/regions/regionTool.ts";
import type { LayerPlace } from "../sky/layer.ts";
import type { TangentPlane } from "../sky/plane.ts";
import { pointsOn, positionsOn } from "../sky/positions.ts";
import { TogetherModel } from "../togetherModel.ts";

export class PlaneRegions extends RegionsModel {
  /** Links have them with all regions of the sky. */
  override readonly linked: Linked = { names: [], words: () => ({}), follow: () => {} };

  constructor(host: ViewHost) {
    const { plane, placed } = host.model(TogetherModel);
    const image = computed(() => {
      const [on, first] = [plane.value, placed.value[0]?.place.value];
      return on && first && { ...first, map: mapOf(on, first) };
    });
    super(host, { name: signal("plane"), image, none: signal("") });
  }
}

export class PlaneRegionTool extends RegionTool {
  constructor(host: ViewHost) {
    super(host, host.model(PlaneRegions), host.model(TogetherModel).viewpoint);
    this.onSky.value = true;
  }
}

/** Points of the plane as pixels, with 0 in the middle of the first; the plane is in the system of an image. */
function mapOf(plane: TangentPlane, first: LayerPlace): SkyMap {
  const nothing = (values: Float64Array) => values.map(() => Number.NaN);
  return {
    toPixels: async (positions, system) =>
      (await pointsOn(plane, first, positions, system))?.map((value) => value - 0.5) ?? nothing(positions),
    toSky: async (points, system) => {
      const onPlane = points.map((value) => value + 0.5);
      return (await positionsOn(plane, first, onPlane, system)) ?? nothing(points);
    },
  };
}
