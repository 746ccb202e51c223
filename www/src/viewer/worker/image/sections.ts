/** Reads sections of arrays: rows and columns along the chosen axes. */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { isText, own, turned } from "@asdf-wasm/science/elements/pixels";
import type { GridWindow, Span } from "@asdf-wasm/science/tables/window";
import { type ArrayData, type NdArray, type ReadOptions, slice } from "asdf-wasm";
import type { Excerpt, Section } from "../../protocol/plane.ts";
import type { ReadableArray } from "../tree/readable.ts";
import type { Collapsed } from "./collapse.ts";

/** The numbers of rows and columns of a section. */
export function sizeOf(
  { shape }: Pick<NdArray, "shape">,
  { axes }: Section,
): readonly [rows: number, columns: number] {
  const [rows = 0, columns = 0] = axes.map((axis) => shape[axis]);
  return [rows, columns];
}

/** The whole section, or every `step`-th of its rows and columns. */
export function allOf(array: ReadableArray, section: Section, step: number): Excerpt {
  const [height, width] = sizeOf(array, section);
  return { x: 0, y: 0, width, height, step };
}

/** Whether the axis of the rows comes after that of the columns. */
export function isTurned({ axes }: Section): boolean {
  return (axes[0] ?? 0) > (axes[1] ?? 0);
}

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

/** A window of a section, for the number grid. */
export async function readWindow(
  path: string,
  array: ReadableArray,
  signal: AbortSignal,
  section: Section,
  rows: Span,
  columns: Span,
): Promise<GridWindow> {
  const [height, width] = [rows.stop - rows.start, columns.stop - columns.start];
  const window = { x: columns.start, y: rows.start, width, height, step: 1 };
  const { data, mask } = await readSection(path, array, section, window, { signal });
  const values = isText(data) ? data : own(data);
  return { rows, columns, complex: isComplex(array.dtype), values, mask: mask && own(mask) };
}
