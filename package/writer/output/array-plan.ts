/** How one array is written: as a block, in the tree, or as chunks. */
import type { Datatype } from "../../api/arrays.ts";
import { isStruct, itemSize } from "../../api/elements.ts";
import { NdArray } from "../../api/ndarray.ts";
import { sizeOf } from "../../api/shape.ts";
import { componentsOf, isTreeMap, type TreeMap, type TreeValue } from "../../api/tree.ts";
import type { Slot } from "../blocks/blocks.ts";
import { type Elements, NewArray } from "../input/array.ts";
import { bad } from "../input/pack.ts";

/** How an array is written. */
export type ArrayPlan = BlockPlan | InlinePlan | ChunksPlan | TilesPlan | TablePlan;

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

/** A table of a FITS file as a map of columns. */
export interface TablePlan {
  readonly kind: "table";
  readonly array: NdArray;
  readonly node: TreeMap;
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
/** A dense array, with a mask in a slot of its own, or a mask value. */
export function densePlan(
  shape: readonly number[],
  dtype: Datatype,
  byteorder: "little" | "big",
  slot: Slot,
  its: Slot | number | bigint | undefined,
  maskType?: Datatype,
): BlockPlan {
  const mask = typeof its === "object" ? maskPlan(shape, its, maskType) : its;
  return { kind: "block", shape, dtype, byteorder, slot, offset: 0, mask };
}

/** A mask with one value per element, or per field of each. */
export function maskPlan(shape: readonly number[], slot: Slot, dtype: Datatype = "bool8"): BlockPlan {
  return densePlan(shape, dtype, "little", slot, undefined);
}

export function typeOf(plan: ArrayPlan): Datatype {
  switch (plan.kind) {
    case "block":
    case "tiles":
      return plan.dtype;
    case "inline":
      return plan.elements.dtype;
    case "chunks":
    case "table":
      return plan.array.dtype;
  }
}

/** Whether the elements or some of their fields are float16. */
export function hasHalves(dtype: Datatype): boolean {
  return isStruct(dtype) ? dtype.fields.some((field) => hasHalves(field.dtype)) : dtype === "float16";
}

/** The first chunk of a chunked array of an opened file. */
export function chunkOf(array: NdArray): NdArray | undefined {
  const chunks = componentsOf(array)?.["chunks"];
  const [first] = Array.isArray(chunks) ? chunks : [];
  const chunk = isTreeMap(first) ? first["ndarray"] : undefined;
  return chunk instanceof NdArray ? chunk : undefined;
}

/** The chunks of a chunked array of an opened file, if all of them are valid arrays. */
export function chunksOf(value: object): TreeValue | undefined {
  const { data, options, part } =
    value instanceof NewArray ? value : { data: value, options: undefined, part: undefined };
  const components = options?.chunks === undefined && part === undefined ? componentsOf(data) : undefined;
  const chunks = components?.["mask"] === undefined ? components?.["chunks"] : undefined;
  const isChunk = (chunk: TreeValue) =>
    isTreeMap(chunk) && chunk["ndarray"] instanceof NdArray && chunk["ndarray"].error === undefined;
  return Array.isArray(chunks) && chunks.length > 0 && chunks.every(isChunk) ? chunks : undefined;
}

/** Why the elements cannot be stored in the tree; undefined if they can. */
export function whyNotInline({ dtype, shape, strides, bytes, mask }: Elements): string | undefined {
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
export function swapOf(dtype: Datatype, byteorder: "little" | "big"): number {
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
