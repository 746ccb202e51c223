/**
 * Aperture photometry: the values in a region weighed by the exact share of each pixel inside, the background around it, and the form of
 * the source. As photutils' `ApertureStats` with its method "exact" for sums, "center" for everything else.
 */

import { gaussianOf, momentsOf } from "../numbers/gaussian.ts";
import { grown } from "../regions/grown.ts";
import type { RegionShape } from "../regions/region.ts";
import type { Tile } from "./gather.ts";
import {
  type Bounds,
  boundsOf,
  type Membership,
  membershipOf,
  pairs,
  shared,
  without,
} from "./membership.ts";
import { type AreaShape, areaOf, hasArea, overlapOf } from "./overlap.ts";
import { type Measuring, numberAt, type Source } from "./reading.ts";
import { boundsIn, statisticsOf, type Tiles } from "./regionStatistics.ts";
import { type Background, type BackgroundChoice, MeasureError, type Photometry } from "./results.ts";

/** Pixels beyond which no form is fitted. */
const MOST = 2 ** 16;

/** Standard deviations or variances of the values, and what they are called. */
export interface Errors {
  readonly tiles: Tiles;
  readonly squared: boolean;
  readonly name: string;
}

export async function photometryOf(
  data: Source,
  tiles: Tiles,
  errors: Errors | undefined,
  request: Measuring,
  choice: BackgroundChoice,
): Promise<Omit<Photometry, "flux" | "unit">> {
  const found = await apertureOf(data, tiles, errors, request, choice);
  const bounds = boundsIn(data, request);
  const points =
    bounds.width * bounds.height <= MOST
      ? await pointsIn(tiles, bounds, membershipOf(request.shape), found.background?.perPixel ?? 0)
      : undefined;
  return { ...found, moments: points && momentsOf(points), fit: points && gaussianOf(points) };
}

/** Photometry without the form of the source. */
export async function apertureOf(
  data: Source,
  tiles: Tiles,
  errors: Errors | undefined,
  request: Measuring,
  choice: BackgroundChoice,
): Promise<Omit<Photometry, "flux" | "unit" | "moments" | "fit">> {
  const shape = areaShape(request.shape);
  const bounds = boundsIn(data, request);
  const found = await backgroundOf(data, tiles, request, choice);
  const { area, sum } = await weighed(tiles, bounds, shape, (value) => value);
  const variance = errors && (await variances(tiles, errors, bounds, shape));
  const total = area * (found?.perPixel ?? 0);
  return {
    ...{ area, missing: Math.max(areaOf(shape) - area, 0), sum, net: sum - total },
    background: found && { ...found, total },
    ...{ error: variance === undefined ? undefined : Math.sqrt(variance), errorOf: errors?.name },
  };
}

export function areaShape(shape: RegionShape): AreaShape {
  if (!hasArea(shape)) {
    throw new MeasureError("no-area", "Photometry needs a region with an area.", "warning");
  }
  return shape;
}

export async function backgroundOf(
  data: Source,
  tiles: Tiles,
  request: Measuring,
  choice: BackgroundChoice,
): Promise<Omit<Background, "total"> | undefined> {
  if (choice.kind === "none") {
    return undefined;
  }
  const shape = choice.kind === "region" ? choice.shape : around(request.shape, choice.gap + choice.width);
  const members =
    choice.kind === "region"
      ? membershipOf(shape)
      : without(membershipOf(shape), membershipOf(around(request.shape, choice.gap)));
  const { count, clipped, ...plain } = await statisticsOf(
    tiles,
    boundsIn(data, { ...request, shape }),
    members,
  );
  const used = choice.by === "clipped" ? clipped : { count, ...plain };
  if (used.count === 0) {
    throw new MeasureError("no-background", "No pixel of the background counts.", "warning");
  }
  return {
    perPixel: choice.by === "mean" ? used.mean : used.median,
    std: used.std,
    count: used.count,
  };
}

function around(shape: RegionShape, by: number): RegionShape {
  const larger = grown(shape, by);
  if (!larger) {
    const message = "There is no annulus around this shape: measure the background in another region.";
    throw new MeasureError("no-annulus", message, "warning");
  }
  return larger;
}

/** The sum of the values that count, each changed and weighed by its pixel's share inside, and of the shares. */
async function weighed(
  tiles: Tiles,
  bounds: Bounds,
  shape: AreaShape,
  change: (value: number, x: number, y: number) => number,
): Promise<{ area: number; sum: number }> {
  const overlap = overlapOf(shape);
  const shares = new Float64Array(bounds.width);
  let [area, sum] = [0, 0];
  for await (const tile of tiles(bounds)) {
    const part = shared(tile, bounds);
    for (let y = part.y; y < part.y + part.height; y += 1) {
      overlap(y, bounds.x, shares);
      for (let i = 0; i < shares.length; i += 1) {
        const share = shares[i] ?? 0;
        const value = share === 0 ? Number.NaN : change(numberAt(tile, bounds.x + i, y), bounds.x + i, y);
        if (!Number.isNaN(value)) {
          area += share;
          sum += share * value;
        }
      }
    }
  }
  return { area, sum };
}

/** The variance of the sum, over the pixels that count and whose errors are known. */
async function variances(data: Tiles, errors: Errors, bounds: Bounds, shape: AreaShape): Promise<number> {
  const overlap = overlapOf(shape);
  const shares = new Float64Array(bounds.width);
  let sum = 0;
  const beside = errors.tiles(bounds)[Symbol.asyncIterator]();
  for await (const tile of data(bounds)) {
    const { value: other }: IteratorResult<Tile> = await beside.next();
    const part = shared(tile, bounds);
    for (let y = part.y; other && y < part.y + part.height; y += 1) {
      overlap(y, bounds.x, shares);
      for (let i = 0; i < shares.length; i += 1) {
        const error = numberAt(other, bounds.x + i, y);
        if ((shares[i] ?? 0) > 0 && !Number.isNaN(error) && !Number.isNaN(numberAt(tile, bounds.x + i, y))) {
          sum += (shares[i] ?? 0) * (errors.squared ? error : error * error);
        }
      }
    }
  }
  return sum;
}

/** The values that count with their positions, less the background. */
export async function pointsIn(tiles: Tiles, bounds: Bounds, membership: Membership, background: number) {
  const [x, y, values]: [number[], number[], number[]] = [[], [], []];
  for await (const tile of tiles(bounds)) {
    const part = shared(tile, bounds);
    for (let row = part.y; row < part.y + part.height; row += 1) {
      for (const [from, to] of pairs(membership(row))) {
        for (let column = Math.max(from, part.x); column < Math.min(to, part.x + part.width); column += 1) {
          const value = numberAt(tile, column, row);
          if (!Number.isNaN(value)) {
            x.push(column);
            y.push(row);
            values.push(value - background);
          }
        }
      }
    }
  }
  return { x, y, values };
}

/** The middle of the rectangle around a region. */
export function middleOf(shape: RegionShape): { readonly x: number; readonly y: number } {
  if (!("points" in shape)) {
    return { x: shape.x, y: shape.y };
  }
  const { x, y, width, height } = boundsOf(shape);
  return { x: x + (width - 1) / 2, y: y + (height - 1) / 2 };
}
