/** Great circles between positions on the sky, given as longitude x and latitude y in degrees. */
import type { Position } from "../elements/regions.ts";
import { stepOnSphere } from "../elements/sphere.ts";

const DEGREE = Math.PI / 180;

/** From one position to another: to the east and to the north, in degrees along the great circle. At a pole, too. */
export function stepBetween(from: Position, to: Position): { readonly east: number; readonly north: number } {
  const [east, north] = stepOnSphere(from.x, from.y, to.x, to.y);
  return { east, north };
}

/** The length of a great circle in degrees, and its direction at its start from north through east, from 0 up to 360. */
export function greatCircle(
  from: Position,
  to: Position,
): { readonly degrees: number; readonly positionAngle: number } {
  const { east, north } = stepBetween(from, to);
  const angle = Math.atan2(east, north) / DEGREE;
  return { degrees: Math.hypot(east, north), positionAngle: angle < 0 ? angle + 360 : angle };
}
