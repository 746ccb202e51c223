/**
 * The values along a line or polyline: one sample a pixel, bilinear between the four nearest pixels or the nearest one. Of several
 * samples across the line the mean is taken. Pixels that do not count have no weight; where none counts there is a gap.
 */

import type { Tile } from "@asdf-wasm/science/measure/gather";
import { boundsOf, shared } from "@asdf-wasm/science/measure/membership";
import { samplesAlong } from "@asdf-wasm/science/measure/path";
import type { PathChoice, Sampling } from "@asdf-wasm/science/measure/results";
import type { Position } from "@asdf-wasm/science/regions/region";
import { sizeOf } from "@asdf-wasm/science/sections/section";
import type { Line } from "../../protocol/lines.ts";
import type { MeasureRequest } from "../../protocol/measure.ts";
import { lineOf } from "./lineOf.ts";
import { notice, numberAt, type Source } from "./reading.ts";
import type { Tiles } from "./regionStatistics.ts";

/** The most samples across a line. */
const WIDEST = 200;

export async function pathProfileOf(
  { array, path }: Source,
  tiles: Tiles,
  { section, shape }: MeasureRequest,
  { width, sampling }: PathChoice,
  unit: string | undefined,
): Promise<Line> {
  if (shape.kind !== "line" && shape.kind !== "polyline") {
    throw notice("no-line", "A profile needs a line or a polyline.", "warning");
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
  return lineOf({
    ...{ name: path, quantity: "value", axisName: "distance", alongUnit: "px", unit },
    x: Float64Array.from(samples, ({ distance }) => distance),
    y: sums.map((sum, i) => sum / (weights[i] ?? 0)),
  });
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
