/**
 * A large plane as one coarse tile of single elements: uploaded before all others, it shows the whole image within a frame, and
 * is enough where the image is drawn small.
 */
import { coarseOf } from "@asdf-wasm/science/elements/coarse";
import type { Plane } from "../../../protocol/plane.ts";
import type { Camera } from "../camera/camera.ts";
import type { Tile } from "./tiles.ts";

/** Undefined for a plane that is one tile anyway, and until all its rows have arrived, if it came without. */
export function coarseTile(plane: Plane, arrived: number): Tile | undefined {
  const { display, width, height, step, whole } = plane;
  const rowAt = (y: number) => display.subarray(y * width, (y + 1) * width);
  const coarse = plane.coarse ?? (arrived === height ? coarseOf(width, height, rowAt) : undefined);
  if (!coarse) {
    return undefined;
  }
  const { every, columns, rows, values } = coarse;
  const place = { x: 0, y: 0, ...whole, left: 0, top: 0 };
  return { ...place, step: step * every, columns, rows, values, stride: columns };
}

/** Whether a pane has as many elements of a tile in each pixel as are drawn of it at most. */
export function isEnough({ step }: Tile, { zoom }: Camera, most: number): boolean {
  return zoom * step * most <= 1;
}
