/**
 * The grid of meridians and parallels over the part of an image that is in view, for any mapping from pixels to the
 * sky: with poles, longitudes that wrap, distortions, and pixels without a position.
 */
import type {
  Graduation,
  Graticule,
  GraticuleLine,
  GraticuleRequest,
  ImagePoint,
  LocalScale,
} from "../../protocol/graticule.ts";
import { cellsOf, type Samples, type SkyMap, skyAt } from "./cells.ts";
import { contours } from "./contours.ts";
import { labelOf, type Step, stepFor } from "./steps.ts";

const DEGREE = Math.PI / 180;
const ARCSECONDS = 3600 / DEGREE;
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
        lines.push({ ...lineOf(axis === 0, step, steps, graduation), runs });
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

/** The positions of the samples in the view, or of all if none is in it. */
function skyInView({ points, sky }: Samples, view: readonly ImagePoint[]) {
  const all: { at: ImagePoint; longitude: number; latitude: number }[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [longitude, latitude] = [sky[i] ?? Number.NaN, sky[i + 1] ?? Number.NaN];
    if (Number.isFinite(longitude) && Number.isFinite(latitude)) {
      all.push({ at: { x: points[i] ?? 0, y: points[i + 1] ?? 0 }, longitude, latitude });
    }
  }
  const inView = all.filter(({ at }) => isInside(at, view));
  const taken = inView.length > 1 ? inView : all;
  return {
    longitudes: taken.map(({ longitude }) => longitude),
    latitudes: taken.map(({ latitude }) => latitude),
  };
}

/** Whether a point is in a convex polygon, whichever way its corners run. */
function isInside({ x, y }: ImagePoint, corners: readonly ImagePoint[]): boolean {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

function span(values: readonly number[]): number {
  const least = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const most = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return Math.max(most - least, 0);
}

/** The shortest arc with all longitudes: the circle without the greatest gap between them. */
function spanOnCircle(longitudes: readonly number[]): number {
  const sorted = longitudes.map((longitude) => ((longitude % 360) + 360) % 360).sort((a, b) => a - b);
  const last = sorted.at(-1) ?? 0;
  const gaps = sorted.map((longitude, i) => longitude - (sorted[i - 1] ?? last - 360));
  return 360 - gaps.reduce((most, gap) => Math.max(most, gap), 0);
}

type Vector = readonly [x: number, y: number, z: number];

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
  const [longitude, latitude] = [
    (sky[2 * i] ?? Number.NaN) * DEGREE,
    (sky[2 * i + 1] ?? Number.NaN) * DEGREE,
  ];
  const across = Math.cos(latitude);
  const vector: Vector = [across * Math.cos(longitude), across * Math.sin(longitude), Math.sin(latitude)];
  return vector.every(Number.isFinite) ? vector : undefined;
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
