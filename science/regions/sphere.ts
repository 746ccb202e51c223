/** Positions on the sky as vectors, steps on a sphere, and great circles. */
import type { Position } from "./region.ts";

const DEGREE = Math.PI / 180;

export type Vector = readonly [x: number, y: number, z: number];

/** The unit vector towards a position in degrees. */
export function vectorOf(longitude: number, latitude: number): Vector {
  const along = Math.cos(latitude * DEGREE);
  return [
    along * Math.cos(longitude * DEGREE),
    along * Math.sin(longitude * DEGREE),
    Math.sin(latitude * DEGREE),
  ];
}

/** The position that a vector of any length leads to: longitude from 0 up to 360, and latitude, in degrees. */
export function positionOf([x, y, z]: Vector): readonly [longitude: number, latitude: number] {
  const longitude = Math.atan2(y, x) / DEGREE;
  return [longitude < 0 ? longitude + 360 : longitude, Math.atan2(z, Math.hypot(x, y)) / DEGREE];
}

/** From one position to another along a great circle, to the east and to the north; all in degrees. At a pole, too. */
export function stepOnSphere(
  fromLongitude: number,
  fromLatitude: number,
  toLongitude: number,
  toLatitude: number,
): [east: number, north: number] {
  const turn = (toLongitude - fromLongitude) * DEGREE;
  const [start, end] = [fromLatitude * DEGREE, toLatitude * DEGREE];
  // Small differences keep their digits: 1 − cos is 2 sin² of the half.
  const across = 2 * Math.sin(turn / 2) ** 2;
  const east = Math.cos(end) * Math.sin(turn);
  const north = Math.sin(end - start) + Math.cos(end) * Math.sin(start) * across;
  const along = Math.cos(end - start) - Math.cos(start) * Math.cos(end) * across;
  const chord = Math.hypot(east, north);
  const scale = (chord > 0 ? Math.atan2(chord, along) / chord : 1) / DEGREE;
  return [east * scale, north * scale];
}

/** The same, between positions: longitude x and latitude y in degrees. */
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
