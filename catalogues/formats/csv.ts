/** CSV tables. */
import { AsdfError, type Bytes } from "asdf-wasm";
import type { ReadTable, TableOptions } from "../table.ts";

export async function csvTable(_bytes: Bytes, _options: TableOptions): Promise<ReadTable> {
  throw new AsdfError("not-asdf", "CSV tables are not read yet");
}
