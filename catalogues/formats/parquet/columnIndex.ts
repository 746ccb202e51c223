/**
 * Which pages of long column chunks have rows that may pass filters, as their bounds say (ColumnIndex,
 * https://parquet.apache.org/docs/file-format/pageindex/). Where the file has none, or what it says does not fit, all rows may pass.
 */

import type { Span } from "@asdf-wasm/science/sections/section";
import type { RowFilter } from "@asdf-wasm/science/tables/choice";
import type { Bytes } from "asdf-wasm";
import { readColumnIndex } from "hyparquet";
import { type Extent, fetchedExtents } from "./extents.ts";
import { AS_STORED } from "./footer.ts";
import { LONG, type PageIndexes } from "./pageIndex.ts";
import type { Column, ColumnLeaf } from "./schema.ts";
import { boundsOf, type Group, mayHold } from "./statistics.ts";

/** Spans of rows that are not further apart are read as one: each takes a request. */
const NEAR = 2 ** 14;
/** More spans of a row group are read as one, too. */
const FEW = 4;

/** A filter of a column, with where its values are. */
interface Compared {
  readonly column: Column;
  readonly leaf: ColumnLeaf;
  readonly text: string;
}

/** Of row groups, the spans of the table's rows in which rows may pass all filters. */
export async function pageSpans(
  bytes: Bytes,
  groups: readonly Group[],
  filters: readonly RowFilter[],
  columns: readonly Column[],
  indexes: PageIndexes,
  signal: AbortSignal | undefined,
): Promise<Span[]> {
  const compared = filters.flatMap(({ column: index, text }): Compared[] => {
    const column = columns[index];
    const [leaf] = column?.leaves ?? [];
    return column && leaf && !column.nested ? [{ column, leaf, text }] : [];
  });
  const places = groups.map((group) => compared.map(({ leaf }) => extentOf(group, leaf, bytes.size)));
  const contentOf = await fetchedExtents(bytes, places.flat(), signal);
  const found: Span[] = [];
  for (const [at, group] of groups.entries()) {
    let spans: readonly Span[] = [{ start: 0, stop: group.stop - group.start }];
    for (const [i, one] of compared.entries()) {
      const place = places[at]?.[i];
      const marks = place ? passing(contentOf([place]), one) : [];
      const pages = marks.includes(false) ? await indexes.pagesOf(group, one.leaf.index, signal) : [];
      if (pages.length > 0 && pages.length === marks.length) {
        spans = common(
          spans,
          pages.filter((_, page) => marks[page]),
        );
      }
    }
    const near = merged(spans);
    const [first, last] = [near[0], near.at(-1)];
    const few = first && last && near.length > FEW ? [{ start: first.start, stop: last.stop }] : near;
    found.push(...few.map(({ start, stop }) => ({ start: group.start + start, stop: group.start + stop })));
  }
  return merged(found);
}

/** Where the index of a long chunk is; without a length if there is none. */
function extentOf({ rowGroup }: Group, { index }: ColumnLeaf, size: number): Extent {
  const chunk = rowGroup.columns[index];
  const [offset, length] = [Number(chunk?.column_index_offset ?? 0n), chunk?.column_index_length ?? 0];
  const isLong = Number(chunk?.meta_data?.total_compressed_size) > LONG;
  return { offset, length: isLong && offset > 0 && length <= LONG && offset + length <= size ? length : 0 };
}

/** Of each page, whether a row may pass; none if the index cannot be read. */
function passing(content: Uint8Array, { column, leaf, text }: Compared): boolean[] {
  const view = new DataView(content.buffer as ArrayBuffer, content.byteOffset, content.byteLength);
  try {
    const index = readColumnIndex({ view, offset: 0 }, leaf.element, AS_STORED);
    return index.null_pages.map((isNull, page) =>
      mayHold(text, column, {
        isNull,
        bounds: () => boundsOf(column, index.min_values[page], index.max_values[page]),
      }),
    );
  } catch {
    return [];
  }
}

function common(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap((span) =>
    others.flatMap((other) => {
      const [start, stop] = [Math.max(span.start, other.start), Math.min(span.stop, other.stop)];
      return start < stop ? [{ start, stop }] : [];
    }),
  );
}

function merged(spans: readonly Span[]): Span[] {
  const found: { start: number; stop: number }[] = [];
  for (const { start, stop } of spans) {
    const last = found.at(-1);
    if (last && start - last.stop <= NEAR) {
      last.stop = stop;
    } else {
      found.push({ start, stop });
    }
  }
  return found;
}
