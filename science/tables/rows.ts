/** Rows of a table for what draws them: positions, columns of numbers, single rows as text. */
import type { ArrayData } from "asdf-wasm";
import { cut } from "../format/format.ts";
import type { TableSource } from "./columns.ts";
import { degreesIn, type PositionColumns } from "./positions.ts";
import { cellsOf } from "./table.ts";

/** A value of a row as text. */
export interface RowValue {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
}

/** Pairs of numbers, row by row. */
export async function readPositions(
  table: TableSource,
  { x, y, place }: PositionColumns,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const parts = await table.read([x, y], undefined, signal);
  const pairs = new Float64Array(2 * table.rows);
  for (const [i, part] of parts.entries()) {
    const unit = table.columns[i === 0 ? x : y]?.unit ?? "";
    const factor = "sky" in place ? degreesIn(unit) : 1;
    for (let row = 0; row < table.rows; row += 1) {
      pairs[2 * row + i] = part.mask?.[row] ? Number.NaN : Number(part.data[row]) * factor;
    }
  }
  return pairs;
}

/** A column of numbers. */
export async function readNumbers(
  table: TableSource,
  column: number,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const [part] = await table.read([column], undefined, signal);
  return Float64Array.from({ length: table.rows }, (_, row) =>
    !part || part.mask?.[row] ? Number.NaN : Number(part.data[row]),
  );
}

/** One row as text. */
export async function readRow({ columns, read }: TableSource, row: number): Promise<RowValue[]> {
  const all = columns.map((_, i) => i);
  const parts = await read(all, { start: row, stop: row + 1 }, new AbortController().signal);
  return columns.map(({ name, unit, datatype }, i) => ({
    name: cut(name),
    unit: cut(unit),
    text: textOf(parts[i], datatype),
  }));
}

function textOf(part: ArrayData | undefined, datatype: string): string {
  return part ? cellsOf(part, 1, datatype).text(0) : "";
}
