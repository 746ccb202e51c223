/** The tables of distortions in nodes that hold HDUs: each is a map of `header` and `data`, as asdf-astropy writes them. */
import { NdArray } from "../api/ndarray.ts";
import { isTreeMap, type TreeValue } from "../api/tree.ts";
import type { TableHdu } from "./fits/header.ts";
import { allKeywordsOf } from "./paths.ts";

export function tablesIn(nodes: Iterable<TreeValue>): TableHdu[] {
  return [...nodes].flatMap((node): TableHdu[] => {
    if (!isTreeMap(node) || !(node["data"] instanceof NdArray)) {
      return [];
    }
    const keywords = allKeywordsOf(node["header"] ?? null);
    return [
      {
        name: String(keywords.get("EXTNAME") ?? "").trim(),
        version: Number(keywords.get("EXTVER") ?? 1),
        cards: Array.from(keywords, ([keyword, value]) => ({ keyword, value, comment: "" })),
        data: node["data"],
      },
    ];
  });
}
