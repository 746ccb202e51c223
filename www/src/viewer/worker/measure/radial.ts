/**
 * Radial profile and curve of growth around a centre, as photutils' `RadialProfile` and `CurveOfGrowth` with their method
 * "exact": rings of one pixel, each pixel in a ring by its exact share.
 */

import { boundsOf, membershipOf, shared } from "@asdf-wasm/science/measure/membership";
import { overlapOf } from "@asdf-wasm/science/measure/overlap";
import { gaussianOf, radialWidth } from "@asdf-wasm/science/numbers/gaussian";
import type { MeasureRequest, Radial, RadialChoice } from "../../protocol/measure.ts";
import { lineOf } from "./lineOf.ts";
import { areaShape, backgroundOf, middleOf, pointsIn } from "./photometry.ts";
import { notice, numberAt, type Source } from "./reading.ts";
import { boundsIn, type Tiles } from "./regionStatistics.ts";

/** The greatest radius in pixels. */
const MOST = 1000;

export async function radialOf(
  data: Source,
  tiles: Tiles,
  request: MeasureRequest,
  { background, centre, radius }: RadialChoice,
  unit: string | undefined,
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
    throw notice("too-wide", `A radial profile reaches at most ${MOST} pixels.`, "warning");
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
  const common = { axisName: "radius", alongUnit: "px", unit };
  return {
    ...{ x, y, fwhm: radialWidth(radii, profile) },
    profile: lineOf({ ...common, name: "Radial profile", quantity: "mean", x: radii, y: profile }),
    growth: lineOf({
      ...{ ...common, name: "Curve of growth", quantity: "sum inside" },
      ...{ x: Float64Array.from(radii, (middle) => middle + 0.5), y: growth },
    }),
  };
}

/** Sums and areas of rings from the inside out. */
async function sumRings(
  data: Source,
  tiles: Tiles,
  request: MeasureRequest & {
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
