/** The plan of a file to be written: which objects occur several times, and how each array is written. */

import { isStruct, itemSize } from "../../api/elements.ts";
import { AsdfError } from "../../api/error.ts";
import { homeOf } from "../../api/marks/marks.ts";
import { NdArray } from "../../api/ndarray.ts";
import { pathOf, type Visit } from "../../api/path.ts";
import { sizeOf, stridesOf } from "../../api/shape.ts";
import { componentsOf } from "../../api/tree.ts";
import type { ArrayInput, CompressionOptions, NdArrayOptions } from "../../api/writing.ts";
import { OpenedFile } from "../../file/opened-file.ts";
import { isParted } from "../../grid/parts.ts";
import { BlockTable, type OpenedArray, type Slot } from "../blocks/blocks.ts";
import { compressionOf } from "../blocks/stored.ts";
import { type Elements, elementsOf, isStream, NewArray } from "../input/array.ts";
import { type AxisRange, selectionOf, tileOf } from "../input/axes.ts";
import { bad, maskType } from "../input/pack.ts";
import type { Settings } from "../input/settings.ts";
import { type Tile, tilesOf } from "../input/tiles.ts";
import { childrenOf, kindOf, withPath } from "../input/values.ts";
import {
  type ArrayPlan,
  type BlockPlan,
  chunkOf,
  chunksOf,
  densePlan,
  hasHalves,
  maskPlan,
  swapOf,
  type TilesPlan,
  typeOf,
  whyNotInline,
} from "./array-plan.ts";
import { type Before, keepUnnamed, refuseLoss, replacedAt } from "./before.ts";
import { fitsTable, isFitsTable, needsOf, type SlotOf } from "./fits-table.ts";
import { refuseForeign } from "./numbers.ts";

/** The compressions that are kept when a part of an array is written. */
const COMPRESSIONS = ["zlib", "bzp2", "lz4", "zstd", "xz", "blsc", "bls2"] as const;
/** Readers reject deeper nesting. */
const DEPTH = 256;

export class WritePlan {
  /** The objects that occur several times. */
  readonly shared = new Set<object>();
  readonly arrays = new Map<object, ArrayPlan>();
  readonly blocks: BlockTable;
  readonly #begun = new Set<object>();
  readonly #settings: Settings;
  readonly #before: Before | undefined;
  /** The nodes that were read from other files than the one that is written changed. */
  readonly #foreign: Visit[] = [];
  /** The array that is being planned. */
  #visit: Visit | undefined;

  private constructor(settings: Settings, before: Before | undefined) {
    this.#settings = settings;
    this.blocks = new BlockTable(settings.missingBlocks);
    this.#before = before;
  }

  /** Plans the entries of the root. Values that cannot be written are rejected. */
  static async of(
    root: object,
    entries: Iterable<[unknown, unknown]>,
    settings: Settings,
    before: Before | undefined,
  ): Promise<WritePlan> {
    const plan = new WritePlan(settings, before);
    const found: Visit[] = [];
    plan.#survey(root, entries, found);
    await refuseForeign(plan.#foreign, settings);
    await plan.#readHeaders(found);
    if (before) {
      await keepUnnamed(before, plan.blocks, settings);
    }
    for (const visit of found) {
      plan.#visit = visit;
      try {
        await plan.#array(visit.value as object);
      } catch (thrown) {
        throw withPath(visit, thrown);
      }
    }
    if (before) {
      await refuseLoss(before, settings);
    }
    return plan;
  }

  /** Whether a node with a tag is not of the file that is written changed. */
  isNew(node: object): boolean {
    const home = homeOf(node);
    return home === undefined || home !== this.#before?.file;
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
        const home = homeOf(value);
        if (home !== undefined && home !== this.#before?.file) {
          this.#foreign.push(visit);
        }
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

  /** The array that stood where this one is, and that it replaces. */
  #replaced(): NdArray | undefined {
    const value = this.#before && this.#visit && replacedAt(this.#before, this.#visit);
    return value instanceof NdArray && value.error === undefined ? value : undefined;
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
    if (isStream(data)) {
      return this.#streamed(data, options);
    }
    // Unless something else is wanted, elements are stored as those that they replace.
    const replaced = this.#replaced();
    const compression = replaced && (await this.#compressionIn(replaced));
    const elements = elementsOf(data, options);
    const { length } = elements.shape;
    const chunks = replaced && chunkOf(replaced)?.shape;
    const isPlain = (options.inline ?? options.strides ?? options.offset) === undefined;
    return isPlain && chunks?.length === length && length > 0
      ? this.#inTiles(data, { ...options, compression: this.#compression(options) ?? compression }, chunks)
      : this.#inMemory(elements, options, options.inline, compression);
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
        return {
          start: tile.start,
          array: densePlan(tile.shape, dtype, "little", slot, mask, maskType(dtype)),
        };
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
    const isInline = isInTree(array) && componentsOf(array)?.["chunks"] === undefined;
    if (options.inline || (isInline && options.inline === undefined)) {
      const part = await array.read([], { signal, float16: "bits" });
      return this.#inMemory(
        elementsOf(part, { dtype, shape }),
        { inline: true, ...options },
        options.inline === true,
      );
    }
    if (isParted(array)) {
      const mask = masked ? this.#openedSlot(array, "mask", compression) : undefined;
      const slot = this.#openedSlot(array, "elements", compression);
      return densePlan(shape, dtype, "little", slot, mask, maskType(dtype));
    }
    if (isFitsTable(array)) {
      return this.#table(array, undefined, compression);
    }
    const maskArray = componentsOf(array)?.["mask"];
    const maskOf = async () => {
      // An array that is its own mask would recurse forever.
      if (maskArray instanceof NdArray && (this.arrays.has(maskArray) || !this.#begun.has(maskArray))) {
        return this.#array(maskArray);
      }
      const slot = this.#openedSlot(array, "mask", compression);
      return maskPlan(shape, slot, maskType(dtype));
    };
    const file = OpenedFile.of(array);
    const path = this.#visit && { path: pathOf(this.#visit) };
    const lost = (message: string, offset: number | undefined) =>
      file.warn({ code: "not-copied", message, ...path, ...(offset !== undefined && { offset }) });
    const slot = await this.blocks.stored(file, source, item, compression, signal, lost);
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
    const { dtype, masked } = array;
    const tile = tileOf(part);
    const shape = part.filter(({ dropped }) => !dropped).map(({ length }) => length);
    if (isInTree(array) && chunkOf(array) === undefined) {
      const { signal } = this.#settings;
      const elements = await array.read(selectionOf(tile), { signal, float16: "bits" });
      return this.#inMemory(elementsOf(elements, { dtype, shape }), { inline: true }, false);
    }
    const compression = this.#settings.compression ?? (await this.#compressionIn(array));
    if (isFitsTable(array)) {
      return this.#table(array, tile, compression);
    }
    // Records are packed again from their columns.
    const byteorder = isStruct(dtype) ? "little" : array.byteorder;
    const slot = this.#openedSlot(array, "elements", compression, tile, swapOf(dtype, byteorder));
    const its = masked ? this.#openedSlot(array, "mask", compression, tile) : undefined;
    return densePlan(shape, dtype, byteorder, slot, its, maskType(dtype));
  }

  /**
   * A table of a FITS file, or some of its rows. In a tree of ASDF, which says that they are records, they remain records if an array
   * can hold them.
   */
  async #table(
    array: NdArray,
    part: Tile | undefined,
    compression: CompressionOptions | undefined,
  ): Promise<ArrayPlan> {
    const { signal, standard } = this.#settings;
    const file = OpenedFile.of(array);
    const tile = part ?? wholeOf(array);
    const needs = await needsOf(array, tile, signal);
    if (file.hasAsdfInside && needs.masked.size === 0 && needs.wide.size === 0) {
      const slot = this.#openedSlot(array, "elements", compression, part);
      return densePlan(tile.shape, array.dtype, "little", slot, undefined);
    }
    if (needs.wide.size > 0) {
      const names = [...needs.wide.keys()].map((name) => `\`${name}\``).join(", ");
      const message = `text beyond ASCII, which FITS does not allow, was written as Unicode: the columns ${names}`;
      file.warn({ code: "text-encoding", message, ...(this.#visit && { path: pathOf(this.#visit) }) });
    }
    const slotOf: SlotOf = (what, dtype, fields) =>
      this.#openedSlot(array, what, compression, tile, 1, { dtype, fields });
    const { node, columns } = fitsTable(array, sizeOf(tile.shape), needs, standard, slotOf);
    for (const [column, plan] of columns) {
      this.arrays.set(column, plan);
    }
    return { kind: "table", array, node };
  }

  /** The compression of the block of an array, or of its first chunk; none if it is one that cannot be written. */
  async #compressionIn(array: NdArray): Promise<CompressionOptions> {
    if (isParted(array)) {
      return { name: "none" };
    }
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
    tile?: Tile,
    swap = 1,
    packed?: OpenedArray["packed"],
  ): Slot {
    const item = itemSize(packed?.dtype ?? (what === "mask" ? maskType(array.dtype) : array.dtype));
    const opened = { array, what, item, swap, tile: tile ?? wholeOf(array), visit: this.#visit, packed };
    const wanted = compression ?? { name: "none" };
    return tile === undefined && array.hdu !== undefined
      ? this.blocks.ofHdu(OpenedFile.of(array), opened, wanted)
      : this.blocks.opened(opened, wanted);
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

  /** `otherwise`: the compression if none is requested. */
  #inMemory(
    elements: Elements,
    options: NdArrayOptions,
    insists = options.inline,
    otherwise: CompressionOptions = { name: "none" },
  ): ArrayPlan {
    const { dtype, shape, bytes, strides, offset, mask } = elements;
    const { inline, byteorder = "little" } = options;
    const compression = this.#compression(options) ?? otherwise;
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

  /** The compression that is requested for an array, or for all; undefined if none is requested. */
  #compression(options: NdArrayOptions): CompressionOptions | undefined {
    const own = options.compression ?? undefined;
    return own === undefined ? this.#settings.compression : this.#settings.compressionOf(own);
  }
}

/** Whether its elements are in no block: in the tree, or in chunks. */
function isInTree(array: NdArray): boolean {
  return array.source === null && array.hdu === undefined && !isParted(array);
}

function wholeOf({ shape }: NdArray): Tile {
  return { start: shape.map(() => 0), shape };
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
