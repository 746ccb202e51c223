/** Pixels of HEALPix in the nested scheme, and which of them a cone on the sky touches. */

import { ang2vec, corners_nest, order2nside, query_disc_inclusive_nest, vec2ang } from "@hscmap/healpix";

/** All directions within a distance of one, in degrees. */
export interface Cone {
  readonly ra: number;
  readonly dec: number;
  readonly radius: number;
}

/** A partition: a pixel of an order of HEALPix. */
export interface Partition {
  readonly order: number;
  readonly pixel: number;
  /** How many rows it has, if that is said beside it. */
  readonly rows?: number | undefined;
}

const RADIANS = Math.PI / 180;
/** The library also finds pixels that are only near a cone. Pixels of so many orders more are smaller: fewer partitions are found in vain. */
const FINER = 4;
/** The size of a pixel of order 0, in degrees. */
const LARGEST = 58.6;
/** A wider cone touches so many pixels that all partitions are taken. */
const WIDEST = 60;

export function partitionsIn<T extends Partition>(partitions: readonly T[], cone: Cone): T[] {
  if (cone.radius > WIDEST) {
    return [...partitions];
  }
  const touched = new Map<number, ReadonlySet<number>>();
  for (const { order } of partitions) {
    if (!touched.has(order)) {
      const fine = Math.max(order, Math.min(order + FINER, orderFor(cone.radius / 8), 29));
      touched.set(order, touchedBy(cone, order, fine));
    }
  }
  return partitions.filter(({ order, pixel }) => touched.get(order)?.has(pixel));
}

/** The pixels of an order with pixels of a finer one that a cone touches. */
function touchedBy({ ra, dec, radius }: Cone, order: number, fine: number): Set<number> {
  const pixels = new Set<number>();
  const centre = ang2vec((90 - dec) * RADIANS, ra * RADIANS);
  query_disc_inclusive_nest(order2nside(fine), centre, radius * RADIANS, (pixel) => {
    pixels.add(Math.floor(pixel / 4 ** (fine - order)));
  });
  return pixels;
}

/** The pixels of an order that a cone touches. */
export function pixelsIn(cone: Cone, order: number): Partition[] {
  const pixels = cone.radius > WIDEST ? Array(12 * 4 ** order).keys() : touchedBy(cone, order, order);
  return Array.from(pixels, (pixel) => ({ order, pixel }));
}

/** The order whose pixels are no larger than a size in degrees. */
export function orderFor(size: number): number {
  return Math.max(0, Math.min(Math.ceil(Math.log2(LARGEST / size)), 29));
}

/** The corners of a pixel, as pairs of degrees. */
export function cornersOf({ order, pixel }: Partition): number[] {
  return corners_nest(order2nside(order), pixel).flatMap((corner) => {
    const { theta, phi } = vec2ang(corner);
    return [phi / RADIANS, 90 - theta / RADIANS];
  });
}
