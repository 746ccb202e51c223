/** Pixels of HEALPix in the nested scheme, and which of them a cone on the sky touches. */

import {
  ang2vec,
  corners_nest,
  max_pixrad,
  order2nside,
  pix2vec_nest,
  query_disc_inclusive_nest,
  vec2ang,
} from "@hscmap/healpix";

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
  /** Its number of rows; undefined if the list of partitions does not give it. */
  readonly rows?: number | undefined;
}

const RADIANS = Math.PI / 180;
/** So many radians more than its radius are in a cone, because angles are rounded. */
const ROUNDED = 1e-9;
/** The finest order of HEALPix, and the finest that the library knows: in place of a finer pixel, the one around it is looked at. */
const [FINEST, KNOWN] = [29, 15];
/** The library also finds pixels that are only near a cone. It is asked for pixels of so many orders more, so that fewer partitions are found in vain. */
const FINER = 4;
/** The size of a pixel of order 0, in degrees. */
const LARGEST = 58.6;
/** A wider cone touches so many pixels that all partitions are taken. */
const WIDEST = 60;

/** Whether an order has a pixel of this number, which is exact: larger numbers are rounded. */
export function isPixel({ order, pixel }: Partition): boolean {
  return (
    Number.isInteger(order) &&
    order >= 0 &&
    order <= FINEST &&
    Number.isSafeInteger(pixel) &&
    pixel >= 0 &&
    pixel < 12 * 4 ** order
  );
}

export function partitionsIn<T extends Partition>(partitions: readonly T[], cone: Cone): T[] {
  if (cone.radius > WIDEST) {
    return [...partitions];
  }
  const touches = new Map<number, (pixel: number) => boolean>();
  for (const { order } of partitions) {
    if (!touches.has(order)) {
      touches.set(order, touching(cone, order));
    }
  }
  return partitions.filter(({ order, pixel }) => touches.get(order)?.(pixel));
}

/** Tells which pixels of an order a cone touches. Where it touches very many, each is looked at only when it is asked for. */
function touching(cone: Cone, order: number): (pixel: number) => boolean {
  if (order > KNOWN) {
    const touches = touching(cone, KNOWN);
    return (pixel) => touches(knownOf({ order, pixel }).pixel);
  }
  const fine = Math.min(order + FINER, orderFor(cone.radius / 8));
  if (fine > order) {
    const pixels = touchedBy(cone, order, fine);
    return (pixel) => pixels.has(pixel);
  }
  const nside = order2nside(order);
  const centre = centreOf(cone);
  const within = 2 * Math.sin((reachOf(cone) + max_pixrad(nside)) / 2);
  return (pixel) =>
    Math.hypot(...pix2vec_nest(nside, pixel).map((one, i) => one - (centre[i] ?? 0))) <= within;
}

/** The pixels of an order with pixels of a finer one that a cone touches. */
function touchedBy(cone: Cone, order: number, fine: number): Set<number> {
  const pixels = new Set<number>();
  query_disc_inclusive_nest(order2nside(fine), centreOf(cone), reachOf(cone), (pixel) => {
    pixels.add(Math.floor(pixel / 4 ** (fine - order)));
  });
  return pixels;
}

/** The pixel itself if the library knows its order, otherwise the one around it. */
function knownOf({ order, pixel }: Partition): Partition {
  const finer = Math.max(order - KNOWN, 0);
  return { order: order - finer, pixel: Math.floor(pixel / 4 ** finer) };
}

function reachOf({ radius }: Cone): number {
  return radius * RADIANS + ROUNDED;
}

function centreOf({ ra, dec }: Cone) {
  return ang2vec((90 - dec) * RADIANS, ra * RADIANS);
}

/** The pixels of an order that a cone touches. */
export function pixelsIn(cone: Cone, order: number): Partition[] {
  const pixels = cone.radius > WIDEST ? Array(12 * 4 ** order).keys() : touchedBy(cone, order, order);
  return Array.from(pixels, (pixel) => ({ order, pixel }));
}

/** The order whose pixels are no larger than a size in degrees, as far as it is known. */
export function orderFor(size: number): number {
  return Math.max(0, Math.min(Math.ceil(Math.log2(LARGEST / size)), KNOWN));
}

/** The corners of a pixel, as pairs of degrees. */
export function cornersOf(partition: Partition): number[] {
  const { order, pixel } = knownOf(partition);
  return corners_nest(order2nside(order), pixel).flatMap((corner) => {
    const { theta, phi } = vec2ang(corner);
    return [phi / RADIANS, 90 - theta / RADIANS];
  });
}
