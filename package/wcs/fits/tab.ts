/**
 * Axes by tables, `-TAB` ("Representations of spectral coordinates in FITS", Greisen et al. 2006, A&A 446, 747, §6): the coordinates of one
 * axis, or of several together, are interpolated in an array that is a cell of a binary table; other cells may say to which index its
 * elements belong. Half an element beyond the first and the last one counts, as in wcslib.
 */
import { sizeOf } from "../../api/shape.ts";
import { slice } from "../../api/slice.ts";
import type { TreeMap, TreeValue } from "../../api/tree.ts";
import type { Cell, Header, TableHdu } from "../header/header.ts";
import { beside, chained, remapped, shifted, transform } from "./nodes.ts";
import { withInverse } from "./steps.ts";

/** How many elements a table may have. */
const ELEMENTS = 4_000_000;

/** Axes whose coordinates are in the same array, in the order of its own axes. */
export interface TabularGroup {
  readonly axes: readonly number[];
  /** The name of the array among the cells. */
  readonly name: string;
}

/** A list of numbers, of such lists, … */
type Nested = number | Nested[];

export function isTabular(header: Header, axis: number): boolean {
  return /^.{4}-TAB$/.test(header.text(`CTYPE${axis + 1}`));
}

/** The axes by tables; axes of the same table are together. */
export function tabularGroups(header: Header): TabularGroup[] {
  const groups = new Map<string, number[]>();
  for (let axis = 0; axis < header.axes; axis++) {
    if (isTabular(header, axis)) {
      const name = cellName(header, axis, 1);
      groups.set(name, [...(groups.get(name) ?? []), axis]);
    }
  }
  const place = (axis: number) => header.number(`PV${axis + 1}_3`, 1);
  return Array.from(groups, ([name, axes]) => ({ name, axes: axes.sort((a, b) => place(a) - place(b)) }));
}

/** Reads the cells that a header names. Those that the file lacks are left out. */
export async function readCells(
  header: Header,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Cell>> {
  const cells = new Map<string, Cell>();
  for (let axis = 0; axis < header.axes; axis++) {
    for (const kind of isTabular(header, axis) ? ([1, 2] as const) : []) {
      const name = cellName(header, axis, kind);
      const hdu = header.hdus().find((each) => isNamed(each, header, axis));
      const cell = hdu && !cells.has(name) && (await cellOf(hdu, columnName(header, axis, kind), signal));
      if (cell) {
        cells.set(name, cell);
      }
    }
  }
  return cells;
}

/** The column of the coordinates (1) or of the indices (2) of an axis. */
function columnName(header: Header, axis: number, kind: 1 | 2): string {
  return header.text(`PS${axis + 1}_${kind}`).toUpperCase();
}

function tableOf(header: Header, axis: number) {
  return {
    name: header.text(`PS${axis + 1}_0`).toUpperCase(),
    version: header.number(`PV${axis + 1}_1`, 1),
    level: header.number(`PV${axis + 1}_2`, 1),
  };
}

function cellName(header: Header, axis: number, kind: 1 | 2): string {
  const { name, version, level } = tableOf(header, axis);
  return [name, version, level, columnName(header, axis, kind)].join(",");
}

function isNamed(hdu: TableHdu, header: Header, axis: number): boolean {
  const { name, version, level } = tableOf(header, axis);
  const own = hdu.cards.find(({ keyword }) => keyword === "EXTLEVEL")?.value ?? 1;
  return hdu.name.toUpperCase() === name && hdu.version === version && Number(own) === level;
}

/** The first row of a column; undefined if it has no numbers. */
async function cellOf(
  { data, columns }: TableHdu,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Cell | undefined> {
  const array = columns?.get(name) ?? data;
  if (!array || array.error || array.shape[0] === 0) {
    return undefined;
  }
  const { dtype } = array;
  const field =
    typeof dtype === "object" && dtype.kind === "struct"
      ? dtype.fields.find((each) => each.name.toUpperCase() === name)
      : { name: "", shape: array.shape.slice(1) };
  if (!field || sizeOf(field.shape) > ELEMENTS) {
    return undefined;
  }
  const row = await array.read([slice(0, 1)], { signal });
  const found = row.fields ? row.fields[field.name] : row;
  const isOfNumbers = found?.data !== undefined && found.data.length > 0 && typeof found.data[0] !== "string";
  return isOfNumbers ? { shape: field.shape, values: Float64Array.from(found.data, Number) } : undefined;
}

/** From the intermediate world coordinates of a group of axes to their coordinates, in the units of the table. */
export function tabular(header: Header, { axes, name }: TabularGroup): TreeMap {
  const sorted = axes.map((axis) => header.number(`PV${axis + 1}_3`, 1));
  if (sorted.some((place, i) => place !== i + 1)) {
    throw header.malformed(`PVi_3 of the axes of the table (${name}) are ${sorted}`);
  }
  const cell = header.cells.get(name);
  if (!cell) {
    throw header.unsupported(`the file has no numbers in the table (${name}) of CTYPE${(axes[0] ?? 0) + 1}`);
  }
  // A single axis may lack the one of its coordinates.
  const shape = axes.length === 1 ? [sizeOf(cell.shape), 1] : cell.shape;
  const lengths = shape.slice(0, -1).toReversed();
  if (shape.length !== axes.length + 1 || shape.at(-1) !== axes.length) {
    throw header.malformed(`the table (${name}) of ${axes.length} axes has the shape ${cell.shape}`);
  }
  const points = axes.map((axis, i) => pointsOf(header, axis, lengths[i] ?? 0));
  const tables = axes.map((_, component) =>
    transform("tabular", {
      points: points.toReversed().map((each) => (isDescending(each) ? each.toReversed() : each)),
      lookup_table: widened(
        nested(cell, shape, component),
        points.toReversed().map(isDescending),
      ) as TreeValue,
    }),
  );
  const toIndices = shifted(axes.map((axis) => header.number(`CRVAL${axis + 1}`, 0)));
  const [only] = tables;
  if (only && axes.length === 1) {
    const isPoint = lengths[0] === 1;
    const back = transform("polynomial", { coefficients: [mean(points[0] ?? [])] });
    return chained([toIndices, isPoint ? withInverse(only, back) : only]);
  }
  // The first axis is the last one of the array.
  const order = axes.map((_, i) => i).toReversed();
  const copies = remapped(
    axes.flatMap(() => order),
    axes.length,
  );
  return chained([toIndices, copies, beside(tables)]);
}

/** The indices of the elements along an axis, and those half an element beyond. */
function pointsOf(header: Header, axis: number, length: number): number[] {
  const column = columnName(header, axis, 2);
  const count = Array.from({ length }, (_, i) => i + 1);
  const cell = column === "" ? { values: count } : header.cells.get(cellName(header, axis, 2));
  if (cell?.values.length !== length) {
    throw header.malformed(`the indices (${column}) of axis ${axis + 1} are not ${length} numbers`);
  }
  const values = Array.from(cell.values);
  const [only = 0] = values;
  const direction = Math.sign((values[1] ?? 0) - only);
  if (length > 1 && !values.every((value, i) => i === 0 || (value - (values[i - 1] ?? 0)) * direction > 0)) {
    throw header.malformed(`the indices (${column}) of axis ${axis + 1} neither ascend nor descend`);
  }
  return length === 1 ? [only - 0.5, only + 0.5] : (widened(values, [false]) as number[]);
}

function isDescending(points: readonly number[]): boolean {
  return (points[0] ?? 0) > (points.at(-1) ?? 0);
}

/** One of the coordinates at each element. */
function nested({ values }: Cell, shape: readonly number[], component: number): Nested {
  const along = (axis: number, start: number): Nested => {
    const length = shape[axis] ?? 1;
    return axis === shape.length - 1
      ? (values[start * length + component] ?? Number.NaN)
      : Array.from({ length }, (_, i) => along(axis + 1, start * length + i));
  };
  return along(0, 0);
}

/** Values with those half an element beyond the first and the last ones, on the lines through their neighbours; some axes turned. */
function widened(values: Nested, [isTurned, ...others]: readonly boolean[]): Nested {
  if (!Array.isArray(values)) {
    return values;
  }
  const inner = others.length > 0 ? values.map((value) => widened(value, others)) : values;
  const [first = 0, second = first] = inner;
  const [last = 0, before = last] = inner.toReversed();
  const all = inner.length === 1 ? [first, first] : [beyond(first, second), ...inner, beyond(last, before)];
  return isTurned ? all.toReversed() : all;
}

function beyond(last: Nested, before: Nested): Nested {
  return Array.isArray(last) && Array.isArray(before)
    ? last.map((value, i) => beyond(value, before[i] ?? value))
    : 1.5 * Number(last) - 0.5 * Number(before);
}

function mean([first = 0, second = 0]: readonly number[]): number {
  return (first + second) / 2;
}
