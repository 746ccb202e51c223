/** Rows of tables as objects, read in batches. */
import { checkWork, type OptionNames } from "./arguments/checks.ts";
import type { ArrayData, Datatype, RecordValue, Selection, StructData, TableRecord } from "./arrays.ts";
import { isStruct, itemSize } from "./elements.ts";
import { AsdfError } from "./error.ts";
import type { ReadOptions, RecordsOptions } from "./options.ts";
import { sizeOf, stridesOf } from "./shape.ts";
import { boundsOf } from "./slice.ts";
import { Complex } from "./values.ts";

const RECORDS: OptionNames<RecordsOptions> = {
  fields: true,
  rows: true,
  batch: true,
  signal: true,
  workers: true,
};

/** About how many bytes are read at a time. */
const BATCH = 2 ** 20;

/** The shape and the datatype of a table. */
export interface Tabular {
  readonly shape: readonly number[];
  readonly dtype: Datatype;
}

/** Reads some rows of a table. */
export type ReadRows = (selection: Selection, options: ReadOptions) => Promise<ArrayData | StructData>;

/** Checks the options of the methods that walk through records. */
export function checkRecordsOptions(options: RecordsOptions): void {
  checkWork(options, RECORDS, "records()");
}

/** The records of a table, those with several axes in C order. */
export async function* recordsOf(
  { shape, dtype }: Tabular,
  read: ReadRows,
  { rows = null, batch, ...options }: RecordsOptions,
): AsyncGenerator<TableRecord> {
  const [length, ...inner] = shape;
  if (length === undefined) {
    yield* recordsIn(await read([], options), dtype);
    return;
  }
  const { start, step, count } = boundsOf(rows, length);
  const each = Math.max(1, itemSize(dtype) * sizeOf(inner));
  const most = batch ?? Math.max(1, Math.floor(BATCH / each));
  if (!(Number.isSafeInteger(most) && most >= 1)) {
    throw new AsdfError("bad-selection", `batch is ${most}: expected a whole number of rows, at least 1`);
  }
  for (let done = 0; done < count; done += most) {
    const last = start + (Math.min(done + most, count) - 1) * step;
    const first = start + done * step;
    const stop = last + Math.sign(step);
    const part = { start: first, stop: stop < 0 ? null : stop, step };
    yield* recordsIn(await read([part], options), dtype);
  }
}

function* recordsIn(part: ArrayData | StructData, dtype: Datatype): Generator<TableRecord> {
  if (part.fields && isStruct(dtype)) {
    const getters = gettersOf(part, dtype);
    const count = sizeOf(part.shape);
    for (let row = 0; row < count; row += 1) {
      yield recordAt(getters, row);
    }
  }
}

type Getter = (row: number) => RecordValue;

function recordAt(getters: readonly (readonly [string, Getter])[], row: number): TableRecord {
  const record: { [field: string]: RecordValue } = Object.create(null);
  for (const [name, get] of getters) {
    record[name] = get(row);
  }
  return record;
}

function gettersOf({ fields, shape }: StructData, dtype: Datatype): (readonly [string, Getter])[] {
  const types = new Map(isStruct(dtype) ? dtype.fields.map((field) => [field.name, field.dtype]) : []);
  return Object.entries(fields).map(([name, column]) => {
    const type = types.get(name) ?? "float64";
    const inner = column.shape.slice(shape.length);
    return [name, getterOf(column, type, inner)] as const;
  });
}

/** `inner`: the shape of the values of one row. */
function getterOf(column: ArrayData | StructData, dtype: Datatype, inner: readonly number[]): Getter {
  const count = sizeOf(inner);
  if (column.fields) {
    const getters = gettersOf(column, dtype);
    return inner.length === 0
      ? (row) => recordAt(getters, row)
      : (row) => Array.from({ length: count }, (_, i) => recordAt(getters, row * count + i));
  }
  const { data, mask } = column;
  const width = typeof dtype === "string" && dtype.startsWith("complex") ? 2 : 1;
  if (inner.length > 0) {
    const stride = stridesOf(inner);
    return (row) => ({
      data: data.slice(row * count * width, (row + 1) * count * width),
      shape: inner,
      stride,
      ...(mask && { mask: mask.slice(row * count, (row + 1) * count) }),
    });
  }
  return (row) => (mask?.[row] ? null : valueAt(data, dtype, row, width));
}

function valueAt(data: ArrayData["data"], dtype: Datatype, row: number, width: number): RecordValue {
  if (width === 2) {
    return new Complex(Number(data[2 * row]), Number(data[2 * row + 1]));
  }
  const value = data[row] ?? null;
  return dtype === "bool8" ? value !== 0 : value;
}
