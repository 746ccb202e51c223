/**
 * What the statistics of column chunks say: how many values are null, between which bounds the others are, and which row groups need not be
 * read to filter rows. Writers may shorten bounds, which then still are below and above all values. Bounds that are NaN are ignored.
 */

import type { Span } from "@asdf-wasm/science/sections/section";
import type { RowFilter } from "@asdf-wasm/science/tables/choice";
import { comparisonIn, numberIn } from "@asdf-wasm/science/tables/filter";
import type { FileMetaData, RowGroup } from "hyparquet";
import { damaged } from "../../damaged.ts";
import type { Column } from "./schema.ts";
import type { Stored, Value } from "./values.ts";

/** A row group, and which rows of the table it has. */
export interface Group extends Span {
  readonly rowGroup: RowGroup;
}

export function groupsOf({ row_groups: groups }: FileMetaData): Group[] {
  let next = 0;
  return groups.map((rowGroup) => {
    const start = next;
    next += Number(rowGroup.num_rows);
    if (!(next >= start && Number.isSafeInteger(next))) {
      throw damaged(`a row group of the Parquet file claims ${rowGroup.num_rows} rows`);
    }
    return { rowGroup, start, stop: next };
  });
}

interface Bounds {
  readonly least: Value;
  readonly greatest: Value;
}

/** What a table says of a column. */
export function statisticsOf(
  column: Column,
  groups: readonly Group[],
): { nulls?: number; bounds?: readonly [string, string] } {
  const nulls = nullsIn(column, groups);
  const some = groups.filter(({ rowGroup, start, stop }) => (nullsOf(rowGroup, column) ?? 0) < stop - start);
  const bounds = some.map(({ rowGroup }) => boundsIn(rowGroup, column));
  const all = bounds.filter((one) => one !== undefined);
  const [first] = all;
  return {
    ...(nulls !== undefined && { nulls }),
    ...(first &&
      all.length === bounds.length && {
        bounds: [
          String(all.reduce((least, one) => (one.least < least ? one.least : least), first.least)),
          String(all.reduce((most, one) => (one.greatest > most ? one.greatest : most), first.greatest)),
        ] as const,
      }),
  };
}

/** How many rows of a column have no value; undefined if the file does not say. */
export function nullsIn(column: Column, groups: readonly Group[]): number | undefined {
  const counts = column.isNullable ? groups.map(({ rowGroup }) => nullsOf(rowGroup, column)) : [0];
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** Row groups in which rows may pass all filters. */
export function candidateGroups(
  filters: readonly RowFilter[],
  columns: readonly Column[],
  groups: readonly Group[],
): Group[] {
  return groups.filter(
    ({ rowGroup, start, stop }) =>
      start < stop &&
      filters.every(({ column, text }) => {
        const one = columns[column];
        return !one || mayHold(text, one, knownIn(rowGroup, one));
      }),
  );
}

/** The rows of row groups, as spans: neighbours share one. */
export function spansOf(groups: readonly Group[]): Span[] {
  const spans: { start: number; stop: number }[] = [];
  for (const { start, stop } of groups) {
    const last = spans.at(-1);
    if (last?.stop === start) {
      last.stop = stop;
    } else {
      spans.push({ start, stop });
    }
  }
  return spans;
}

/** What is known of the values of a column in some rows. */
interface Known {
  /** Whether all are null. */
  readonly isNull: boolean;
  readonly bounds: () => Bounds | undefined;
}

function knownIn(rowGroup: RowGroup, column: Column): Known {
  return {
    isNull: column.isNullable && nullsOf(rowGroup, column) === Number(rowGroup.num_rows),
    bounds: () => boundsIn(rowGroup, column),
  };
}

/** Whether a value of a column may pass a filter. */
export function mayHold(filter: string, column: Column, known: Known): boolean {
  const comparison = comparisonIn(filter);
  if (!comparison || comparison.operand === "" || column.nested) {
    return true;
  }
  if (known.isNull) {
    return false;
  }
  const bounds = known.bounds();
  const { operator, operand } = comparison;
  const isText = column.datatype === "text";
  const wanted = isText ? operand : numberIn(operand, /^float(16|32)$/.test(column.datatype));
  // Parquet orders texts by their bytes, JavaScript by code units: the same order below U+D800.
  if (
    !bounds ||
    wanted === undefined ||
    (isText && /[\ud800-\uffff]/.test(`${operand}${bounds.least}${bounds.greatest}`))
  ) {
    return true;
  }
  const { least, greatest } = bounds;
  switch (operator) {
    case "<":
      return least < wanted;
    case "<=":
      return least <= wanted;
    case ">":
      return greatest > wanted;
    case ">=":
      return greatest >= wanted;
    case "!=":
      return true;
    default:
      return least <= wanted && greatest >= wanted;
  }
}

function nullsOf(rowGroup: RowGroup, { leaves, nested }: Column): number | undefined {
  const count = rowGroup.columns[leaves[0]?.index ?? -1]?.meta_data?.statistics?.null_count;
  return nested || count === undefined ? undefined : Number(count);
}

/** Types whose order is that of the numbers or texts that they become. */
const ORDERED = /^(u?int\d+|float(32|64)|bool8|date|string|timestamp\[\w+(, UTC)?\])$/;

function boundsIn(rowGroup: RowGroup, column: Column): Bounds | undefined {
  const statistics = rowGroup.columns[column.leaves[0]?.index ?? -1]?.meta_data?.statistics;
  // The older fields are in an order of signed bytes, which is the right one for signed numbers alone.
  const isSigned = /^(int|float)/.test(column.storedAs);
  return boundsOf(
    column,
    statistics?.min_value ?? (isSigned ? statistics?.min : undefined),
    statistics?.max_value ?? (isSigned ? statistics?.max : undefined),
  );
}

/** Bounds as the file has them, if they are in the order of the column's values. */
export function boundsOf(
  { leaves, nested, storedAs }: Column,
  ...stored: readonly unknown[]
): Bounds | undefined {
  const [leaf] = leaves;
  if (!leaf || nested || !ORDERED.test(storedAs)) {
    return undefined;
  }
  const [least, greatest] = stored.map((value) => (isStored(value) ? leaf.type.convert(value) : undefined));
  const isKnown =
    least !== undefined && greatest !== undefined && !Number.isNaN(least) && !Number.isNaN(greatest);
  return isKnown && (!/^(date|timestamp)/.test(storedAs) || [least, greatest].every(hasPlainYear))
    ? { least, greatest }
    : undefined;
}

/** Other years have a sign and more digits: as texts, dates are in another order then. */
function hasPlainYear(value: Value): boolean {
  return /^\d{4}-/.test(String(value));
}

function isStored(value: unknown): value is Stored {
  return ["number", "bigint", "boolean"].includes(typeof value) || value instanceof Uint8Array;
}
