/** Pixels of HEALPix in the nested scheme, and which of them a cone on the sky touches. */
import { ang2vec, order2nside, query_disc_inclusive_nest } from "@hscmap/healpix";

/** A partition: a pixel of an order of HEALPix. */
export interface Partition {
  readonly order: number;
  readonly pixel: number;
}

/** All directions within a distance of one, in degrees. */
export interface Cone {
  readonly ra: number;
  readonly dec: number;
  readonly radius: number;
}

const RADIANS = Math.PI / 180;
/** The library also finds pixels that are only near a cone. Pixels of so many orders more are smaller: fewer partitions are found in vain. */
const FINER = 4;
/** The size of a pixel of order 0, in degrees. */
const LARGEST = 58.6;
/** A wider cone touches so many pixels that all partitions are taken. */
const WIDEST = 60;

export function partitionsIn<T extends Partition>(partitions: readonly T[], { ra, dec, radius }: Cone): T[] {
  if (radius > WIDEST) {
    return [...partitions];
  }
  const centre = ang2vec((90 - dec) * RADIANS, ra * RADIANS);
  const touched = new Map<number, Set<number>>();
  for (const { order } of partitions) {
    if (!touched.has(order)) {
      const pixels = new Set<number>();
      const fitting = Math.ceil(Math.log2((8 * LARGEST) / radius));
      const fine = Math.max(order, Math.min(order + FINER, fitting, 29));
      query_disc_inclusive_nest(order2nside(fine), centre, radius * RADIANS, (pixel) => {
        pixels.add(Math.floor(pixel / 4 ** (fine - order)));
      });
      touched.set(order, pixels);
    }
  }
  return partitions.filter(({ order, pixel }) => touched.get(order)?.has(pixel));
}
