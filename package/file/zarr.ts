/**
 * The arrays of asdf-zarr (https://asdf-zarr.readthedocs.io). Either the description of an array is in the tree, and its chunks are in blocks:
 * a block of 32-bit integers says which block has which chunk, and -1 means that it is missing. Or the tree names a folder, a store, with
 * the description and a file for each chunk; the description is read when the file is opened.
 */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { NdArray } from "../api/ndarray.ts";
import type { WorkOptions } from "../api/options.ts";
import { stridesOf } from "../api/shape.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import { inParallel } from "../grid/parts.ts";
import { type ReadChunks, zarrArray } from "../zarr/array.ts";
import type { ReadArray } from "../zarr/chunk.ts";
import { bad, type ZarrArray, zarrayIn } from "../zarr/metadata.ts";

const TAG = /^asdf:\/\/asdf-format\.org\/zarr\/tags\/zarr-1\./;

/** The file with the array. */
export interface ZarrFile {
  readBlock(index: number, options: WorkOptions): Promise<Uint8Array<ArrayBuffer>>;
  readBlockHeaders(indices: readonly number[], signal: AbortSignal | undefined): Promise<unknown>;
  /** Reads of the array `a` of a file in memory. */
  readonly readIn: ReadArray;
  readonly outputLimit: number;
  /** The bytes of another file, at most `most`; undefined if it does not exist. */
  readOther(
    uri: string,
    most: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** What was found of stores, by what the tree says of them. */
  readonly stores: Map<string, Store | AsdfError>;
  readonly url: URL | undefined;
}

/** A folder with the chunks of an array. */
interface Store {
  readonly folder: string;
  readonly zarray: ZarrArray;
}

/** Whether a node describes an array of Zarr. */
export function isZarr(node: TreeValue | undefined): node is TreeMap {
  return isTreeMap(node) && TAG.test(tagOf(node) ?? "");
}

/** The array that a node describes. */
export function arrayOfZarr(node: TreeMap, file: ZarrFile): NdArray {
  const { ".zarray": zarray, chunk_block_map: map, store } = node;
  const { outputLimit: limit, readIn: read } = file;
  if (typeof map === "number") {
    return zarrArray(() => zarrayIn(zarray), { limit, read, chunks: chunksInBlocks(map, file) });
  }
  const found = file.stores.get(JSON.stringify(store));
  const describe = () => {
    if (found && !(found instanceof AsdfError)) {
      return found.zarray;
    }
    throw found ?? bad("it has neither a map of chunks nor a store that `open()` has found");
  };
  const folder = found && "folder" in found ? found.folder : "";
  return zarrArray(describe, { limit, read, chunks: chunksInFolder(folder, file) });
}

/** The most bytes of a description, and the most stores that are looked for when a file is opened. */
const MOST_DESCRIPTION = 2 ** 20;
const MOST_STORES = 1000;

/** Reads the descriptions of the stores that nodes name. Those that fail fail with their array. */
export async function readStores(
  nodes: readonly TreeMap[],
  file: ZarrFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const named = new Map(nodes.flatMap(({ store }) => (store ? [[JSON.stringify(store), store]] : [])));
  await inParallel([...named].slice(0, MOST_STORES), async ([key, store]) => {
    try {
      file.stores.set(key, await storeFrom(store, file, signal));
    } catch (thrown) {
      if (signal?.aborted || !(thrown instanceof AsdfError)) {
        throw thrown;
      }
      file.stores.set(key, thrown);
    }
  });
}

async function storeFrom(store: TreeValue, file: ZarrFile, signal: AbortSignal | undefined): Promise<Store> {
  const { type_string: type = null, path = null } = isTreeMap(store) ? store : {};
  if (
    typeof path !== "string" ||
    !/^(?:Nested)?DirectoryStore$|^(?:Temp|Local|FS)Store$/.test(String(type))
  ) {
    throw bad(`a store of the type ${String(type)} is not read`);
  }
  const folders = foldersFor(path.replace(/\/+$/, ""), file.url !== undefined);
  for (const folder of folders) {
    const text = await file.readOther(`${folder}/.zarray`, MOST_DESCRIPTION, signal);
    if (text) {
      const zarray = zarrayIn(parsed(text));
      return { folder, zarray: type === "NestedDirectoryStore" ? { ...zarray, separator: "/" } : zarray };
    }
  }
  throw new AsdfError(
    "external-source",
    `the store \`${path}\` of a Zarr array is not there: it has no \`.zarray\``,
  );
}

/** Where a folder may be: asdf-zarr writes absolute paths, and who moves a file moves the folder with it. */
function foldersFor(path: string, isRemote: boolean): string[] {
  if (URL.canParse(path)) {
    return [path];
  }
  const escaped = (text: string) => text.split("/").map(encodeURIComponent).join("/");
  const last = escaped(path.slice(path.lastIndexOf("/") + 1));
  return !path.startsWith("/") ? [escaped(path)] : isRemote ? [last] : [escaped(path), last];
}

function parsed(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(text));
  } catch (cause) {
    throw bad(`\`.zarray\` is no JSON: ${reasonOf(cause)}`);
  }
}

/** The chunks in files of a folder. */
function chunksInFolder(folder: string, file: ZarrFile): ReadChunks {
  return async ({ separator }, indices, signal) =>
    indices.map((index) => () => {
      const name = index.join(separator) || "0";
      return file.readOther(`${folder}/${name}`, file.outputLimit, signal);
    });
}

const MISSING = -1;

/** The chunks in blocks; `map`: the block that says which chunk is in which. */
function chunksInBlocks(map: number, file: ZarrFile): ReadChunks {
  /** The block of each chunk, in C order. */
  let known: Int32Array | undefined;
  return async ({ shape, chunks }, indices, signal) => {
    const steps = stridesOf(shape.map((length, axis) => Math.ceil(length / (chunks[axis] ?? 1))));
    known ??= integersIn(await file.readBlock(map, { signal }));
    const blocks = indices.map(
      (index) => known?.[index.reduce((sum, number, axis) => sum + number * (steps[axis] ?? 0), 0)],
    );
    if (blocks.includes(undefined)) {
      throw bad("its map of chunks has fewer than there are");
    }
    const there = blocks.flatMap((block) => (block === undefined || block === MISSING ? [] : [block]));
    await file.readBlockHeaders(there, signal);
    return blocks.map(
      (block = MISSING) =>
        async () =>
          block === MISSING ? undefined : file.readBlock(block, { signal }),
    );
  };
}

function integersIn(bytes: Uint8Array<ArrayBuffer>): Int32Array {
  return new Int32Array(bytes.slice(0, bytes.length - (bytes.length % 4)).buffer);
}
