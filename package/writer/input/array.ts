/** Arrays to be written, from what callers pass to `ndarray()`. */

import { checkOptions, type OptionNames } from "../../api/arguments/checks.ts";
import type { ArrayData, Datatype, StructData } from "../../api/arrays.ts";
import { checkDatatype, isStruct, itemSize } from "../../api/elements.ts";
import { keepOriginal, originalOf } from "../../api/marks/originals.ts";
import type { NdArray } from "../../api/ndarray.ts";
import { isLength, sizeOf } from "../../api/shape.ts";
import type { ArrayInput, NdArrayOptions } from "../../api/writing.ts";
import type { AxisRange } from "./axes.ts";
import { bad, flatten, packColumn, packTyped, packValues, typeOf } from "./pack.ts";

const OPTIONS: OptionNames<NdArrayOptions> = {
  shape: true,
  dtype: true,
  chunks: true,
  compression: true,
  inline: true,
  mask: true,
  byteorder: true,
  strides: true,
  offset: true,
};

/** An array that `write()` writes, made by `ndarray()`. */
export class NewArray {
  /** @internal */
  readonly data: ArrayInput;
  /** @internal */
  readonly options: NdArrayOptions;

  /** @internal The part of an array of an opened file that is written; undefined: all of it. */
  readonly part: readonly AxisRange[] | undefined;

  /** @internal */
  constructor(data: ArrayInput, options: NdArrayOptions, part?: readonly AxisRange[]) {
    this.data = originalOf(data);
    this.options = options;
    this.part = part;
    keepOriginal(this);
  }
}

/**
 * Makes an array for `write()`, which reports errors in it with its path.
 *
 * `data` is a typed array, which is not copied; a list, or nested lists, of numbers, booleans or text; a result of
 * `NdArray.read()`; an `NdArray` of an opened file; bytes in an `ArrayBuffer` or a `DataView`, with their `dtype`; or a stream
 * of bytes for an array with any number of rows, which becomes the last block of the file.
 *
 * float16 is passed as bits in a `Uint16Array`, or rounded from other numbers; complex numbers as two numbers each, the real
 * part first; int128 and uint128 as `bigint[]`.
 *
 * @example
 * ndarray(new Float32Array(64 * 64), { shape: [64, 64], compression: "zlib" })
 * ndarray([[1, 2], [3, 4]], { dtype: "int16", inline: true })
 * ndarray(["north", "süd"], { mask: [false, true] })
 */
export function ndarray(data: ArrayInput, options: NdArrayOptions = {}): NewArray {
  checkOptions(options, OPTIONS, "ndarray()");
  checkDatatype("dtype", options.dtype, []);
  return new NewArray(data, options);
}

/** The elements of an array in memory, and their layout. */
export interface Elements {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly dtype: Datatype;
  readonly shape: readonly number[];
  readonly strides?: readonly number[] | undefined;
  readonly offset: number;
  /** One byte per element, 1 where it is masked; or the value of masked elements. */
  readonly mask?: Uint8Array<ArrayBuffer> | number | bigint | undefined;
}

export function isStream(data: unknown): data is AsyncIterable<Uint8Array> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** The elements of an array in memory. */
export function elementsOf(data: Exclude<ArrayInput, NdArray>, options: NdArrayOptions): Elements {
  const { packed, shape: natural, mask: ownMask } = packedOf(data, options.dtype);
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
  const mask = maskOf(options.mask ?? ownMask, count);
  if (isStruct(dtype) && (mask !== undefined || isMasked(data))) {
    throw bad("records cannot be masked: write the columns as arrays of their own");
  }
  return { bytes, dtype, shape, ...layout, mask };
}

/** Checks the shape of an array in memory. */
function shapeOf(shape: NdArrayOptions["shape"]): number[] | undefined {
  return shape?.map((length) => {
    if (!isLength(length)) {
      throw bad(
        `the shape [${shape.join(", ")}] is not made of whole numbers: only a stream's begins with "*"`,
      );
    }
    return length;
  });
}

interface PackedData {
  readonly packed: { readonly bytes: Uint8Array<ArrayBuffer>; readonly dtype: Datatype };
  readonly shape?: readonly number[];
  readonly mask?: Uint8Array<ArrayBuffer> | undefined;
}

function packedOf(data: Exclude<ArrayInput, NdArray>, dtype: Datatype | undefined): PackedData {
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

/** Whether a result of `read()` has masked elements in some field. */
function isMasked(data: unknown): boolean {
  return (
    isRead(data) &&
    (data.fields ? Object.values(data.fields).some(isMasked) : data.mask?.includes(1) === true)
  );
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

/** Checks that every element lies within the data. */
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
