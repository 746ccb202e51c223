/** The elements of an array, or of a section of it that is shown. */

import { type ArrayData, type ImagePart, type NdArray, slice } from "asdf-wasm";
import { readSection } from "../sections/reading.ts";
import type { ReadableArray, Section, Span } from "../sections/section.ts";
import { type Content, portions, readPart, SLAB, whole } from "./content.ts";

/** An array, a section of it, or a part of a section. */
export interface SectionPart {
  /** Without one, the whole array. */
  readonly section?: Section | undefined;
  /** Indices along the axes of the section; all of them unless given. */
  readonly rows?: Span | undefined;
  readonly columns?: Span | undefined;
}

/** Writing elements as text takes longer, and the worker answers no other call meanwhile. */
export const TEXT_SLAB = 2 ** 17;

export function contentOf(path: string, array: ReadableArray, part: SectionPart, most = SLAB): Content {
  const { dtype, masked = false } = array;
  const { section } = part;
  const [rows, columns] = section?.axes ?? [];
  if (!section) {
    const slabs = (signal: AbortSignal, bits = false) => whole(path, array, most, signal, bits);
    return { shape: array.shape, dtype, masked, corner: [0, 0], slabs };
  }
  if (rows === undefined) {
    const slabs = async function* (signal: AbortSignal, bits = false) {
      yield await read(path, array, section.index, signal, bits);
    };
    return { shape: [], dtype, masked, corner: [0, 0], slabs };
  }
  const down = part.rows ?? { start: 0, stop: array.shape[rows] ?? 0 };
  if (columns === undefined) {
    const slabs = async function* (signal: AbortSignal, bits = false) {
      for (const { start, stop } of portions(down, most)) {
        yield await read(path, array, section.index.with(rows, -1), signal, bits, [rows, { start, stop }]);
      }
    };
    return { shape: [down.stop - down.start], dtype, masked, corner: [down.start, 0], slabs };
  }
  const across = part.columns ?? { start: 0, stop: array.shape[columns] ?? 0 };
  const width = across.stop - across.start;
  const slabs = async function* (signal: AbortSignal, bits = false) {
    for (const { start, stop } of portions(down, Math.max(1, Math.floor(most / Math.max(width, 1))))) {
      const excerpt = { x: across.start, y: start, width, height: stop - start, step: 1 };
      const options = { signal, ...(bits && { float16: "bits" as const }) };
      yield await readSection(path, array, section, excerpt, options);
    }
  };
  return {
    shape: [down.stop - down.start, width],
    // What an axis is collapsed to is computed in double precision.
    ...(section.collapse ? { dtype: "float64", masked: false } : { dtype, masked }),
    corner: [across.start, down.start],
    slabs,
  };
}

async function read(
  path: string,
  array: ReadableArray,
  index: readonly number[],
  signal: AbortSignal,
  bits: boolean,
  along?: readonly [axis: number, span: Span],
): Promise<ArrayData> {
  const selection = index.map((at, axis) =>
    axis === along?.[0] ? slice(along[1].start, along[1].stop) : at,
  );
  return readPart(path, array, selection, signal, bits);
}

/** The part of the array that is exported, as the package names it. */
export function imagePart({ shape }: NdArray, { section, rows, columns }: SectionPart): ImagePart {
  const spans = [rows, columns];
  const axes = (section?.axes ?? [...shape.keys()]).map((axis, i) => {
    const { start = 0, stop = shape[axis] ?? 0 } = (section && spans[i]) ?? {};
    return { axis, start, step: 1, length: stop - start };
  });
  return { axes, index: section?.index ?? shape.map(() => 0) };
}
