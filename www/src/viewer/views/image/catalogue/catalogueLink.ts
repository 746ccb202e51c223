/**
 * Which catalogue is drawn, in links: `catalogue=path/to/table`, then the columns and what they are, if others than the likeliest
 * were chosen: `catalogue=sources@ra,dec,icrs`, `catalogue=sources@x,y,0` for pixels that count from 0, `catalogue=sources@a,d,icrs,hours`; with
 * `,date` at the end where their proper motions have led them. `catalogue-by=size:-mag,color:flux:plasma:0:25` are the columns of sizes and
 * colours, and `errors:10` enlarges ellipses of errors: symbols of the least values are the largest, and the limits are 0 and 25.
 */

import type { AngleUnit, PositionColumns } from "@asdf-wasm/science/tables/positions";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";
import { escaped, numberIn, unescaped } from "../../../state/linked.ts";
import { COLORMAPS } from "../display/choices.ts";
import type { LookBy } from "./look.ts";
import { isSamePlace, placesOf } from "./systems.ts";

export const ANGLES: readonly AngleUnit[] = ["degrees", "hours", "radians"];

export function catalogueText(table: CatalogueTable, chosen: PositionColumns): string {
  const [likeliest] = table.positions;
  const isLikeliest = JSON.stringify(chosen) === JSON.stringify(likeliest);
  return isLikeliest ? table.path : `${table.path}@${columnsText(table, chosen)}`;
}

/** The table that a word names, and its columns; undefined if the file has none like it. */
export function catalogueIn(
  word: string,
  tables: readonly CatalogueTable[],
): { readonly table: CatalogueTable; readonly columns: PositionColumns | undefined } | undefined {
  const table = tables.find(({ path }) => word === path || word.startsWith(`${path}@`));
  if (!table) {
    return undefined;
  }
  const words = word.slice(table.path.length + 1).split(",");
  const atDate = words.at(-1) === "date";
  const before = atDate ? words.slice(0, -1) : words;
  const angles = ANGLES.find((unit) => unit === before.at(-1));
  // The name of a system may have a comma: `fk4 (equinox B1950, obstime 1980)`.
  const [x, y, ...more] = angles ? before.slice(0, -1) : before;
  const indexOf = (name: string | undefined) => table.columns.findIndex((column) => column.name === name);
  const named = placesOf(table).find(({ word }) => word === more.join());
  const pair = { x: indexOf(x), y: indexOf(y) };
  const isKnown = pair.x >= 0 && pair.y >= 0 && named;
  const chosen = isKnown && {
    ...pair,
    place: named.place,
    ...(angles && { angles }),
    ...(atDate && { atDate }),
  };
  return { table, columns: chosen || table.positions[0] };
}

function columnsText(table: CatalogueTable, { x, y, place, angles, atDate }: PositionColumns): string {
  const names = [x, y].map((column) => table.columns[column]?.name ?? "");
  const named = placesOf(table).find((named) => isSamePlace(named.place, place));
  return [...names, named?.word ?? "", ...(angles ? [angles] : []), ...(atDate ? ["date"] : [])].join();
}

interface ShownBy extends LookBy {
  /** By how much the ellipses of errors are enlarged, if they are drawn. */
  readonly errors?: number | undefined;
}

export const ENLARGED: readonly number[] = [1, 10, 100, 1000];

/** Undefined if all symbols are the same, without errors. */
export function lookText(
  { columns }: CatalogueTable,
  { sizing, coloring, colormap, errors }: ShownBy,
): string | undefined {
  const nameOf = (column: number) => escaped(columns[column]?.name ?? "", /[,:-]/g);
  const { min, max } = coloring?.limits ?? {};
  const parts = [
    ...(sizing ? [`size:${sizing.reversed ? "-" : ""}${nameOf(sizing.column)}`] : []),
    ...(coloring
      ? [["color", nameOf(coloring.column), colormap, ...(coloring.limits ? [min, max] : [])].join(":")]
      : []),
  ];
  const all = errors === undefined ? parts : [...parts, `errors:${errors}`];
  return all.length > 0 ? all.join() : undefined;
}

/** What a word says; what a table does not have is left out. */
export function lookIn(word: string, { columns }: CatalogueTable): Partial<ShownBy> {
  const parts = new Map(word.split(",").map((part) => [part.split(":")[0], part.split(":").slice(1)]));
  const indexOf = (name = "") => columns.findIndex((column) => column.name === unescaped(name));
  const [sized = ""] = parts.get("size") ?? [];
  const reversed = sized.startsWith("-");
  const size = indexOf(reversed ? sized.slice(1) : sized);
  const [colored, map, ...limits] = parts.get("color") ?? [];
  const color = indexOf(colored);
  const colormap = COLORMAPS.flatMap(([, names]) => names).find((name) => name === map);
  const [min, max] = limits.map(numberIn);
  const errors = ENLARGED.find((factor) => String(factor) === parts.get("errors")?.[0]);
  const isLimited = min !== undefined && max !== undefined;
  return {
    ...(size >= 0 && { sizing: { column: size, reversed } }),
    ...(color >= 0 && { coloring: { column: color, ...(isLimited && { limits: { min, max } }) } }),
    ...(colormap && { colormap }),
    ...(errors && { errors }),
  };
}
