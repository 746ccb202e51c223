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
/** The library takes pixels in that are near a cone: smaller ones, of which a partition has at most 4⁴, are nearer. */
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

/** The separation of two directions by Vincenty's formula, as astropy's, in degrees. */
export function separation(one: { ra: number; dec: number }, other: { ra: number; dec: number }): number {
  const difference = (other.ra - one.ra) * RADIANS;
  const [sin1, cos1] = [Math.sin(one.dec * RADIANS), Math.cos(one.dec * RADIANS)];
  const [sin2, cos2] = [Math.sin(other.dec * RADIANS), Math.cos(other.dec * RADIANS)];
  const across = cos2 * Math.sin(difference);
  const along = cos1 * sin2 - sin1 * cos2 * Math.cos(difference);
  return Math.atan2(Math.hypot(across, along), sin1 * sin2 + cos1 * cos2 * Math.cos(difference)) / RADIANS;
}
