/** The world coordinates of the open file, kept until it changes. */

import { isMoment } from "../protocol/computed/reductions.ts";
import type { LineRequest } from "../protocol/lines.ts";
import type { Section } from "../protocol/plane.ts";
import { arrayAt, opened, stageNode } from "./opened.ts";
import { Coordinates } from "./wcs/coordinates.ts";

let coordinates: Coordinates | undefined;

export function world(): Coordinates {
  coordinates ??= new Coordinates(opened().file, opened().nodes);
  return coordinates;
}

/** After the file or its tree has changed. */
export function forgetWorld(): void {
  coordinates = undefined;
}

/** The world coordinate along a line, for one WCS. */
export async function coordinateAlong(
  { node, axis, at, wcs }: Pick<LineRequest, "node" | "axis" | "at" | "wcs">,
  indices: Float64Array,
) {
  const section = { axes: [axis], index: at };
  const place = { node: stageNode(node), path: wcs ?? "", section };
  return wcs === undefined ? undefined : world().alongAxis(place, axis, indices);
}

/** The section with the coordinate along its collapsed axis, if that is needed and there is one. */
export async function withCoordinate(shown: number, section: Section): Promise<Section> {
  const { collapse } = section;
  const node = stageNode(shown);
  if (!collapse || !isMoment(collapse.by) || collapse.along) {
    return section;
  }
  const { axis } = collapse;
  const path = world()
    .beside(node)
    .find(({ isBest }) => isBest)?.path;
  const indices = Float64Array.from({ length: arrayAt(node)[1].shape[axis] ?? 0 }, (_, index) => index);
  const along =
    path === undefined ? undefined : await world().alongAxis({ node, path, section }, axis, indices);
  return { ...section, collapse: { ...collapse, along } };
}
