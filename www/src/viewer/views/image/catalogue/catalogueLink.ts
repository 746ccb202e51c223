/**
 * Which catalogue is drawn, in links: `catalogue=path/to/table`, then the columns and what they are, if others than the likeliest
 * were chosen: `catalogue=sources@ra,dec,icrs`, `catalogue=sources@x,y,0` for pixels that count from 0.
 */

import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";

const FRAMES = ["own", "icrs", "fk5", "galactic", "ecliptic"] as const;

export function catalogueText(table: CatalogueTable, chosen: PositionColumns): string {
  const [likeliest] = table.positions;
  return isSame(chosen, likeliest) ? table.path : `${table.path}@${columnsText(table, chosen)}`;
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
  const [x, y, place] = word.slice(table.path.length + 1).split(",");
  const indexOf = (name: string | undefined) => table.columns.findIndex((column) => column.name === name);
  const sky = FRAMES.find((frame) => frame === place);
  const pair = { x: indexOf(x), y: indexOf(y) };
  const isKnown = pair.x >= 0 && pair.y >= 0 && (sky || place === "0" || place === "1");
  const chosen: PositionColumns = { ...pair, place: sky ? { sky } : { first: place === "1" ? 1 : 0 } };
  return { table, columns: isKnown ? chosen : table.positions[0] };
}

function isSame(one: PositionColumns, other: PositionColumns | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function columnsText({ columns }: CatalogueTable, { x, y, place }: PositionColumns): string {
  const names = [x, y].map((column) => columns[column]?.name ?? "");
  return [...names, "sky" in place ? place.sky : place.first].join();
}
