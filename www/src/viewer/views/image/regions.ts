/** Elements of the array that is shown, for the readout and for what is written into pixels. */
import type { Session } from "../../session.ts";
import type { Rect } from "./camera.ts";
import type { Region } from "./neighbourhood.ts";

/** A region that holds a rectangle of the image, as soon as it has come. */
export function regionAt({ image: { plane, rows } }: Session, { y, height }: Rect): Region | undefined {
  const known = plane.value;
  return known && y + height <= rows.value ? { ...known, x: 0, y: 0 } : undefined;
}
