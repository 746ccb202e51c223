/** Photometry of an image at many positions, as columns of a table. */
import { apertureOf, type Errors } from "../measure/photometry.ts";
import type { Measuring, Source } from "../measure/reading.ts";
import type { Tiles } from "../measure/regionStatistics.ts";
import { type BackgroundChoice, MeasureError } from "../measure/results.ts";
import { breather } from "../sections/breathing.ts";
import { beside, type ComputedColumn, computedTable } from "../tables/beside.ts";
import type { TableSource } from "../tables/columns.ts";

/** The table with the columns behind its own. */
export function withApertures(table: TableSource, columns: readonly ComputedColumn[]): TableSource {
  const all = beside(table, computedTable(table.rows, columns));
  return { ...all, ...(table.metadata !== undefined && { metadata: table.metadata }) };
}

/** What is measured at positions, and how its pixels are read. */
export interface Apertures {
  readonly radius: number;
  readonly background?: BackgroundChoice | undefined;
  readonly unit?: string | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly data: Source;
  readonly tiles: Tiles;
  readonly errors: Errors | undefined;
  readonly asked: Omit<Measuring, "shape">;
  readonly signal: AbortSignal;
}

/** Photometry at pairs x, y of pixels, as columns; NaN outside of the image. */
export async function aperturesAt(
  pixels: Float64Array,
  {
    radius,
    background = { kind: "none" },
    unit = "",
    onProgress,
    data,
    tiles,
    errors,
    asked,
    signal,
  }: Apertures,
): Promise<readonly ComputedColumn[]> {
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`the radius is ${radius}, not more than 0`);
  }
  const unknown = () => new Float64Array(pixels.length / 2).fill(Number.NaN);
  const [sums, deviations, levels, areas] = [unknown(), unknown(), unknown(), unknown()];
  const order = inStrips(pixels);
  const breathe = breather(signal, (done) => onProgress?.(done / order.length));
  for (const [done, row] of order.entries()) {
    await breathe(done);
    const at = { x: pixels[2 * row] ?? 0, y: pixels[2 * row + 1] ?? 0 };
    const shape = { ...at, kind: "circle", radius } as const;
    try {
      const found = await apertureOf(data, tiles, errors, { ...asked, shape }, background);
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
  return [
    column("sum", unit, `Sum in a circle of ${radius} pixels, without the background`, sums),
    ...(errors ? [column("sum_err", unit, "Standard deviation of the sum", deviations)] : []),
    ...(background.kind === "none" ? [] : [column("background", unit, "Background of a pixel", levels)]),
    column("area", "pix2", "Pixels that count, by their shares inside", areas),
  ];
}

/** Rows that are read after one another are this near, in pixels, along y. */
const STRIP = 128;

/** The rows with a place, in strips, along x in each: what is read around one row has the pixels of the next. */
function inStrips(pixels: Float64Array): Uint32Array {
  const of = (row: number, axis: 0 | 1) => pixels[2 * row + axis] ?? Number.NaN;
  const strip = (row: number) => Math.floor(of(row, 1) / STRIP);
  return Uint32Array.from({ length: pixels.length / 2 }, (_, row) => row)
    .filter((row) => Number.isFinite(of(row, 0)) && Number.isFinite(of(row, 1)))
    .sort((one, other) => strip(one) - strip(other) || of(one, 0) - of(other, 0));
}
