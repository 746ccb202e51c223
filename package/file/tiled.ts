/**
 * Tiled data sets of DKIST (`tiled_dataset`, https://docs.dkist.nso.edu): data sets that lie beside each other on the sky, in a nested list of
 * columns of tiles. Where all tiles have one shape, they are one array too, with the tiles as `TiledDataset.plot` of dkist places them:
 * the tile `[i][j]` is in column i and row j, and the first row is the first of the array. Overlaps and offsets are from each tile's
 * WCS, and are not applied.
 */
import type { Warning } from "../api/blocks.ts";
import { arrayOf, setTableRows } from "../api/described.ts";
import { AsdfError } from "../api/error.ts";
import { NdArray } from "../api/ndarray.ts";
import { isLength } from "../api/shape.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { mosaicArray } from "../grid/mosaic.ts";

const TAG =
  /^(?:asdf:\/\/dkist\.nso\.edu\/tags\/tiled_dataset-1\.|tag:dkist\.nso\.edu:dkist\/tiled_dataset-0\.)/;

/** The file with a tiled data set. */
interface Tiling {
  warn(warning: Warning, old?: Warning): Warning;
  readonly outputLimit: number;
}

/** Whether a node is a tiled data set. */
export function isTiledDataset(node: TreeValue | undefined): node is TreeMap {
  return isTreeMap(node) && TAG.test(tagOf(node) ?? "");
}

/** The tiles of a data set as one array; undefined if they have no common shape of two axes or more. */
export function tiledArray(node: TreeMap, file: Tiling): NdArray | undefined {
  const { datasets = null, mask = null } = node;
  // A list of one axis is a row.
  const columns = (Array.isArray(datasets) ? datasets : []).map((one) => (Array.isArray(one) ? one : [one]));
  const rows = columns[0]?.length ?? 0;
  const tiles = columns.map((column) => column.map(tileOf));
  const present = tiles.flat().filter((tile) => tile !== undefined);
  const [first] = present;
  const isAlike = ({ shape, dtype, error }: NdArray) =>
    !error && shape.join() === first?.shape.join() && dtype === first.dtype;
  if (
    !first ||
    first.ndim < 2 ||
    typeof first.dtype === "object" ||
    !present.every(isAlike) ||
    columns.some(({ length }) => length !== rows)
  ) {
    return undefined;
  }
  let ignored: Promise<(index: number) => boolean> | undefined;
  const ignoredTiles = async (signal: AbortSignal | undefined) => {
    const isMasked = await maskedIn(mask, columns.length * rows, signal);
    const isIgnored = (index: number) =>
      isMasked(index) || tiles[Math.floor(index / rows)]?.[index % rows] === undefined;
    const names = columns.flatMap((column, i) =>
      column.flatMap((_, j) => (isIgnored(i * rows + j) ? [`[${i}, ${j}]`] : [])),
    );
    if (names.length > 0) {
      const message = `${names.length} of ${columns.length * rows} tiles are null or masked, and their elements are missing: ${names.join(", ")}`;
      file.warn({ code: "missing-tiles", message, count: names.length });
    }
    return isIgnored;
  };
  return mosaicArray({
    rows,
    columns: columns.length,
    tileShape: first.shape,
    dtype: first.dtype,
    files: present.flatMap(({ files = [] }) => files),
    limit: file.outputLimit,
    tileAt: async (signal) => {
      ignored ??= ignoredTiles(signal).catch((cause) => {
        ignored = undefined;
        throw cause;
      });
      const isIgnored = await ignored;
      return (row, column) => (isIgnored(column * rows + row) ? undefined : tiles[column]?.[row]);
    },
  });
}

/** Makes the headers of each tile, `{offset, size}`, the rows of the headers of the set for which they stand. */
export function setHeadersOfTiles({ datasets = null, meta = null }: TreeMap): void {
  const table = isTreeMap(meta) ? meta["headers"] : undefined;
  for (const dataset of Array.isArray(datasets) ? datasets.flat() : []) {
    const own = isTreeMap(dataset) ? dataset["meta"] : undefined;
    const headers = isTreeMap(own) ? own["headers"] : undefined;
    const { offset, size } = isTreeMap(headers) ? headers : {};
    if (isTreeMap(headers) && isLength(offset) && isLength(size)) {
      setTableRows(headers, { table, offset, size });
    }
  }
}

/** The array of a data set in a list of tiles. */
function tileOf(dataset: TreeValue): NdArray | undefined {
  return isTreeMap(dataset) ? arrayOf(dataset["data"]) : undefined;
}

/** Which tiles the mask of a data set says to ignore: an array, or lists, of one element for each; or one for all. */
async function maskedIn(
  mask: TreeValue,
  tiles: number,
  signal: AbortSignal | undefined,
): Promise<(index: number) => boolean> {
  const values: readonly unknown[] =
    mask instanceof NdArray
      ? [...((await mask.read([], { signal })) as { data: Iterable<unknown> }).data]
      : Array.isArray(mask)
        ? mask.flat()
        : [mask];
  if (values.length !== tiles && values.length !== 1) {
    const message = `the mask of the tiles has ${values.length} elements, and there are ${tiles} tiles`;
    throw new AsdfError("bad-array", message);
  }
  return (index) => Boolean(values.length === 1 ? values[0] : values[index]);
}
