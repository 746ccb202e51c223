/** Reading rows of columns: for each row group one request for each chunk, or for several that are near each other. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { joinedParts } from "@asdf-wasm/science/tables/parts";
import { type ArrayData, AsdfError, type Bytes } from "asdf-wasm";
import type { RowGroup } from "hyparquet";
import { damaged } from "../../damaged.ts";
import { decompressorOf } from "./codecs.ts";
import { type Chunk, decodeRows, type Elements } from "./decoding.ts";
import { type Extent, fetchedExtents } from "./extents.ts";
import { LONG, type PageIndexes } from "./pageIndex.ts";
import type { Column } from "./schema.ts";
import { type Group, nullsIn } from "./statistics.ts";

/** Reads a span of rows. While the chunks of a row group are decoded, those of the next one arrive. */
export async function readRows(
  bytes: Bytes,
  groups: readonly Group[],
  columns: readonly Column[],
  { start, stop }: Span,
  indexes: PageIndexes,
  signal: AbortSignal | undefined,
): Promise<ArrayData[]> {
  const wanted = groups.filter(
    (group) => group.start < stop && group.stop > start && group.stop > group.start,
  );
  const parts: Elements[][] = columns.map(() => []);
  const within = (group: Group) => ({
    start: Math.max(start, group.start) - group.start,
    stop: Math.min(stop, group.stop) - group.start,
  });
  const fetched = (group: Group | undefined) => {
    const chunks = group && fetchChunks(bytes, group, within(group), columns, indexes, signal);
    // Avoids an unhandled rejection: the awaiter reports it.
    chunks?.catch(() => {});
    return chunks;
  };
  let next = fetched(wanted[0]);
  for (const [i, group] of wanted.entries()) {
    const chunks = await next;
    next = fetched(wanted[i + 1]);
    signal?.throwIfAborted();
    const rows = within(group);
    for (const [at, column] of columns.entries()) {
      const own = column.leaves.flatMap(({ index }) => chunks?.get(index) ?? []);
      const decode = () => decodeRows(column, own, rows.start, rows.stop);
      parts[at]?.push(named(column, `rows ${group.start} to ${group.stop}`, decode));
    }
  }
  return columns.map((column, at) => joined(column, parts[at] ?? [], nullsIn(column, groups) !== 0));
}

/** The chunks of columns; of long chunks only the pages with some rows. */
async function fetchChunks(
  bytes: Bytes,
  group: Group,
  rows: Span,
  columns: readonly Column[],
  indexes: PageIndexes,
  signal: AbortSignal | undefined,
): Promise<Map<number, Chunk>> {
  const chunks = columns.flatMap((column) => column.leaves.map((leaf) => ({ column, index: leaf.index })));
  const found = await Promise.all(
    chunks.map(async ({ column, index }) => {
      const meta = group.rowGroup.columns[index]?.meta_data;
      if (!meta) {
        throw damaged(`column \`${column.name}\`: a row group does not say where it is`);
      }
      const extent = extentOf(meta);
      if (!(extent.offset >= 0 && extent.length >= 0 && extent.offset + extent.length <= bytes.size)) {
        const message = `column \`${column.name}\`: a chunk ends behind the end of the file`;
        throw new AsdfError("truncated", message, { offset: extent.offset });
      }
      const decompress = await decompressorOf(meta.codec).catch((cause: unknown) => {
        throw ofColumn(column, "", cause);
      });
      const isInParts =
        !column.nested && extent.length > LONG && rows.stop - rows.start < group.stop - group.start;
      return { index, extent, count: Number(meta.num_values), decompress, isInParts };
    }),
  );
  const pages = found.some(({ isInParts }) => isInParts)
    ? await indexes.pagesWith(group, rows, signal)
    : undefined;
  const places = found.map(({ index, extent, count, decompress, isInParts }) => {
    const some = isInParts ? pages?.(index, extent) : undefined;
    return some
      ? {
          index,
          extents: some.extents,
          first: some.rows.start,
          count: some.rows.stop - some.rows.start,
          decompress,
        }
      : { index, extents: [extent], first: 0, count, decompress };
  });
  const contentOf = await fetchedExtents(
    bytes,
    places.flatMap(({ extents }) => extents),
    signal,
  );
  return new Map(
    places.map(({ index, extents, ...chunk }) => [index, { bytes: contentOf(extents), ...chunk }]),
  );
}

function extentOf(meta: NonNullable<RowGroup["columns"][number]["meta_data"]>): Extent {
  const {
    dictionary_page_offset: dictionary = 0n,
    data_page_offset: data,
    total_compressed_size: length,
  } = meta;
  // Some writers leave the place of the dictionary out, or say 0.
  return { offset: Number(dictionary > 0n && dictionary < data ? dictionary : data), length: Number(length) };
}

/** Every part of a column has a mask, or none does, unless statistics say wrongly that nothing is null. */
function joined({ nested, leaves }: Column, parts: readonly Elements[], hasNulls: boolean): ArrayData {
  const none = (nested ? undefined : leaves[0]?.type.numbers?.(0)) ?? [];
  const isMasked = hasNulls || parts.some(({ mask }) => mask.includes(1));
  return joinedParts(isMasked ? parts : parts.map(({ data }) => ({ data })), none);
}

function named<T>(column: Column, where: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    throw ofColumn(column, `, ${where}`, thrown);
  }
}

/** The error of a column, named; what the library throws is of damaged data, or of an encoding that it does not know. */
function ofColumn({ name }: Column, where: string, thrown: unknown): AsdfError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const code =
    thrown instanceof AsdfError
      ? thrown.code
      : reason.includes("unsupported")
        ? "unsupported-encoding"
        : "corrupt-data";
  return new AsdfError(code, `column \`${name}\`${where}: ${reason}`, { cause: thrown });
}
