/** Cells of tables in the form that truth.py gives them: numbers as texts, null where they are masked. */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { ArrayData } from "asdf-wasm";

export type Cell = null | boolean | string | readonly Cell[] | { readonly re: Cell; readonly im: Cell };

export async function cellsOf(table: TableSource, index: number): Promise<Cell[]> {
  const rows = { start: 0, stop: table.rows };
  const [part] = await table.read([index], rows, new AbortController().signal);
  const { datatype = "" } = table.columns[index] ?? {};
  return part ? Array.from({ length: table.rows }, (_, row) => cellAt(part, datatype, [row])) : [];
}

function cellAt({ data, mask, shape, stride }: ArrayData, datatype: string, index: readonly number[]): Cell {
  if (index.length < shape.length) {
    return Array.from({ length: shape[index.length] ?? 0 }, (_, i) =>
      cellAt({ data, shape, stride, ...(mask && { mask }) }, datatype, [...index, i]),
    );
  }
  const at = index.reduce((sum, i, axis) => sum + i * (stride[axis] ?? 0), 0);
  if (mask?.[at] === 1) {
    return null;
  }
  if (datatype === "bool8") {
    return data[at] === 1;
  }
  return isComplex(datatype)
    ? { re: numberText(data[2 * at]), im: numberText(data[2 * at + 1]) }
    : numberText(data[at]);
}

/** As Python's `repr` says numbers, as far as they are compared: both are parsed. */
function numberText(value: unknown): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether cells are equal: floating-point numbers by their values, NaN and masked alike, arrays without masked ends. */
export function isEqual(one: Cell | undefined, other: Cell | undefined, datatype: string): boolean {
  const isFloat = /^(float|complex)/.test(datatype);
  if (Array.isArray(one) || Array.isArray(other)) {
    const [a, b] = [trimmed(one), trimmed(other)];
    return a.length === b.length && a.every((item, i) => isEqual(item, b[i], datatype));
  }
  if (isComplexCell(one) && isComplexCell(other)) {
    return isEqual(one.re, other.re, datatype) && isEqual(one.im, other.im, datatype);
  }
  if (typeof one === "boolean" && typeof other === "string") {
    // astropy takes the words of CSV for texts.
    return other === (one ? "True" : "False");
  }
  if (datatype === "text" && typeof one === "string" && typeof other === "string" && other !== "") {
    // astropy leaves out spaces around the texts of TABLEDATA.
    return one === other || one.trim() === other;
  }
  if (isFloat && isNone(one) && isNone(other)) {
    return true;
  }
  return isFloat && typeof one === "string" && typeof other === "string"
    ? Object.is(parsed(one, datatype), parsed(other, datatype))
    : one === other;
}

function trimmed(cell: Cell | undefined): Cell[] {
  const items = Array.isArray(cell) ? [...cell] : [];
  while (items.length > 0 && isEmpty(items.at(-1))) {
    items.pop();
  }
  return items;
}

function isEmpty(cell: Cell | undefined): boolean {
  return isNone(cell) || (Array.isArray(cell) && cell.every(isEmpty));
}

function isComplexCell(cell: Cell | undefined): cell is { readonly re: Cell; readonly im: Cell } {
  return typeof cell === "object" && cell !== null && "re" in cell;
}

/** astropy masks NaN in VOTables. */
function isNone(cell: Cell | undefined): boolean {
  return (
    cell === null ||
    cell === "NaN" ||
    cell === "nan" ||
    (isComplexCell(cell) && (isNone(cell.re) || isNone(cell.im)))
  );
}

function parsed(text: string, datatype: string): number {
  const value = Number(text.replace("inf", "Infinity"));
  return datatype === "float32" ? Math.fround(value) : value;
}
