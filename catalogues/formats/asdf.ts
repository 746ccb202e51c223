/** Tables in ASDF and FITS files, which the package itself reads. */
import { tableOf } from "@asdf-wasm/science/tables/columns";
import { isTable } from "@asdf-wasm/science/tree/kinds";
import { type AsdfFile, type Bytes, columnMap, isMap, NdArray, open, type TreeValue, tagOf } from "asdf-wasm";
import { chosen, type NamedTable } from "../choosing.ts";
import type { ReadTable, TableOptions } from "../table.ts";

/** More nodes of a tree are not searched. Tables behind them are opened by their paths. */
const NODES = 4000;

export async function asdfTable(
  bytes: Bytes,
  { table, csv: _, ...options }: TableOptions,
): Promise<ReadTable> {
  const { size, memory, blob } = bytes;
  const read = (offset: number, length: number, { signal }: { signal?: AbortSignal | undefined }) =>
    bytes.read(offset, length, signal);
  const file = await open(memory ?? blob ?? { size, read }, options);
  const isFits = file.dialect === "fits";
  const tables = isFits ? tablesOfHdus(file) : tablesOfTree(file.tree);
  const at = typeof table === "string" && !isFits ? file.get(table) : undefined;
  const found = at === undefined ? chosen(tables, table) : { name: String(table), table: at };
  const meta = isMap(found.table) && isTable(tagOf(found.table)) ? found.table["meta"] : undefined;
  return {
    ...tableOf(found.name, found.table, file.hdus),
    ...(isMap(meta) && { metadata: meta }),
    tables: tables.map(({ name }) => name),
    warnings: file.warnings.map(({ message }) => message),
  };
}

function tablesOfHdus({ hdus }: AsdfFile): NamedTable<NdArray>[] {
  return hdus.flatMap(({ name, index, kind, data }) =>
    data && ["table", "ascii-table", "groups"].includes(kind)
      ? [{ name: name || String(index), number: index, table: data }]
      : [],
  );
}

/** Tables, records, and maps of columns, with their paths. */
function tablesOfTree(root: TreeValue): NamedTable<TreeValue>[] {
  const tables: NamedTable<TreeValue>[] = [];
  const queue: NamedTable<TreeValue>[] = [{ name: "", table: root }];
  for (let i = 0; i < queue.length && i < NODES; i += 1) {
    const { name, table } = queue[i] ?? { name: "", table: null };
    if (isTabular(table)) {
      tables.push({ name, table });
    } else if (isMap(table) || Array.isArray(table)) {
      for (const [key, value] of Object.entries(table)) {
        queue.push({ name: name === "" ? key : `${name}/${key}`, table: value });
      }
    }
  }
  return tables;
}

function isTabular(value: TreeValue): boolean {
  return value instanceof NdArray
    ? typeof value.dtype === "object" && value.dtype.kind === "struct" && value.error === undefined
    : isTable(tagOf(value)) || columnMap(value)?.isWhole === true;
}
