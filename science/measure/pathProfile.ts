/**
 * The values along a line or polyline: one sample a pixel, bilinear between the four nearest pixels or the nearest one. Several
 * samples across the line are averaged. Pixels that do not count have no weight; the profile has a gap where no pixel counts.
 */

import type { Position } from "../regions/region.ts";
import { sizeOf } from "../sections/section.ts";
import type { Tile } from "./gather.ts";
import { boundsOf, shared } from "./membership.ts";
import { samplesAlong } from "./path.ts";
import { type Measuring, numberAt, type Source } from "./reading.ts";
import type { Tiles } from "./regionStatistics.ts";
import { type Curve, MeasureError, type PathChoice, type Sampling } from "./results.ts";

/** The most samples across a line. */
const WIDEST = 200;

export async function pathProfileOf(
  { array }: Source,
  tiles: Tiles,
  { section, shape }: Measuring,
  { width, sampling }: PathChoice,
): Promise<Curve> {
  if (shape.kind !== "line" && shape.kind !== "polyline") {
    throw new MeasureError("no-line", "A profile needs a line or a polyline.", "warning");
  }
  const across = Math.min(Math.max(Math.round(width) || 1, 1), WIDEST);
  const [rows, columns] = sizeOf(array, section);
  const whole = boundsOf(shape);
  const more = Math.ceil(across / 2) + 1;
  const bounds = shared(
    { x: whole.x - more, y: whole.y - more, width: whole.width + 2 * more, height: whole.height + 2 * more },
    { x: 0, y: 0, width: columns, height: rows },
  );
  const samples = samplesAlong(shape.points);
  const sums = new Float64Array(samples.length);
  const weights = new Float64Array(samples.length);
  for await (const tile of tiles(bounds)) {
    for (const [i, { x, y, along }] of samples.entries()) {
      for (let step = 0; step < across; step += 1) {
        const off = step - (across - 1) / 2;
        const at = { x: x - off * along.y, y: y + off * along.x };
        for (const [near, weight] of weighedAround(at, sampling)) {
          const value = isIn(tile, near) ? numberAt(tile, near.x, near.y) : Number.NaN;
          if (weight > 0 && !Number.isNaN(value)) {
            sums[i] = (sums[i] ?? 0) + weight * value;
            weights[i] = (weights[i] ?? 0) + weight;
          }
        }
      }
    }
  }
  return {
    x: Float64Array.from(samples, ({ distance }) => distance),
    y: sums.map((sum, i) => sum / (weights[i] ?? 0)),
  };
}

/** The pixels that a position takes its value from. */
function weighedAround({ x, y }: Position, sampling: Sampling): [Position, weight: number][] {
  if (sampling === "nearest") {
    return [[{ x: Math.floor(x + 0.5), y: Math.floor(y + 0.5) }, 1]];
  }
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const [across, up] = [x - left, y - low];
  return [
    [{ x: left, y: low }, (1 - across) * (1 - up)],
    [{ x: left + 1, y: low }, across * (1 - up)],
    [{ x: left, y: low + 1 }, (1 - across) * up],
    [{ x: left + 1, y: low + 1 }, across * up],
  ];
}

function isIn({ x, y, width, height }: Tile, at: Position): boolean {
  return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}
