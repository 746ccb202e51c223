/** The tables of distortions in nodes that hold HDUs: each is a map of `header` and `data`, as asdf-astropy writes them; the data
 * of a table are an array of records, or a list of columns. */
import { NdArray } from "../api/ndarray.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import type { TableHdu } from "./header/header.ts";
import { allKeywordsOf } from "./paths.ts";

export function tablesIn(nodes: Iterable<TreeValue>): TableHdu[] {
  return [...nodes].flatMap((node): TableHdu[] => {
    const data = isTreeMap(node) ? node["data"] : undefined;
    const columns = isTreeMap(data ?? null) ? columnsOf(data as TreeMap) : undefined;
    if (!isTreeMap(node) || !(data instanceof NdArray || columns)) {
      return [];
    }
    const keywords = allKeywordsOf(node["header"] ?? null);
    return [
      {
        name: String(keywords.get("EXTNAME") ?? "").trim(),
        version: Number(keywords.get("EXTVER") ?? 1),
        cards: Array.from(keywords, ([keyword, value]) => ({ keyword, value, comment: "" })),
        data: data instanceof NdArray ? data : undefined,
        ...(columns && { columns }),
      },
    ];
  });
}

/** The columns of a table, as maps of `name` and `data`. */
function columnsOf({ columns }: TreeMap): ReadonlyMap<string, NdArray> | undefined {
  const found = (Array.isArray(columns) ? columns : []).flatMap((column): [string, NdArray][] => {
    const array = isTreeMap(column) ? column["data"] : undefined;
    return isTreeMap(column) && array instanceof NdArray
      ? [[String(column["name"]).toUpperCase(), array]]
      : [];
  });
  return found.length > 0 ? new Map(found) : undefined;
}
