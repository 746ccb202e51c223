/**
 * Tables in files of other formats: Parquet, VOTable, ECSV, CSV. Such a file is shown as a tree in memory with a node for each table and
 * one for the metadata; the rows are read from the file itself.
 */
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
  const nodes = tables.map(
    (table, index) => [names[index] ?? "", standingFor(nodeOf(table), table)] as const,
  );
  const { metadata } = first;
  const file = await fileWith({ ...Object.fromEntries(nodes), ...(metadata && { metadata }) });
  const left = names.length - tables.length;
  const messages = [
    ...new Set(tables.flatMap(({ warnings }) => warnings)),
    ...(left > 0 ? [`${many(left, "more table is", "more tables are")} in the file, and not shown`] : []),
  ];
  return { file, tables, lost: messages.map((message) => ({ code: "table", message })) };
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
