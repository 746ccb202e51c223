/** The pixels of an image that the bounding box of a region touches. */

import { boundsOf } from "./geometry.ts";
import type { RegionShape } from "./region.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PixelBox extends Size {
  readonly x: number;
  readonly y: number;
}

/** Empty if the region is outside the image. */
export function pixelsIn(shape: RegionShape, { width, height }: Size): PixelBox {
  const { left, right, bottom, top } = boundsOf(shape);
  const [x, last] = span(left, right, width);
  const [y, highest] = span(bottom, top, height);
  return { x, y, width: last - x, height: highest - y };
}

/** Pixel `i` reaches from `i − ½` to `i + ½`; a region on the edge of one does not touch it. */
function span(least: number, greatest: number, length: number): [start: number, stop: number] {
  const start = Math.floor(least + 0.5);
  const stop = Math.max(Math.ceil(greatest + 0.5), start + 1);
  const inside = (at: number): number => Math.min(Math.max(at, 0), length);
  return [inside(start), inside(stop)];
}
