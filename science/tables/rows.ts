/** Rows of a table for what draws them: positions, columns of numbers, single rows as text. */
import { type ArrayData, parseDirection } from "asdf-wasm";
import { cut } from "../format/format.ts";
import { convertedTo } from "../wcs/convert.ts";
import type { TableSource } from "./columns.ts";
import { degreesAYear, type Motion, move, yearIn } from "./motion.ts";
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
 * what is masked, or is no angle. `motion`: where they are at another date. `aside`: so many degrees from
 * there, along the axes of the system of the table.
 *
 * @throws RangeError if the unit of a column, the reference system, or the date of the positions is not known
 */
export async function readPositions(
  table: TableSource,
  { x, y, place, angles }: PositionColumns,
  signal: AbortSignal,
  motion?: Motion,
  aside?: readonly [east: number, north: number],
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
  const sky = "sky" in place ? place.sky : "own";
  for (let row = 0; aside && row < table.rows; row += 1) {
    move(pairs, row, ...aside);
  }
  if (motion) {
    if (sky === "own" || sky.startsWith("fk4")) {
      throw new RangeError(
        "Proper motions are known for positions in ICRS, and in systems at rest in it, alone",
      );
    }
    // Along the axes of the equatorial system of the positions.
    const own = /^(icrs|fk5)/.test(sky) ? sky : "icrs";
    const moved = converted(pairs, sky, own);
    await moveRows(table, moved, motion, signal);
    return converted(moved, own, "icrs");
  }
  return sky === "own" ? pairs : converted(pairs, sky, "icrs");
}

function converted(pairs: Float64Array<ArrayBuffer>, from: string, to: string): Float64Array<ArrayBuffer> {
  const found = convertedTo(to, pairs, from);
  if (!found) {
    throw new RangeError(`positions of ${from} cannot be converted`);
  }
  return found as Float64Array<ArrayBuffer>;
}

/** Rows without a proper motion stay, those without a date have no position. */
async function moveRows(
  table: TableSource,
  pairs: Float64Array,
  { columns: { x, y, from }, year }: Motion,
  signal: AbortSignal,
): Promise<void> {
  if (!from) {
    throw new RangeError("The table does not say the date of its positions");
  }
  const wanted = "column" in from ? [x, y, from.column] : [x, y];
  const [east, north, dates] = await Promise.all(wanted.map((column) => readNumbers(table, column, signal)));
  const units = [x, y].map((column) => degreesAYear(table.columns[column]?.unit ?? ""));
  const [inEast, inNorth] = units;
  if (inEast === undefined || inNorth === undefined) {
    const { name = "", unit = "" } = table.columns[inEast === undefined ? x : y] ?? {};
    throw new RangeError(`The unit of ${cut(name)}, “${cut(unit)}”, is no proper motion that is known`);
  }
  for (let row = 0; row < table.rows; row += 1) {
    const [along, up] = [(east?.[row] ?? 0) * inEast, (north?.[row] ?? 0) * inNorth];
    if (!Number.isNaN(along + up)) {
      const years = year - ("year" in from ? from.year : yearIn(dates?.[row] ?? Number.NaN));
      move(pairs, row, along * years, up * years);
    }
  }
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
