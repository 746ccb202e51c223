/**
 * Tables in files of other formats: Parquet, VOTable, ECSV, CSV, and in folders: HATS. Such a file is shown as a tree in
 * memory with a node for each table and one for the metadata; the rows are read from the file itself.
 */
import type { FolderOptions } from "@asdf-wasm/catalogues/folder";
import type { FolderReader } from "@asdf-wasm/catalogues/folders/files";
import type { OpenedTable } from "@asdf-wasm/catalogues/table";
import { isTableFile } from "@asdf-wasm/science/format/dialects";
import { many } from "@asdf-wasm/science/format/format";
import { standingFor } from "@asdf-wasm/science/tables/columns";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import { type ByteSource, type OpenOptions, withTag } from "asdf-wasm";
import { HAS_CATALOGUES } from "../../protocol/catalogues.ts";
import { type AnyFile, fileWith } from "./inMemory.ts";

const TAG = "tag:stsci.edu:asdf/core/table-1.0.0";
/** The most tables of one file that are shown: each of a text is read by itself. */
const MOST = 16;

/** Whether a file of this name is opened as a table of another format. */
export function opensAsTable(name: string): boolean {
  return HAS_CATALOGUES && isTableFile(name);
}

/** Whether a file has the name and the beginning of such a table. One that is packed may be. */
export async function isTable(name: string, file: Blob): Promise<boolean> {
  if (!opensAsTable(name) || /\.gz$/i.test(name)) {
    return opensAsTable(name);
  }
  const { formatOf, LOOKED_AT } = await import("@asdf-wasm/catalogues/sniff");
  try {
    formatOf(new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer()));
    return true;
  } catch {
    return false;
  }
}

/** Opens the tables of a file, or of what is packed in it. */
export async function tablesOf(
  source: Blob | ByteSource | string,
  name: string,
  options: OpenOptions,
): Promise<AnyFile> {
  const { openTable } = await import("@asdf-wasm/catalogues/open");
  const first = await openTable(source, options);
  const tables = [first];
  const names = first.tables.length > 0 ? first.tables : [name.replace(/\.\w+(\.gz)?$/i, "")];
  for (const table of names.slice(1, MOST)) {
    tables.push(await openTable(source, { ...options, table }));
  }
  const left = names.length - tables.length;
  const message = `${many(left, "more table is", "more tables are")} in the file, and not shown`;
  return { ...(await fileOf(tables, names)), lost: left > 0 ? [{ code: "table", message }] : [] };
}

/** A folder with a table in several files, and the list of these where it is known. */
export interface FolderOfTables extends Pick<FolderOptions, "list"> {
  readonly at: string | FolderReader;
}

/** Opens the table of a folder. */
export async function tablesIn(
  { at, list }: FolderOfTables,
  name: string,
  { signal, onProgress }: OpenOptions,
): Promise<AnyFile> {
  const { openFolder } = await import("@asdf-wasm/catalogues/open");
  const found = list ?? (typeof at === "string" ? () => listed(at, signal) : undefined);
  const table = await openFolder(at, { signal, onProgress, list: found });
  return fileOf([table], [name.replace(/\/$/, "")]);
}

/** The files that a bucket or the index pages of a web server list. */
async function listed(folder: string, signal: AbortSignal | undefined): Promise<string[]> {
  const { placeAt } = await import("@asdf-wasm/buckets/find");
  const { place, key } = await placeAt(folder, {}, signal);
  const paths: string[] = [];
  for await (const { files } of place.list({ prefix: key, signal })) {
    paths.push(...files.map((file) => file.key.slice(key.length)));
  }
  return paths;
}

async function fileOf(tables: readonly OpenedTable[], names: readonly string[]) {
  const nodes = tables.map(
    (table, index) => [names[index] ?? "", standingFor(nodeOf(table), table)] as const,
  );
  const metadata = tables[0]?.metadata;
  const file = await fileWith({ ...Object.fromEntries(nodes), ...(metadata && { metadata }) });
  return { file, tables };
}

/** What the tree shows of a table: its columns. */
function nodeOf({ rows, columns }: OpenedTable): object {
  const described = columns.map((column) => [column.name, factsOf(column)] as const);
  return withTag({ rows, columns: Object.fromEntries(described) }, TAG);
}

function factsOf({ datatype, unit, description, ucd, nulls }: TableColumn): object {
  return {
    datatype,
    ...(unit && { unit }),
    ...(description && { description }),
    ...(ucd && { ucd }),
    ...(nulls !== undefined && { nulls }),
  };
}
