/** Columns of tables, which a path names behind the table: `catalog/flux`; of records also inner fields, `catalog/position/x`. */

import { valueAt } from "@asdf-wasm/science/tree/values";
import {
  AsdfError,
  type AsdfFile,
  type Datatype,
  type Field,
  NdArray,
  type TreeValue,
  toTable,
} from "asdf-wasm";
import { Problem } from "../exit.ts";
import { keysOf } from "./path.ts";

/** A field of records. */
export interface RecordField {
  /** Its name, preceded by the names of the fields that contain it. */
  readonly names: readonly string[];
  readonly dtype: Datatype;
  /** The lengths of the axes that its values have besides the axes of the records. */
  readonly shape: readonly number[];
}

export interface FoundColumn {
  /** An array if the column is made of one; for a field of records, the array of all fields. */
  readonly node: TreeValue;
  readonly field?: RecordField;
  readonly unit: string | undefined;
}

/** Undefined if the path names no column. */
export async function columnIn(file: AsdfFile, path: string): Promise<FoundColumn | undefined> {
  const parts = path.split("/");
  for (let end = parts.length - 1; end > 0; end -= 1) {
    const node = await file.resolve(parts.slice(0, end).join("/"));
    if (node !== undefined) {
      return columnOf(node, keysOf(path).slice(end));
    }
  }
  return undefined;
}

/** The names of the fields of records; none of other elements. */
export function namesIn(dtype: Datatype): readonly string[] {
  return fieldsOf(dtype).map(({ name }) => name);
}

function columnOf(node: TreeValue, names: readonly string[]): FoundColumn | undefined {
  const column = columnsOf(node).find(({ name }) => name === names[0]);
  if (!column) {
    return undefined;
  }
  const { unit } = column;
  if (node instanceof NdArray) {
    const field = fieldOf(node.dtype, names);
    return field && { node, field, unit };
  }
  return names.length === 1 ? { node: arrayIn(column.node) ?? column.node, unit } : undefined;
}

/** Why a whole table is refused where one column of it is needed. */
export function needsColumn(path: string, column: string): Problem {
  return new Problem(`\`${path}\` is a table: name a column of it, such as \`${path}/${column}\``);
}

/** The columns of a table; an empty list if the node is not a table. */
export function columnsOf(node: TreeValue): ReturnType<typeof toTable>["columns"] {
  try {
    return toTable(node).columns;
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      return [];
    }
    throw thrown;
  }
}

function fieldOf(type: Datatype, names: readonly string[]): RecordField | undefined {
  let [dtype, shape]: [Datatype, readonly number[]] = [type, []];
  for (const name of names) {
    const field = fieldsOf(dtype).find((each) => each.name === name);
    if (!field) {
      return undefined;
    }
    [dtype, shape] = [field.dtype, [...shape, ...field.shape]];
  }
  return { names, dtype, shape };
}

function fieldsOf(dtype: Datatype): readonly Field[] {
  return typeof dtype === "object" && dtype.kind === "struct" ? dtype.fields : [];
}

/** The array of a column, which may be a quantity. */
function arrayIn(node: TreeValue | undefined): NdArray | undefined {
  if (node === undefined || node instanceof NdArray) {
    return node;
  }
  return arrayIn(valueAt(node, "data") ?? valueAt(node, "value"));
}
