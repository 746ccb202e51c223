/** Elements of whatever kind, cut, put together and moved: as bytes, or one by one where they are `bigint[]`. */
import type { ArrayData, ArrayValues } from "asdf-wasm";
import type { PlaneValues } from "../protocol/plane.ts";

/** Room for so many elements of the same kind. */
export function roomFor<T extends ArrayLike<unknown>>(values: T, length: number): T {
  return Reflect.construct(values.constructor, [length]);
}

/** Rows as columns and columns as rows; each element takes so many places. */
function transposed<T extends ArrayLike<unknown>>(values: T, width: number, places = 1): T {
  const room = roomFor(values, values.length);
  const to: { [index: number]: unknown } = room;
  const height = values.length / (width * places);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let place = 0; place < places; place += 1) {
        to[(x * height + y) * places + place] = values[(y * width + x) * places + place];
      }
    }
  }
  return room;
}

/** What was read with rows as columns. */
export function turned(part: ArrayData, width: number, places: number): ArrayData {
  const { data, mask } = part;
  return { ...part, data: transposed(data, width, places), ...(mask && { mask: transposed(mask, width) }) };
}

export function isText(values: ArrayValues): values is string[] {
  return Array.isArray(values) && typeof values[0] === "string";
}

/** Whether each element is a number, as those of all but 64 and more bits are. */
export function isPlain(
  values: PlaneValues,
): values is Exclude<PlaneValues, BigInt64Array | BigUint64Array | readonly bigint[]> {
  return typeof values[0] === "number";
}

/** Puts elements into room of the same kind. */
export function put(room: PlaneValues, at: number, values: PlaneValues): void {
  if (ArrayBuffer.isView(room) && ArrayBuffer.isView(values)) {
    bytesOf(room).set(bytesOf(values), at * room.BYTES_PER_ELEMENT);
  } else if (Array.isArray(room)) {
    for (const [i, value] of values.entries()) {
      room[at + i] = value;
    }
  }
}

/** Some of them, in the same memory where they are in a buffer. */
export function cut(values: PlaneValues, from: number, to: number): PlaneValues {
  return ArrayBuffer.isView(values) ? values.subarray(from, to) : values.slice(from, to);
}

/** All of them, one after another, in memory of their own. */
export function joined<T extends PlaneValues>(first: T, ...more: readonly T[]): T {
  const room = roomFor(
    first,
    more.reduce((length, values) => length + values.length, first.length),
  );
  let at = 0;
  for (const values of [first, ...more]) {
    put(room, at, values);
    at += values.length;
  }
  return room;
}

/** Elements that share no memory with others: a view of a file's own bytes must not be given away with the whole file. */
export function own<T extends PlaneValues>(values: T): T {
  const shared = ArrayBuffer.isView(values) && values.byteLength !== values.buffer.byteLength;
  return shared ? joined(values) : values;
}

/** Every buffer once: several may view the same. */
export function buffersOf(...all: readonly (PlaneValues | undefined)[]): ArrayBuffer[] {
  const buffers = all.flatMap((values) =>
    ArrayBuffer.isView(values) && values.buffer instanceof ArrayBuffer ? values.buffer : [],
  );
  return [...new Set(buffers)];
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
