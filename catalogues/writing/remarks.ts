/** The metadata of a table, and what is said of the part that a format has no place for. */
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { isMap, type TreeMap } from "asdf-wasm";
import { mapOf } from "../memory/table.ts";

/** Maps of trees, and objects that callers make. */
export function isPlain(value: unknown): value is TreeMap {
  return isMap(value) || (typeof value === "object" && value?.constructor === Object);
}

/**
 * Without what astropy says of objects that are several columns, which are written as columns here, and of columns. What it says in a
 * Parquet file of the table is metadata as others.
 */
export function metadataOf({ metadata }: TableSource): TreeMap | undefined {
  if (!isPlain(metadata)) {
    return undefined;
  }
  const { table_meta_yaml: astropy, ...others } = metadata;
  const said = isPlain(astropy) && isPlain(astropy["meta"]) ? astropy["meta"] : {};
  const { __serialized_columns__: _, ...kept } = { ...others, ...said };
  return Object.keys(kept).length > 0 ? mapOf(kept) : undefined;
}

/** `isKept`: whether the format has a place for them. */
export function metadataLost(source: TableSource, isKept: (name: string) => boolean): readonly string[] {
  const lost = Object.keys(metadataOf(source) ?? {}).filter((name) => !isKept(name));
  return lost.length > 0 ? [`Without the metadata of the table: ${lost.join(", ")}.`] : [];
}
