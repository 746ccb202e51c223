/**
 * Parquet files of a folder as one table, one behind the other. What folders are named after, as in `night=3/filter=F106`, are columns, as
 * Hive, Spark and pyarrow have them: integers if all of their values are, otherwise texts.
 */

import { filterOf } from "@asdf-wasm/science/tables/filter";
import { cellsOf } from "@asdf-wasm/science/tables/table";
import type { ArrayData } from "asdf-wasm";
import { damaged } from "./damaged.ts";
import type { FolderReader } from "./hats/catalogue.ts";
import { type Part, readParts } from "./hats/rows.ts";
import { openTable } from "./open.ts";
import type { OpenedTable, TableOptions } from "./table.ts";

/** What stands for null in the name of a folder. */
const NULL = "__HIVE_DEFAULT_PARTITION__";

/**
 * Opens several Parquet files with the same columns as one table, in the order of their paths. Files and folders whose names begin with `_`
 * or `.` are left out.
 *
 * @param paths of the files in their folder
 * @param folder finds each of them
 * @throws AsdfError `not-found` if one is not there, `corrupt-data` if their columns differ, and as opening a table does
 *
 * @example
 * const table = await openSeveral(["night=1/a.parquet", "night=2/b.parquet"], async (path) => `https://example.org/${path}`);
 * const { night } = await readRows(table, { columns: ["night"] });
 */
export async function openSeveral(
  paths: readonly string[],
  folder: FolderReader,
  options: TableOptions = {},
): Promise<OpenedTable> {
  const wanted = paths.filter((path) => !/(^|\/)[_.]/.test(path)).toSorted();
  const opened = await Promise.allSettled(
    wanted.map(async (path) => {
      const source = await folder(path);
      if (source === undefined) {
        throw damaged(`the file \`${path}\` is not there`);
      }
      return openTable(source, options);
    }),
  );
  const tables = opened.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const close = () => {
    for (const table of tables) {
      table.close();
    }
  };
  try {
    const failed = opened.find((one) => one.status === "rejected");
    if (failed) {
      throw failed.reason;
    }
    return joinedTables(wanted, tables, close);
  } catch (thrown) {
    close();
    throw thrown;
  }
}

function joinedTables(
  paths: readonly string[],
  tables: readonly OpenedTable[],
  close: () => void,
): OpenedTable {
  const [first] = tables;
  if (!first) {
    throw damaged("there is no file of which a table could be made");
  }
  const keys = keysOf(paths).filter(({ name }) => !first.columns.some((column) => column.name === name));
  for (const [i, table] of tables.entries()) {
    checkColumns(first, table, paths[i] ?? "");
  }
  const width = first.columns.length;
  const parts = tables.map((table, i): Part => {
    const read: Part["table"]["read"] = async (columns, span = { start: 0, stop: table.rows }, signal) => {
      const own = columns.filter((column) => column < width);
      const arrived = await table.read(own, span, signal);
      return columns.map((column) => {
        const key = keys[column - width];
        const at = own.indexOf(column);
        return key ? key.repeated(i, span.stop - span.start) : (arrived[at] as ArrayData);
      });
    };
    return { table: { ...table, columns: [...table.columns, ...keys.map(columnOf)], read }, rows: undefined };
  });
  const columns = [
    ...first.columns.map(({ nulls: _, bounds: __, ...column }) => column),
    ...keys.map(columnOf),
  ];
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    ...first,
    rows,
    columns,
    warnings: [...new Set(tables.flatMap(({ warnings }) => warnings))],
    read: (wanted, span = { start: 0, stop: rows }, signal) =>
      readParts(
        parts,
        wanted.flatMap((column) => columns[column]?.name ?? []),
        span,
        signal,
      ),
    bytes: (wanted) =>
      tables.reduce((sum, table) => sum + table.bytes(wanted.filter((column) => column < width)), 0),
    candidates: (filters) => {
      let before = 0;
      return tables.flatMap((table, i) => {
        const start = before;
        before += table.rows;
        const mayPass = filters.every(({ column, text }) => keys[column - width]?.mayPass(i, text) ?? true);
        const own = filters.filter(({ column }) => column < width);
        const spans = mayPass ? (table.candidates?.(own) ?? [{ start: 0, stop: table.rows }]) : [];
        return spans.map((span) => ({ start: start + span.start, stop: start + span.stop }));
      });
    },
    close,
  };
}

function checkColumns({ columns }: OpenedTable, table: OpenedTable, path: string): void {
  for (const { name, datatype } of columns) {
    const found = table.columns.find((column) => column.name === name)?.datatype ?? "not there";
    if (found !== datatype) {
      throw damaged(`column \`${name}\` is ${datatype} in the first file, and ${found} in \`${path}\``);
    }
  }
}

type Key = ReturnType<typeof keyOf>;

function columnOf({ name, isText }: Key) {
  const datatype = isText ? "text" : "int32";
  return { name, datatype, isText, sortable: true, unit: "", description: "" };
}

/** What the folders on the paths are named after. */
function keysOf(paths: readonly string[]): Key[] {
  const said = paths.map((path) => {
    const folders = path
      .split("/")
      .slice(0, -1)
      .map((folder) => /^([^=]+)=(.*)$/.exec(folder));
    return new Map(
      folders.flatMap((found) => (found ? [[found[1] ?? "", decoded(found[2] ?? "")] as const] : [])),
    );
  });
  const names = new Set(said.flatMap((keys) => [...keys.keys()]));
  return Array.from(names, (name) =>
    keyOf(
      name,
      said.map((keys) => keys.get(name)),
    ),
  );
}

/** `values`: of each file; undefined is null. */
function keyOf(name: string, values: readonly (string | undefined)[]) {
  const isText = !values.every(
    (value) => value === undefined || (/^-?\d+$/.test(value) && Number(value) === (Number(value) | 0)),
  );
  const repeated = (file: number, count: number): ArrayData => {
    const value = values[file];
    const data = isText
      ? Array<string>(count).fill(value ?? "")
      : new Int32Array(count).fill(Number(value ?? 0));
    const mask = values.includes(undefined)
      ? new Uint8Array(count).fill(Number(value === undefined))
      : undefined;
    return { data, shape: [count], stride: [1], ...(mask && { mask }) };
  };
  const mayPass = (file: number, filter: string) => {
    const one = repeated(file, 1);
    const passes = filterOf(filter, one, cellsOf(one, 1, "").text);
    return typeof passes === "string" || passes(0);
  };
  return { name, isText, repeated, mayPass };
}

function decoded(value: string): string | undefined {
  if (value === NULL) {
    return undefined;
  }
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
