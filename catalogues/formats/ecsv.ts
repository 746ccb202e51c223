/** ECSV tables. */
import { AsdfError, type Bytes } from "asdf-wasm";
import type { ReadTable, TableOptions } from "../table.ts";

export async function ecsvTable(_bytes: Bytes, _options: TableOptions): Promise<ReadTable> {
  throw new AsdfError("not-asdf", "ECSV tables are not read yet");
}
