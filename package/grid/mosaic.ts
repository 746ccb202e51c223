/**
 * Arrays of one shape and datatype beside each other, as one array: their last two axes are joined, the others are common. Where there
 * is none, elements are missing.
 */
import type { ArrayData, IntoArray, ScalarType, Selection } from "../api/arrays.ts";
import { allocate, itemSize, valuesOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { setDatatype } from "../api/marks/marks.ts";
import { type ArrayReader, NdArray, type ReadableArray } from "../api/ndarray.ts";
import type { Progress, ReadOptions } from "../api/options.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { RowFeed } from "../read/row-feed.ts";
import { type Axis, selectedAxes, selectionOf, wholeAxis } from "./axes.ts";
import { checkFailures, inParallel, isReplaced, lengthsOf } from "./grid.ts";
import { checkSize, hide, isFloat, makeMissing, memoryFor } from "./memory.ts";

/** Arrays in rows and columns. */
export interface Mosaic {
  /** How many rows and columns there are. */
  readonly rows: number;
  readonly columns: number;
  /** The shape of each array, which has two axes or more. */
  readonly tileShape: readonly number[];
  readonly dtype: ScalarType;
  /** The names of the files with the elements. */
  readonly files: readonly string[];
  /** The maximum size of the result of a read, in bytes. */
  readonly limit: number;
  /** The array in a row and a column, if there is one. */
  tileAt(signal: AbortSignal | undefined): Promise<(row: number, column: number) => NdArray | undefined>;
}

/** A part of an axis that lies in one tile. */
interface Run {
  /** The number of the tile along the axis. */
  readonly tile: number;
  /** What it takes of the axis of the tile. */
  readonly axis: Axis;
  /** Where it begins in the result. */
  readonly at: number;
}

/** The array of a mosaic. */
export function mosaicArray(mosaic: Mosaic): NdArray {
  const { dtype, files } = mosaic;
  const shape = shapeOf(mosaic);
  const strides = stridesOf(shape).map((stride) => stride * itemSize(dtype));
  const stored = { byteorder: "little", strides, offset: 0, source: null } as const;
  return NdArray.at(mosaic, { shape, dtype, masked: !isFloat(dtype), files, ...stored }, READER);
}

function shapeOf({ rows, columns, tileShape }: Mosaic): number[] {
  const [height = 0, width = 0] = tileShape.slice(-2);
  return [...tileShape.slice(0, -2), rows * height, columns * width];
}

const READER: ArrayReader<Mosaic> = {
  compressionOf: () => undefined,
  cardsOf: () => [],
  readArray,
};

async function readArray(
  { masked }: ReadableArray,
  mosaic: Mosaic,
  selection: Selection,
  options: ReadOptions,
): Promise<ArrayData> {
  const { dtype, tileShape } = mosaic;
  const { signal, onProgress, onRows, into, float16, workers, fields } = options;
  if (fields !== undefined) {
    const message = `\`fields\` is for records, and the elements of this array are ${dtype}`;
    throw new AsdfError("bad-selection", message);
  }
  const axes = selectedAxes(selection, shapeOf(mosaic).map(wholeAxis));
  const shape = lengthsOf(axes);
  const count = sizeOf(shape);
  checkSize(count * itemSize(dtype), mosaic.limit);
  const data = memoryFor(dtype, count, into, float16);
  const mask = masked ? allocate(count) : undefined;
  const result: ArrayData = {
    data: data as ArrayData["data"],
    shape,
    stride: stridesOf(shape),
    ...(mask && { mask }),
  };
  if (count === 0) {
    return setDatatype(result, dtype);
  }
  const leading = axes.slice(0, -2);
  const [down = wholeAxis(1), across = wholeAxis(1)] = axes.slice(-2);
  const [height = 1, width = 1] = tileShape.slice(-2);
  const parts = runsOf(down, height).flatMap((row) =>
    runsOf(across, width).map((column) => ({ row, column })),
  );
  const outer = sizeOf(leading.map((axis) => axis.count));
  const perElement = data.length / count;
  const tileAt = await mosaic.tileAt(signal);
  const said = onProgress && progressOf(parts.length, onProgress);
  const failures: unknown[] = [];

  const readPart = async ({ row, column }: (typeof parts)[number], index: number) => {
    const tile = tileAt(row.tile, column.tile);
    const each = outer * row.axis.count * column.axis.count;
    const values = memoryFor(dtype, each, undefined, float16);
    const masks = mask && allocate(each);
    try {
      const read = await tile?.read(selectionOf([...leading, row.axis, column.axis]), {
        signal,
        into: values,
        float16,
        workers,
        ...(said && { onProgress: (progress: Progress) => said(index, progress) }),
      });
      if (read) {
        hide(read.mask, values, masks);
      } else {
        makeMissing(values, masks, float16);
      }
    } catch (thrown) {
      if (!isReplaced(thrown, signal)) {
        throw thrown;
      }
      // The array of the tile has warned of it.
      failures.push(thrown);
      makeMissing(values, masks, float16);
    }
    const place = (from: IntoArray, to: IntoArray, size: number) => {
      const length = column.axis.count * size;
      for (let i = 0; i < outer * row.axis.count; i += 1) {
        const line = Math.floor(i / row.axis.count) * down.count + row.at + (i % row.axis.count);
        const at = (line * across.count + column.at) * size;
        to.set(from.subarray(i * length, (i + 1) * length) as never, at);
      }
    };
    place(values, data, perElement);
    if (masks && mask) {
      place(masks, mask, 1);
    }
  };

  // A tile whose planes are in files of their own reads several at a time itself.
  await inParallel(parts, readPart, outer === 1 ? undefined : 1);
  checkFailures(failures, parts.length);
  if (onRows) {
    const bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
    const bits = dtype === "float16" ? float16 : undefined;
    const feed = new RowFeed(onRows, (some, length) => valuesOf(dtype, some, length, bits));
    feed.advance({ bytes, shape, mask }, count);
  }
  return setDatatype(result, dtype);
}

/** The parts of an axis that lie in tiles of this length each. */
function runsOf({ start, step, count, kept }: Axis, length: number): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < count; ) {
    const index = start + at * step;
    const tile = Math.floor(index / length);
    const within = index - tile * length;
    const left = step > 0 ? length - 1 - within : within;
    const taken = Math.min(count - at, Math.floor(left / Math.abs(step)) + 1);
    runs.push({ tile, axis: { start: within, step, count: taken, kept }, at });
    at += taken;
  }
  return runs;
}

/** Adds up the progress of tiles, of which each takes as many files. */
function progressOf(tiles: number, report: (progress: Progress) => void) {
  const last = new Map<number, Progress>();
  return (tile: number, progress: Progress) => {
    last.set(tile, progress);
    const all = [...last.values()];
    const total = tiles * (progress.files?.total ?? 1);
    const done = all.reduce((sum, { files }) => sum + (files?.done ?? 0), 0);
    const loaded = all.reduce((sum, each) => sum + each.loaded, 0);
    report({ loaded, phase: "read", files: { done, total } });
  };
}
