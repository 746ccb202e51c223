/**
 * Radial profile and curve of growth around a centre, as photutils' `RadialProfile` and `CurveOfGrowth` with their method
 * "exact": rings of one pixel, each pixel in a ring by its exact share.
 */

import { gaussianOf, radialWidth } from "../numbers/gaussian.ts";
import { boundsOf, membershipOf, shared } from "./membership.ts";
import { overlapOf } from "./overlap.ts";
import { areaShape, backgroundOf, middleOf, pointsIn } from "./photometry.ts";
import { type Measuring, numberAt, type Source } from "./reading.ts";
import { boundsIn, type Tiles } from "./regionStatistics.ts";
import { MeasureError, type Radial, type RadialChoice } from "./results.ts";

/** The greatest radius in pixels. */
const MOST = 1000;

export async function radialOf(
  data: Source,
  tiles: Tiles,
  request: Measuring,
  { background, centre, radius }: RadialChoice,
): Promise<Radial> {
  const shape = areaShape(request.shape);
  const found = await backgroundOf(data, tiles, request, background);
  const perPixel = found?.perPixel ?? 0;
  const points =
    centre === "fit"
      ? await pointsIn(tiles, boundsIn(data, request), membershipOf(shape), perPixel)
      : undefined;
  const { x, y } = (points && gaussianOf(points)) ?? middleOf(shape);
  const whole = boundsOf(shape);
  const reach = Math.ceil(radius ?? Math.max(Math.min(whole.width, whole.height) / 2, 3));
  if (reach > MOST) {
    throw new MeasureError("too-wide", `A radial profile reaches at most ${MOST} pixels.`, "warning");
  }
  const rings = await sumRings(
    data,
    tiles,
    { ...request, shape: { kind: "circle", x, y, radius: reach } },
    perPixel,
  );
  const radii = Float64Array.from(rings.areas, (_, i) => i + 0.5);
  const profile = rings.sums.map((sum, i) => sum / (rings.areas[i] ?? 0));
  let inside = 0;
  const growth = rings.sums.map((sum) => {
    inside += sum;
    return inside;
  });
  return {
    ...{ x, y, fwhm: radialWidth(radii, profile) },
    profile: { x: radii, y: profile },
    growth: { x: radii.map((middle) => middle + 0.5), y: growth },
  };
}

/** Sums and areas of rings from the inside out. */
async function sumRings(
  data: Source,
  tiles: Tiles,
  request: Measuring & {
    readonly shape: { readonly kind: "circle"; x: number; y: number; radius: number };
  },
  background: number,
): Promise<{ sums: Float64Array<ArrayBuffer>; areas: Float64Array<ArrayBuffer> }> {
  const { x: cx, y: cy, radius } = request.shape;
  const bounds = boundsIn(data, request);
  const sums = new Float64Array(radius);
  const areas = new Float64Array(radius);
  const circles = Array.from({ length: radius }, (_, i) => overlapOf({ ...request.shape, radius: i + 1 }));
  const share = new Float64Array(1);
  for await (const tile of tiles(bounds)) {
    const part = shared(tile, bounds);
    for (let y = part.y; y < part.y + part.height; y += 1) {
      for (let x = part.x; x < part.x + part.width; x += 1) {
        const value = numberAt(tile, x, y);
        const far = Math.hypot(x - cx, y - cy);
        let before = 0;
        for (let ring = Math.max(Math.floor(far - 1), 0); ring < radius && before < 1; ring += 1) {
          circles[ring]?.(y, x, share);
          const here = (share[0] ?? 0) - before;
          before = share[0] ?? 0;
          if (here > 0 && !Number.isNaN(value)) {
            areas[ring] = (areas[ring] ?? 0) + here;
            sums[ring] = (sums[ring] ?? 0) + here * (value - background);
          }
        }
      }
    }
  }
  return { sums, areas };
}
