/** Which positions are inside of regions: of an image, or of those of a file, also on the sky. */
import type { Figure } from "../regions/files/figure.ts";
import { shapeOf } from "../regions/files/onSky.ts";
import { apart, isInside } from "../regions/geometry.ts";
import type { NewRegion, Position, RegionShape } from "../regions/region.ts";
import { stepBetween } from "../regions/sphere.ts";
import { breather } from "../sections/breathing.ts";
import type { TableSource } from "../tables/columns.ts";
import { pickedRows } from "../tables/picked.ts";
import { convertedTo } from "../wcs/convert.ts";
import { positionsOf, type RowPlaceColumns } from "./pixels.ts";

/** Rows in any of the shapes are inside, unless they are in one that is excluded. If all are excluded, all other rows are inside. */
type Outline = Pick<NewRegion, "shape" | "excluded">;

/** The numbers of the positions that are inside. */
export function rowsAmong(
  pairs: Float64Array,
  outlines: readonly Outline[],
  signal: AbortSignal,
): Promise<Uint32Array<ArrayBuffer>> {
  return membersOf(pairs, outlines, signal, ({ shape }, row) => encloses(shape, pointAt(pairs, row)));
}

/**
 * The rows inside of the regions of a file, without an image: regions on the sky need positions there, and others columns of pixels. A region on
 * the sky is measured along great circles from its centre, and edges of polygons are great circles.
 *
 * @throws RangeError if positions are not found, or regions are in pixels and on the sky, or have sizes in pixels on the sky
 */
export async function rowsWithin(
  table: TableSource,
  figures: readonly Figure[],
  columns: RowPlaceColumns,
  signal: AbortSignal,
): Promise<TableSource> {
  const onSky = figures.filter(({ system }) => system !== "pixel");
  if (onSky.length > 0 && onSky.length < figures.length) {
    throw new RangeError("some of the regions are in pixels, and others on the sky");
  }
  const { system, pairs } = await positionsOf(table, columns, onSky.length > 0, signal);
  if ((system === "pixel") !== (onSky.length === 0)) {
    throw new RangeError(
      system === "pixel"
        ? "the regions are on the sky, and the positions of the table in pixels"
        : "the regions are in pixels, and the positions of the table on the sky",
    );
  }
  const outlines = figures.map((figure) => ({ ...figure, has: enclosing(figure, system, pairs) }));
  return pickedRows(table, await membersOf(pairs, outlines, signal, ({ has }, row) => has(row)));
}

async function membersOf<O extends Pick<NewRegion, "excluded">>(
  pairs: Float64Array,
  outlines: readonly O[],
  signal: AbortSignal,
  isIn: (outline: O, row: number) => boolean,
): Promise<Uint32Array<ArrayBuffer>> {
  const included = outlines.filter(({ excluded }) => !excluded);
  const excluded = outlines.filter(({ excluded }) => excluded);
  const breathe = breather(signal);
  const rows = new Uint32Array(outlines.length === 0 ? 0 : pairs.length / 2);
  let found = 0;
  for (const row of rows.keys()) {
    if (row % BETWEEN === 0) {
      await breathe(row);
    }
    const { x, y } = pointAt(pairs, row);
    const isWanted = included.length === 0 || included.some((outline) => isIn(outline, row));
    if (isWanted && !Number.isNaN(x + y) && !excluded.some((outline) => isIn(outline, row))) {
      rows[found] = row;
      found += 1;
    }
  }
  return rows.slice(0, found);
}

function pointAt(pairs: Float64Array, row: number): Position {
  return { x: pairs[2 * row] ?? Number.NaN, y: pairs[2 * row + 1] ?? Number.NaN };
}

/** Rows that are looked at without a pause. */
const BETWEEN = 1024;

/** Whether a point is in a shape, of an annulus not in its hole. */
function encloses(shape: RegionShape, at: Position): boolean {
  return isInside(shape, at) && !(shape.kind === "annulus" && apart(shape, at) < shape.inner);
}

/** Whether the position of a row is in a figure: on a plane around the centre of one on the sky, with x to the west and y to the north. */
function enclosing(
  { kind, points, sizes, angle, system }: Figure,
  own: string,
  pairs: Float64Array,
): (row: number) => boolean {
  const isOnSky = system !== "pixel";
  if (sizes.some(({ unit }) => (unit === "pixel") === isOnSky)) {
    throw new RangeError(
      "regions on the sky have sizes in pixels, or others have sizes in angles: an image is needed",
    );
  }
  const placed = isOnSky && own !== system ? convertedTo(system, pairs, own) : pairs;
  if (!placed) {
    throw new RangeError(`positions cannot be converted to the system ${system} of the regions`);
  }
  const [centre = { x: 0, y: 0 }] = points;
  const onPlane = (at: Position): Position => {
    if (!isOnSky) {
      return at;
    }
    const { east, north } = stepBetween(centre, at);
    const far = Math.hypot(east, north);
    // Great circles are straight on a plane that touches the sphere, which has no place for the other half of it.
    const stretch =
      kind !== "polygon" || far === 0 ? 1 : far < 90 ? Math.tan(far * RADIANS) / (far * RADIANS) : Number.NaN;
    return { x: -east * stretch, y: north * stretch };
  };
  const shape = shapeOf(
    { kind, points: points.map(onPlane), sizes: sizes.map(({ value }) => value), angle },
    PLACES,
  );
  return (row) => shape !== undefined && encloses(shape, onPlane(pointAt(placed, row)));
}

const RADIANS = Math.PI / 180;
/** Digits after the point of a degree, which are less than a microarcsecond. */
const PLACES = 12;
