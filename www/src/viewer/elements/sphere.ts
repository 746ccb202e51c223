/** Steps on a sphere. */

const DEGREE = Math.PI / 180;

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
