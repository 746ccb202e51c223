/** The first elements of an array that is no image, as rows of text. */
import { type ArrayData, type NdArray, type StructData, slice } from "asdf-wasm";
import { complex, scalar } from "../format.ts";
import type { Cells } from "./protocol.ts";

const ROWS = 256;
const COLUMNS = 32;

export async function readCells(path: string, array: NdArray, signal: AbortSignal): Promise<Cells> {
  const rows = array.shape[0] ?? 1;
  if (array.size === 0 && !array.error) {
    return { path, columns: ["value"], rows: [], total: 0 };
  }
  const selection = array.ndim === 0 ? [] : [slice(0, Math.min(rows, ROWS)), ...innerSelection(array)];
  const part = await array.read(selection, { signal });
  const columns = part.fields ? fieldColumns(part) : [{ name: "value", cell: cellReader(part, array) }];
  const shown = array.ndim === 0 ? 1 : Math.min(rows, ROWS);
  return {
    path,
    columns: columns.map(({ name }) => name),
    rows: Array.from({ length: shown }, (_, row) => columns.map(({ cell }) => cell(row))),
    total: rows,
  };
}

interface Column {
  readonly name: string;
  readonly cell: (row: number) => string;
}

/** Axes after the first, cut to what one row can show. */
function innerSelection(array: NdArray) {
  return array.shape.slice(1).map((length) => slice(0, Math.min(length, COLUMNS)));
}

function fieldColumns(part: StructData): Column[] {
  return Object.entries(part.fields).map(([name, field]) => ({
    name,
    cell: field.fields ? () => "…" : cellReader(field),
  }));
}

/** Elements of one row; several where the row has axes of its own. */
function cellReader(part: ArrayData, array?: NdArray): (row: number) => string {
  const { data, shape, mask } = part;
  const isComplex =
    array !== undefined && typeof array.dtype === "string" && array.dtype.startsWith("complex");
  const each = shape.slice(1).reduce((product, length) => product * length, 1);
  const element = (index: number): string => {
    if (mask?.[index]) {
      return "masked";
    }
    return isComplex ? complex(data, index) : scalar(data, index);
  };
  return (row) => {
    const shown = Array.from({ length: Math.min(each, COLUMNS) }, (_, i) => element(row * each + i));
    return each > COLUMNS ? `${shown.join("  ")}  …` : shown.join("  ");
  };
}
