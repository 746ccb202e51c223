/** The world coordinates of the open file, kept until it changes. */

import { isMoment } from "../protocol/computed/reductions.ts";
import type { LineRequest } from "../protocol/lines.ts";
import type { Section } from "../protocol/plane.ts";
import { arrayAt, opened, stageNode } from "./opened.ts";
import { coordinateAmong } from "./tree/siblings.ts";
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

/** The coordinate along an axis in an array of one axis beside another array. */
export async function coordinateBeside(node: number, axis: number, signal?: AbortSignal) {
  const { nodes } = opened();
  const { shape } = nodes.array(node);
  const sibling = coordinateAmong(nodes.arraysBeside(node), shape[axis] ?? 0);
  const read = sibling && (await nodes.array(sibling.id).read([], { ...(signal && { signal }) }));
  return sibling && read && !read.fields
    ? {
        name: sibling.key,
        unit: sibling.array.unit ?? "",
        values: Float64Array.from<unknown>(read.data, Number),
      }
    : undefined;
}

/** The section with the coordinate along its collapsed axis, if that is needed and there is one: of the WCS, or in an array beside. */
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
  // Without coordinates, moments are over the numbers of the planes, and said to be.
  const inWorld =
    path === undefined
      ? undefined
      : await world()
          .alongAxis({ node, path, section }, axis, indices)
          .catch(() => undefined);
  return { ...section, collapse: { ...collapse, along: inWorld ?? (await coordinateBeside(node, axis)) } };
}
