/** North and east in the image and on the screen, from the local scale: bearings, the view with north up, lengths. */
import type { LocalScale } from "@asdf-wasm/science/graticule/request";
import { type Camera, type Orientation, type Point, stepInImage, stepOnScreen } from "../camera/camera.ts";

const DEGREE = Math.PI / 180;
/** A view that is nearer than this to a right angle, in degrees, is turned to it. */
const RIGHT = 1e-6;

export interface Directions {
  readonly north: Point;
  readonly east: Point;
}

/** The directions of north and east in the image, not normalised; undefined where there is only a line. */
export function directions({ east, north }: LocalScale): Directions | undefined {
  const area = east.x * north.y - east.y * north.x;
  const found = {
    north: { x: -east.y / area, y: east.x / area },
    east: { x: north.y / area, y: -north.x / area },
  };
  return Number.isFinite(Math.hypot(found.north.x, found.north.y, found.east.x, found.east.y))
    ? found
    : undefined;
}

/** The directions on the screen as vectors of length 1. */
export function onScreen({ north, east }: Directions, camera: Camera): Directions {
  return { north: unit(stepOnScreen(camera, north)), east: unit(stepOnScreen(camera, east)) };
}

/** The view in which north is up and east is on the left. */
export function northUp({ north, east }: Directions): Orientation {
  const mirrored = north.x * east.y - north.y * east.x < 0;
  const bearing = Math.atan2(mirrored ? -north.x : north.x, north.y) / DEGREE;
  const quarter = 90 * Math.round(-bearing / 90);
  const angle = Math.abs(bearing + quarter) < RIGHT ? quarter : -bearing;
  return { angle: (angle + 360) % 360, mirrored };
}

/** A direction on the screen in degrees clockwise from up, from 0 to 359. */
export function bearing({ x, y }: Point): number {
  return (Math.round(Math.atan2(x, -y) / DEGREE) + 360) % 360;
}

/** The angle on the sky of a step to the right on the screen by one device pixel, in arcseconds. */
export function scaleAcross({ east, north }: LocalScale, camera: Camera): number {
  const { x, y } = stepInImage(camera, { x: 1, y: 0 });
  return Math.hypot(east.x * x + east.y * y, north.x * x + north.y * y);
}

function unit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}
