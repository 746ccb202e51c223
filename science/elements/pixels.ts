/** Operations on arrays of elements of any type: as bytes, or one by one for `bigint[]`. */
import type { ArrayData, ArrayValues } from "asdf-wasm";
import type { PlaneValues } from "./values.ts";

/** A new array of the same type. */
export function memoryFor<T extends ArrayLike<unknown>>(values: T, length: number): T {
  return Reflect.construct(values.constructor, [length]);
}

/** Transposes rows and columns; each element takes `places` places. */
function transposed<T extends ArrayLike<unknown>>(values: T, width: number, places = 1): T {
  const target = memoryFor(values, values.length);
  const to: { [index: number]: unknown } = target;
  const height = values.length / (width * places);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let place = 0; place < places; place += 1) {
        to[(x * height + y) * places + place] = values[(y * width + x) * places + place];
      }
    }
  }
  return target;
}

/** A reading with rows and columns transposed. */
export function turned(part: ArrayData, width: number, places: number): ArrayData {
  const { data, mask } = part;
  return { ...part, data: transposed(data, width, places), ...(mask && { mask: transposed(mask, width) }) };
}

export function isText(values: ArrayValues): values is string[] {
  return Array.isArray(values) && typeof values[0] === "string";
}

/** Whether elements are of type `number`: all but types of 64 or more bits. */
export function isPlain(
  values: PlaneValues,
): values is Exclude<PlaneValues, BigInt64Array | BigUint64Array | readonly bigint[]> {
  return typeof values[0] === "number";
}

/** Copies elements into an array of the same type. */
export function put<T extends PlaneValues | ArrayValues>(target: T, at: number, values: T): void {
  if (ArrayBuffer.isView(target) && ArrayBuffer.isView(values)) {
    bytesOf(target).set(bytesOf(values), at * target.BYTES_PER_ELEMENT);
  } else if (Array.isArray(target)) {
    const places: unknown[] = target;
    for (const [i, value] of values.entries()) {
      places[at + i] = value;
    }
  }
}

/** A part of the elements, sharing memory if they are in a buffer. */
export function cut(values: PlaneValues, from: number, to: number): PlaneValues {
  return ArrayBuffer.isView(values) ? values.subarray(from, to) : values.slice(from, to);
}

/** Concatenates arrays into new memory. */
export function joined<T extends PlaneValues | ArrayValues>(first: T, ...more: readonly T[]): T {
  const target = memoryFor(
    first,
    more.reduce((length, values) => length + values.length, first.length),
  );
  let at = 0;
  for (const values of [first, ...more]) {
    put(target, at, values);
    at += values.length;
  }
  return target;
}

/** The elements in memory of their own: transferring a view of a file's bytes would transfer the whole file. */
export function own<T extends PlaneValues>(values: T): T {
  const shared = ArrayBuffer.isView(values) && values.byteLength !== values.buffer.byteLength;
  return shared ? joined(values) : values;
}

/** The buffers of the arrays, each once. */
export function buffersOf(...all: readonly (PlaneValues | undefined)[]): ArrayBuffer[] {
  const buffers = all.flatMap((values) =>
    ArrayBuffer.isView(values) && values.buffer instanceof ArrayBuffer ? values.buffer : [],
  );
  return [...new Set(buffers)];
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
