/** The elements of an array, or of a part of it, in C order and slab by slab, so that never much is in memory. */

import {
  type ArrayData,
  type Datatype,
  type ImagePart,
  type NdArray,
  type Selection,
  slice,
} from "asdf-wasm";
import { lengthOf } from "../elements/shapes.ts";
import type { ReadableArray, Span } from "../sections/section.ts";

/** The most elements of a slab. */
export const SLAB = 2 ** 20;

export interface Content {
  readonly shape: readonly number[];
  readonly dtype: Datatype;
  readonly masked: boolean;
  /** Where it begins along the columns and rows of its section. */
  readonly corner: readonly [x: number, y: number];
  /** Reads all elements in order; float16 as its bits if asked for. */
  readonly slabs: (signal: AbortSignal, bits?: boolean) => AsyncGenerator<ArrayData>;
}

/** The elements of a part whose axes are in the order of the array's. */
export function contentOfPart(path: string, array: NdArray, { axes, index }: ImagePart): Content {
  const { dtype, masked } = array;
  const shape = axes.map(({ length }) => length);
  const slabs = async function* (signal: AbortSignal, bits = false) {
    for (const spans of slabsOf(shape, SLAB)) {
      const selection: (number | ReturnType<typeof slice>)[] = [...index];
      for (const [i, { axis, start, step }] of axes.entries()) {
        const { start: from, stop } = spans[i] ?? { start: 0, stop: 0 };
        const behind = start + step * (stop - 1) + Math.sign(step);
        selection[axis] = slice(start + step * from, behind < 0 ? null : behind, step);
      }
      yield await readPart(path, array, selection, signal, bits);
    }
  };
  return { shape, dtype, masked, corner: [axes.at(-1)?.start ?? 0, axes.at(-2)?.start ?? 0], slabs };
}

/** All elements of an array. */
export async function* whole(
  path: string,
  array: ReadableArray,
  most: number,
  signal: AbortSignal,
  bits: boolean,
): AsyncGenerator<ArrayData> {
  for (const spans of slabsOf(array.shape, most)) {
    const selection = spans.map(({ start, stop }) => slice(start, stop));
    yield await readPart(path, array, selection, signal, bits);
  }
}

export async function readPart(
  path: string,
  array: ReadableArray,
  selection: Selection,
  signal: AbortSignal,
  bits: boolean,
): Promise<ArrayData> {
  const part = await (bits
    ? array.read(selection, { signal, float16: "bits" })
    : array.read(selection, { signal }));
  if (part.fields) {
    throw new TypeError(`${path} holds records, not values`);
  }
  return part;
}

/** Boxes of at most so many elements, if a row is not longer, which follow each other in C order and fill a shape. */
export function* slabsOf(shape: readonly number[], most: number): Generator<readonly Span[]> {
  if (shape.includes(0)) {
    return;
  }
  // Axes from `whole` on are taken whole.
  let whole = shape.length;
  let inner = 1;
  while (whole > 0 && inner * (shape[whole - 1] ?? 1) <= most) {
    whole -= 1;
    inner *= shape[whole] ?? 1;
  }
  const rest = shape.slice(whole).map((stop) => ({ start: 0, stop }));
  if (whole === 0) {
    yield rest;
    return;
  }
  const cut = { start: 0, stop: shape[whole - 1] ?? 1 };
  const before = shape.slice(0, whole - 1);
  for (let count = 0; count < lengthOf(before); count += 1) {
    const index = indexOf(count, before).map((at) => ({ start: at, stop: at + 1 }));
    for (const portion of portions(cut, Math.max(1, Math.floor(most / inner)))) {
      yield [...index, portion, ...rest];
    }
  }
}

/** The `count`-th index of a shape in C order. */
function indexOf(count: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  let rest = count;
  for (const length of shape.toReversed()) {
    index.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return index;
}

export function* portions({ start, stop }: Span, most: number): Generator<Span> {
  for (let at = start; at < stop; at += most) {
    yield { start: at, stop: Math.min(at + most, stop) };
  }
}
