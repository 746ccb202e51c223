/** The input of `asdf-wasm/image`: real numbers with a mask, complete, in chunks or as a sample. */

import { wrong } from "../api/arguments/checks.ts";
import type { ArrayData, StructData, TypedArray } from "../api/arrays.ts";
import { AsdfError } from "../api/error.ts";
import { sizeOf } from "../api/shape.ts";

/** An array of real numbers. */
export interface Numbers {
  /** The name of the datatype in the ASDF Standard. */
  readonly element: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Empty when nothing is masked. */
  readonly mask: Uint8Array;
  readonly size: number;
  /** The lengths of the last axis and of the one before. */
  readonly width: number;
  readonly height: number;
}

const ELEMENTS = new Map([
  ["Int8Array", "int8"],
  ["Int16Array", "int16"],
  ["Int32Array", "int32"],
  ["BigInt64Array", "int64"],
  ["Uint8Array", "uint8"],
  ["Uint8ClampedArray", "uint8"],
  ["Uint16Array", "uint16"],
  ["Uint32Array", "uint32"],
  ["BigUint64Array", "uint64"],
  ["Float32Array", "float32"],
  ["Float64Array", "float64"],
]);

const VIEWS = new Map<string, new (buffer: ArrayBuffer, byteOffset: number, length: number) => TypedArray>([
  ["int8", Int8Array],
  ["int16", Int16Array],
  ["int32", Int32Array],
  ["int64", BigInt64Array],
  ["uint8", Uint8Array],
  ["uint16", Uint16Array],
  ["uint32", Uint32Array],
  ["uint64", BigUint64Array],
  ["float32", Float32Array],
  ["float64", Float64Array],
]);

/** Converts a result of `NdArray.read`; throws if it does not contain real numbers. */
export function numbersOf(part: ArrayData | StructData): Numbers {
  if (typeof part !== "object" || part === null || !Array.isArray(part.shape)) {
    throw wrong("part", part, "what `NdArray.read()` returns, with `data` and `shape`");
  }
  const { data, shape, mask, fields } = part;
  if (fields) {
    const names = Object.keys(fields).join(", ");
    throw new AsdfError(
      "unsupported-datatype",
      `records cannot be drawn: take one of their fields, ${names}`,
    );
  }
  const element = ArrayBuffer.isView(data) ? ELEMENTS.get(data[Symbol.toStringTag]) : undefined;
  if (!ArrayBuffer.isView(data) || element === undefined) {
    const message = "only arrays of real numbers of at most 64 bits can be drawn";
    throw new AsdfError("unsupported-datatype", message);
  }
  const size = sizeOf(shape);
  if (data.length === 2 * size && size > 0) {
    const message = "complex numbers cannot be drawn: take their real part, modulus or argument";
    throw new AsdfError("unsupported-datatype", message);
  }
  if (data.length !== size || (mask && mask.length !== size)) {
    const message = `the shape [${shape.join(", ")}] does not have as many elements as the data, ${data.length}, or the mask`;
    throw new AsdfError("bad-array", message);
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const [height = 1, width = 1] = [shape.at(-2), shape.at(-1)];
  return { element, bytes, mask: mask ?? new Uint8Array(), size, width, height };
}

/** The same of a plane of two axes; leading axes of length 1 are ignored. */
export function planeOf(part: ArrayData | StructData): Numbers {
  const numbers = numbersOf(part);
  if (numbers.size === 0 || numbers.size !== numbers.width * numbers.height) {
    const shape = `[${part.shape.join(", ")}]`;
    throw new AsdfError(
      "bad-array",
      `an array of shape ${shape} is no picture: select one plane of two axes`,
    );
  }
  return numbers;
}

/** A view of the numbers. */
export function valuesOf({ element, bytes, size }: Numbers): TypedArray {
  const View = VIEWS.get(element) ?? Uint8Array;
  return new View(bytes.buffer, bytes.byteOffset, size);
}

/** Every `stride`-th of the values that are finite and not masked, in a new array. */
export function finiteOf(numbers: Numbers, stride = 1): TypedArray {
  const { mask } = numbers;
  let count = -1;
  return valuesOf(numbers).filter((value: number | bigint, i: number) => {
    const takes = !mask[i] && (typeof value === "bigint" || Number.isFinite(value));
    count += takes ? 1 : 0;
    return takes && count % stride === 0;
  });
}

const CHUNK_BYTES = 2 ** 20;

/** The array in chunks. */
export function* chunksOf({ bytes, mask, size }: Numbers) {
  const elementSize = bytes.length / size;
  const step = CHUNK_BYTES / elementSize;
  for (let start = 0; start < size; start += step) {
    const end = Math.min(start + step, size);
    const chunk = bytes.subarray(start * elementSize, end * elementSize);
    yield { start, end, bytes: chunk, mask: mask.subarray(start, end) };
  }
}

/**
 * A sample of at most `most` elements at a constant step. The step and the row length have no common factor, because
 * otherwise the sample would only contain some columns.
 */
export function sampled(numbers: Numbers, most: number): Numbers {
  if (!(most >= 1)) {
    throw wrong("sample", most, "at least 1");
  }
  if (numbers.size <= most) {
    return numbers;
  }
  let step = Math.ceil(numbers.size / most);
  while (commonDivisor(step, numbers.width) > 1) {
    step += 1;
  }
  const elementSize = numbers.bytes.length / numbers.size;
  const size = Math.ceil(numbers.size / step);
  const bytes = everyNth(numbers.bytes, elementSize, step);
  const mask = everyNth(numbers.mask, 1, step);
  return { ...numbers, bytes, mask, size, width: size, height: 1 };
}

/** Every `step`-th element. */
function everyNth(bytes: Uint8Array, elementSize: number, step: number): Uint8Array<ArrayBuffer> {
  const stride = elementSize * step;
  const taken = new Uint8Array(elementSize * Math.ceil(bytes.length / stride));
  for (let to = 0, from = 0; to < taken.length; to += elementSize, from += stride) {
    for (let i = 0; i < elementSize; i += 1) {
      taken[to + i] = bytes[from + i] ?? 0;
    }
  }
  return taken;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
