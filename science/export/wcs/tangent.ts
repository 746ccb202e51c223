/** The gnomonic projection `TAN` (FITS WCS Paper II, section 5.1.3), in degrees. */

const DEGREE = Math.PI / 180;

/** A position on the sky in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** Pairs of positions on the plane that touches the sky at a centre; NaN for what lies more than about 85° from it. */
export function toPlane(sky: Float64Array, [longitude, latitude]: Position): Float64Array {
  const plane = new Float64Array(sky.length);
  const [sin, cos] = [Math.sin(latitude * DEGREE), Math.cos(latitude * DEGREE)];
  for (let i = 0; i < sky.length; i += 2) {
    // The difference in degrees keeps the digits that radians would lose.
    const turn = ((sky[i] ?? Number.NaN) - longitude) * DEGREE;
    const high = (sky[i + 1] ?? Number.NaN) * DEGREE;
    const step = ((sky[i + 1] ?? Number.NaN) - latitude) * DEGREE;
    const along = Math.cos(high);
    // 1 − cos is 2 sin² of the half.
    const across = 2 * Math.sin(turn / 2) ** 2;
    const depth = Math.cos(step) - cos * along * across;
    const isNear = depth > 0.08;
    plane[i] = isNear ? (along * Math.sin(turn)) / depth / DEGREE : Number.NaN;
    plane[i + 1] = isNear ? (Math.sin(step) + sin * along * across) / depth / DEGREE : Number.NaN;
  }
  return plane;
}
