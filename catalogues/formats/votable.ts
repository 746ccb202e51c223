/** VOTables. */
import { AsdfError, type Bytes } from "asdf-wasm";
import type { ReadTable, TableOptions } from "../table.ts";

export async function votableTable(_bytes: Bytes, _options: TableOptions): Promise<ReadTable> {
  throw new AsdfError("not-asdf", "VOTables are not read yet");
}
