/** Selected cells as text for a spreadsheet: tabs between columns, every digit. */

import { complex, many, scalar } from "@asdf-wasm/science/format/format";
import { noticeOf } from "../../protocol/notices.ts";
import { type Selection, spansOf } from "./selection.ts";
import type { ReadWindow } from "./windows.ts";

const MOST = 1_000_000;

/** Copies the selected cells, reading missing ones. Resolves to a message about the outcome. */
export async function copyCells(selection: Selection, read: ReadWindow): Promise<string> {
  const { rows, columns } = spansOf(selection);
  const width = columns.stop - columns.start;
  const height = rows.stop - rows.start;
  if (width * height > MOST) {
    return `No more than ${MOST} values can be copied: select fewer`;
  }
  try {
    const { values, mask, complex: isComplex } = await read(rows, columns, new AbortController().signal);
    const one = isComplex ? complex : scalar;
    const text = (index: number) => (mask?.[index] ? "" : one(values, index));
    const lines = Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, column) => text(row * width + column)).join("\t"),
    );
    await navigator.clipboard.writeText(lines.join("\n"));
    return `Copied ${many(height, "row")} of ${many(width, "value")}`;
  } catch (cause) {
    return cause instanceof DOMException
      ? "The browser does not allow this page to copy"
      : `Not copied: ${noticeOf(cause).message}`;
  }
}
