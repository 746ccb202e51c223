/** The rows of a table inside of a region of an image, and rows as regions. */
import { isInside } from "../regions/geometry.ts";
import type { NewRegion, RegionShape } from "../regions/region.ts";
import { indexOf, type TableSource } from "../tables/columns.ts";
import { pickedRows } from "../tables/picked.ts";
import { readNumbers } from "../tables/rows.ts";
import { type PlacedRows, pixelsOf } from "./pixels.ts";

export interface RowsInsideOptions extends PlacedRows {
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

export interface RowRegionsOptions extends RowsInsideOptions {
  /** The radius in pixels, or the name of the column that has it. */
  readonly radius: number | string;
  /** As `#rrggbb`. */
  readonly color?: string | undefined;
}

/**
 * The rows of a table whose positions are in a region of an image, as a table like the first one.
 *
 * @throws RangeError if positions are not found, or have no place in the image
 *
 * @example
 * const found = await rowsInside(table, { kind: "circle", x: 512, y: 300, radius: 20 }, { wcs });
 */
export async function rowsInside(
  table: TableSource,
  shape: RegionShape,
  { signal = new AbortController().signal, ...placed }: RowsInsideOptions = {},
): Promise<TableSource> {
  const pixels = await pixelsOf(table, placed, signal);
  const rows = new Uint32Array(table.rows).map((_, row) => row);
  return pickedRows(
    table,
    rows.filter((row) =>
      isInside(shape, { x: pixels[2 * row] ?? Number.NaN, y: pixels[2 * row + 1] ?? Number.NaN }),
    ),
  );
}

/**
 * A circle around the position of each row, named by its number, for `writeRegions()`. Rows without a position or a radius have none.
 *
 * @throws RangeError if positions or the column are not found
 *
 * @example
 * const text = await writeRegions(await rowRegions(table, { radius: 5, wcs }), { system: "icrs", wcs });
 */
export async function rowRegions(
  table: TableSource,
  { radius, color = "#39e6ff", signal = new AbortController().signal, ...placed }: RowRegionsOptions,
): Promise<NewRegion[]> {
  const pixels = await pixelsOf(table, placed, signal);
  const radii =
    typeof radius === "string" ? await readNumbers(table, indexOf(table, radius), signal) : undefined;
  return Array.from({ length: table.rows }, (_, row) => {
    const [x = Number.NaN, y = Number.NaN] = [pixels[2 * row], pixels[2 * row + 1]];
    const size = radii ? (radii[row] ?? Number.NaN) : Number(radius);
    const isThere = Number.isFinite(x) && Number.isFinite(y) && size > 0 && Number.isFinite(size);
    return isThere
      ? [{ shape: { kind: "circle" as const, x, y, radius: size }, name: String(row), color }]
      : [];
  }).flat();
}
