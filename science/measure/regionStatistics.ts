/** The statistics of a region: what is counted, its extremes, mean, median and standard deviation, plain and clipped. */

import { Sample } from "../numbers/sample.ts";
import { type Numbers, spreadBy } from "../numbers/statistics.ts";
import type { RegionShape } from "../regions/region.ts";
import { sizeOf } from "../sections/section.ts";
import { countIn, gather, spansIn, type Tile, valueAt } from "./gather.ts";
import { type Bounds, boundsOf, type Membership, shared } from "./membership.ts";
import type { Measuring, Source } from "./reading.ts";
import { type Measured, MeasureError } from "./results.ts";
import { Tally } from "./tally.ts";

/** Reads the tiles that hold a rectangle. */
export type Tiles = (bounds: Bounds) => AsyncIterable<Tile>;

type Statistics = Omit<Measured, "unit" | "skyArea" | "cut">;

/** The pixels of a shape that the image has. Throws if it has none of them. */
export function boundsIn(
  { array }: Source,
  { section, shape }: Pick<Measuring, "section" | "shape">,
): Bounds {
  const [height, width] = sizeOf(array, section);
  const bounds = shared(boundsOf(shape), { x: 0, y: 0, width, height });
  if (bounds.width === 0 || bounds.height === 0) {
    throw new MeasureError("outside", "The region is outside the image.", "warning");
  }
  return bounds;
}

/** Whether part of a region is outside the image. */
export function isCut(shape: RegionShape, bounds: Bounds): boolean {
  const whole = boundsOf(shape);
  return whole.width > bounds.width || whole.height > bounds.height;
}

export async function statisticsOf(
  tiles: Tiles,
  bounds: Bounds,
  membership: Membership,
): Promise<Statistics> {
  const pixels = countIn(bounds, membership);
  const sample = new Sample(pixels);
  if (Sample.suits(pixels)) {
    for await (const tile of tiles(bounds)) {
      for (const { start, length } of spansIn(tile, membership)) {
        sample.take(length, (index) => valueAt(tile, start + index));
      }
    }
  }
  const { plain, clipped, passed } = await spreadBy(sample, async (partition) => {
    const tally = new Tally(partition, bounds);
    for await (const tile of tiles(bounds)) {
      tally.add(tile, membership);
    }
    return tally;
  });
  const { count, excluded, sum, least, greatest } = passed;
  return { count, excluded, sum, min: least, max: greatest, ...plain, clipped };
}

/** The values of a region, tile by tile. */
export async function* valuesOf(
  tiles: Tiles,
  bounds: Bounds,
  membership: Membership,
): AsyncGenerator<Numbers> {
  for await (const tile of tiles(bounds)) {
    yield gather(tile, membership);
  }
}
