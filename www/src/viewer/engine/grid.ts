/** The number grid's question: a window of a section, which may be looked at with rows as columns. */
import { type NdArray, slice } from "asdf-wasm";
import { isText, own, turned } from "./pixels.ts";
import type { GridWindow, Slice, Span } from "./protocol.ts";
import { datatypeName } from "./values.ts";

export async function readWindow(
  path: string,
  array: NdArray,
  signal: AbortSignal,
  { axes, index }: Slice,
  rows: Span,
  columns: Span,
): Promise<GridWindow> {
  const [down = -1, across = -1] = axes;
  const selection = index.map((at, axis) => {
    const span = axis === down ? rows : axis === across ? columns : undefined;
    return span ? slice(span.start, span.stop) : at;
  });
  const part = await array.read(selection, { signal });
  if (part.fields) {
    throw new TypeError(`${path} holds records, not values`);
  }
  const complex = datatypeName(array.dtype).startsWith("complex");
  const isTurned = down > across && across >= 0;
  const width = rows.stop - rows.start;
  const { data, mask } = isTurned ? turned(part, width, complex ? 2 : 1) : part;
  return { rows, columns, complex, values: isText(data) ? data : own(data), mask: mask && own(mask) };
}
