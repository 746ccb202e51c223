/** An array in chunks of Zarr. A selection reads the chunks that it touches; elements of chunks that are missing have one value. */
import type { IntoArray } from "../api/arrays.ts";
import { inFile } from "../api/error.ts";
import type { NdArray } from "../api/ndarray.ts";
import { wholeAxis } from "../grid/axes.ts";
import { type Parts, partedArray } from "../grid/parts.ts";
import { checkCodecs, type ReadArray, readChunk, readFill } from "./chunk.ts";
import type { ZarrArray } from "./metadata.ts";

/** Where the chunks of an array are. */
export interface ChunkStore {
  /** The maximum size of the result of a read, in bytes. */
  readonly limit: number;
  readonly read: ReadArray;
  readonly chunks: ReadChunks;
}

/** For each chunk of these indices what reads its stored bytes, undefined if it is missing. */
export type ReadChunks = (
  zarr: ZarrArray,
  indices: readonly (readonly number[])[],
  signal: AbortSignal | undefined,
) => Promise<(() => Promise<Uint8Array<ArrayBuffer> | undefined>)[]>;

/** The array whose chunks are in a store; `describe` throws if it is described wrongly. */
export function zarrArray(describe: () => ZarrArray, store: ChunkStore): NdArray {
  return partedArray(() => partsOf(describe(), store));
}

function partsOf(zarr: ZarrArray, store: ChunkStore): Parts {
  checkCodecs(zarr);
  const { shape, chunks, dtype, byteorder, compressor, fill } = zarr;
  return {
    ...{ dtype, limit: store.limit, partShape: chunks, axes: shape.map(wholeAxis) },
    known: { byteorder, ...(compressor && { compression: compressor.id }) },
    begin: async (indices, _, signal) => {
      const readers = await store.chunks(zarr, indices, signal);
      /** The value of elements of chunks that are missing, once one is. */
      let one: ReturnType<typeof readFill> | undefined;
      return {
        read: async (at, selection, { into, float16, workers, onProgress }) => {
          const stored = await readers[at]?.();
          try {
            if (stored) {
              await readChunk(stored, zarr, store.read, selection, { into, signal, float16, workers });
            } else {
              one ??= fill === null ? undefined : readFill(zarr, store.read, { float16 });
              fillWith(into, await one);
            }
          } catch (thrown) {
            throw inFile(`chunk ${indices[at]?.join(".")}`, thrown);
          }
          onProgress?.({ loaded: stored?.length ?? 0, phase: "read" });
          return true;
        },
      };
    },
  };
}

/** Makes all elements equal to one; zero if none is given. */
function fillWith(values: IntoArray, one: IntoArray | undefined): void {
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength).fill(0);
  for (let i = 0; one && i < values.length; i += one.length) {
    values.set(one as never, i);
  }
}
