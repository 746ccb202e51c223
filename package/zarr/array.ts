/** An array in chunks of Zarr. A selection reads the chunks that it touches; elements of chunks that are missing have one value. */
import type { ArrayData, IntoArray, Selection } from "../api/arrays.ts";
import { itemSize } from "../api/elements.ts";
import { AsdfError, inFile } from "../api/error.ts";
import { setDatatype } from "../api/marks/marks.ts";
import { type ArrayReader, NdArray, type ReadableArray } from "../api/ndarray.ts";
import type { ReadOptions } from "../api/options.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import { type Axis, selectedAxes, selectionOf, wholeAxis } from "../grid/axes.ts";
import { inParallel, lengthsOf, rowsOf } from "../grid/grid.ts";
import { checkSize, memoryFor } from "../grid/memory.ts";
import { checkCodecs, type ReadArray, readChunk, readFill } from "./chunk.ts";
import type { ZarrArray } from "./metadata.ts";

/** Where the chunks of an array are. */
export interface ChunkStore {
  /** The maximum size of the result of a read, in bytes. */
  readonly limit: number;
  readonly read: ReadArray;
  /** For each chunk of these indices what reads it. */
  chunks(
    zarr: ZarrArray,
    indices: readonly (readonly number[])[],
    signal: AbortSignal | undefined,
  ): Promise<ReadChunk[]>;
}

/** Reads the stored bytes of a chunk; undefined if it is missing. */
export type ReadChunk = () => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** The array whose chunks are in a store; `describe` throws if it is described wrongly. */
export function zarrArray(describe: () => ZarrArray, store: ChunkStore): NdArray {
  const reader = new ZarrReader(store);
  try {
    const zarr = describe();
    checkCodecs(zarr);
    const { shape, dtype, byteorder, compressor } = zarr;
    const strides = stridesOf(shape).map((stride) => stride * itemSize(dtype));
    const stored = { byteorder, strides, offset: 0, source: null, masked: false };
    return NdArray.at(
      zarr,
      { shape, dtype, ...stored, ...(compressor && { compression: compressor.id }) },
      reader,
    );
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      return NdArray.at<unknown>(undefined, thrown, reader as ArrayReader);
    }
    throw thrown;
  }
}

/** The selected indices of an axis that are in one chunk, and where they begin in the result. */
interface Piece {
  readonly chunk: number;
  readonly at: number;
  readonly axis: Axis;
}

class ZarrReader implements ArrayReader<ZarrArray> {
  readonly #store: ChunkStore;

  constructor(store: ChunkStore) {
    this.#store = store;
  }

  compressionOf(): undefined {
    return undefined;
  }

  cardsOf(): readonly [] {
    return [];
  }

  async readArray(
    _: ReadableArray,
    zarr: ZarrArray,
    selection: Selection,
    { signal, onProgress, onRows, into, float16, workers, fields }: ReadOptions,
  ): Promise<ArrayData> {
    const { dtype, chunks, fill } = zarr;
    if (fields !== undefined) {
      const message = `\`fields\` is for records, and the elements of this array are ${dtype}`;
      throw new AsdfError("bad-selection", message);
    }
    const store = this.#store;
    const taken = selectedAxes(selection, zarr.shape.map(wholeAxis));
    const shape = lengthsOf(taken);
    const size = sizeOf(shape);
    checkSize(size * itemSize(dtype), store.limit);
    const data = memoryFor(dtype, size, into, float16);
    const stride = stridesOf(shape);
    const result: ArrayData = { data: data as ArrayData["data"], shape, stride };
    if (size === 0) {
      return setDatatype(result, dtype);
    }
    const each = data.length / size;
    const parts = products(taken.map((axis, i) => piecesOf(axis, chunks[i] ?? 1)));
    const indexOf = (part: readonly Piece[]) => part.map(({ chunk }) => chunk);
    const readers = await store.chunks(zarr, parts.map(indexOf), signal);
    const missing = async (count: number) => {
      const values = memoryFor(dtype, count, undefined, float16);
      if (fill !== null) {
        const one = await readFill(zarr, store.read, { float16 });
        for (let i = 0; i < values.length; i += each) {
          values.set(one as never, i);
        }
      }
      return values;
    };
    const rows = onRows && rowsOf(result, dtype, size, onRows);
    const finished = new Set<number>();
    let [loaded, first] = [0, 0];

    await inParallel(parts, async (part, index) => {
      const kept = part.filter(({ axis }) => axis.kept);
      const lengths = kept.map(({ axis }) => axis.count);
      const start = kept.reduce((sum, { at }, axis) => sum + at * (stride[axis] ?? 0), 0);
      const stored = await readers[index]?.();
      try {
        const chosen = selectionOf(part.map(({ axis }) => axis));
        const values = stored
          ? await readChunk(stored, zarr, store.read, chosen, { signal, float16, workers })
          : await missing(sizeOf(lengths));
        copyInto(data, values, { lengths, stride, start, each });
      } catch (thrown) {
        throw inFile(`chunk ${indexOf(part).join(".")}`, thrown);
      }
      loaded += stored?.length ?? 0;
      onProgress?.({ loaded, phase: "read" });
      finished.add(index);
      while (finished.has(first)) {
        first += 1;
      }
      // Chunks beside each other finish the same rows.
      const [next] = parts[first] ?? [];
      rows?.reached(0, next ? next.at * (next.axis.kept ? (stride[0] ?? 1) : 0) : size);
    });
    return setDatatype(result, dtype);
  }
}

/** What indices of an axis are in which chunk. */
function piecesOf({ start, step, count, kept }: Axis, chunk: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < count; ) {
    const index = start + at * step;
    const number = Math.floor(index / chunk);
    const from = index - number * chunk;
    const most = step > 0 ? Math.ceil((chunk - from) / step) : Math.floor(from / -step) + 1;
    const own = Math.min(most, count - at);
    pieces.push({ chunk: number, at, axis: { start: from, step, count: own, kept } });
    at += own;
  }
  return pieces;
}

/** Each combination of one item of each list, the last one varying fastest. */
function products<T>(lists: readonly (readonly T[])[]): T[][] {
  let all: T[][] = [[]];
  for (const list of lists) {
    all = all.flatMap((items) => list.map((item) => [...items, item]));
  }
  return all;
}

/** Where values are in a result: `lengths` of them along each axis, from an index on, `each` of which is so many numbers. */
interface Placed {
  readonly lengths: readonly number[];
  readonly stride: readonly number[];
  readonly start: number;
  readonly each: number;
}

function copyInto(to: IntoArray, from: IntoArray, { lengths, stride, start, each }: Placed): void {
  const row = (lengths.at(-1) ?? 1) * each;
  const outer = lengths.slice(0, -1);
  const steps = stridesOf(outer);
  for (let i = 0; i < sizeOf(outer); i += 1) {
    let at = start;
    for (const [axis, step] of steps.entries()) {
      at += (Math.floor(i / step) % (outer[axis] ?? 1)) * (stride[axis] ?? 0);
    }
    to.set(from.subarray(i * row, (i + 1) * row) as never, at * each);
  }
}
