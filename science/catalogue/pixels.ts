/** Where the rows of a table are: in an image, or on the sky. */
import type { Wcs } from "asdf-wasm";
import { indexOf, type TableSource } from "../tables/columns.ts";
import { motionIn } from "../tables/motion.ts";
import { type SkyColumns, skyPositions } from "../tables/named.ts";
import { type PositionColumns, positionsIn } from "../tables/positions.ts";
import { readPositions } from "../tables/rows.ts";
import { skyMapOf } from "../wcs/skyMap.ts";

/** Which columns say where rows are. */
export interface RowPlaceColumns {
  /** The names of the columns of x and y, in pixels that count from 0; by default positions are found by their usual names. */
  readonly columns?: readonly [x: string, y: string] | undefined;
  /** The names of the columns of positions on the sky; by default these are found, too. */
  readonly sky?: SkyColumns | undefined;
  /** Rows are where their proper motions have led them at this date, a Julian year. */
  readonly date?: number | undefined;
}

/** Where rows are: in pixels, or on the sky of the WCS. */
export interface PlacedRows extends RowPlaceColumns {
  /** The WCS of the image, with two pixel axes and two of the sky: without it, rows on the sky have no place. */
  readonly wcs?: Wcs | undefined;
}

/** Positions of rows as pairs, NaN for rows without one. */
export interface RowPositions {
  /** 0-based pixels; degrees of ICRS, or of the system of the image. */
  readonly system: "pixel" | "icrs" | "own";
  readonly pairs: Float64Array;
}

/** Pairs x, y in pixels that count from 0; NaN for rows without a place. */
export async function pixelsOf(
  table: TableSource,
  { wcs, ...columns }: PlacedRows,
  signal: AbortSignal,
): Promise<Float64Array> {
  const { system, pairs } = await positionsOf(table, columns, wcs !== undefined, signal);
  if (system === "pixel") {
    return pairs;
  }
  const map = wcs && skyMapOf(wcs);
  if (!map) {
    throw new RangeError("positions on the sky need a WCS of two pixel axes and two of the sky");
  }
  return map.toPixels(pairs, system);
}

/** @throws RangeError if positions are not found */
export async function positionsOf(
  table: TableSource,
  { columns, sky, date }: RowPlaceColumns,
  isOnSky: boolean,
  signal: AbortSignal,
): Promise<RowPositions> {
  const found: PositionColumns = columns
    ? { x: indexOf(table, columns[0]), y: indexOf(table, columns[1]), place: { first: 0 } }
    : sky
      ? skyPositions(table, sky)
      : likeliest(table, isOnSky);
  const { place } = found;
  if ("first" in place) {
    const pairs = await readPositions(table, found, signal);
    return { system: "pixel", pairs: pairs.map((pixel) => pixel - place.first) };
  }
  const pairs = await readPositions(table, found, signal, motionAt(table, found, date));
  return { system: "sky" in place && place.sky === "own" ? "own" : "icrs", pairs };
}

function motionAt(table: TableSource, found: PositionColumns, year: number | undefined) {
  if (year === undefined) {
    return undefined;
  }
  const columns = motionIn(table.columns, found);
  if (!columns) {
    throw new RangeError("the table has no columns that are known as proper motions");
  }
  return { columns, year };
}

function likeliest(table: TableSource, isOnSky: boolean): PositionColumns {
  const all = positionsIn(table.columns);
  const found = all.find(({ place }) => "first" in place !== isOnSky) ?? all[0];
  if (!found) {
    const names = table.columns.map(({ name }) => name).join(", ");
    throw new RangeError(`the table has no columns that are known as positions: it has ${names}`);
  }
  return found;
}
