/** Rows of a table for what draws them: positions, columns of numbers, single rows as text. */
import { type ArrayData, parseDirection } from "asdf-wasm";
import { cut } from "../format/format.ts";
import { convertedTo } from "../wcs/convert.ts";
import type { TableSource } from "./columns.ts";
import { type AngleUnit, degreesIn, type PositionColumns, wrongUnit } from "./positions.ts";
import { cellsOf } from "./table.ts";
import type { TableColumn } from "./window.ts";

/** A value of a row as text. */
export interface RowValue {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
}

/**
 * Pairs of numbers, row by row: pixels that count from `first`, or degrees of ICRS, but those of `own` in the system of the image. NaN for
 * what is masked, or is no angle.
 *
 * @throws RangeError if the unit of a column, or the reference system, is not known
 */
export async function readPositions(
  table: TableSource,
  { x, y, place, angles }: PositionColumns,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  if ("unknown" in place) {
    throw new RangeError(place.unknown);
  }
  const parts = await table.read([x, y], undefined, signal);
  const pairs = new Float64Array(2 * table.rows);
  for (const [i, part] of parts.entries()) {
    const column = table.columns[i === 0 ? x : y];
    const degreesOf = "sky" in place ? angleIn(column, i === 0, angles) : Number;
    for (let row = 0; row < table.rows; row += 1) {
      pairs[2 * row + i] = part.mask?.[row] ? Number.NaN : degreesOf(part.data[row]);
    }
  }
  const icrs =
    "sky" in place && place.sky !== "own" ? convertedTo("icrs", pairs, place.sky) : Float64Array.from(pairs);
  if (!icrs) {
    throw new RangeError("positions of this reference system cannot be converted");
  }
  return icrs as Float64Array<ArrayBuffer>;
}

/** Makes degrees of the values of a column: numbers by its unit, and texts such as `12:34:56.7`. */
function angleIn(
  column: TableColumn | undefined,
  isLongitude: boolean,
  angles: AngleUnit | undefined,
): (value: unknown) => number {
  const unit = column?.unit ?? "";
  const chosen = angles && { degrees: 1, hours: isLongitude ? 15 : 1, radians: 180 / Math.PI }[angles];
  const factor = chosen ?? degreesIn(unit);
  if (!column?.isText) {
    if (factor === undefined) {
      throw new RangeError(wrongUnit(column));
    }
    return (value) => Number(value) * factor;
  }
  // Parts of sixty that do not say their unit are hours of right ascension, unless the column is in degrees.
  const hours = angles ? angles === "hours" : !/^"?d/i.test(unit.trim());
  return (value) => {
    const text = String(value).trim();
    const number = text === "" ? Number.NaN : Number(text);
    const direction = Number.isNaN(number)
      ? parseDirection(isLongitude ? `${text}, 0` : `0, ${text}`, { hours })
      : [number * (factor ?? 1), number * (factor ?? 1)];
    return direction?.[isLongitude ? 0 : 1] ?? Number.NaN;
  };
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
