/** Sections of arrays as they are looked at: rows and columns along the axes that were chosen for them. */
import { type ArrayData, type NdArray, type ReadOptions, slice } from "asdf-wasm";
import { turned } from "./pixels.ts";
import type { Slice } from "./protocol.ts";
import { datatypeName } from "./values.ts";

/** How many rows and columns a section has. */
export function sizeOf({ shape }: NdArray, { axes }: Slice): readonly [rows: number, columns: number] {
  const [rows = 0, columns = 0] = axes.map((axis) => shape[axis]);
  return [rows, columns];
}

/** Every `step`-th row and column. Rows are told as they come only where they lie as they are looked at. */
export async function readSection(
  path: string,
  array: NdArray,
  section: Slice,
  step: number,
  { onRows, ...options }: ReadOptions,
): Promise<ArrayData> {
  const { axes, index } = section;
  const shown = step === 1 ? null : slice(null, null, step);
  const selection = index.map((at, axis) => (axes.includes(axis) ? shown : at));
  const isTurned = (axes[0] ?? 0) > (axes[1] ?? 0);
  const part = await array.read(selection, { ...options, ...(!isTurned && onRows && { onRows }) });
  if (part.fields) {
    throw new TypeError(`${path} holds no numbers to draw`);
  }
  const height = Math.ceil(sizeOf(array, section)[0] / step);
  const places = datatypeName(array.dtype).startsWith("complex") ? 2 : 1;
  return isTurned ? turned(part, height, places) : part;
}
