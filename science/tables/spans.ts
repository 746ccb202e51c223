/** Some spans of the rows of a table as a table. */
import type { ArrayData } from "asdf-wasm";
import type { Span } from "../sections/section.ts";
import type { TableSource } from "./columns.ts";
import { joinedParts } from "./parts.ts";

/** The rows of some spans of a table, one behind the other. Every row has one element. */
export function rowsOfSpans(source: TableSource, spans: readonly Span[]): TableSource {
  // Statistics of the file, and parts of the sky, are of spans of its own rows.
  const { candidates: _, narrowed: __, sky: ___, ...others } = source;
  const rows = spans.reduce((sum, { start, stop }) => sum + stop - start, 0);
  const read: TableSource["read"] = async (columns, wanted = { start: 0, stop: rows }, signal) => {
    const parts: ArrayData[][] = columns.map(() => []);
    let before = 0;
    for (const { start, stop } of spans) {
      const from = start + Math.max(wanted.start - before, 0);
      const to = Math.min(stop, start + wanted.stop - before);
      before += stop - start;
      if (from < to) {
        const found = await source.read(columns, { start: from, stop: to }, signal);
        for (const [i, data] of found.entries()) {
          parts[i]?.push(data);
        }
      }
    }
    return parts.map((some) => joinedParts(some, new Float64Array(0)));
  };
  return { ...others, rows, read };
}
