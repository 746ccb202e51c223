/** Positions of any system as points of the plane, and back. The plane is in the system of its images, with longitudes that grow to the left. */

import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { isSolar } from "@asdf-wasm/science/wcs/systems";
import { systemOf } from "@asdf-wasm/science/wcs/world";
import type { SkyPlace } from "../../../state/sky/skyMap.ts";
import { type TangentPlane, vectorsOf } from "./plane.ts";

/** An image on the plane; `frame` is the system that it has in common with the others. */
interface Placed extends Pick<SkyPlace, "host" | "facts"> {
  readonly frame: SkyFrame;
}

/** The points at positions; undefined if these cannot be converted. */
export async function pointsOn(
  plane: TangentPlane,
  image: Placed,
  positions: Float64Array,
  frame: SkyFrame,
): Promise<Float64Array | undefined> {
  const common = await converted(image, positions, frame, image.frame);
  return common && plane.pointsAt(vectorsOf(signed(image, common)));
}

/** The positions at points; undefined if they cannot be converted. */
export function positionsOn(
  plane: TangentPlane,
  image: Placed,
  points: Float64Array,
  frame: SkyFrame,
): Promise<Float64Array | undefined> {
  const positions = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    positions.set(plane.skyAt({ x: points[i] ?? Number.NaN, y: points[i + 1] ?? Number.NaN }), i);
  }
  return converted(image, signed(image, positions), image.frame, frame);
}

/** On the Sun, longitudes grow to the west: there, they are negative, so that west is to the right as well. */
export function signOf({ facts, frame }: Pick<Placed, "facts" | "frame">): 1 | -1 {
  return frame === "own" && isSolar(facts.frames.at(-1)?.reference ?? "") ? -1 : 1;
}

/** Positions on the sky as the plane has them, or back. */
export function signed(image: Pick<Placed, "facts" | "frame">, positions: Float64Array): Float64Array {
  const sign = signOf(image);
  return sign === 1 ? positions : positions.map((value, i) => (i % 2 === 0 ? sign * value : value));
}

async function converted(
  { host, facts }: Placed,
  positions: Float64Array,
  from: SkyFrame,
  to: SkyFrame,
): Promise<Float64Array | undefined> {
  const [one, other] = [systemOf(facts, from), systemOf(facts, to)];
  return one === other
    ? positions
    : host.ask((worker) => worker.wcs.convert({ positions, from: one, to: other }));
}
