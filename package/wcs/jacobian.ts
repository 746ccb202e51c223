/** How directions on the sky change from pixel to pixel, by finite differences. */

/** Per pixel along x and along y: arcseconds to the east, then to the north. */
export type Jacobian = readonly [readonly [number, number], readonly [number, number]];

type Vector = readonly [number, number, number];

const RADIANS = Math.PI / 180;
const ARCSECONDS = 3600 / RADIANS;

/** Half the distance of the points that are compared, in pixels. */
const STEP = 0.5;

/**
 * The derivative at a pixel; undefined where the sky is not known. `directions` returns longitudes and latitudes in degrees. At an
 * edge of the bounding box the differences are those to one side.
 */
export function jacobianAt(
  pixel: readonly number[],
  directions: (pixels: readonly number[]) => readonly (readonly [number, number])[],
): Jacobian | undefined {
  const [x = 0, y = 0, ...others] = pixel;
  const at = (dx: number, dy: number) => [x + dx, y + dy, ...others];
  const points = [at(0, 0), at(-STEP, 0), at(STEP, 0), at(0, -STEP), at(0, STEP)].flat();
  const [centre, left, right, below, above] = directions(points);
  if (!centre || !left || !right || !below || !above) {
    return undefined;
  }
  const [longitude, latitude] = centre.map((angle) => angle * RADIANS) as [number, number];
  const [sinLongitude, cosLongitude] = [Math.sin(longitude), Math.cos(longitude)];
  const east: Vector = [-sinLongitude, cosLongitude, 0];
  const [sinLatitude, cosLatitude] = [Math.sin(latitude), Math.cos(latitude)];
  const north: Vector = [-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude];
  const middle = vectorOf(centre);
  const along = (before: readonly [number, number], after: readonly [number, number]) => {
    const [from, to] = [vectorOf(before), vectorOf(after)];
    const [hasFrom, hasTo] = [isKnown(from), isKnown(to)];
    const length = (hasFrom ? STEP : 0) + (hasTo ? STEP : 0);
    const [start, end] = [hasFrom ? from : middle, hasTo ? to : middle];
    const part = (axis: Vector) => ((dot(end, axis) - dot(start, axis)) * ARCSECONDS) / length;
    return [part(east), part(north)] as const;
  };
  const [eastX, northX] = along(left, right);
  const [eastY, northY] = along(below, above);
  return [eastX, eastY, northX, northY].every(Number.isFinite)
    ? [
        [eastX, eastY],
        [northX, northY],
      ]
    : undefined;
}

/** The inverse of a derivative: pixels along x, then along y, per arcsecond to the east and to the north. */
export function inverseOf([[a, b], [c, d]]: Jacobian): Jacobian | undefined {
  const determinant = a * d - b * c;
  return determinant === 0
    ? undefined
    : [
        [d / determinant, -b / determinant],
        [-c / determinant, a / determinant],
      ];
}

function vectorOf([longitude, latitude]: readonly [number, number]): Vector {
  const cosine = Math.cos(latitude * RADIANS);
  return [
    cosine * Math.cos(longitude * RADIANS),
    cosine * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

function isKnown(vector: Vector): boolean {
  return vector.every(Number.isFinite);
}

function dot([a, b, c]: Vector, [d, e, f]: Vector): number {
  return a * d + b * e + c * f;
}
