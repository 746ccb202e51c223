/**
 * The columns of a table: fields of records, arrays in a table of astropy or the core schemas, or arrays and lists of
 * the same length in a map.
 */

import {
  type ArrayData,
  type ColumnMap,
  columnMap,
  type Datatype,
  type Hdu,
  NdArray,
  type Selection,
  type StructData,
  slice,
  type TreeValue,
  tagOf,
  toUnit,
} from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { lengthOf } from "../elements/shapes.ts";
import { cut } from "../format/format.ts";
import type { Span } from "../sections/section.ts";
import { isTable } from "../tree/kinds.ts";
import { datatypeName, elementsOf, textOf } from "../tree/values.ts";
import type { RowFilter } from "./choice.ts";
import { listColumn, rowsOf } from "./lists.ts";
import type { StoredOnSky } from "./sky.ts";
import { timeIn } from "./times.ts";
import type { ColumnFrame, TableColumn } from "./window.ts";

export interface TableSource {
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  /** Names of columns that are not arrays. */
  readonly left: readonly string[];
  /** Reads some columns, of a span of rows or of all. */
  readonly read: (
    columns: readonly number[],
    rows: Span | undefined,
    signal: AbortSignal,
  ) => Promise<ArrayData[]>;
  /** The bytes that reading whole columns takes, before compression. */
  readonly bytes: (columns: readonly number[]) => number;
  /** The spans of rows, in order, outside of which no row passes all of the filters, as statistics of the file tell. */
  readonly candidates?: (filters: readonly RowFilter[]) => readonly Span[];
  /** The same, narrower: as statistics tell that are read for it. */
  readonly narrowed?: (filters: readonly RowFilter[], signal: AbortSignal) => Promise<readonly Span[]>;
  /** The parts of the sky by which its rows are stored; undefined where the order is another. */
  readonly sky?: StoredOnSky;
  /** What the file says of the table as a whole. */
  readonly metadata?: TreeValue;
}

const STOOD_FOR = Symbol("the table that a node stands for");

/** Marks a node of a tree as standing for a table that is not in the tree, which `tableOf` returns for it. */
export function standingFor<T extends object>(node: T, table: TableSource): T {
  return Object.defineProperty(node, STOOD_FOR, { value: table });
}

/** A column as the page shows it: of very long texts the beginning. */
export function shownColumn(column: TableColumn): TableColumn {
  const { name, unit, description } = column;
  return { ...column, name: cut(name), unit: cut(unit), description: cut(description) };
}

/** @throws RangeError if there is no column of the name */
export function indexOf({ columns }: Pick<TableSource, "columns">, name: string): number {
  const index = columns.findIndex((column) => column.name === name);
  if (index < 0) {
    throw new RangeError(
      `there is no column \`${name}\`: there are ${columns.map((column) => column.name).join(", ")}`,
    );
  }
  return index;
}

/** `hdus` are the HDUs of the file; their headers say the units of their columns. */
export function tableOf(path: string, value: TreeValue, hdus: readonly Hdu[] = []): TableSource {
  const stoodFor: TableSource | undefined = Reflect.get(Object(value), STOOD_FOR);
  if (stoodFor) {
    return stoodFor;
  }
  if (value instanceof NdArray) {
    return ofRecords(path, value, hdus[value.hdu ?? -1]);
  }
  const map = isTable(tagOf(value)) ? undefined : columnMap(value);
  if (map) {
    return ofMap(map);
  }
  const columns = member(value, "columns");
  return columns === undefined
    ? ofColumns([[path, value]])
    : ofColumns(named(columns, member(value, "colnames")));
}

function ofRecords(path: string, array: NdArray, hdu: Hdu | undefined): TableSource {
  const fields = fieldsOf(array.dtype);
  const said = columnsSaid(hdu);
  return {
    rows: array.shape[0] ?? 1,
    columns: fields.map(({ names, dtype, length }) => {
      const name = names.join(".");
      return { ...columnOf(name, dtype, length * lengthOf(array.shape.slice(1))), ...said.get(name) };
    }),
    left: [],
    read: async (columns, rows, signal) => {
      const part = await array.read(selectionOf(array, rows), { signal });
      return columns.map((column) => pick(path, part, fields[column]?.names ?? []));
    },
    // Records are stored as a whole.
    bytes: (columns) => (columns.length > 0 ? array.nbytes : 0),
  };
}

/** What the header of a table in FITS says of its columns, by their names: TUNITn, the comment of TTYPEn, RADESYS and EQUINOX. */
function columnsSaid(hdu: Hdu | undefined): Map<string, Pick<TableColumn, "unit" | "description" | "frame">> {
  const frame = frameIn(hdu);
  const units = new Map<string, string>();
  for (const { keyword, value } of hdu?.cards ?? []) {
    if (keyword.startsWith("TUNIT") && typeof value === "string") {
      units.set(keyword.slice(5), value);
    }
  }
  const types = hdu?.cards.filter(({ keyword }) => /^TTYPE\d+$/.test(keyword)) ?? [];
  return new Map(
    types.map(({ keyword, value, comment }) => [
      String(value),
      { unit: units.get(keyword.slice(5)) ?? "", description: comment, ...(frame && { frame }) },
    ]),
  );
}

/** By section 8.3 of the FITS Standard 4.0: an equinox alone is one of FK4 before 1984, and of FK5 then. */
function frameIn(hdu: Hdu | undefined): ColumnFrame | undefined {
  const get = (...keywords: readonly string[]) =>
    hdu?.cards.find(({ keyword, value }) => keywords.includes(keyword) && value != null)?.value;
  const equinox = get("EQUINOX", "EPOCH");
  const system = get("RADESYS", "RADECSYS") ?? (equinox && (Number(equinox) < 1984 ? "FK4" : "FK5"));
  return system ? { system: String(system), equinox: equinox ? String(equinox) : undefined } : undefined;
}

interface Field {
  readonly names: readonly string[];
  readonly dtype: Datatype;
  /** The number of its elements per record. */
  readonly length: number;
}

/** The fields of records, including nested ones. */
function fieldsOf(dtype: Datatype): Field[] {
  if (typeof dtype === "string" || dtype.kind !== "struct") {
    return [{ names: [], dtype, length: 1 }];
  }
  return dtype.fields.flatMap((field) =>
    fieldsOf(field.dtype).map(({ names, dtype, length }) => ({
      names: [field.name, ...names],
      dtype,
      length: length * lengthOf(field.shape),
    })),
  );
}

function pick(path: string, part: ArrayData | StructData, [name, ...more]: readonly string[]): ArrayData {
  const inner = name === undefined ? part : part.fields?.[name];
  if (!inner || (name === undefined && inner.fields)) {
    throw new TypeError(`${path} has no field of that name`);
  }
  return inner.fields ? pick(path, inner, more) : inner;
}

function ofColumns(all: readonly (readonly [name: string, column: unknown])[]): TableSource {
  const arrays: NdArray[] = [];
  const columns: TableColumn[] = [];
  const left: string[] = [];
  for (const [name, column] of all) {
    const array = arrayIn(column);
    if (array) {
      arrays.push(array);
      const unit = unitIn(column);
      const description = textOf(member(column, "description") ?? timeIn(column as TreeValue) ?? "");
      columns.push({ ...columnOf(name, array.dtype, lengthOf(array.shape.slice(1))), unit, description });
    } else {
      left.push(name);
    }
  }
  return {
    rows: Math.max(0, ...arrays.map(({ shape }) => shape[0] ?? 1)),
    columns,
    left,
    read: (wanted, rows, signal) =>
      Promise.all(
        wanted.map(async (column) => {
          const array = arrays[column];
          const part = await array?.read(selectionOf(array, rows), { signal });
          return pick(columns[column]?.name ?? "", part ?? { fields: {}, shape: [] }, []);
        }),
      ),
    bytes: (wanted) => wanted.reduce((sum, column) => sum + (arrays[column]?.nbytes ?? 0), 0),
  };
}

/** Arrays, quantities and lists of the same length. */
function ofMap({ rows, columns, left }: ColumnMap): TableSource {
  const parts = columns.map(([key, values, holder]) => {
    const name = textOf(key);
    if (!(values instanceof NdArray)) {
      const { data, datatype, isText } = listColumn(values);
      const column = { name, datatype, isText, sortable: true, unit: "", description: "" };
      const read = async (span: Span | undefined) => rowsOf(data, span?.start ?? 0, span?.stop ?? rows);
      return { column, read, bytes: 0 };
    }
    const unit = unitIn(holder);
    const description = timeIn(holder) ?? "";
    const column = { ...columnOf(name, values.dtype, lengthOf(values.shape.slice(1))), unit, description };
    const read = async (span: Span | undefined, signal: AbortSignal) =>
      pick(name, await values.read(selectionOf(values, span), { signal }), []);
    return { column, read, bytes: values.nbytes };
  });
  return {
    rows,
    columns: parts.map(({ column }) => column),
    left: left.map(textOf),
    read: (wanted, span, signal) =>
      Promise.all(wanted.flatMap((column) => parts[column]?.read(span, signal) ?? [])),
    bytes: (wanted) => wanted.reduce((sum, column) => sum + (parts[column]?.bytes ?? 0), 0),
  };
}

/** The columns of a list or a map, with their names. */
function named(columns: unknown, names: unknown): [name: string, column: unknown][] {
  return Object.entries(Object(columns)).map(([key, column]) => {
    const name = member(names, key) ?? member(column, "name") ?? key;
    return [textOf(name), column];
  });
}

/** The array of a column, which may be a quantity or a time. */
function arrayIn(column: unknown): NdArray | undefined {
  if (column instanceof NdArray) {
    return elementsOf(column.dtype) === "records" ? undefined : column;
  }
  const inner = member(column, "data") ?? member(column, "value");
  return inner === undefined ? undefined : arrayIn(inner);
}

function unitIn(holder: unknown): string {
  return toUnit(member(holder, "unit") as TreeValue | undefined) ?? "";
}

function columnOf(name: string, dtype: Datatype, length: number): TableColumn {
  const datatype = datatypeName(dtype);
  const sortable = length === 1 && !isComplex(dtype);
  return { name, datatype, sortable, isText: elementsOf(dtype) === "texts", unit: "", description: "" };
}

function selectionOf(array: NdArray, rows: Span | undefined): Selection {
  return rows && array.ndim > 0 ? [slice(rows.start, rows.stop)] : [];
}

function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
