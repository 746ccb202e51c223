/** Opening the table of a file: its format is found by the first bytes, then its reader is loaded. */
import { type Bytes, openBytes, type Source } from "asdf-wasm";
import { chunksOf, isGzip } from "./memory/chunks.ts";
import { type FileFormat, formatOf, LOOKED_AT } from "./sniff.ts";
import type { OpenedTable, TableOptions, TableReader } from "./table.ts";

/** The readers that take bytes. */
const READERS: Readonly<Record<FileFormat, () => Promise<TableReader>>> = {
  parquet: async () => (await import("./formats/parquet/parquet.ts")).parquetTable,
  votable: async () => (await import("./formats/votable.ts")).votableTable,
  ecsv: async () => (await import("./formats/ecsv.ts")).ecsvTable,
  csv: async () => (await import("./formats/csv.ts")).csvTable,
  fits: async () => (await import("./formats/asdf.ts")).asdfTable,
  asdf: async () => (await import("./formats/asdf.ts")).asdfTable,
};

export async function openFile(source: Source, options: TableOptions): Promise<OpenedTable> {
  const { table: _, csv: __, ...opening } = options;
  const bytes = await openBytes(source, opening);
  try {
    const format = formatOf(await firstOf(bytes, options.signal));
    const read = await READERS[format]();
    return {
      tables: [],
      ...(await read(bytes, options)),
      format,
      size: bytes.size,
      close: () => bytes.close?.(),
    };
  } catch (thrown) {
    bytes.close?.();
    throw thrown;
  }
}

/** Of a file that is compressed by gzip what it begins with once it is unpacked. */
async function firstOf(bytes: Bytes, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const length = Math.min(LOOKED_AT, bytes.size);
  const first = length > 0 ? await bytes.read(0, length, signal) : new Uint8Array(0);
  if (isGzip(first)) {
    for await (const chunk of chunksOf(bytes, signal)) {
      return chunk.subarray(0, LOOKED_AT);
    }
  }
  return first;
}
