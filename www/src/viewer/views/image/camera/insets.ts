/** The small panes in the corners of the image: the overview, and the magnifier. */

import type { Pane } from "./camera.ts";
import {
  boundsOf,
  type Camera,
  type Point,
  type Rect,
  type Size,
  toImage,
  toScreen,
  wholeImage,
} from "./camera.ts";

/** Lengths in CSS pixels. */
const MARGIN = 12;
const OVERVIEW = 160;
/** The most of the view's shorter side that it takes: a small one is still seen beside it. */
const SHARE = 0.36;
/** The least side of the overview, so that it can be dragged even for a very thin image. */
const THINNEST = 24;
const MAGNIFIER = 176;
/** The least size of magnified pixels, and the least factor of magnification. */
const MAGNIFIED = 10;
const FACTOR = 3;

/** The whole image in the lower right corner, in the same orientation; nothing while all of it is in view. */
export function overviewPane(camera: Camera, image: Size, screen: Size, scale: number): Pane | undefined {
  if (isWhole(camera, image, screen)) {
    return undefined;
  }
  const side = Math.min(OVERVIEW * scale, SHARE * Math.min(screen.width, screen.height));
  const square = { width: side, height: side };
  const whole = wholeImage(image, square, camera);
  const box = boundsOf({ x: 0, y: 0, ...image }, (corner) => toScreen(whole, square, corner));
  const width = Math.max(box.width, THINNEST * scale);
  const height = Math.max(box.height, THINNEST * scale);
  const [x, y] = [screen.width - MARGIN * scale - width, screen.height - MARGIN * scale - height];
  return { frame: { x, y, width, height }, camera: whole };
}

/** The visible part in the overview's frame. */
export function visibleFrame({ frame, camera: overview }: Pane, camera: Camera, screen: Size): Rect {
  return boundsOf({ x: 0, y: 0, ...screen }, (corner) =>
    toScreen(overview, frame, toImage(camera, screen, corner)),
  );
}

/**
 * Magnifies the surroundings of a point, in the upper right corner; in the left one if the point or the overview is in
 * the way.
 */
export function magnifierPane(
  camera: Camera,
  at: Point,
  screen: Size,
  scale: number,
  overview: Rect | undefined,
): Pane {
  const [side, margin] = [MAGNIFIER * scale, MARGIN * scale];
  const right = screen.width - margin - side;
  const bottom = side + 2 * margin;
  const isTaken = overview !== undefined && overview.y < bottom && at.x > bottom;
  const inTheWay = isTaken || (at.x > right - margin && at.y < bottom);
  const { x, y } = toImage(camera, screen, at);
  const zoom = Math.max(MAGNIFIED * scale, FACTOR * camera.zoom);
  return {
    frame: { x: inTheWay ? margin : right, y: margin, width: side, height: side },
    camera: { ...camera, x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5, zoom },
  };
}

function isWhole(camera: Camera, image: Size, screen: Size): boolean {
  const { x, y, width, height } = boundsOf({ x: 0, y: 0, ...image }, (corner) =>
    toScreen(camera, screen, corner),
  );
  return x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height;
}
