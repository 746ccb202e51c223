/** Tables: tables of astropy and of the core schemas, whose columns are arrays of their own, and arrays of records. */

import { didYouMean } from "../api/arguments/checks.ts";
import type {
  ArrayData,
  DataByName,
  Datatype,
  DatatypeName,
  Field,
  Selection,
  Slice,
  StructData,
  StructType,
  TableRecord,
} from "../api/arrays.ts";
import { type TableRows, tableRowsOf } from "../api/described.ts";
import { checkDatatype, nameOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";
import { NdArray } from "../api/ndarray.ts";
import type { ReadOptions, RecordsOptions } from "../api/options.ts";
import { checkRecordsOptions, recordsOf } from "../api/records.ts";
import { slice } from "../api/slice.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { type Axis, selectedAxes, selectionOf } from "../grid/axes.ts";
import { type ColumnMap, columnMap } from "../shown/column-map.ts";
import { cardOf } from "./quantity.ts";
import { toUnit } from "./unit.ts";

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** The type of its elements; undefined if the column is no array. */
  readonly dtype: Datatype | undefined;
  readonly unit: string | undefined;
  readonly description: string | undefined;
  /** The node of the tree: a column, a quantity, a time, coordinates; for records, their array. */
  readonly node: TreeValue;
}

/** Options of `Table.read`. */
export interface TableOptions extends Pick<ReadOptions, "signal" | "onProgress" | "workers" | "float16"> {
  /** The columns to read, in this order. Default: all that are arrays. */
  readonly fields?: readonly string[] | undefined;
}

/** Reads a selection of one column. */
type ReadColumn = (selection: Selection, options: ReadOptions) => Promise<ArrayData | StructData>;

interface Source {
  readonly columns: readonly Column[];
  readonly arrays: ReadonlyMap<string, NdArray>;
  readonly records: NdArray | undefined;
}

/** A table, made by `toTable()`. */
export class Table {
  readonly columns: readonly Column[];
  /** The number of rows. */
  readonly length: number;
  /** What the file says of the table. */
  readonly meta: TreeValue | undefined;
  readonly #arrays: ReadonlyMap<string, NdArray>;
  readonly #records: NdArray | undefined;
  /** The rows of the arrays that are those of the table, if not all. */
  readonly #part: Axis | undefined;

  /** @internal `part`: the rows of the arrays that are those of the table, if not all. */
  constructor(
    { columns, arrays, records }: Source,
    meta: TreeValue | undefined,
    part?: { readonly offset: number; readonly size: number },
  ) {
    this.columns = columns;
    this.meta = meta;
    this.#arrays = arrays;
    this.#records = records;
    const lengths = [...arrays.values()].map(({ shape }) => shape[0] ?? 1);
    this.length = lengths[0] ?? 0;
    if (lengths.some((length) => length !== this.length)) {
      throw new AsdfError(
        "bad-array",
        `the columns of the table have different lengths: ${lengths.join(", ")}`,
      );
    }
    if (part) {
      const { offset, size } = part;
      if (offset + size > this.length) {
        const message = `the rows ${offset} to ${offset + size} are not all in the table, which has ${this.length}`;
        throw new AsdfError("bad-array", message);
      }
      this.length = size;
      this.#part = { start: offset, step: 1, count: size, kept: true };
    }
  }

  /**
   * Reads rows of some columns, or of all that are arrays.
   *
   * @example
   * const { fields } = await toTable(file.get("catalog")).read(slice(100), { fields: ["ra", "dec"] });
   */
  async read(rows: Slice | null = null, options: TableOptions = {}): Promise<StructData> {
    const { fields = [...this.#arrays.keys()], ...rest } = options;
    const wanted = fields.map((name) => [name, this.#reader(name)] as const);
    const columns: { [name: string]: ArrayData | StructData } = Object.create(null);
    let length: number | undefined;
    for (const [name, read] of wanted) {
      const column = await read([rows], rest);
      columns[name] = column;
      length = column.shape[0];
    }
    return { fields: columns, shape: [length ?? 0] };
  }

  /**
   * Reads one column; with a datatype, TypeScript knows what it returns.
   *
   * @throws AsdfError `bad-selection` if there is no such column, `bad-array` if its datatype is another
   *
   * @example
   * const { data } = await toTable(file.get("catalog")).column("ra", "float64");   // a Float64Array
   */
  async column(name: string): Promise<ArrayData | StructData>;
  async column<Name extends DatatypeName>(
    name: string,
    dtype: Name,
    rows?: Slice | null,
    options?: Omit<TableOptions, "fields" | "float16">,
  ): Promise<DataByName[Name]>;
  async column(
    name: string,
    dtype?: DatatypeName,
    rows: Slice | null = null,
    options: Omit<TableOptions, "fields" | "float16"> = {},
  ): Promise<ArrayData | StructData> {
    checkDatatype("dtype", dtype, ["ascii", "ucs4", "struct"]);
    const is = nameOf(this.#field(name).dtype);
    if (dtype !== undefined && is !== dtype) {
      throw new AsdfError("bad-array", `the elements of the column \`${name}\` are ${is}, not ${dtype}`);
    }
    return this.#reader(name)([rows], options);
  }

  /**
   * Walks through the rows, reading some at a time.
   *
   * @example
   * for await (const { ra, dec } of table.records({ fields: ["ra", "dec"] })) console.log(ra, dec);
   */
  async *records(options: RecordsOptions = {}): AsyncGenerator<TableRecord> {
    checkRecordsOptions(options);
    const names = options.fields ?? [...this.#arrays.keys()];
    const fields = names.map((name) => this.#field(name));
    const dtype: StructType = { kind: "struct", fields };
    const read = ([rows]: Selection, rest: ReadOptions) =>
      this.read(typeof rows === "object" ? rows : null, { ...rest, fields: names });
    yield* recordsOf({ shape: [this.length], dtype }, read, options);
  }

  #field(name: string): Field {
    const array = this.#arrayOf(name);
    if (array === this.#records) {
      const [found] = fieldsOf(array).filter((field) => field.name === name);
      return found ?? { name, dtype: array.dtype, shape: [] };
    }
    return { name, dtype: array.dtype, shape: array.shape.slice(1) };
  }

  #reader(name: string): ReadColumn {
    const array = this.#arrayOf(name);
    const whole = (selection: Selection): Selection => {
      const [rows] = this.#part && array.ndim > 0 ? selectedAxes(selection, [this.#part]) : [];
      const isEmpty = rows?.count === 0;
      return array.ndim === 0 ? [] : isEmpty ? [slice(0)] : rows ? selectionOf([rows]) : selection;
    };
    if (array !== this.#records) {
      return (selection, options) => array.read(whole(selection), options);
    }
    return async (selection, options) => {
      const part: ArrayData | StructData = await array.read(whole(selection), {
        ...options,
        fields: [name],
      });
      return part.fields?.[name] ?? part;
    };
  }

  #arrayOf(name: string): NdArray {
    const array = this.#arrays.get(name);
    if (array === undefined) {
      const known = this.columns.map((column) => `\`${column.name}\``).join(", ");
      const isThere = this.columns.some((column) => column.name === name);
      const why = isThere
        ? "is no array: its `node` is in the tree"
        : `does not exist: the columns are ${known}${didYouMean(
            name,
            this.columns.map((column) => column.name),
          )}`;
      throw new AsdfError("bad-selection", `the column \`${name}\` ${why}`);
    }
    return array;
  }
}

/**
 * The table at a node: an astropy `Table` or `QTable`, a core/table, a map of arrays of equal length, or an array of records, such as a table of a FITS file, whose columns
 * have the units of its header. No elements are read.
 *
 * @throws AsdfError `bad-tree` if it is no table, `bad-array` if its columns have different lengths
 *
 * @example
 * const table = toTable(file.get("catalog"));
 * table.columns.map(({ name, unit }) => [name, unit]);
 */
export function toTable(node: TreeValue | undefined): Table {
  const part = tableRowsOf(node);
  return part ? tableOf(part.table, part) : tableOf(node);
}

function tableOf(node: TreeValue | undefined, part?: TableRows): Table {
  if (node instanceof NdArray && fieldsOf(node).length > 0) {
    const columns = fieldsOf(node).map(({ name, dtype }, index) => ({
      ...{ name, dtype, node },
      unit: cardOf(node, `TUNIT${index + 1}`),
      description: undefined,
    }));
    const arrays = new Map(columns.map(({ name }) => [name, node]));
    return new Table({ columns, arrays, records: node }, undefined, part);
  }
  const columns = isTreeMap(node) ? node["columns"] : undefined;
  const map =
    node === undefined || Array.isArray(columns) || isTreeMap(columns) ? undefined : columnMap(node);
  if (map?.isWhole) {
    return new Table(ofMap(map), undefined, part);
  }
  if (!isTreeMap(node) || (!Array.isArray(columns) && !isTreeMap(columns))) {
    throw new AsdfError(
      "bad-tree",
      "this is no table: neither an array of records, nor a map with `columns` or of arrays of one length",
    );
  }
  return new Table(columnsOf(columns, node["colnames"]), node["meta"], part);
}

function columnsOf(nodes: TreeValue[] | TreeMap, names: TreeValue | undefined): Source {
  const arrays = new Map<string, NdArray>();
  const columns = Object.entries(nodes).map(([key, node]): Column => {
    const listed = Array.isArray(names) ? names[Number(key)] : undefined;
    const own = isTreeMap(node) ? node["name"] : undefined;
    const name = String(listed ?? own ?? key);
    const array = arrayIn(node);
    if (array) {
      arrays.set(name, array);
    }
    const description = isTreeMap(node) ? node["description"] : undefined;
    return {
      name,
      dtype: array?.dtype,
      unit: unitIn(node),
      description: typeof description === "string" ? description : undefined,
      node,
    };
  });
  return { columns, arrays, records: undefined };
}

/** The columns of a map that is a table as a whole. */
function ofMap(map: ColumnMap): Source {
  const arrays = new Map<string, NdArray>();
  const columns = map.columns.map(([key, values, node]): Column => {
    const name = String(key);
    const array = values instanceof NdArray ? values : undefined;
    if (array) {
      arrays.set(name, array);
    }
    return { name, dtype: array?.dtype, unit: unitIn(node), description: undefined, node };
  });
  return { columns, arrays, records: undefined };
}

/** The array of a column, which may be a quantity or a time. */
function arrayIn(node: TreeValue | undefined): NdArray | undefined {
  if (node instanceof NdArray) {
    return node.error ? undefined : node;
  }
  return isTreeMap(node) ? arrayIn(node["data"] ?? node["value"]) : undefined;
}

function unitIn(node: TreeValue | undefined): string | undefined {
  return isTreeMap(node) ? (toUnit(node["unit"]) ?? unitIn(node["data"])) : undefined;
}

function fieldsOf({ dtype, error }: NdArray): readonly Field[] {
  return !error && typeof dtype === "object" && dtype.kind === "struct" ? dtype.fields : [];
}
