/**
 * The order and the filters of a table in links, by the names of its columns: `sort=mag` or `sort=mag:desc`, and `filter=mag:< 20;name:M` lets
 * rows pass that fulfil both.
 */
import type { Arrangement, TableColumn } from "@asdf-wasm/science/tables/window";
import { escaped, unescaped, type Words } from "../../state/linked.ts";

export const ARRANGEMENT_NAMES = ["sort", "filter", "only"] as const;
const SEPARATORS = /[:;]/g;
const DESCENDING = ":desc";

/** Empty for a table in the order of its file. */
export function arrangementWords({ sort, filters }: Arrangement, columns: readonly TableColumn[]): Words {
  const sorted = sort && columns[sort.column]?.name;
  const filter = filters
    .map(({ column, text }) =>
      [columns[column]?.name ?? "", text].map((part) => escaped(part, SEPARATORS)).join(":"),
    )
    .join(";");
  return {
    ...(sorted !== undefined && { sort: escaped(sorted, SEPARATORS) + (sort?.descending ? DESCENDING : "") }),
    ...(filter !== "" && { filter }),
  };
}

/** What names no column of the table is left out. */
export function arrangementIn(
  { sort = "", filter = "" }: Words,
  columns: readonly TableColumn[],
): Arrangement {
  const index = (name: string) => columns.findIndex((column) => column.name === name);
  const descending = sort.endsWith(DESCENDING);
  const column = index(unescaped(descending ? sort.slice(0, -DESCENDING.length) : sort));
  const isSorted = columns[column]?.sortable === true;
  const filters = filter.split(";").flatMap((part) => {
    const [name = "", text = ""] = part.split(":").map(unescaped);
    const column = index(name);
    return column < 0 || text === "" ? [] : [{ column, text }];
  });
  return { ...(isSorted && { sort: { column, descending } }), filters };
}
