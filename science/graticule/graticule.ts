/**
 * The grid of meridians and parallels over the part of an image that is in view, for any mapping from pixels to the
 * sky: with poles, longitudes that wrap, distortions, and pixels without a position.
 */

import { type Vector, vectorOf } from "../regions/sphere.ts";
import { cellsOf, type Samples, type SkyMap, skyAt } from "./cells.ts";
import { contours } from "./contours.ts";
import type {
  Graduation,
  Graticule,
  GraticuleLine,
  GraticuleRequest,
  ImagePoint,
  LocalScale,
} from "./request.ts";
import { simplified } from "./simplify.ts";
import { labelOf, type Step, stepFor } from "./steps.ts";

const DEGREE = Math.PI / 180;
const ARCSECONDS = 3600 / DEGREE;
/** How far a line may be from where it is, as a part of a cell: an eighth of a pixel of the screen. */
const TOLERANCE = 1 / 192;
/** Half of the distance over which the local scale is measured, in pixels. */
const REACH = 0.5;

export function graticuleOf(map: SkyMap, graduation: Graduation, request: GraticuleRequest): Graticule {
  const local = localScale(map, request.centre);
  const { width, height } = request.area;
  if (request.most === 0 || width <= 0 || height <= 0) {
    return { lines: [], local };
  }
  const { cells, samples } = cellsOf(map, request);
  const seen = skyInView(samples, request.view);
  const longitude = stepFor(graduation.longitude, spanOnCircle(seen.longitudes), request.most);
  const latitude = stepFor(graduation.latitude, span(seen.latitudes), request.most);
  const lines: GraticuleLine[] = [];
  for (const [axis, step] of [longitude, latitude].entries()) {
    for (const [steps, runs] of step ? contours(map, cells, axis === 0 ? 0 : 1, step) : []) {
      if (step) {
        const thin = runs.map((run) => simplified(run, TOLERANCE * request.cell));
        lines.push({ ...lineOf(axis === 0, step, steps, graduation), runs: thin });
      }
    }
  }
  return { lines, local };
}

function lineOf(isLongitude: boolean, step: Step, steps: number, { signed }: Graduation) {
  const shown = isLongitude && signed && 2 * steps * step.degrees > 360 ? steps - 360 / step.degrees : steps;
  const axis = isLongitude ? "longitude" : "latitude";
  const label = labelOf(step, Math.round(shown), !isLongitude);
  return { axis, value: shown * step.degrees, label } as const;
}

interface Seen {
  readonly longitudes: number[];
  readonly latitudes: number[];
}

/** The positions of the samples in the view, or of all if none is in it. */
function skyInView({ points, sky }: Samples, view: readonly ImagePoint[]): Seen {
  const sides = sidesOf(view);
  const all: Seen = { longitudes: [], latitudes: [] };
  const inView: Seen = { longitudes: [], latitudes: [] };
  for (let i = 0; i < points.length; i += 2) {
    const [longitude, latitude] = [sky[i] ?? Number.NaN, sky[i + 1] ?? Number.NaN];
    if (Number.isFinite(longitude) && Number.isFinite(latitude)) {
      const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0];
      for (const seen of sides.every((side) => side(x, y) >= 0) ? [all, inView] : [all]) {
        seen.longitudes.push(longitude);
        seen.latitudes.push(latitude);
      }
    }
  }
  return inView.latitudes.length > 1 ? inView : all;
}

/** For each side of a convex polygon, how far inside of it a point is, whichever way the corners run. */
function sidesOf(corners: readonly ImagePoint[]): ((x: number, y: number) => number)[] {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    const [dx, dy] = [next.x - corner.x, next.y - corner.y];
    return (x: number, y: number): number => dx * (y - corner.y) - dy * (x - corner.x);
  });
  const [middleX, middleY] = [mean(corners.map(({ x }) => x)), mean(corners.map(({ y }) => y))];
  const sign = (sides[0]?.(middleX, middleY) ?? 0) < 0 ? -1 : 1;
  return sides.map((side) => (x, y) => sign * side(x, y));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

function span(values: readonly number[]): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return Math.max(most - least, 0);
}

/** The shortest arc with all longitudes: the circle without the greatest gap between them. */
function spanOnCircle(longitudes: readonly number[]): number {
  const sorted = Float64Array.from(longitudes, (longitude) => ((longitude % 360) + 360) % 360).sort();
  let gap = 0;
  let before = (sorted.at(-1) ?? 0) - 360;
  for (const longitude of sorted) {
    gap = Math.max(gap, longitude - before);
    before = longitude;
  }
  return 360 - gap;
}

/** Measured on the sphere, which has no special place at the poles. */
function localScale(map: SkyMap, { x, y }: ImagePoint): LocalScale | undefined {
  const offsets = [
    [0, 0],
    [-REACH, 0],
    [REACH, 0],
    [0, -REACH],
    [0, REACH],
  ] as const;
  const sky = skyAt(map, Float64Array.from(offsets.flatMap(([dx, dy]) => [x + dx, y + dy])));
  const [longitude, latitude] = [(sky[0] ?? 0) * DEGREE, (sky[1] ?? 0) * DEGREE];
  const [centre, left, right, below, above] = offsets.map((_, i) => onSphere(sky, i));
  const east: Vector = [-Math.sin(longitude), Math.cos(longitude), 0];
  const north: Vector = [
    -Math.sin(latitude) * Math.cos(longitude),
    -Math.sin(latitude) * Math.sin(longitude),
    Math.cos(latitude),
  ];
  const alongX = centre && slope(left, centre, right);
  const alongY = centre && slope(below, centre, above);
  if (!alongX || !alongY) {
    return undefined;
  }
  return {
    east: { x: dot(east, alongX), y: dot(east, alongY) },
    north: { x: dot(north, alongX), y: dot(north, alongY) },
  };
}

/** The change per pixel, in arcseconds; from one side only where the other has no position. */
function slope(before: Vector | undefined, centre: Vector, after: Vector | undefined): Vector | undefined {
  const [from, to] = [before ?? centre, after ?? centre];
  const distance = REACH * (Number(before !== undefined) + Number(after !== undefined));
  const scale = ARCSECONDS / distance;
  return distance > 0
    ? [(to[0] - from[0]) * scale, (to[1] - from[1]) * scale, (to[2] - from[2]) * scale]
    : undefined;
}

function onSphere(sky: Float64Array, i: number): Vector | undefined {
  const vector = vectorOf(sky[2 * i] ?? Number.NaN, sky[2 * i + 1] ?? Number.NaN);
  return vector.every(Number.isFinite) ? vector : undefined;
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
