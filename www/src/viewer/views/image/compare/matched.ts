/** A camera that shows of another image what a camera shows of the first: three points of both tell how they lie. */
import { type Camera, type Point, stepOnScreen } from "../camera/camera.ts";

/** The corner of a small right angle: a point, one beside it, and one above it, `reach` pixels away. */
export function corner({ x, y }: Point, reach: number): readonly [Point, Point, Point] {
  return [
    { x, y },
    { x: x + reach, y },
    { x, y: y + reach },
  ];
}

/**
 * The camera for the other image, in which the points of `corner` are elsewhere. Undefined if they do not make up an angle there, such
 * as where a position is not on the sky.
 */
export function matchedCamera(
  camera: Camera,
  reach: number,
  [origin, beside, above]: readonly [Point, Point, Point],
): Camera | undefined {
  const across = { x: (beside.x - origin.x) / reach, y: (beside.y - origin.y) / reach };
  const along = { x: (above.x - origin.x) / reach, y: (above.y - origin.y) / reach };
  const area = across.x * along.y - across.y * along.x;
  if (!Number.isFinite(area) || area === 0) {
    return undefined;
  }
  const [right, up] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  // The steps on the screen of a pixel of the other image: the steps of the first one by the inverse matrix.
  const first = {
    x: (right.x * along.y - up.x * across.y) / area,
    y: (right.y * along.y - up.y * across.y) / area,
  };
  const second = {
    x: (up.x * across.x - right.x * along.x) / area,
    y: (up.y * across.x - right.y * along.x) / area,
  };
  const turn = first.x * second.y - first.y * second.x;
  const angle = (Math.atan2(second.x, -second.y) * 180) / Math.PI;
  return {
    ...origin,
    zoom: Math.sqrt(Math.abs(turn)),
    angle: (angle + 360) % 360,
    mirrored: turn > 0,
  };
}
