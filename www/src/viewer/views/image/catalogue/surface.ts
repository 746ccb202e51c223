/** What the rows of a catalogue are drawn over: the image on the stage, or another view of the sky. */

import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { computed, type ReadonlySignal } from "@preact/signals";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import { ImageModel } from "../model/imageModel.ts";

export interface Surface {
  readonly viewpoint: Viewpoint;
  /** Whether rows can have places by positions on the sky, and by pixels. */
  readonly isOnSky: () => boolean;
  readonly hasPixels: boolean;
  /** When the image was taken, as a Julian year. */
  readonly date: () => Promise<number | undefined>;
  /** Positions at points, with 0 at the edge of the first pixel: degrees of ICRS. */
  readonly sky: (points: Float64Array) => Promise<Float64Array | undefined>;
  /**
   * Points at positions on the sky, with 0 at the edge of the first pixel, or undefined if the image's system is not known; another function
   * where they have moved.
   */
  readonly placing: ReadonlySignal<
    ((positions: Float64Array, frame: SkyFrame) => Promise<Float64Array | undefined>) | undefined
  >;
}

/** The image on the stage. */
export function stageOf(host: ViewHost): Surface {
  const world = host.model(WorldModel);
  return {
    viewpoint: host.model(ImageModel).viewpoint,
    isOnSky: () => world.facts.value?.sky?.isOnStage === true,
    hasPixels: true,
    date: () => host.ask((worker) => worker.catalogue.date()),
    sky: async (points) => {
      const at = world.at.peek();
      const isKnown = at && world.facts.peek()?.sky?.frames.includes("icrs");
      const pixels = points.map((value) => value - 0.5);
      return isKnown
        ? host.ask((worker) => worker.wcs.toSky({ at, points: pixels, frame: "icrs" }))
        : undefined;
    },
    placing: computed(() => {
      const at = world.at.value;
      return (
        at &&
        (async (positions, frame) => {
          const isKnown = world.facts.peek()?.sky?.frames.includes(frame);
          const points =
            isKnown && (await host.ask((worker) => worker.wcs.toPixels({ at, positions, frame })));
          return points ? fromEdge(points) : undefined;
        })
      );
    }),
  };
}

/** Coordinates are 0 in the middle of a pixel, and the camera's at its edge. */
export function fromEdge(points: Float64Array): Float64Array {
  return points.map((value) => value + 0.5);
}
