/**
 * The arrays of asdf-zarr (https://asdf-zarr.readthedocs.io): Zarr arrays whose description is in the tree, and whose chunks are in blocks.
 * A block of 32-bit integers says which block has which chunk; -1 means that it is missing.
 */
import type { NdArray } from "../api/ndarray.ts";
import type { WorkOptions } from "../api/options.ts";
import { stridesOf } from "../api/shape.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { type ChunkStore, type ReadChunk, zarrArray } from "../zarr/array.ts";
import type { ReadArray } from "../zarr/chunk.ts";
import { bad, type ZarrArray, zarrayIn } from "../zarr/metadata.ts";

const TAG = /^asdf:\/\/asdf-format\.org\/zarr\/tags\/zarr-1\./;

/** The file with the blocks. */
export interface BlockFile {
  readBlock(index: number, options: WorkOptions): Promise<Uint8Array<ArrayBuffer>>;
  readBlockHeaders(indices: readonly number[], signal: AbortSignal | undefined): Promise<unknown>;
  /** Reads of the array `a` of a file in memory. */
  readonly readIn: ReadArray;
  readonly outputLimit: number;
}

/** Whether a node describes an array of Zarr. */
export function isZarr(node: TreeValue | undefined): node is TreeMap {
  return isTreeMap(node) && TAG.test(tagOf(node) ?? "");
}

/** The array that a node describes. */
export function arrayOfZarr(node: TreeMap, file: BlockFile): NdArray {
  const { ".zarray": zarray, chunk_block_map: map } = node;
  const describe = () => {
    if (typeof map !== "number") {
      throw bad("its chunks are in no blocks");
    }
    return zarrayIn(zarray);
  };
  return zarrArray(describe, new BlockStore(Number(map), file));
}

const MISSING = -1;

class BlockStore implements ChunkStore {
  readonly limit: number;
  readonly read: ReadArray;
  readonly #map: number;
  readonly #file: BlockFile;
  /** The block of each chunk, in C order. */
  #blocks: Int32Array | undefined;

  /** `map`: the block that says which chunk is in which. */
  constructor(map: number, file: BlockFile) {
    this.limit = file.outputLimit;
    this.read = file.readIn;
    this.#map = map;
    this.#file = file;
  }

  async chunks(
    { shape, chunks }: ZarrArray,
    indices: readonly (readonly number[])[],
    signal: AbortSignal | undefined,
  ): Promise<ReadChunk[]> {
    const steps = stridesOf(shape.map((length, axis) => Math.ceil(length / (chunks[axis] ?? 1))));
    this.#blocks ??= await this.#readMap(signal);
    const blocks = indices.map((index) => {
      const at = index.reduce((sum, number, axis) => sum + number * (steps[axis] ?? 0), 0);
      return this.#blocks?.[at];
    });
    if (blocks.includes(undefined)) {
      throw bad("its map of chunks has fewer than there are");
    }
    const there = blocks.flatMap((block) => (block === undefined || block === MISSING ? [] : [block]));
    await this.#file.readBlockHeaders(there, signal);
    return blocks.map(
      (block = MISSING) =>
        async () =>
          block === MISSING ? undefined : this.#file.readBlock(block, { signal }),
    );
  }

  async #readMap(signal: AbortSignal | undefined): Promise<Int32Array> {
    const bytes = await this.#file.readBlock(this.#map, { signal });
    return new Int32Array(bytes.slice(0, bytes.length - (bytes.length % 4)).buffer);
  }
}
