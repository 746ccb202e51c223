/** Parquet tables. */
import { AsdfError, type Bytes } from "asdf-wasm";
import type { ReadTable, TableOptions } from "../table.ts";

export async function parquetTable(_bytes: Bytes, _options: TableOptions): Promise<ReadTable> {
  throw new AsdfError("not-asdf", "Parquet tables are not read yet");
}
