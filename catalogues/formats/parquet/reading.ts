/** Reading rows of columns: for each row group one request for each chunk, or for several that are near each other. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { type ArrayData, AsdfError, type Bytes } from "asdf-wasm";
import type { RowGroup } from "hyparquet";
import { damaged } from "../../damaged.ts";
import { joinedParts } from "../../parts.ts";
import { decompressorOf } from "./codecs.ts";
import { type Chunk, decodeRows, type Elements } from "./decoding.ts";
import type { Column } from "./schema.ts";
import { type Group, nullsIn } from "./statistics.ts";

/** Chunks at most this far apart are fetched together, up to so many bytes. */
const GAP = 32 * 2 ** 10;
const MOST = 64 * 2 ** 20;

interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** Reads a span of rows. While the chunks of a row group are decoded, those of the next one arrive. */
export async function readRows(
  bytes: Bytes,
  groups: readonly Group[],
  columns: readonly Column[],
  { start, stop }: Span,
  signal: AbortSignal | undefined,
): Promise<ArrayData[]> {
  const wanted = groups.filter(
    (group) => group.start < stop && group.stop > start && group.stop > group.start,
  );
  const parts: Elements[][] = columns.map(() => []);
  const fetched = (group: Group | undefined) => {
    const chunks = group && fetchChunks(bytes, group.rowGroup, columns, signal);
    // Avoids an unhandled rejection: the awaiter reports it.
    chunks?.catch(() => {});
    return chunks;
  };
  let next = fetched(wanted[0]);
  for (const [i, group] of wanted.entries()) {
    const chunks = await next;
    next = fetched(wanted[i + 1]);
    signal?.throwIfAborted();
    const [first, last] = [Math.max(start, group.start), Math.min(stop, group.stop)];
    for (const [at, column] of columns.entries()) {
      const own = column.leaves.flatMap(({ index }) => chunks?.get(index) ?? []);
      const decode = () => decodeRows(column, own, first - group.start, last - group.start);
      parts[at]?.push(named(column, `rows ${group.start} to ${group.stop}`, decode));
    }
  }
  return columns.map((column, at) => joined(column, parts[at] ?? [], nullsIn(column, groups) !== 0));
}

async function fetchChunks(
  bytes: Bytes,
  rowGroup: RowGroup,
  columns: readonly Column[],
  signal: AbortSignal | undefined,
): Promise<Map<number, Chunk>> {
  const chunks = columns.flatMap((column) => column.leaves.map((leaf) => ({ column, index: leaf.index })));
  const found = await Promise.all(
    chunks.map(async ({ column, index }) => {
      const meta = rowGroup.columns[index]?.meta_data;
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
      return { index, extent, meta, decompress };
    }),
  );
  const merged = mergedExtents(
    found.map(({ extent }) => extent),
    bytes.gap ?? GAP,
  );
  const arrived = await Promise.all(
    merged.map(async (extent) => ({
      ...extent,
      content: await bytes.read(extent.offset, extent.length, signal),
    })),
  );
  return new Map(
    found.map(({ index, extent: { offset, length }, meta, decompress }) => {
      const around = arrived.find(
        (one) => one.offset <= offset && offset + length <= one.offset + one.length,
      );
      const at = offset - (around?.offset ?? 0);
      return [
        index,
        { bytes: around?.content.subarray(at, at + length) ?? new Uint8Array(0), meta, decompress },
      ];
    }),
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

function mergedExtents(extents: readonly Extent[], gap: number): Extent[] {
  const merged: { offset: number; length: number }[] = [];
  for (const { offset, length } of extents.toSorted((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1);
    const end = Math.max(offset + length, last ? last.offset + last.length : 0);
    if (
      last &&
      offset - last.offset - last.length <= gap &&
      end - last.offset <= Math.max(MOST, last.length)
    ) {
      last.length = end - last.offset;
    } else {
      merged.push({ offset, length });
    }
  }
  return merged;
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
