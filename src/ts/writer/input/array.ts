/** Arrays to be written: what the caller says of them, and what follows from it. */

import type { ArrayData, Datatype, StructData } from "../../api/arrays.ts";
import { isStruct, itemSize } from "../../api/elements.ts";
import type { NdArray } from "../../api/ndarray.ts";
import { sizeOf } from "../../api/shape.ts";
import type { ArrayInput, NdArrayOptions } from "../../api/writing.ts";
import { bad, flatten, packColumn, packTyped, packValues, typeOf } from "./pack.ts";
import type { Axis } from "./part.ts";

/** An array that `write()` writes, made by `ndarray()`. */
export class NewArray {
  /** @internal */
  readonly data: ArrayInput;
  /** @internal */
  readonly options: NdArrayOptions;

  /** @internal What is written of an array of an opened file; undefined: all. */
  readonly part: readonly Axis[] | undefined;

  /** @internal */
  constructor(data: ArrayInput, options: NdArrayOptions, part?: readonly Axis[]) {
    this.data = data;
    this.options = options;
    this.part = part;
  }
}

/**
 * An array for `write()`. What is wrong with it, `write()` says, and where.
 *
 * `data` is a typed array, which is written from where it is; numbers, truth values or text in lists, also in lists of
 * lists; what `NdArray.read()` gives; an `NdArray` of an opened file; bytes in an `ArrayBuffer` or a `DataView`, of which
 * `dtype` says what they are; or a stream of bytes for an array with as many rows as come, the last block of a file.
 *
 * float16 is given by its bits in a `Uint16Array`, or rounded from other numbers; complex numbers are two each, the real
 * part first; int128 and uint128 are `bigint[]`.
 *
 * @example
 * ndarray(new Float32Array(64 * 64), { shape: [64, 64], compression: "zlib" })
 * ndarray([[1, 2], [3, 4]], { dtype: "int16", inline: true })
 * ndarray(["north", "süd"], { mask: [false, true] })
 */
export function ndarray(data: ArrayInput, options: NdArrayOptions = {}): NewArray {
  return new NewArray(data, options);
}

/** The elements of an array in memory, and how they lie there. */
export interface Elements {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly dtype: Datatype;
  readonly shape: readonly number[];
  readonly strides?: readonly number[] | undefined;
  readonly offset: number;
  /** A byte an element, 1 where it is masked; or the value that masked elements have. */
  readonly mask?: Uint8Array<ArrayBuffer> | number | bigint | undefined;
}

export function isStream(data: unknown): data is AsyncIterable<Uint8Array> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** What is to be written of an array in memory. */
export function elementsOf(data: Exclude<ArrayInput, NdArray>, options: NdArrayOptions): Elements {
  const { packed, shape: natural, mask: its } = packedOf(data, options.dtype);
  const { bytes, dtype } = packed;
  const item = itemSize(dtype);
  const shape = shapeOf(options.shape) ?? natural ?? [item === 0 ? 0 : bytes.length / item];
  const count = sizeOf(shape);
  const layout = { strides: options.strides, offset: options.offset ?? 0 };
  if (layout.strides !== undefined) {
    checkStrides(shape, layout.strides, layout.offset, item, bytes.length);
  } else if (options.offset !== undefined) {
    throw bad("an `offset` needs `strides` beside it");
  } else if (bytes.length !== count * item) {
    const there = item === 0 ? 0 : bytes.length / item;
    throw bad(`the shape [${shape.join(", ")}] has ${count} elements, and the data ${there}`);
  }
  const mask = maskOf(options.mask ?? its, count);
  if (mask !== undefined && isStruct(dtype)) {
    throw bad("records cannot be masked");
  }
  return { bytes, dtype, shape, ...layout, mask };
}

/** The shape of an array in memory: whole numbers. */
function shapeOf(shape: NdArrayOptions["shape"]): number[] | undefined {
  return shape?.map((length) => {
    if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0) {
      throw bad(
        `the shape [${shape.join(", ")}] is not made of whole numbers: only a stream's begins with "*"`,
      );
    }
    return length;
  });
}

interface Taken {
  readonly packed: { readonly bytes: Uint8Array<ArrayBuffer>; readonly dtype: Datatype };
  readonly shape?: readonly number[];
  readonly mask?: Uint8Array<ArrayBuffer> | undefined;
}

function packedOf(data: Exclude<ArrayInput, NdArray>, dtype: Datatype | undefined): Taken {
  if (ArrayBuffer.isView(data)) {
    return { packed: packTyped(data, dtype) };
  }
  if (data instanceof ArrayBuffer) {
    return { packed: packTyped(new DataView(data), dtype) };
  }
  if (Array.isArray(data)) {
    const { values, shape } = flatten(data);
    return { packed: packValues(values, dtype ?? typeOf(values)), shape };
  }
  if (isRead(data)) {
    return { packed: packColumn(data, dtype), shape: data.shape, mask: data.mask };
  }
  throw bad("this is nothing that an array can be made of: see `ndarray()`");
}

function isRead(data: unknown): data is ArrayData | StructData {
  return (
    typeof data === "object" &&
    data !== null &&
    "shape" in data &&
    Array.isArray(data.shape) &&
    ("data" in data || "fields" in data)
  );
}

function maskOf(mask: NdArrayOptions["mask"], count: number): Elements["mask"] {
  if (mask === undefined || typeof mask === "number" || typeof mask === "bigint") {
    return mask;
  }
  if (mask.length !== count) {
    throw bad(`the mask has ${mask.length} elements, and the array ${count}`);
  }
  return Uint8Array.from<boolean | number>(mask, (masked) => (masked ? 1 : 0));
}

/** Whether every element lies within the data. */
function checkStrides(
  shape: readonly number[],
  strides: readonly number[],
  offset: number,
  item: number,
  length: number,
): void {
  if (strides.length !== shape.length || ![offset, ...strides].every(Number.isSafeInteger)) {
    throw bad(`strides are a whole number for each of the ${shape.length} axes`);
  }
  if (shape.includes(0)) {
    return;
  }
  const ends = shape.map((axis, i) => (axis - 1) * (strides[i] ?? 0));
  const first = ends.reduce((sum, end) => sum + Math.min(end, 0), offset);
  const last = ends.reduce((sum, end) => sum + Math.max(end, 0), offset);
  if (first < 0 || last + item > length) {
    throw bad(`with these strides the array reaches from byte ${first} to ${last + item} of ${length}`);
  }
}
