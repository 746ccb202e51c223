/** The statistics of a region: what is counted, its extremes, mean, median and standard deviation, plain and clipped. */
import type { Excluded, Extreme, Measured, MeasureRequest } from "../../protocol/measure.ts";
import type { RegionShape } from "../../protocol/regions.ts";
import { sizeOf } from "../image/sections.ts";
import { gather, type Tile } from "./gather.ts";
import { type Numbers, spreadOf } from "./numbers/statistics.ts";
import { type Bounds, boundsOf, type Membership, shared } from "./pixels/membership.ts";
import { notice, type Source } from "./reading.ts";

/** Reads the tiles that hold a rectangle. */
export type Tiles = (bounds: Bounds) => AsyncIterable<Tile>;

type Statistics = Omit<Measured, "skyArea" | "cut">;

/** The pixels of a shape that the image has. Throws if there are none. */
export function boundsIn(
  { array }: Source,
  { section, shape }: Pick<MeasureRequest, "section" | "shape">,
): Bounds {
  const [height, width] = sizeOf(array, section);
  const bounds = shared(boundsOf(shape), { x: 0, y: 0, width, height });
  if (bounds.width === 0 || bounds.height === 0) {
    throw notice("outside", "The region is outside the image.", "warning");
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
  /** The values, if they are in one tile: others are read again for each pass. */
  let only: Numbers | undefined;
  let isFirst = true;
  let count = 0;
  let excluded: Excluded = { masked: 0, flagged: 0, notFinite: 0 };
  let sum: number | bigint | undefined;
  let [least, greatest]: (Extreme | undefined)[] = [];
  for await (const tile of tiles(bounds)) {
    const found = gather(tile, membership);
    only = isFirst ? found.values : undefined;
    isFirst = false;
    count += found.values.length;
    excluded = {
      masked: excluded.masked + found.excluded.masked,
      flagged: excluded.flagged + found.excluded.flagged,
      notFinite: excluded.notFinite + found.excluded.notFinite,
    };
    sum = added(sum, found.sum);
    least = found.least && !(least && least.value <= found.least.value) ? found.least : least;
    greatest =
      found.greatest && !(greatest && greatest.value >= found.greatest.value) ? found.greatest : greatest;
  }
  const { plain, clipped } = await spreadOf(count, () =>
    only ? [only] : valuesOf(tiles, bounds, membership),
  );
  return { count, excluded, sum: sum ?? 0, min: least, max: greatest, ...plain, clipped };
}

/** The values of a region, tile by tile. */
export async function* valuesOf(
  tiles: Tiles,
  bounds: Bounds,
  membership: Membership,
): AsyncGenerator<Numbers> {
  for await (const tile of tiles(bounds)) {
    yield gather(tile, membership).values;
  }
}

function added(sum: number | bigint | undefined, more: number | bigint): number | bigint {
  if (sum === undefined) {
    return more;
  }
  return typeof sum === "bigint" && typeof more === "bigint" ? sum + more : Number(sum) + Number(more);
}
