/** Parquet tables (https://parquet.apache.org/docs/file-format/), read by range: the footer when they are opened, chunks of columns later. */
import type { Span } from "@asdf-wasm/science/sections/section";
import { type ArrayData, AsdfError, type Bytes } from "asdf-wasm";
import type { ReadTable, TableOptions } from "../../table.ts";
import { describedBy } from "./described.ts";
import { damagedUnless, readFooter } from "./footer.ts";
import { PageIndexes } from "./pageIndex.ts";
import { readRows } from "./reading.ts";
import { type Column, columnsOf } from "./schema.ts";
import { candidateGroups, groupsOf, spansOf, statisticsOf } from "./statistics.ts";

/** What one read returns at most, unless `limits.output` says otherwise. */
const MOST_BYTES = 2 ** 31;

export async function parquetTable(bytes: Bytes, { signal, limits }: TableOptions): Promise<ReadTable> {
  const metadata = await readFooter(bytes, signal);
  const described = await describedBy(metadata.key_value_metadata ?? []);
  const isText = (name: string) => described.columns(name).isText;
  const { columns: all, left } = damagedUnless(() => columnsOf(metadata, isText));
  const groups = groupsOf(metadata);
  const indexes = new PageIndexes(bytes);
  const rows = groups.at(-1)?.stop ?? 0;
  const isEncrypted = ({ leaves }: Column) =>
    groups.some(({ rowGroup }) =>
      leaves.some(({ index }) => rowGroup.columns[index]?.crypto_metadata !== undefined),
    );
  const maskOf = ({ name }: Column) => {
    const { mask } = described.columns(name);
    return all.find((column) => column.name === mask && column.datatype === "bool8");
  };
  const masks = new Set(all.map(maskOf));
  const columns = all.filter((column) => !isEncrypted(column) && !masks.has(column));
  const encrypted = all.filter(isEncrypted).map(({ name }) => name);
  const most = limits?.output ?? Math.max(MOST_BYTES, bytes.size);
  /** Columns, and the masks of those that have one. */
  const chosen = (wanted: readonly number[]) =>
    wanted
      .flatMap((index) => [columns[index], columns[index] && maskOf(columns[index])])
      .filter((one) => !!one);
  const size = (wanted: readonly number[], of: Span) =>
    chosen(wanted).reduce((sum, column) => sum + (of.stop - of.start) * widthOf(column), 0);
  return {
    rows,
    columns: columns.map((column) => {
      const { unit, description, ucd, frame } = described.columns(column.name);
      const isText = column.datatype === "text";
      const { name, datatype, storedAs } = column;
      const { nulls, ...statistics } = statisticsOf(column, groups);
      return {
        name,
        datatype,
        storedAs,
        isText,
        sortable: true,
        unit,
        description,
        ...statistics,
        ...(nulls !== undefined && !maskOf(column) && { nulls }),
        ...(ucd && { ucd }),
        ...(frame && { frame }),
      };
    }),
    left: [...left, ...encrypted],
    warnings: [
      ...described.warnings,
      ...encrypted.map((name) => `column \`${name}\` is encrypted and cannot be read without a key`),
      ...left.map((name) => `column \`${name}\` is of a type that is not shown`),
      ...(BigInt(rows) === metadata.num_rows
        ? []
        : [`the file claims ${metadata.num_rows} rows, and has ${rows}`]),
    ],
    metadata: described.metadata,
    read: async (wanted, span = { start: 0, stop: rows }, signal) => {
      const needed = size(wanted, span);
      if (needed > most) {
        const message = `${span.stop - span.start} rows of ${wanted.length} columns take ${needed} bytes, more than ${most}`;
        throw new AsdfError("limit-exceeded", message);
      }
      const own = chosen(wanted);
      const parts = await readRows(bytes, groups, own, span, indexes, signal);
      return parts.flatMap((part, i) => {
        const column = own[i];
        return !column || masks.has(column) ? [] : maskOf(column) ? masked(part, parts[i + 1]) : part;
      });
    },
    bytes: (wanted) =>
      chosen(wanted).reduce(
        (sum, { leaves }) => sum + leaves.reduce((total, { index }) => total + sizeOf(groups, index), 0),
        0,
      ),
    candidates: (filters) => spansOf(candidateGroups(filters, columns, groups)),
    narrowed: async (filters, signal) => {
      const { pageSpans } = await import("./columnIndex.ts");
      const some = candidateGroups(filters, columns, groups);
      return pageSpans(bytes, some, filters, columns, indexes, signal);
    },
  };
}

/** Elements with those masked that another column marks. */
function masked(part: ArrayData, marks: ArrayData | undefined): ArrayData {
  const isMarked = (_: unknown, i: number) => Number(marks?.data[i] === 1 || part.mask?.[i] === 1);
  return { ...part, mask: Uint8Array.from({ length: part.data.length }, isMarked) };
}

/** Bytes of an element in memory, about those of short texts. */
function widthOf({ nested, leaves }: Column): number {
  const numbers = nested ? undefined : leaves[0]?.type.numbers;
  return numbers?.(0).BYTES_PER_ELEMENT ?? 16;
}

function sizeOf(groups: ReturnType<typeof groupsOf>, index: number): number {
  return groups.reduce(
    (sum, { rowGroup }) => sum + Number(rowGroup.columns[index]?.meta_data?.total_uncompressed_size ?? 0),
    0,
  );
}
