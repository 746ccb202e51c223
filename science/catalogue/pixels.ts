/** Where the rows of a table are in an image. */
import type { Wcs } from "asdf-wasm";
import { indexOf, type TableSource } from "../tables/columns.ts";
import { type PositionColumns, positionsIn } from "../tables/positions.ts";
import { readPositions } from "../tables/rows.ts";
import { StageWcs } from "../wcs/stage.ts";

/** Where rows are: in pixels, or on the sky of the WCS. */
export interface PlacedRows {
  /** The WCS of the image, with two pixel axes and two of the sky: without it, rows on the sky have no place. */
  readonly wcs?: Wcs | undefined;
  /** The names of the columns of x and y, in pixels that count from 0; by default positions are found by their usual names. */
  readonly columns?: readonly [x: string, y: string] | undefined;
}

/** Pairs x, y in pixels that count from 0; NaN for rows without a place. */
export async function pixelsOf(
  table: TableSource,
  { wcs, columns }: PlacedRows,
  signal: AbortSignal,
): Promise<Float64Array> {
  const found = columns
    ? { x: indexOf(table, columns[0]), y: indexOf(table, columns[1]), place: { first: 0 as const } }
    : columnsIn(table, wcs !== undefined);
  const read = await readPositions(table, found, signal);
  if ("first" in found.place) {
    const { first } = found.place;
    return read.map((pixel) => pixel - first);
  }
  if (!wcs?.sky || wcs.pixelAxes !== 2) {
    throw new RangeError("positions on the sky need a WCS of two pixel axes and two of the sky");
  }
  const stage = new StageWcs(wcs, { axes: [0, 1], index: [0, 0] }, [1, 1]);
  const isOwn = "sky" in found.place && found.place.sky === "own";
  return stage.toPixels(read, isOwn ? "own" : "icrs");
}

function columnsIn(table: TableSource, isOnSky: boolean): PositionColumns {
  const all = positionsIn(table.columns);
  const found = all.find(({ place }) => "first" in place !== isOnSky) ?? all[0];
  if (!found) {
    const names = table.columns.map(({ name }) => name).join(", ");
    throw new RangeError(`the table has no columns that are known as positions: it has ${names}`);
  }
  return found;
}
