/** The rows of a table as regions: circles of a radius, or ellipses of semi-axes and an angle. */

import { toRegions } from "../regions/files/onSky.ts";
import type { NewRegion } from "../regions/region.ts";
import type { TableSource } from "../tables/columns.ts";
import { skyMapOf } from "../wcs/skyMap.ts";
import { rowFigures } from "./figures.ts";
import type { RowsInsideOptions } from "./inside.ts";
import { pixelsOf } from "./pixels.ts";
import type { RowSizes } from "./sizes.ts";

export interface RowRegionsOptions extends RowsInsideOptions, RowSizes {}

/**
 * A circle or an ellipse around the position of each row, for `writeRegions()`. Rows without a position or a size have none.
 *
 * @throws RangeError if positions or columns are not found, or there is no size
 *
 * @example
 * const circles = await rowRegions(table, { radius: 5, wcs });
 * const ellipses = await rowRegions(table, { semiAxes: ["a", "b"], angle: "theta", scale: 3, wcs });
 * const text = await writeRegions(ellipses, { system: "icrs", wcs });
 */
export async function rowRegions(
  table: TableSource,
  { signal = new AbortController().signal, wcs, columns, sky, date, ...sizes }: RowRegionsOptions,
): Promise<NewRegion[]> {
  const pixels = await pixelsOf(table, { wcs, columns, sky, date }, signal);
  const map = wcs && skyMapOf(wcs);
  const isFromNorth = sizes.semiAxes !== undefined && sizes.angleFrom === "north";
  const pairs = map && isFromNorth ? await map.toSky(pixels, "icrs") : pixels;
  const figures = await rowFigures(
    table,
    { system: pairs === pixels ? "pixel" : "icrs", pairs },
    sizes,
    signal,
  );
  if (!map && figures.some(({ sizes }) => sizes.some(({ unit }) => unit === "degree"))) {
    throw new RangeError("sizes in angles need a WCS of two pixel axes and two of the sky");
  }
  return (await toRegions(figures, map)).filter((region) => region !== undefined);
}
