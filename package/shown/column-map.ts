/**
 * Maps whose entries are columns: arrays, quantities and lists of the same length, as catalogues and simulations without
 * tables store them. A column is recognised by its length alone; nothing is read.
 */
import { isStruct } from "../api/elements.ts";
import { NdArray } from "../api/ndarray.ts";
import { entriesOf } from "../api/path.ts";
import { isTreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";

/** A map of more entries is not examined: opening it must stay cheap. */
const MOST = 1000;
/** The longest vector of which a column has one per row, such as a position. */
const VECTOR = 16;
/** What may hold the array of a column. */
const HOLDER = /\/(quantity|column|time)-\d/;

/** A column's values: an array with one element or one vector per row, or a list of scalars. */
export type ColumnValues = NdArray | readonly TreeValue[];

/** The columns of a map, as `columnMap()` finds them. */
export interface ColumnMap {
  /** The number of rows. */
  readonly rows: number;
  /** The columns; a holder is the entry itself, which may be a quantity. */
  readonly columns: readonly (readonly [key: TreeValue, values: ColumnValues, holder: TreeValue])[];
  /** The keys of the other entries. */
  readonly left: readonly TreeValue[];
  /** Whether the map is a table as a whole: it has only columns, and not just short lists. */
  readonly isWhole: boolean;
}

/**
 * The columns of a map, if at least two have the same length, of at least two rows; undefined if the map is not a table, or has more than
 * 1000 entries. `toTable()` reads one that is a table as a whole.
 */
export function columnMap(node: TreeValue): ColumnMap | undefined {
  const count = node instanceof Map ? node.size : isTreeMap(node) ? Object.keys(node).length : 0;
  if (count < 2 || count > MOST) {
    return undefined;
  }
  const entries = [...entriesOf(node)];
  const counts = new Map<number, number>();
  const found = entries.map(([key, holder]) => ({ key, holder, values: valuesIn(holder) }));
  for (const { values } of found) {
    const length = values && isLine(values) ? lengthOf(values) : 0;
    if (length >= 2) {
      counts.set(length, (counts.get(length) ?? 0) + 1);
    }
  }
  const most = Math.max(0, ...counts.values());
  const rows = [...counts].find(([, count]) => count === most)?.[0];
  if (rows === undefined || most < 2) {
    return undefined;
  }
  const columns: [TreeValue, ColumnValues, TreeValue][] = [];
  const left: TreeValue[] = [];
  for (const { key, holder, values } of found) {
    if (values && lengthOf(values) === rows) {
      columns.push([key, values, holder]);
    } else {
      left.push(key);
    }
  }
  const isWhole = left.length === 0 && columns.some(([, values]) => values instanceof NdArray);
  return { rows, columns, left, isWhole };
}

/** The values of an entry, if it can be a column. */
function valuesIn(value: TreeValue): ColumnValues | undefined {
  if (value instanceof NdArray) {
    const isColumn = value.ndim === 1 || (value.ndim === 2 && (value.shape[1] ?? 0) <= VECTOR);
    return isColumn && value.error === undefined && !isStruct(value.dtype) ? value : undefined;
  }
  if (Array.isArray(value)) {
    return value.every((item) => typeof item !== "object" || item === null) ? value : undefined;
  }
  if (!HOLDER.test(tagOf(value) ?? "")) {
    return undefined;
  }
  const inner = [...entriesOf(value)].find(([key]) => key === "value" || key === "data")?.[1];
  return inner === undefined || HOLDER.test(tagOf(inner) ?? "") ? undefined : valuesIn(inner);
}

function isLine(values: ColumnValues): boolean {
  return !(values instanceof NdArray) || values.ndim === 1;
}

function lengthOf(values: ColumnValues): number {
  return (values instanceof NdArray ? values.shape[0] : values.length) ?? 0;
}
