/** How positions on the sky change from pixel to pixel: north, parity, and the size of a pixel. */
import { stepOnSphere } from "../regions/sphere.ts";
import type { Orientation } from "./facts.ts";

const SECONDS = 3600;

/** Degrees to the east, then to the north, per pixel along x and along y. */
export type Change = readonly [readonly [number, number], readonly [number, number]];

/** Of the `i`-th number on: positions at points, and `step` pixels further along x and along y. */
export function changeOf(
  at: Float64Array,
  alongX: Float64Array,
  alongY: Float64Array,
  step: number,
  i = 0,
): Change {
  const [eastX, northX] = stepOnSky(at, alongX, i);
  const [eastY, northY] = stepOnSky(at, alongY, i);
  return [
    [eastX / step, eastY / step],
    [northX / step, northY / step],
  ];
}

/** From one position to another along a great circle, to the east and to the north, in degrees. */
export function stepOnSky(from: Float64Array, to: Float64Array, i: number): [east: number, north: number] {
  const at = (positions: Float64Array, axis: number): number => positions[i + axis] ?? Number.NaN;
  return stepOnSphere(at(from, 0), at(from, 1), at(to, 0), at(to, 1));
}

/** The pixels along x and y that lead some way to the east and to the north. */
export function pixelStep(change: Change, east: number, north: number): [x: number, y: number] {
  const [[a, b], [c, d]] = change;
  const area = determinantOf(change);
  return [(d * east - b * north) / area, (a * north - c * east) / area];
}

/** Undefined where positions do not determine pixels. `isSolar`: longitudes grow westwards. */
export function orientationOf(change: Change, isSolar: boolean): Orientation | undefined {
  const [[a, b], [c, d]] = change;
  const area = determinantOf(change);
  const [x, y] = [Math.hypot(a, c), Math.hypot(b, d)];
  if (!(Math.abs(area) > 1e-9 * x * y)) {
    return undefined;
  }
  const [stepX, stepY] = pixelStep(change, 0, 1);
  return {
    scale: Math.sqrt(Math.abs(area)) * SECONDS,
    scales: [x * SECONDS, y * SECONDS],
    north: (Math.atan2(stepY, stepX) * 180) / Math.PI,
    isMirrored: area > 0 !== isSolar,
  };
}

function determinantOf([[a, b], [c, d]]: Change): number {
  return a * d - b * c;
}
