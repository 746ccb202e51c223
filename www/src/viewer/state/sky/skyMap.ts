/** Conversions between the pixels of an image and the sky, which the worker does. */

import type { SkyMap } from "@asdf-wasm/science/regions/files/onSky";
import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { systemOf } from "@asdf-wasm/science/wcs/world";
import type { WcsAt } from "../../protocol/wcs.ts";
import type { ViewHost } from "../view.ts";

/** What has a place on the sky, such as a section of an array: whom to ask, and for what. */
export interface SkyPlace {
  readonly host: Pick<ViewHost, "ask">;
  readonly at: WcsAt;
  readonly facts: WcsFacts;
  /** Its conversions, if they are not those of the WCS. */
  readonly map?: SkyMap;
}

/** Undefined if its positions are none on the sky. */
export function skyMapOf(place: SkyPlace | undefined): SkyMap | undefined {
  if (!place?.facts.sky?.isOnStage) {
    return undefined;
  }
  const { host, at, facts, map } = place;
  if (map) {
    return map;
  }
  const nothing = (values: Float64Array): Float64Array => new Float64Array(values.length).fill(Number.NaN);
  return {
    toPixels: async (positions, system) => {
      const frame = frameOf(facts, system);
      const found = frame && (await host.ask((worker) => worker.wcs.toPixels({ at, positions, frame })));
      return found ?? nothing(positions);
    },
    toSky: async (points, system) => {
      const frame = frameOf(facts, system);
      return (frame && (await skyOf(place, points, frame))) ?? nothing(points);
    },
  };
}

/** Longitude and latitude at points, inside the bounding box and outside. */
export async function skyOf(
  { host, at, facts: { sky, axes } }: SkyPlace,
  points: Float64Array,
  frame: SkyFrame,
): Promise<Float64Array | undefined> {
  const world = await host.ask((worker) => worker.wcs.toWorld({ at, points, frame }));
  const { longitude = -1, latitude = -1 } = sky ?? {};
  return (
    world &&
    points.map((_, i) => {
      const axis = i % 2 === 0 ? longitude : latitude;
      return world[Math.floor(i / 2) * axes.length + axis] ?? Number.NaN;
    })
  );
}

/** The frame of a system of a file; undefined if positions cannot be converted to it. */
export function frameOf(facts: WcsFacts, system: SkyFrame): SkyFrame | undefined {
  const isOffered = facts.sky?.frames.includes(system);
  return isOffered ? system : systemOf(facts, "own") === system ? "own" : undefined;
}
