/** The file `_metadata` of a folder of Parquet files: the row groups of all of them. */
import type { Bytes } from "asdf-wasm";
import { readFooter } from "./footer.ts";

/** How many rows each file has, by its path from the folder of `_metadata`. */
export async function rowsByFile(
  bytes: Bytes,
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const { columns, num_rows } of (await readFooter(bytes, signal)).row_groups) {
    const path = columns.find(({ file_path }) => file_path)?.file_path;
    if (path) {
      rows.set(path, (rows.get(path) ?? 0) + Number(num_rows));
    }
  }
  return rows;
}
