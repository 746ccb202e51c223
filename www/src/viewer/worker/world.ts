/** The world coordinates of the open file, kept until it changes. */
import type { LineRequest } from "../protocol/lines.ts";
import { opened } from "./opened.ts";
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
  return wcs === undefined ? undefined : world().alongAxis({ node, path: wcs, section }, axis, indices);
}
