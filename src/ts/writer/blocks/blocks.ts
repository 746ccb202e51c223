/**
 * The blocks of a file to be written, before it is known where they will be: which arrays share one, and where their bytes
 * come from, piece by piece.
 */

import type { BlockHeader, BlockPlace } from "../../api/blocks.ts";
import { AsdfError, abortedBy } from "../../api/error.ts";
import type { NdArray } from "../../api/ndarray.ts";
import type { Visit } from "../../api/path.ts";
import { sizeOf } from "../../api/shape.ts";
import type { CompressionOptions } from "../../api/writing.ts";
import type { OpenedFile } from "../../file/opened-file.ts";
import { packColumn } from "../input/pack.ts";
import { selectionOf } from "../input/part.ts";
import { type Cut, runsOf, type Tile } from "../input/tiles.ts";
import { placed } from "../input/values.ts";

/** How many bytes are handled at once. */
export const PIECE = 2 ** 20;

export type Pieces = AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>;

/** A block to be written. */
export interface Block {
  /** How many bytes it has, not compressed; undefined of a stream. */
  readonly length: number | undefined;
  /** Its bytes from the beginning, each time anew. */
  readonly pieces: (signal: AbortSignal | undefined) => Pieces;
  readonly compression: CompressionOptions;
  /** How many bytes an element has, by which some compressions go. */
  readonly item: number;
  /** What another file stores of it, to be copied as it is. */
  readonly stored?: Stored | undefined;
}

/** A block of an opened file as it is stored. */
export interface Stored {
  readonly header: BlockPlace & BlockHeader;
  /** Of a file in a Blob they are a slice of that, which nobody has read, and for which it need not stay open. */
  readonly slice: Blob | undefined;
  readonly pieces: (signal: AbortSignal | undefined) => AsyncIterable<Uint8Array<ArrayBuffer> | Blob>;
}

/** What is to be read of an array of an opened file, some rows at a time. */
export interface Rows {
  readonly array: NdArray;
  readonly what: "elements" | "mask";
  /** How many bytes an element of that has. */
  readonly item: number;
  /** How many of an element are turned round together; 1: none are. */
  readonly swap: number;
  readonly tile: Tile;
  /** Where in the tree the array is, for what fails. */
  readonly visit: Visit | undefined;
}

/** Where an array's block will be: known once all are. */
export interface Slot {
  /** The number of the block; of one in a file of its own, that file's name. */
  source: number | string;
  /** Where in the block its bytes begin. */
  base: number;
}

interface Entry {
  readonly slots: Slot[];
  readonly block: Block;
}

/** A part of an `ArrayBuffer` that an array is in. */
interface Region extends Entry {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Regions of other kinds never become one block. */
  readonly kind: string;
}

export class BlockTable {
  readonly #entries: (Entry | Region)[] = [];
  readonly #stored = new Map<string, Slot>();
  readonly #files = new Map<OpenedFile, number>();
  #streamed: Entry | undefined;

  /** Bytes in memory. Those of one buffer that overlap become one block. */
  memory(bytes: Uint8Array<ArrayBuffer>, item: number, swap: number, compression: CompressionOptions): Slot {
    const kind = JSON.stringify([swap, bytes.byteOffset % swap, compression]);
    return this.#add({ block: memoryBlock(bytes, item, swap, compression), bytes, kind });
  }

  /**
   * A block of an opened file: the one with this number, or the first of the file with this URI. Undefined where there is
   * none to be copied: that of another file is read with the array, unless it can be handed on unread.
   */
  async stored(
    file: OpenedFile,
    source: NdArray["source"],
    item: number,
    compression: CompressionOptions | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Slot | undefined> {
    if (source === null) {
      return undefined;
    }
    const number = this.#files.get(file) ?? this.#files.size;
    this.#files.set(file, number);
    const key = JSON.stringify([number, source, compression]);
    const known = this.#stored.get(key);
    if (known) {
      return known;
    }
    const block =
      typeof source === "number"
        ? await storedBlock(file, source, item, compression, signal)
        : await file.withExternal(source, signal, (external) =>
            storedBlock(external, 0, item, compression, signal),
          );
    if (typeof source === "string" && block.stored?.slice === undefined) {
      return undefined;
    }
    const slot = this.#add({ block });
    this.#stored.set(key, slot);
    return slot;
  }

  /** A tile of a dense array in memory. */
  tile(
    bytes: Uint8Array<ArrayBuffer>,
    cut: Cut,
    item: number,
    swap: number,
    compression: CompressionOptions,
  ): Slot {
    return this.#add({ block: memoryBlock(bytes, item, swap, compression, cut) });
  }

  /** What an array of an opened file holds, or its mask: read when it is written. */
  rows(rows: Rows, compression: CompressionOptions): Slot {
    const { item, tile } = rows;
    const pieces = (signal: AbortSignal | undefined) => rowsOf(rows, signal);
    return this.#add({ block: { length: item * sizeOf(tile.shape), pieces, compression, item } });
  }

  /** Bytes that come until they end: the last block. */
  stream(bytes: AsyncIterable<Uint8Array>): Slot {
    if (this.#streamed) {
      throw new AsdfError("bad-array", "a file has at most one streamed block, and an array before has one");
    }
    const pieces = () => checked(bytes);
    const slot: Slot = { source: -1, base: 0 };
    const block: Block = { length: undefined, pieces, compression: { name: "none" }, item: 1 };
    this.#streamed = { slots: [slot], block };
    return slot;
  }

  #add(entry: { block: Block } | Omit<Region, "slots">): Slot {
    const slot: Slot = { source: -1, base: 0 };
    this.#entries.push({ ...entry, slots: [slot] });
    return slot;
  }

  /**
   * The blocks in the order of the arrays; from now on each slot says where its array is: in this file, or in one of which
   * `nameOf` says the name.
   */
  settle(nameOf?: (index: number) => string): Block[] {
    const settled = merged(this.#entries);
    const all = this.#streamed ? [...settled, this.#streamed] : settled;
    for (const [index, { slots }] of all.entries()) {
      for (const slot of slots) {
        slot.source = nameOf?.(index) ?? index;
      }
    }
    return all.map(({ block }) => block);
  }
}

/** One entry for all regions of a buffer that overlap, where the first of them stands. */
function merged(entries: readonly (Entry | Region)[]): Entry[] {
  const groups = new Map<ArrayBuffer, Map<string, Region[]>>();
  for (const entry of entries) {
    if ("bytes" in entry) {
      const kinds = groups.get(entry.bytes.buffer) ?? new Map<string, Region[]>();
      groups.set(entry.bytes.buffer, kinds.set(entry.kind, [...(kinds.get(entry.kind) ?? []), entry]));
    }
  }
  const replaced = new Map<Entry, Entry>();
  for (const regions of [...groups.values()].flatMap((kinds) => [...kinds.values()])) {
    const ordered = regions.toSorted((a, b) => a.bytes.byteOffset - b.bytes.byteOffset);
    let cluster: Region[] = [];
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

function join(cluster: readonly Region[], replaced: Map<Entry, Entry>): void {
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

/** `swap`: elements of so many bytes are turned round; 1 leaves them as they are. `cut`: only a tile is written. */
function memoryBlock(
  bytes: Uint8Array<ArrayBuffer>,
  item: number,
  swap: number,
  compression: CompressionOptions,
  cut?: Cut,
): Block {
  const whole = bytes.byteLength;
  const length = cut ? item * sizeOf(cut.tile.shape) : whole;
  function* pieces(): Generator<Uint8Array<ArrayBuffer>> {
    if (bytes.byteLength !== whole) {
      throw new AsdfError("bad-array", "a buffer was transferred or resized while it was written");
    }
    const runs = cut ? runsOf(bytes, item, cut) : [bytes];
    for (const piece of inPieces(runs, length, PIECE - (PIECE % swap))) {
      yield swapped(piece, swap);
    }
  }
  return { length, pieces, compression, item };
}

/** The same bytes in pieces of `step`, the last one smaller: short runs are put together, long ones cut where they are. */
function* inPieces(
  runs: Iterable<Uint8Array<ArrayBuffer>>,
  length: number,
  step: number,
): Generator<Uint8Array<ArrayBuffer>> {
  let left = length;
  let piece: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;
  for (const run of runs) {
    for (let at = 0; at < run.length; ) {
      const size = piece?.length ?? Math.min(step, left);
      const part = run.subarray(at, at + size - filled);
      at += part.length;
      if (part.length < size) {
        piece ??= new Uint8Array(size);
        piece.set(part, filled);
        filled += part.length;
      }
      if (part.length === size || filled === size) {
        yield piece ?? part;
        left -= size;
        [piece, filled] = [undefined, 0];
      }
    }
  }
}

/** A copy of bytes of which `size` each are turned round; where that is one, the bytes themselves. */
function swapped(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size === 1) {
    return bytes;
  }
  const copy = bytes.slice();
  for (let at = 0; at < copy.length; at += size) {
    copy.subarray(at, at + size).reverse();
  }
  return copy;
}

/** The name of a block's compression. */
export function compressionOf({ compression }: BlockHeader): string {
  return compression?.replaceAll("\0", "") ?? "none";
}

/** What is stored is copied, unless another compression is wanted or only older dialects have this one. */
async function storedBlock(
  file: OpenedFile,
  index: number,
  item: number,
  wanted: CompressionOptions | undefined,
  signal: AbortSignal | undefined,
): Promise<Block> {
  const [header] = await file.readBlockHeaders([index], signal);
  if (header === undefined) {
    throw new AsdfError("not-found", `there is no block ${index}`);
  }
  const name = compressionOf(header);
  async function* decoded(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const bytes = await file.readBlock(index, { signal });
    for (let at = 0; at < bytes.length; at += PIECE) {
      yield bytes.subarray(at, at + PIECE);
    }
  }
  const start = header.offset + 6 + header.headerSize;
  const { usedSize } = header;
  const slice = file.slice(start, usedSize);
  async function* raw(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array<ArrayBuffer> | Blob> {
    if (slice) {
      yield slice;
      return;
    }
    for (let at = 0; at < usedSize; at += PIECE) {
      yield await file.readStored(start + at, Math.min(PIECE, usedSize - at), signal);
    }
  }
  // What is no text is shown in hexadecimal, which is longer than a label.
  const isLabel = name.length <= 4;
  const keep = file.info.dialect === "asdf" && isLabel && (wanted === undefined || wanted.name === name);
  const length = header.compression === null ? usedSize : header.dataSize;
  const compression = wanted ?? { name: "none" };
  const stored = keep ? { header, slice, pieces: raw } : undefined;
  return { length, pieces: decoded, compression, item, stored };
}

/** What is to be read of an array, some rows at a time. */
async function* rowsOf(
  { array, what, item, swap, tile, visit }: Rows,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const [rows = 1, ...inner] = tile.shape;
  const step = Math.max(1, Math.floor(PIECE / Math.max(1, item * sizeOf(inner))));
  for (let row = 0; row < rows; row += step) {
    const selection = selectionOf(tile, row, Math.min(row + step, rows));
    const part = await array.read(selection, { signal, float16: "bits" }).catch((thrown: unknown) => {
      throw placed(visit, thrown);
    });
    yield what === "elements"
      ? swapped(packColumn(part, array.dtype).bytes, swap)
      : (part.mask ?? new Uint8Array(sizeOf(part.shape)));
    if (signal?.aborted) {
      throw abortedBy(signal);
    }
  }
}

async function* checked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of bytes) {
    if (!(piece instanceof Uint8Array)) {
      throw new AsdfError("bad-array", "the stream does not give bytes (pieces that are a Uint8Array)");
    }
    yield piece as Uint8Array<ArrayBuffer>;
  }
}
