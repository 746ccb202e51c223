/**
 * How many rows the partitions of a catalogue have, without opening all of them: `partition_info.csv` says it, or `dataset/_metadata`, or a map
 * of the sky with the number of rows of each pixel (`skymap.fits`), whichever is smaller.
 */
import { AsdfError, type Bytes } from "asdf-wasm";
import { asdfTable } from "../formats/asdf.ts";
import { type Hats, MOST_SUMMARY, partitionIn, pathOf } from "./catalogue.ts";
import type { Partition } from "./pixels.ts";

/** A map of the whole sky: the number of rows of each pixel of an order, in the nested scheme. */
export interface SkyMap {
  readonly order: number;
  readonly rows: Float64Array;
}

export interface Counts {
  /** Of each partition; undefined where nothing says it. */
  readonly rows: readonly (number | undefined)[];
  readonly map?: SkyMap | undefined;
  readonly warnings: readonly string[];
}

export async function countsOf(hats: Hats, signal: AbortSignal | undefined): Promise<Counts> {
  const { partitions } = hats;
  const said = { rows: partitions.map(({ rows }) => rows), warnings: [] };
  if (!said.rows.includes(undefined)) {
    return said;
  }
  const [map, summary] = await Promise.all([
    mapFile(hats),
    hats.files.open(`${hats.within}dataset/_metadata`),
  ]);
  if (map && (!summary || map.bytes.size < summary.size || summary.size > MOST_SUMMARY)) {
    try {
      const read = await readMap(hats, map, signal);
      return { rows: partitions.map((partition) => rowsIn(read, partition)), map: read, warnings: [] };
    } catch (thrown) {
      if (!(thrown instanceof AsdfError) || thrown.code === "aborted" || thrown.code === "network") {
        throw thrown;
      }
    }
  }
  const files = await hats.summary();
  if (!files) {
    return said;
  }
  const counted = new Map<string, number>();
  for (const [path, rows] of files) {
    const partition = partitionIn(path);
    const name = partition ? pathOf(partition) : path;
    counted.set(name, (counted.get(name) ?? 0) + rows);
  }
  const known = new Set(partitions.map(pathOf));
  const left = [...counted.keys()].filter((path) => !known.has(path));
  const such = left.length > 1 ? ` and ${left.length - 1} more` : "";
  return {
    rows: partitions.map((partition) => counted.get(pathOf(partition))),
    warnings:
      left.length > 0
        ? [
            `\`partition_info.csv\` does not list \`${left[0]}\`${such}, which \`dataset/_metadata\` has: their rows are left out`,
          ]
        : [],
  };
}

/** The smallest map whose pixels are no larger than partitions, if it is not too large. */
async function mapFile({ files, within, properties, partitions }: Hats) {
  const finest = Math.max(...partitions.map(({ order }) => order));
  const main = Number(properties["hats_skymap_order"] ?? Number.NaN);
  const others = (properties["hats_skymap_alt_orders"] ?? "").split(/[\s,]+/).map(Number);
  const [order] = [main, ...others].filter((order) => order >= finest).sort((a, b) => a - b);
  if (order === undefined || 8 * pixelsOf(order) > MOST_SUMMARY) {
    return undefined;
  }
  const path = `${within}skymap.${order === main ? "" : `${order}.`}fits`;
  const bytes = await files.open(path);
  return bytes && { path, order, bytes };
}

async function readMap(
  { files }: Hats,
  { path, order, bytes }: { readonly path: string; readonly order: number; readonly bytes: Bytes },
  signal: AbortSignal | undefined,
): Promise<SkyMap> {
  const table = await asdfTable(bytes, { ...files.options, signal });
  const [part] = await table.read([0], undefined, signal ?? new AbortController().signal);
  const rows = Float64Array.from(part?.data ?? [], Number);
  if (rows.length !== pixelsOf(order)) {
    throw new AsdfError(
      "corrupt-data",
      `\`${path}\` has ${rows.length} pixels: another number than order ${order} has`,
    );
  }
  if (!rows.every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new AsdfError("corrupt-data", `\`${path}\` has pixels with no number of rows`);
  }
  return { order, rows };
}

/** How many rows a map has in a pixel of an order that is no finer. */
export function rowsIn({ order, rows }: SkyMap, { order: coarse, pixel }: Partition): number {
  const each = 4 ** (order - coarse);
  return rows.subarray(pixel * each, (pixel + 1) * each).reduce((sum, count) => sum + count, 0);
}

function pixelsOf(order: number): number {
  return 12 * 4 ** order;
}
