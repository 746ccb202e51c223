/** Photometry of an image at the position of every row of a table. */
import type { NdArray } from "asdf-wasm";
import { type MeasureOptions, prepared } from "../measure/prepared.ts";
import { Reader } from "../measure/reading.ts";
import type { Tiles } from "../measure/regionStatistics.ts";
import type { BackgroundChoice } from "../measure/results.ts";
import type { TableSource } from "../tables/columns.ts";
import { aperturesAt, withApertures } from "./apertures.ts";
import { type PlacedRows, pixelsOf } from "./pixels.ts";

/** Options of `measureRows`. */
export interface MeasureRowsOptions extends MeasureOptions, PlacedRows {
  /** Of the aperture, in pixels. */
  readonly radius: number;
  /** By default no background is subtracted. */
  readonly background?: Exclude<BackgroundChoice, { readonly kind: "region" }> | undefined;
  /** The standard deviation or the variance of each value, in an array of the same shape. */
  readonly errors?: { readonly array: NdArray; readonly are: "deviations" | "variances" } | undefined;
  /** The unit of the values, which sums have, too. */
  readonly unit?: string | undefined;
  /** Is told which share of the rows is done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * A table with the aperture photometry of an image at its rows, as `photometry()` finds it, in columns behind its own: `aperture_sum`,
 * without the background, `aperture_sum_err`, `aperture_background` of a pixel and `aperture_area`. Rows outside of the image, and those of
 * which no pixel counts, are masked.
 *
 * @throws MeasureError if the array cannot be measured, RangeError if positions are not found, or have no place in the image
 *
 * @example
 * const background = { kind: "annulus", gap: 5, width: 10, by: "median" } as const;
 * const measured = await measureRows(table, file.array("roman/data"), { radius: 3, background, wcs, unit: "DN/s" });
 */
export async function measureRows(
  table: TableSource,
  array: NdArray,
  { radius, background, errors, unit, wcs, columns, sky, date, onProgress, ...options }: MeasureRowsOptions,
): Promise<TableSource> {
  const nowhere = { kind: "circle", x: 0, y: 0, radius } as const;
  const image = prepared(array, nowhere, options);
  const beneath = errors && prepared(errors.array, nowhere, { ...options, flags: undefined });
  const { signal } = image;
  const pixels = await pixelsOf(table, { wcs, columns, sky, date }, signal);
  const reader = new Reader();
  const tilesOf = ({ data, flags, measuring }: typeof image): Tiles => {
    const sources = { data: { ...data, isRemote: false }, flags };
    return (bounds) => reader.tiles(sources, measuring, bounds, signal);
  };
  const measured = await aperturesAt(pixels, {
    ...{ radius, background, unit, onProgress, signal },
    ...{ data: image.data, tiles: tilesOf(image), asked: image.measuring },
    errors: errors &&
      beneath && { tiles: tilesOf(beneath), squared: errors.are === "variances", name: beneath.data.path },
  });
  return withApertures(table, measured);
}
