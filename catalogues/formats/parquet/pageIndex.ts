/**
 * Where the pages of column chunks are (OffsetIndex, https://parquet.apache.org/docs/file-format/pageindex/), so that few rows are read
 * without the whole chunk. Writers put these behind the last row group: those of one row group are read together, once. What they say is
 * only used if it fits to the footer; otherwise chunks are read whole.
 */
import type { Span } from "@asdf-wasm/science/sections/section";
import type { Bytes } from "asdf-wasm";
import { type OffsetIndex, type RowGroup, readOffsetIndex } from "hyparquet";
import { type Extent, GAP } from "./extents.ts";
import type { Group } from "./statistics.ts";

/** A page of a column chunk, and its rows in the row group. */
interface Page extends Extent, Span {}

/** Of longer chunks only the pages with the wanted rows are fetched. */
export const LONG: number = 2 * GAP;
/** Those of a row group are not longer, or not in one place. */
const MOST = 2 ** 22;

/** What is read of a chunk. */
export interface Pages {
  /** The dictionary, if there is one, and the pages. */
  readonly extents: readonly Extent[];
  /** The rows of the pages. */
  readonly rows: Span;
}

export class PageIndexes {
  readonly #bytes: Bytes;
  readonly #known = new Map<RowGroup, Promise<ReadonlyMap<number, readonly Page[]>>>();

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  /** The pages of a column with all rows of a row group; none if they are not known. */
  async pagesOf(group: Group, column: number, signal: AbortSignal | undefined): Promise<readonly Span[]> {
    return (await this.#of(group, signal)).get(column) ?? [];
  }

  /** The pages with some rows of a row group, of each column whose pages are known. */
  async pagesWith(
    group: Group,
    rows: Span,
    signal: AbortSignal | undefined,
  ): Promise<(column: number, chunk: Extent) => Pages | undefined> {
    const indexes = await this.#of(group, signal);
    return (column, chunk) => {
      const pages = indexes.get(column) ?? [];
      const wanted = pages.filter((page) => page.start < rows.stop && page.stop > rows.start);
      const [head, first, last] = [pages[0], wanted[0], wanted.at(-1)];
      if (!head || !first || !last || head.offset < chunk.offset || endOf(last) > endOf(chunk)) {
        return undefined;
      }
      const dictionary = { offset: chunk.offset, length: head.offset - chunk.offset };
      return {
        extents: [dictionary, { offset: first.offset, length: endOf(last) - first.offset }],
        rows: { start: first.start, stop: last.stop },
      };
    };
  }

  async #of({ rowGroup, start, stop }: Group, signal: AbortSignal | undefined) {
    const known = this.#known.get(rowGroup);
    // What failed is read again, also if it was another call that was stopped.
    const read = known && (await known.catch(() => undefined));
    return read ?? (await this.#kept(rowGroup, stop - start, signal));
  }

  #kept(rowGroup: RowGroup, rows: number, signal: AbortSignal | undefined) {
    const indexes = this.#read(rowGroup, rows, signal);
    this.#known.set(rowGroup, indexes);
    return indexes;
  }

  async #read(rowGroup: RowGroup, rows: number, signal: AbortSignal | undefined) {
    const found = new Map<number, readonly Page[]>();
    const extents = rowGroup.columns.flatMap(
      ({ offset_index_offset: offset, offset_index_length: length }, column) =>
        offset === undefined || !(length && length > 0) ? [] : [{ column, offset: Number(offset), length }],
    );
    const start = Math.min(...extents.map(({ offset }) => offset));
    const length = Math.max(...extents.map(endOf)) - start;
    if (extents.length > 0 && start >= 0 && length <= MOST && start + length <= this.#bytes.size) {
      const content = await this.#bytes.read(start, length, signal);
      for (const extent of extents) {
        const view = new DataView(content.buffer, content.byteOffset + extent.offset - start, extent.length);
        const pages = pagesIn(view, rows);
        if (pages) {
          found.set(extent.column, pages);
        }
      }
    }
    return found;
  }
}

/** Undefined if the pages are not one behind the other, with all rows. */
function pagesIn(view: DataView<ArrayBufferLike>, rows: number): Page[] | undefined {
  let index: OffsetIndex;
  try {
    index = readOffsetIndex({ view: view as DataView<ArrayBuffer>, offset: 0 });
  } catch {
    return undefined;
  }
  const firsts = [...index.page_locations.map(({ first_row_index: row }) => Number(row)), rows];
  const pages = index.page_locations.map(({ offset, compressed_page_size: length }, i) => ({
    ...{ offset: Number(offset), length: Number(length) },
    ...{ start: firsts[i] ?? 0, stop: firsts[i + 1] ?? 0 },
  }));
  const isRight = pages.every(
    (page, i) => page.start < page.stop && page.offset >= (i === 0 ? 0 : endOf(pages[i - 1] ?? page)),
  );
  return isRight && firsts[0] === 0 ? pages : undefined;
}

function endOf({ offset, length }: Extent): number {
  return offset + length;
}
