/** Divides arrays into chunks (core/chunked-ndarray-1.0.0, which ASDF.jl and asdf-cxx read). */
import { sizeOf, stridesOf } from "../../api/shape.ts";
import { bad } from "./pack.ts";

/** A box of elements of an array. */
export interface Tile {
  /** The first index along each axis. */
  readonly start: readonly number[];
  /** The step along each axis; undefined: 1. */
  readonly step?: readonly number[];
  readonly shape: readonly number[];
}

/** A tile, and the shape of the array that it belongs to. */
export interface Cut {
  readonly shape: readonly number[];
  readonly tile: Tile;
}

/** The maximum number of chunks: each is a block and a node of the tree. */
const MOST = 100_000;

/** Divides an array into tiles of the shape `chunks`, in C order; tiles at the ends of axes can be smaller. */
export function tilesOf(shape: readonly number[], chunks: readonly number[]): Tile[] {
  const whole = chunks.every((length) => Number.isSafeInteger(length) && length > 0);
  if (!whole || chunks.length !== shape.length) {
    const axes = `one for each axis of the shape [${shape.join(", ")}]`;
    throw bad(`the chunks [${chunks.join(", ")}] are not lengths of at least 1, ${axes}`);
  }
  const counts = shape.map((length, axis) => Math.ceil(length / (chunks[axis] ?? 1)));
  const count = sizeOf(counts);
  if (count > MOST) {
    throw bad(`chunks of the shape [${chunks.join(", ")}] are ${count}, and at most ${MOST} are written`);
  }
  return Array.from({ length: count }, (_, number) => {
    const start = indexOf(number, counts).map((index, axis) => index * (chunks[axis] ?? 1));
    const rest = shape.map((length, axis) => Math.min(length - (start[axis] ?? 0), chunks[axis] ?? 1));
    return { start, shape: rest };
  });
}

/** The bytes of a tile of a dense array, in runs of consecutive elements. */
export function* runsOf(
  bytes: Uint8Array<ArrayBuffer>,
  item: number,
  { shape, tile }: Cut,
): Generator<Uint8Array<ArrayBuffer>> {
  // A run covers the last axes that the tile contains completely, and the axis before them.
  const last = shape.findLastIndex((length, axis) => length !== tile.shape[axis]);
  const outer = tile.shape.slice(0, Math.max(0, last));
  const run = item * sizeOf(tile.shape.slice(outer.length));
  const strides = stridesOf(shape);
  const at = (index: readonly number[]) =>
    item * index.reduce((sum, number, axis) => sum + number * (strides[axis] ?? 0), 0);
  const first = at(tile.start);
  for (let number = 0; number < sizeOf(outer); number += 1) {
    const start = first + at(indexOf(number, outer));
    yield bytes.subarray(start, start + run);
  }
}

/** The indices of the element with this number, in C order. */
function indexOf(number: number, shape: readonly number[]): number[] {
  return stridesOf(shape).map((stride, axis) => Math.floor(number / stride) % (shape[axis] ?? 1));
}
