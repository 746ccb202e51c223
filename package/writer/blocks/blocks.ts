/**
 * The blocks of a file to be written, before their positions are known: which arrays share a block, and the source of each
 * block's bytes, in chunks.
 */

import type { StructType } from "../../api/arrays.ts";
import { allocate, copyOf } from "../../api/elements.ts";
import { AsdfError, abortedBy } from "../../api/error.ts";
import type { NdArray } from "../../api/ndarray.ts";
import type { Visit } from "../../api/path.ts";
import { sizeOf } from "../../api/shape.ts";
import type { CompressionOptions, WriteOptions } from "../../api/writing.ts";
import { OpenedFile } from "../../file/opened-file.ts";
import { selectionOf } from "../input/axes.ts";
import { packColumn, packMask } from "../input/pack.ts";
import { type Cut, runsOf, type Tile } from "../input/tiles.ts";
import { withPath } from "../input/values.ts";
import { type Block, CHUNK, type Lost } from "./block.ts";
import { emptyBlock, storedBlock } from "./stored.ts";

/** An array of an opened file that is read row by row while it is written. */
export interface OpenedArray {
  readonly array: NdArray;
  readonly what: "elements" | "mask";
  /** The size of an element, or of its mask, in bytes. */
  readonly item: number;
  /** The number of bytes that are reversed together; 1: the byte order is kept. */
  readonly swap: number;
  readonly tile: Tile;
  /** Of records: the fields that are written, and as what; undefined: all. */
  readonly packed?: { readonly dtype: StructType; readonly fields: readonly string[] } | undefined;
  /** Where the array is in the tree, for error messages. */
  readonly visit: Visit | undefined;
}

/** The place of an array's bytes, which is set when all blocks are known. */
export interface Slot {
  /** The number of the block, or the name of its file if it has one of its own. */
  source: number | string;
  /** The offset of the array's bytes in the block. */
  base: number;
}

interface Entry {
  readonly slots: Slot[];
  readonly block: Block;
  /** Its number in the file whose blocks keep their numbers, if it has one there. */
  readonly home?: number | undefined;
}

/** A part of an `ArrayBuffer` that contains an array. */
interface MemoryEntry extends Entry {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Only entries of the same kind can share a block. */
  readonly kind: string;
}

export class BlockTable {
  readonly #entries: (Entry | MemoryEntry)[] = [];
  readonly #stored = new Map<string, Slot>();
  readonly #files = new Map<OpenedFile, number>();
  #streamed: Entry | undefined;
  /** The blocks that no array names, by their numbers. */
  readonly #kept = new Map<number, Block>();
  /** The file that they are in, and whether its other blocks keep their numbers as well. */
  #home: OpenedFile | undefined;
  #isPinned = false;
  readonly #missing: WriteOptions["missingBlocks"];

  constructor(missing: WriteOptions["missingBlocks"]) {
    this.#missing = missing;
  }

  /** Keeps the blocks of a file that are not among those that its arrays name, in their places. */
  async keep(file: OpenedFile, numbers: Iterable<number>, signal: AbortSignal | undefined, lost: Lost) {
    this.#home = file;
    for (const number of numbers) {
      this.#kept.set(number, await storedBlock(file, number, 1, undefined, signal, lost, this.#missing));
    }
  }

  /** Keeps the numbers of all blocks of a file: something in its tree may name them. */
  pin(file: OpenedFile): void {
    this.#home = file;
    this.#isPinned = true;
  }

  /** Adds bytes in memory. Overlapping parts of one buffer share a block. */
  memory(bytes: Uint8Array<ArrayBuffer>, item: number, swap: number, compression: CompressionOptions): Slot {
    const kind = JSON.stringify([swap, bytes.byteOffset % swap, compression]);
    return this.#add({ block: memoryBlock(bytes, item, swap, compression), bytes, kind });
  }

  /**
   * Adds a block of an opened file: the one with this number, or the first one of the external file with this URI. Returns
   * undefined if there is no block that can be copied: the block of an external file only can if the file is a Blob.
   *
   * Of a damaged block of the file what there is is copied, so that the rest can be written; `lost` is told what is missing.
   */
  async stored(
    file: OpenedFile,
    source: NdArray["source"],
    item: number,
    compression: CompressionOptions | undefined,
    signal: AbortSignal | undefined,
    lost: Lost,
  ): Promise<Slot | undefined> {
    if (source === null) {
      return undefined;
    }
    const key = JSON.stringify([this.#numberOf(file), source, compression]);
    const known = this.#stored.get(key);
    if (known) {
      return known;
    }
    const block =
      typeof source === "number"
        ? await storedBlock(file, source, item, compression, signal, lost, this.#missing)
        : await file.withExternal(source, signal, (external) =>
            storedBlock(external, 0, item, compression, signal, undefined),
          );
    if (typeof source === "string" && block.stored?.slice === undefined) {
      return undefined;
    }
    const slot = this.#add({ block, home: this.#homeOf(file, source) });
    this.#stored.set(key, slot);
    return slot;
  }

  /** Adds a tile of a dense array in memory. */
  tile(
    bytes: Uint8Array<ArrayBuffer>,
    cut: Cut,
    item: number,
    swap: number,
    compression: CompressionOptions,
  ): Slot {
    return this.#add({ block: memoryBlock(bytes, item, swap, compression, cut) });
  }

  /** Adds the elements of an array of an opened file, or its mask, which are read when they are written. */
  opened(opened: OpenedArray, compression: CompressionOptions): Slot {
    const { item, tile } = opened;
    const chunks = (signal: AbortSignal | undefined) => rowsOf(opened, signal);
    const { array, what } = opened;
    const isStored = what === "elements" && typeof array.source === "number";
    const home = isStored ? this.#homeOf(OpenedFile.of(array), array.source) : undefined;
    return this.#add({ block: { length: item * sizeOf(tile.shape), chunks, compression, item }, home });
  }

  /** The same for a whole array in an HDU of a FITS file: arrays of the same HDU share a block. */
  ofHdu(file: OpenedFile, opened: OpenedArray, compression: CompressionOptions): Slot {
    const { array, what } = opened;
    const key = JSON.stringify([this.#numberOf(file), what, array.hdu, compression]);
    const slot = this.#stored.get(key) ?? this.opened(opened, compression);
    this.#stored.set(key, slot);
    return slot;
  }

  /** The number by which the blocks of a file are known. */
  #numberOf(file: OpenedFile): number {
    const number = this.#files.get(file) ?? this.#files.size;
    this.#files.set(file, number);
    return number;
  }

  /** Adds a stream of unknown length, which becomes the last block. */
  stream(bytes: AsyncIterable<Uint8Array>): Slot {
    if (this.#streamed) {
      throw new AsdfError("bad-array", "a file has at most one streamed block, and an array before has one");
    }
    const chunks = () => checked(bytes);
    const slot: Slot = { source: -1, base: 0 };
    const block: Block = { length: undefined, chunks, compression: { name: "none" }, item: 1 };
    this.#streamed = { slots: [slot], block };
    return slot;
  }

  /** The number that a block keeps; undefined if it is not of the file whose blocks keep theirs. */
  #homeOf(file: OpenedFile, source: NdArray["source"]): number | undefined {
    return file === this.#home && typeof source === "number" ? source : undefined;
  }

  #add(entry: Omit<Entry, "slots"> | Omit<MemoryEntry, "slots">): Slot {
    const slot: Slot = { source: -1, base: 0 };
    this.#entries.push({ ...entry, slots: [slot] });
    return slot;
  }

  /** The blocks that no array names, in their places; where arrays had theirs, there is an empty one. */
  get kept(): readonly Block[] {
    return this.#around([]).map(({ block }) => block);
  }

  /**
   * Returns the blocks in the order of their arrays, those that no array names in their places, and sets all slots. `nameOf`
   * names the files of blocks that have files of their own: then the blocks that no array names are not among them.
   */
  settle(nameOf?: (index: number) => string): Block[] {
    const settled = nameOf ? merged(this.#entries) : this.#around(merged(this.#entries));
    const all = this.#streamed ? [...settled, this.#streamed] : settled;
    for (const [index, { slots }] of all.entries()) {
      for (const slot of slots) {
        slot.source = nameOf?.(index) ?? index;
      }
    }
    return all.map(({ block }) => block);
  }

  /** Puts entries around the blocks that no array names, or that keep their numbers: those with a number of old keep it, the others come after. */
  #around(entries: readonly Entry[]): Entry[] {
    const pinned = this.#isPinned ? entries.map(({ home = -1 }) => home) : [];
    const end = [...this.#kept.keys(), ...pinned].reduce((most, number) => Math.max(most, number + 1), 0);
    const places = new Map<number, Entry>();
    for (const [number, block] of this.#kept) {
      places.set(number, { slots: [], block });
    }
    const after: Entry[] = [];
    for (const entry of entries) {
      const { home = end } = entry;
      if (home < end && !places.has(home)) {
        places.set(home, entry);
      } else {
        after.push(entry);
      }
    }
    const empty = { slots: [], block: emptyBlock(1) };
    return [...Array.from({ length: end }, (_, number) => places.get(number) ?? empty), ...after];
  }
}

/** Replaces overlapping entries of a buffer by one entry, at the position of the first of them. */
function merged(entries: readonly (Entry | MemoryEntry)[]): Entry[] {
  const groups = new Map<ArrayBuffer, Map<string, MemoryEntry[]>>();
  for (const entry of entries) {
    if ("bytes" in entry) {
      const kinds = groups.get(entry.bytes.buffer) ?? new Map<string, MemoryEntry[]>();
      groups.set(entry.bytes.buffer, kinds.set(entry.kind, [...(kinds.get(entry.kind) ?? []), entry]));
    }
  }
  const replaced = new Map<Entry, Entry>();
  for (const regions of [...groups.values()].flatMap((kinds) => [...kinds.values()])) {
    const ordered = regions.toSorted((a, b) => a.bytes.byteOffset - b.bytes.byteOffset);
    let cluster: MemoryEntry[] = [];
    let end = -1;
    for (const region of [...ordered, undefined]) {
      if (region === undefined || region.bytes.byteOffset >= end) {
        join(cluster, replaced);
        cluster = [];
      }
      if (region) {
        cluster.push(region);
        end = Math.max(end, region.bytes.byteOffset + region.bytes.byteLength);
      }
    }
  }
  return [...new Set(entries.map((entry) => replaced.get(entry) ?? entry))];
}

function join(cluster: readonly MemoryEntry[], replaced: Map<Entry, Entry>): void {
  const [first, ...others] = cluster;
  if (first === undefined || others.length === 0) {
    return;
  }
  const start = first.bytes.byteOffset;
  const end = Math.max(...cluster.map(({ bytes }) => bytes.byteOffset + bytes.byteLength));
  const { item, compression } = first.block;
  const swap: number = JSON.parse(first.kind)[0];
  const bytes = new Uint8Array(first.bytes.buffer, start, end - start);
  const entry = {
    slots: cluster.flatMap(({ slots }) => slots),
    block: memoryBlock(bytes, item, swap, compression),
  };
  for (const region of cluster) {
    for (const slot of region.slots) {
      slot.base = region.bytes.byteOffset - start;
    }
    replaced.set(region, entry);
  }
}

/** `swap`: the number of bytes that are reversed together; 1 keeps the byte order. `cut`: only this tile is written. */
function memoryBlock(
  bytes: Uint8Array<ArrayBuffer>,
  item: number,
  swap: number,
  compression: CompressionOptions,
  cut?: Cut,
): Block {
  const whole = bytes.byteLength;
  const length = cut ? item * sizeOf(cut.tile.shape) : whole;
  function* chunks(): Generator<Uint8Array<ArrayBuffer>> {
    if (bytes.byteLength !== whole) {
      throw new AsdfError("bad-array", "a buffer was transferred or resized while it was written");
    }
    const runs = cut ? runsOf(bytes, item, cut) : [bytes];
    for (const chunk of inChunks(runs, length, CHUNK - (CHUNK % swap))) {
      yield swapped(chunk, swap);
    }
  }
  return { length, chunks, compression, item };
}

/** The same bytes in chunks of `step` bytes, the last one smaller: short runs are joined, long ones are split without a copy. */
function* inChunks(
  runs: Iterable<Uint8Array<ArrayBuffer>>,
  length: number,
  step: number,
): Generator<Uint8Array<ArrayBuffer>> {
  let left = length;
  let chunk: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;
  for (const run of runs) {
    for (let at = 0; at < run.length; ) {
      const size = chunk?.length ?? Math.min(step, left);
      const part = run.subarray(at, at + size - filled);
      at += part.length;
      if (part.length < size) {
        chunk ??= allocate(size);
        chunk.set(part, filled);
        filled += part.length;
      }
      if (part.length === size || filled === size) {
        yield chunk ?? part;
        left -= size;
        [chunk, filled] = [undefined, 0];
      }
    }
  }
}

/** A copy in which groups of `size` bytes are reversed; if `size` is 1, the bytes themselves. */
function swapped(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size === 1) {
    return bytes;
  }
  const copy = copyOf(bytes);
  for (let at = 0; at < copy.length; at += size) {
    copy.subarray(at, at + size).reverse();
  }
  return copy;
}

/** Reads an array, some rows at a time. */
async function* rowsOf(
  { array, what, item, swap, tile, packed, visit }: OpenedArray,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const [rows = 1, ...inner] = tile.shape;
  const step = Math.max(1, Math.floor(CHUNK / Math.max(1, item * sizeOf(inner))));
  for (let row = 0; row < rows; row += step) {
    const selection = selectionOf(tile, row, Math.min(row + step, rows));
    const options = { signal, float16: "bits", ...(packed && { fields: packed.fields }) } as const;
    const part = await array.read(selection, options).catch((thrown: unknown) => {
      throw withPath(visit, thrown);
    });
    const dtype = packed?.dtype ?? array.dtype;
    yield what === "elements" ? swapped(packColumn(part, dtype).bytes, swap) : packMask(part, dtype);
    if (signal?.aborted) {
      throw abortedBy(signal);
    }
  }
}

async function* checked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of bytes) {
    if (!(chunk instanceof Uint8Array)) {
      throw new AsdfError("bad-array", "the stream does not give bytes (pieces that are a Uint8Array)");
    }
    yield chunk as Uint8Array<ArrayBuffer>;
  }
}
