/** The plan of a file to be written: which objects occur several times, and how each array is written. */

import type { Datatype } from "../../api/arrays.ts";
import { isStruct, itemSize } from "../../api/elements.ts";
import { AsdfError } from "../../api/error.ts";
import { NdArray } from "../../api/ndarray.ts";
import { pathOf, type Visit } from "../../api/path.ts";
import { sizeOf, stridesOf } from "../../api/shape.ts";
import type { TreeValue } from "../../api/tree.ts";
import { componentsOf, isTreeMap } from "../../api/tree.ts";
import type { ArrayInput, CompressionOptions, NdArrayOptions } from "../../api/writing.ts";
import { OpenedFile } from "../../file/opened-file.ts";
import { BlockTable, compressionOf, type Slot } from "../blocks/blocks.ts";
import { type Elements, elementsOf, isStream, NewArray } from "../input/array.ts";
import { type AxisRange, selectionOf, tileOf } from "../input/axes.ts";
import { bad } from "../input/pack.ts";
import type { Settings } from "../input/settings.ts";
import { type Tile, tilesOf } from "../input/tiles.ts";
import { childrenOf, kindOf, withPath } from "../input/values.ts";

/** How an array is written. */
export type ArrayPlan = BlockPlan | InlinePlan | ChunksPlan | TilesPlan;

export interface BlockPlan {
  readonly kind: "block";
  readonly shape: readonly (number | "*")[];
  readonly dtype: Datatype;
  readonly byteorder: "little" | "big";
  /** For records whose fields do not all have that byte order: `NdArray.orders`. */
  readonly orders?: string | undefined;
  readonly slot: Slot;
  /** The offset of the first element from the slot's base, in bytes. */
  readonly offset: number;
  /** Undefined: dense and in C order. */
  readonly strides?: readonly number[] | undefined;
  readonly mask?: ArrayPlan | number | bigint | undefined;
}

export interface InlinePlan {
  readonly kind: "inline";
  readonly elements: Elements;
}

export interface ChunksPlan {
  readonly kind: "chunks";
  readonly array: NdArray;
  /** The chunks as values of the tree. */
  readonly chunks: TreeValue;
}

/** An array that is divided into chunks when it is written. */
export interface TilesPlan {
  readonly kind: "tiles";
  readonly shape: readonly number[];
  readonly dtype: Datatype;
  readonly tiles: readonly { readonly start: readonly number[]; readonly array: BlockPlan }[];
}

/** The least integer that a tree may contain directly. */
export const LEAST = -(2n ** 63n) + 2n;
/** The compressions that are kept when a part of an array is written. */
const COMPRESSIONS = ["zlib", "bzp2", "lz4", "zstd", "xz", "blsc", "bls2"] as const;
/** Readers reject deeper nesting. */
const DEPTH = 256;

export class WritePlan {
  /** The objects that occur several times. */
  readonly shared = new Set<object>();
  readonly arrays = new Map<object, ArrayPlan>();
  readonly blocks = new BlockTable();
  readonly #begun = new Set<object>();
  readonly #settings: Settings;
  /** The array that is being planned. */
  #visit: Visit | undefined;

  private constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Plans the entries of the root. Values that cannot be written are rejected. */
  static async of(
    root: object,
    entries: Iterable<[unknown, unknown]>,
    settings: Settings,
  ): Promise<WritePlan> {
    const plan = new WritePlan(settings);
    const found: Visit[] = [];
    plan.#survey(root, entries, found);
    await plan.#readHeaders(found);
    for (const visit of found) {
      plan.#visit = visit;
      try {
        await plan.#array(visit.value as object);
      } catch (thrown) {
        throw withPath(visit, thrown);
      }
    }
    return plan;
  }

  #survey(root: object, entries: Iterable<[unknown, unknown]>, found: Visit[]): void {
    const seen = new Set<object>([root]);
    const look = (children: Iterable<[unknown, unknown]>, above: Visit | undefined, depth: number) => {
      for (const [key, value] of children) {
        const visit = { key, value, above } as Visit;
        const kind = kindOf(value, key, visit);
        if (typeof value !== "object" || value === null) {
          continue;
        }
        if (seen.has(value)) {
          this.shared.add(value);
          continue;
        }
        seen.add(value);
        if (kind === "array") {
          found.push(visit);
          const chunks = chunksOf(value);
          if (chunks !== undefined) {
            look([["chunks", chunks]], visit, depth + 1);
          }
        } else if (kind === "map" || kind === "sequence") {
          if (depth >= DEPTH) {
            const message = `the tree nests deeper than ${DEPTH}, which readers refuse`;
            throw new AsdfError("limit-exceeded", message, { path: pathOf(visit) });
          }
          look(childrenOf(value), visit, depth + 1);
        }
      }
    };
    look(entries, undefined, 1);
  }

  /** Reads the headers of all blocks of opened files together. A failure is ignored: it occurs again, with its path, for the array. */
  async #readHeaders(found: readonly Visit[]): Promise<void> {
    const blocks = new Map<OpenedFile, number[]>();
    for (const { value } of found as readonly { readonly value: unknown }[]) {
      const data = value instanceof NewArray ? value.data : value;
      if (data instanceof NdArray && typeof data.source === "number") {
        const file = OpenedFile.of(data);
        const indices = blocks.get(file) ?? [];
        indices.push(data.source);
        blocks.set(file, indices);
      }
    }
    for (const [file, indices] of blocks) {
      await file.readBlockHeaders(indices, this.#settings.signal).catch(() => {});
    }
  }

  async #array(value: object): Promise<ArrayPlan> {
    let plan = this.arrays.get(value);
    if (plan === undefined) {
      this.#begun.add(value);
      plan = await this.#planOf(value);
      if (!this.#settings.float16 && hasHalves(typeOf(plan))) {
        const message = `version ${this.#settings.standard} of the standard has no float16: that came with 1.6.0`;
        throw new AsdfError("unsupported-datatype", message);
      }
      this.arrays.set(value, plan);
    }
    return plan;
  }

  async #planOf(value: object): Promise<ArrayPlan> {
    const { data, options, part } =
      value instanceof NewArray ? value : new NewArray(value as NewArray["data"], {});
    if (part !== undefined && data instanceof NdArray) {
      return this.#part(data, part);
    }
    if (options.chunks !== undefined) {
      return this.#inTiles(data, options, options.chunks);
    }
    if (data instanceof NdArray) {
      return this.#opened(data, options);
    }
    return isStream(data)
      ? this.#streamed(data, options)
      : this.#inMemory(elementsOf(data, options), options);
  }

  /** Each tile becomes a block. The tiles of an array of an opened file are read one by one when they are written. */
  #inTiles(data: ArrayInput, options: NdArrayOptions, chunks: readonly number[]): TilesPlan {
    const { inline, strides, offset, byteorder = "little" } = options;
    if (inline || strides || offset !== undefined || isStream(data)) {
      throw bad("an array in chunks is neither inline nor a stream, and has no strides");
    }
    const compression = this.#compression(options) ?? { name: "none" };
    if (data instanceof NdArray) {
      rejectOwn(data, options);
      const { shape, dtype } = data;
      const tiles = tilesOf(shape, chunks).map((tile) => {
        const slot = this.#openedSlot(data, "elements", compression, tile);
        const mask = data.masked ? this.#openedSlot(data, "mask", compression, tile) : undefined;
        return { start: tile.start, array: densePlan(tile.shape, dtype, "little", slot, mask) };
      });
      return { kind: "tiles", shape, dtype, tiles };
    }
    const { bytes, dtype, shape, mask } = elementsOf(data, options);
    const swap = swapOf(dtype, byteorder);
    const tiles = tilesOf(shape, chunks).map((tile) => {
      const slot = this.blocks.tile(bytes, { shape, tile }, itemSize(dtype), swap, compression);
      const its =
        mask instanceof Uint8Array ? this.blocks.tile(mask, { shape, tile }, 1, 1, compression) : mask;
      return { start: tile.start, array: densePlan(tile.shape, dtype, byteorder, slot, its) };
    });
    return { kind: "tiles", shape, dtype, tiles };
  }

  /** An array of an opened file keeps its position in its block. */
  async #opened(array: NdArray, options: NdArrayOptions): Promise<ArrayPlan> {
    rejectOwn(array, options);
    const { shape, dtype, byteorder, source, strides, offset, masked } = array;
    const { signal } = this.#settings;
    const chunks = chunksOf(array);
    if (chunks !== undefined) {
      return { kind: "chunks", array, chunks };
    }
    const compression = this.#compression(options);
    const item = itemSize(dtype);
    const isInline = source === null && componentsOf(array)?.["chunks"] === undefined;
    if (options.inline || (isInline && options.inline === undefined)) {
      const part = await array.read([], { signal, float16: "bits" });
      return this.#inMemory(
        elementsOf(part, { dtype, shape }),
        { inline: true, ...options },
        options.inline === true,
      );
    }
    const maskArray = componentsOf(array)?.["mask"];
    const maskOf = async () => {
      // An array that is its own mask would recurse forever.
      if (maskArray instanceof NdArray && (this.arrays.has(maskArray) || !this.#begun.has(maskArray))) {
        return this.#array(maskArray);
      }
      const slot = this.#openedSlot(array, "mask", compression);
      return maskPlan(shape, slot);
    };
    const slot = await this.blocks.stored(OpenedFile.of(array), source, item, compression, signal);
    if (slot) {
      const dense = stridesOf(shape).every((stride, axis) => stride * item === strides[axis]);
      const layout = { offset, strides: dense ? undefined : strides };
      return {
        kind: "block",
        shape,
        dtype,
        byteorder,
        orders: array.orders,
        slot,
        ...layout,
        mask: masked ? await maskOf() : undefined,
      };
    }
    const read = this.#openedSlot(array, "elements", compression);
    const mask = masked ? await maskOf() : undefined;
    return { kind: "block", shape, dtype, byteorder: "little", slot: read, offset: 0, mask };
  }

  /** A part of an array of an opened file, with its compression unless another one is requested. */
  async #part(array: NdArray, part: readonly AxisRange[]): Promise<ArrayPlan> {
    if (array.error) {
      throw array.error;
    }
    const { dtype, masked, source } = array;
    const tile = tileOf(part);
    const shape = part.filter(({ dropped }) => !dropped).map(({ length }) => length);
    if (source === null && chunkOf(array) === undefined) {
      const { signal } = this.#settings;
      const elements = await array.read(selectionOf(tile), { signal, float16: "bits" });
      return this.#inMemory(elementsOf(elements, { dtype, shape }), { inline: true }, false);
    }
    const compression = this.#settings.compression ?? (await this.#compressionIn(array));
    // Records are packed again from their columns.
    const byteorder = isStruct(dtype) ? "little" : array.byteorder;
    const slot = this.#openedSlot(array, "elements", compression, tile, swapOf(dtype, byteorder));
    const its = masked ? this.#openedSlot(array, "mask", compression, tile) : undefined;
    return densePlan(shape, dtype, byteorder, slot, its);
  }

  /** The compression of the block of an array, or of its first chunk; none if it is one that cannot be written. */
  async #compressionIn(array: NdArray): Promise<CompressionOptions> {
    const first = chunkOf(array) ?? array;
    const { source } = first;
    const file = OpenedFile.of(first);
    const { signal } = this.#settings;
    const [header] =
      typeof source === "string"
        ? await file.withExternal(source, signal, (external) => external.readBlockHeaders([0], signal))
        : await file.readBlockHeaders(source === null ? [] : [source], signal);
    const name = COMPRESSIONS.find((known) => header && compressionOf(header) === known);
    return { name: name ?? "none" };
  }

  #openedSlot(
    array: NdArray,
    what: "elements" | "mask",
    compression: CompressionOptions | undefined,
    tile: Tile = { start: array.shape.map(() => 0), shape: array.shape },
    swap = 1,
  ): Slot {
    const item = what === "mask" ? 1 : itemSize(array.dtype);
    const opened = { array, what, item, swap, tile, visit: this.#visit };
    return this.blocks.opened(opened, compression ?? { name: "none" });
  }

  #streamed(data: AsyncIterable<Uint8Array>, options: NdArrayOptions): BlockPlan {
    const { shape, dtype, byteorder = "little", compression, inline, mask, strides, offset } = options;
    const [first, ...inner] = shape ?? [];
    const whole = inner.every(
      (length) => typeof length === "number" && Number.isSafeInteger(length) && length > 0,
    );
    if (first !== "*" || !whole) {
      throw bad('the shape of a stream begins with "*", behind which stand whole numbers');
    }
    if (
      dtype === undefined ||
      inline ||
      mask !== undefined ||
      strides ||
      offset !== undefined ||
      compression
    ) {
      throw bad(
        "a stream needs a `dtype`, and can have neither mask, strides nor compression, nor be inline",
      );
    }
    const slot = this.blocks.stream(data);
    return { kind: "block", shape: ["*", ...inner], dtype, byteorder, slot, offset: 0 };
  }

  #inMemory(elements: Elements, options: NdArrayOptions, insists = options.inline): ArrayPlan {
    const { dtype, shape, bytes, strides, offset, mask } = elements;
    const { inline, byteorder = "little" } = options;
    const compression = this.#compression(options) ?? { name: "none" };
    const few = inline ?? sizeOf(shape) <= this.#settings.inlineThreshold;
    const why = few ? whyNotInline(elements) : undefined;
    if (insists && why !== undefined) {
      throw bad(`the array cannot stand in the tree: ${why}`);
    }
    if (few && why === undefined) {
      return { kind: "inline", elements };
    }
    const slot = this.blocks.memory(bytes, itemSize(dtype), swapOf(dtype, byteorder), compression);
    const its =
      mask instanceof Uint8Array ? maskPlan(shape, this.blocks.memory(mask, 1, 1, compression)) : mask;
    return { kind: "block", shape, dtype, byteorder, slot, offset, strides, mask: its };
  }

  /** The compression that is requested for an array, or for all; undefined if there is none. */
  #compression(options: NdArrayOptions): CompressionOptions | undefined {
    const own = options.compression ?? undefined;
    return own === undefined ? this.#settings.compression : this.#settings.compressionOf(own);
  }
}

/** Rejects options that an array of an opened file determines itself. */
function rejectOwn(array: NdArray, options: NdArrayOptions): void {
  for (const name of ["shape", "dtype", "byteorder", "strides", "offset", "mask"] as const) {
    if (options[name] !== undefined) {
      throw bad(
        `an array of an opened file has its own ${name}: to change that, write what \`read()\` gives`,
      );
    }
  }
  if (array.error) {
    throw array.error;
  }
}

/** A dense array, with a mask in a slot of its own, or a mask value. */
function densePlan(
  shape: readonly number[],
  dtype: Datatype,
  byteorder: "little" | "big",
  slot: Slot,
  its: Slot | number | bigint | undefined,
): BlockPlan {
  const mask = typeof its === "object" ? maskPlan(shape, its) : its;
  return { kind: "block", shape, dtype, byteorder, slot, offset: 0, mask };
}

/** A mask with one value per element. */
function maskPlan(shape: readonly number[], slot: Slot): BlockPlan {
  return densePlan(shape, "bool8", "little", slot, undefined);
}

function typeOf(plan: ArrayPlan): Datatype {
  switch (plan.kind) {
    case "block":
    case "tiles":
      return plan.dtype;
    case "inline":
      return plan.elements.dtype;
    case "chunks":
      return plan.array.dtype;
  }
}

/** Whether the elements or some of their fields are float16. */
export function hasHalves(dtype: Datatype): boolean {
  return isStruct(dtype) ? dtype.fields.some((field) => hasHalves(field.dtype)) : dtype === "float16";
}

/** The first chunk of a chunked array of an opened file. */
function chunkOf(array: NdArray): NdArray | undefined {
  const chunks = componentsOf(array)?.["chunks"];
  const [first] = Array.isArray(chunks) ? chunks : [];
  const chunk = isTreeMap(first) ? first["ndarray"] : undefined;
  return chunk instanceof NdArray ? chunk : undefined;
}

/** The chunks of a chunked array of an opened file, if all of them are valid arrays. */
function chunksOf(value: object): TreeValue | undefined {
  const { data, options, part } =
    value instanceof NewArray ? value : { data: value, options: undefined, part: undefined };
  const components = options?.chunks === undefined && part === undefined ? componentsOf(data) : undefined;
  const chunks = components?.["mask"] === undefined ? components?.["chunks"] : undefined;
  const isChunk = (chunk: TreeValue) =>
    isTreeMap(chunk) && chunk["ndarray"] instanceof NdArray && chunk["ndarray"].error === undefined;
  return Array.isArray(chunks) && chunks.length > 0 && chunks.every(isChunk) ? chunks : undefined;
}

/** Why the elements cannot be stored in the tree; undefined if they can. */
function whyNotInline({ dtype, shape, strides, bytes, mask }: Elements): string | undefined {
  if (shape.length > 1 && sizeOf(shape) === 0) {
    return "lists without elements do not say its shape";
  }
  if (isStruct(dtype)) {
    return "it has records";
  }
  if (dtype === "int128" || dtype === "uint128") {
    return `the tree has no integers of ${dtype}`;
  }
  if (typeof mask === "number" || typeof mask === "bigint") {
    return "it is masked by a value";
  }
  if (strides) {
    return "it has strides";
  }
  // As signed integers, values of more than 63 bits are negative.
  const beyond = dtype === "uint64" ? 0n : LEAST;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; (dtype === "uint64" || dtype === "int64") && at < bytes.length; at += 8) {
    if (view.getBigInt64(at, true) < beyond) {
      return "it has integers that are too large for it";
    }
  }
  return undefined;
}

/** The number of bytes to reverse together; 1: none. */
function swapOf(dtype: Datatype, byteorder: "little" | "big"): number {
  if (byteorder === "little") {
    return 1;
  }
  if (isStruct(dtype)) {
    throw bad("records are written in little-endian byte order");
  }
  if (typeof dtype === "object") {
    return dtype.kind === "ucs4" ? 4 : 1;
  }
  return dtype.startsWith("complex") ? itemSize(dtype) / 2 : itemSize(dtype);
}
