/** A table as records: the datatypes of its columns, and portions of its rows. */

import type { ArrayData, ScalarType, TextType } from "asdf-wasm";
import { lengthOf } from "../elements/shapes.ts";
import type { TableSource } from "../tables/columns.ts";
import { portions } from "./content.ts";
import { descrOf } from "./npy.ts";

/** Rows that are read at a time. */
const ROWS = 2 ** 14;

export interface RecordColumn {
  /** Its place in the table. */
  readonly index: number;
  readonly name: string;
  readonly unit: string;
  /** Of numbers as they are read: float16 as float32. */
  readonly dtype: ScalarType | TextType;
  /** Of each cell. */
  readonly shape: readonly number[];
  readonly masked: boolean;
}

/** What there is of a table, before its rows are read. */
export async function recordColumns(source: TableSource, signal: AbortSignal): Promise<RecordColumn[]> {
  const all = source.columns.map((_, index) => index);
  const [first, ...lists] = await Promise.all([
    source.read(all, { start: 0, stop: Math.min(1, source.rows) }, signal),
    ...all.map(async (index) =>
      source.columns[index]?.datatype === "text" ? longest(source, index, signal) : 0,
    ),
  ]);
  return source.columns.map(({ name, unit, datatype }, index) => {
    const part = first?.[index];
    const shape = (part?.shape ?? []).slice(1);
    const dtype = typeOf(datatype, lists[index] ?? 0);
    return { index, name, unit, dtype, shape, masked: part?.mask !== undefined };
  });
}

/** The rows, some at a time, as the elements of each column. */
export async function* recordParts(
  source: TableSource,
  columns: readonly RecordColumn[],
  signal: AbortSignal,
  most = ROWS,
): AsyncGenerator<{ readonly rows: number; readonly parts: readonly ArrayData[] }> {
  const wanted = columns.map(({ index }) => index);
  for (const span of portions({ start: 0, stop: source.rows }, most)) {
    signal.throwIfAborted();
    const parts = await source.read(wanted, span, signal);
    const rows = span.stop - span.start;
    yield { rows, parts: parts.map((part, i) => typed(part, columns[i]?.dtype)) };
  }
}

/** Bytes of a cell in memory. */
export function sizeOfCell({ dtype, shape }: RecordColumn): number {
  const each =
    Number(descrOf(dtype)?.slice(2) ?? 16) * (typeof dtype === "object" && dtype.kind === "ucs4" ? 4 : 1);
  return each * lengthOf(shape);
}

/** What a person should know of columns that are not written, and of masked cells. */
export function remarksOf(
  source: TableSource,
  all: readonly RecordColumn[],
  written: readonly RecordColumn[],
  masked: string,
): string[] {
  const kept = new Set(written.map(({ index }) => index));
  const left = [...source.left, ...all.filter(({ index }) => !kept.has(index)).map(({ name }) => name)];
  return [
    ...(left.length > 0 ? [`Without ${left.join(", ")}: not a column that this format holds.`] : []),
    ...(source.columns.some(({ datatype }) => datatype === "float16") ? ["float16 becomes float32."] : []),
    ...(written.some((column) => column.masked) ? [masked] : []),
    ...framesLost(source, kept),
  ];
}

/** Positions that are none in ICRS, which readers of most formats take them for. */
function framesLost(source: TableSource, written: ReadonlySet<number>): string[] {
  const named = source.columns.flatMap(({ name, frame }, index) =>
    frame && written.has(index) && !/^icrs$/i.test(frame.system) ? [{ name, frame }] : [],
  );
  const systems = new Set(named.map(({ frame }) => frame.system));
  return Array.from(systems, (system) => {
    const names = named.filter(({ frame }) => frame.system === system).map(({ name }) => name);
    return `${names.join(", ")} are positions in ${system}, not in ICRS: in the file, only metadata say so, where they are kept.`;
  });
}

/** Integers of lists are read as numbers. */
export function typed(part: ArrayData, dtype: RecordColumn["dtype"] | undefined): ArrayData {
  const { data } = part;
  return dtype === "int64" && data instanceof Float64Array
    ? { ...part, data: BigInt64Array.from(data, (value) => BigInt(Math.trunc(value) || 0)) }
    : part;
}

/** The datatype that a column's name of it says. */
function typeOf(datatype: string, longest: number): ScalarType | TextType {
  const [, kind, length] = /^(ascii|ucs4) (\d+)$/.exec(datatype) ?? [];
  if (kind !== undefined) {
    return { kind: kind === "ascii" ? "ascii" : "ucs4", length: Number(length) };
  }
  switch (datatype) {
    case "integer":
      return "int64";
    case "number":
      return "float64";
    case "text":
      return { kind: "ucs4", length: Math.max(longest, 1) };
    case "float16":
      return "float32";
    case "complex32":
      return "complex64";
    default:
      return datatype as ScalarType;
  }
}

/** The code points of the longest text of a list. */
async function longest(source: TableSource, column: number, signal: AbortSignal): Promise<number> {
  const [part] = await source.read([column], undefined, signal);
  const texts = part && Array.isArray(part.data) ? part.data : [];
  return texts.reduce<number>((most, text) => Math.max(most, Array.from(String(text)).length), 0);
}
