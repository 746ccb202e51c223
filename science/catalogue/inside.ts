/** The rows of a table inside of regions of an image. */
import type { NewRegion, RegionShape } from "../regions/region.ts";
import type { TableSource } from "../tables/columns.ts";
import { pickedRows } from "../tables/picked.ts";
import { rowsAmong } from "./members.ts";
import { type PlacedRows, pixelsOf } from "./pixels.ts";

export interface RowsInsideOptions extends PlacedRows {
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The rows of a table whose positions are in a region of an image, as a table like the first one; or in any of several, but in none that is
 * excluded, as of files of DS9.
 *
 * @throws RangeError if positions are not found, or have no place in the image
 *
 * @example
 * const found = await rowsInside(table, { kind: "circle", x: 512, y: 300, radius: 20 }, { wcs });
 */
export async function rowsInside(
  table: TableSource,
  regions: RegionShape | readonly Pick<NewRegion, "shape" | "excluded">[],
  { signal = new AbortController().signal, ...placed }: RowsInsideOptions = {},
): Promise<TableSource> {
  const outlines = "kind" in regions ? [{ shape: regions }] : regions;
  const pixels = await pixelsOf(table, placed, signal);
  return pickedRows(table, await rowsAmong(pixels, outlines, signal));
}
