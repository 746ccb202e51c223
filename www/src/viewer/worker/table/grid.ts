/** The number grid's question: a window of a section, which may be looked at with rows as columns. */
import type { NdArray } from "asdf-wasm";
import { isComplex } from "../../elements/complex.ts";
import { isText, own } from "../../elements/pixels.ts";
import type { Section } from "../../protocol/plane.ts";
import type { GridWindow, Span } from "../../protocol/tables.ts";
import { readSection } from "../image/sections.ts";

export async function readWindow(
  path: string,
  array: NdArray,
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
