/** Photometry of an image at the position of every row of a table. */
import type { NdArray } from "asdf-wasm";
import { apertureOf } from "../measure/photometry.ts";
import { type MeasureOptions, prepared } from "../measure/prepared.ts";
import { Reader } from "../measure/reading.ts";
import { type BackgroundChoice, MeasureError } from "../measure/results.ts";
import { breather } from "../sections/breathing.ts";
import { beside, computedTable } from "../tables/beside.ts";
import type { TableSource } from "../tables/columns.ts";
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
  {
    radius,
    background = { kind: "none" },
    errors,
    unit = "",
    wcs,
    columns,
    onProgress,
    ...options
  }: MeasureRowsOptions,
): Promise<TableSource> {
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`the radius is ${radius}, not more than 0`);
  }
  const nowhere = { kind: "circle", x: 0, y: 0, radius } as const;
  const image = prepared(array, nowhere, options);
  const beneath = errors && prepared(errors.array, nowhere, { ...options, flags: undefined });
  const { signal } = image;
  const pixels = await pixelsOf(table, { wcs, columns }, signal);
  const names = ["sum", "sum_err", "background", "area"] as const;
  const [sums, deviations, levels, areas] = names.map(() =>
    new Float64Array(table.rows).fill(Number.NaN),
  ) as [
    Float64Array<ArrayBuffer>,
    Float64Array<ArrayBuffer>,
    Float64Array<ArrayBuffer>,
    Float64Array<ArrayBuffer>,
  ];
  // Neighbours are read together.
  const order = Uint32Array.from(sums.keys())
    .filter((row) => Number.isFinite(pixels[2 * row]) && Number.isFinite(pixels[2 * row + 1]))
    .sort((one, other) => (pixels[2 * one + 1] ?? 0) - (pixels[2 * other + 1] ?? 0));
  const reader = new Reader();
  const tilesOf = ({ data, flags, measuring }: typeof image): Parameters<typeof apertureOf>[1] => {
    const sources = { data: { ...data, isRemote: false }, flags };
    return (bounds) => reader.tiles(sources, measuring, bounds, signal);
  };
  const given = errors &&
    beneath && { tiles: tilesOf(beneath), squared: errors.are === "variances", name: beneath.data.path };
  const breathe = breather(signal, (done) => onProgress?.(done / order.length));
  for (const [done, row] of order.entries()) {
    await breathe(done);
    const shape = { ...nowhere, x: pixels[2 * row] ?? 0, y: pixels[2 * row + 1] ?? 0 };
    try {
      const found = await apertureOf(
        image.data,
        tilesOf(image),
        given,
        { ...image.measuring, shape },
        background,
      );
      if (found.area > 0) {
        sums[row] = found.net;
        deviations[row] = found.error ?? Number.NaN;
        levels[row] = found.background?.perPixel ?? Number.NaN;
      }
      areas[row] = found.area;
    } catch (cause) {
      if (!(cause instanceof MeasureError && (cause.code === "outside" || cause.code === "no-background"))) {
        throw cause;
      }
    }
  }
  const column = (name: string, its: string, description: string, values: Float64Array<ArrayBuffer>) => ({
    ...{ name: `aperture_${name}`, unit: its, description, values },
  });
  const all = beside(
    table,
    computedTable(table.rows, [
      column("sum", unit, `Sum in a circle of ${radius} pixels, without the background`, sums),
      ...(given ? [column("sum_err", unit, "Standard deviation of the sum", deviations)] : []),
      ...(background.kind === "none" ? [] : [column("background", unit, "Background of a pixel", levels)]),
      column("area", "pix2", "Pixels that count, by their shares inside", areas),
    ]),
  );
  return { ...all, ...(table.metadata !== undefined && { metadata: table.metadata }) };
}
