/** How far positions are from where they should be. */

/** The greatest distance on the sky, in arcseconds: `actual` are pairs in degrees. */
export function apart(actual: ArrayLike<number>, expected: readonly (readonly number[])[]): number {
  const distances = expected.map(([longitude = Number.NaN, latitude = Number.NaN], i) => {
    const cosine = Math.cos((latitude * Math.PI) / 180);
    const east = Math.sin((((actual[2 * i] ?? Number.NaN) - longitude) * Math.PI) / 360);
    return Math.hypot((360 / Math.PI) * east * cosine, (actual[2 * i + 1] ?? Number.NaN) - latitude);
  });
  return 3600 * Math.max(...distances);
}
