/** Reads sections of arrays: rows and columns along the chosen axes. */

import { type ArrayData, type ReadOptions, slice } from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { isText, own, turned } from "../elements/pixels.ts";
import type { PlaneValues } from "../elements/values.ts";
import type { Collapsed } from "./collapse.ts";
import {
  type Excerpt,
  type GridWindow,
  isTurned,
  type ReadableArray,
  type Section,
  type Span,
} from "./section.ts";

/** Reads an excerpt of a section. `onRows` is called only if rows are stored in the order in which they are shown. */
export async function readSection(
  path: string,
  array: ReadableArray,
  section: Section,
  { x, y, width, height, step }: Excerpt,
  { onRows, ...options }: ReadOptions,
): Promise<ArrayData & Partial<Pick<Collapsed, "noise">>> {
  const { axes, index, collapse } = section;
  if (collapse) {
    const { readCollapsed } = await import("./collapse.ts");
    return readCollapsed(path, array, { ...section, collapse }, { x, y, width, height, step }, options);
  }
  const [down, across] = axes;
  const span = (start: number, length: number, axis: number) =>
    length === array.shape[axis] && step === 1 ? null : slice(start, start + length, step);
  const selection = index.map((at, axis) =>
    axis === down ? span(y, height, axis) : axis === across ? span(x, width, axis) : at,
  );
  const turns = isTurned(section);
  const part = await array.read(selection, { ...options, ...(!turns && onRows && { onRows }) });
  if (part.fields) {
    throw new TypeError(`${path} holds records, not values`);
  }
  return turns ? turned(part, Math.ceil(height / step), isComplex(array.dtype) ? 2 : 1) : part;
}

/** How an array is compressed: reading one element reveals that of its block. Null if it is stored as it is. */
export async function compressionOf(
  array: ReadableArray,
  signal: AbortSignal,
): Promise<ReadableArray["compression"]> {
  if (array.compression === undefined) {
    await array.read(
      array.shape.map(() => 0),
      { signal },
    );
  }
  return array.compression;
}

/** A part of a section, by its rows and columns. */
export interface SectionWindow {
  readonly section: Section;
  readonly rows: Span;
  readonly columns: Span;
}

/** A window of a section, for the number grid. */
export async function readWindow(
  path: string,
  array: ReadableArray,
  { section, rows, columns }: SectionWindow,
  signal: AbortSignal,
): Promise<GridWindow> {
  const [height, width] = [rows.stop - rows.start, columns.stop - columns.start];
  const window = { x: columns.start, y: rows.start, width, height, step: 1 };
  const { data, mask } = await readSection(path, array, section, window, { signal });
  const values = isText(data) ? data : own(data);
  return { rows, columns, complex: isComplex(array.dtype), values, mask: mask && own(mask) };
}

/** Numbers, and the mask where there is one. */
export interface SectionValues {
  readonly values: PlaneValues;
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
}

export function elementsOf({ data, mask }: ArrayData): SectionValues {
  if (isText(data)) {
    throw new TypeError("text cannot be drawn");
  }
  return { values: data, mask };
}
