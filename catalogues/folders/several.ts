/**
 * Parquet files of a folder as one table, one behind the other. What folders are named after, as in `night=3/filter=F106`, are columns, as
 * Hive, Spark and pyarrow have them: integers if all of their values are, otherwise texts.
 */

import type { Span } from "@asdf-wasm/science/sections/section";
import type { RowFilter } from "@asdf-wasm/science/tables/choice";
import { filterOf } from "@asdf-wasm/science/tables/filter";
import { cellsOf } from "@asdf-wasm/science/tables/table";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import type { ArrayData } from "asdf-wasm";
import { damaged } from "../damaged.ts";
import { openFile } from "../file.ts";
import type { OpenedTable, TableOptions } from "../table.ts";
import type { FolderReader } from "./files.ts";
import { type Part, rowsOfParts } from "./rows.ts";

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
export function openSeveral(
  paths: readonly string[],
  folder: FolderReader,
  options: TableOptions = {},
): Promise<OpenedTable> {
  return severalTables(paths, folder, options, false);
}

/** The same. With `leavesOut`, files that cannot be opened, or have other columns than the first, are left out, each with a warning. */
export async function severalTables(
  paths: readonly string[],
  folder: FolderReader,
  options: TableOptions,
  leavesOut: boolean,
): Promise<OpenedTable> {
  const wanted = paths.filter((path) => !/(^|\/)(_|\.(?!\.?\/))/.test(path)).toSorted();
  const opened = await Promise.allSettled(
    wanted.map(async (path) => {
      const source = await folder(path);
      if (source === undefined) {
        throw damaged(`the file \`${path}\` is not there`);
      }
      return { path, table: await openFile(source, options) };
    }),
  );
  const tables = opened.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const close = () => {
    for (const { table } of tables) {
      table.close();
    }
  };
  const warnings: string[] = [];
  const refuse = (thrown: unknown, path: string): void => {
    if (!leavesOut || options.signal?.aborted) {
      throw thrown;
    }
    const { message } = thrown instanceof Error ? thrown : new Error(String(thrown));
    warnings.push(`\`${path}\` is left out: ${message}`);
  };
  try {
    for (const [i, one] of opened.entries()) {
      if (one.status === "rejected") {
        refuse(one.reason, wanted[i] ?? "");
      }
    }
    const first = byName(tables[0]?.table.columns ?? []);
    const fitting = tables.filter(({ table, path }) => {
      try {
        checkColumns(first, byName(table.columns), path);
        return true;
      } catch (thrown) {
        refuse(thrown, path);
        return false;
      }
    });
    if (fitting.length === 0 && warnings[0]) {
      throw damaged(`no file of the folder can be read: ${warnings[0]}`);
    }
    const joined = joinedTables(
      fitting.map(({ path }) => path),
      fitting.map(({ table }) => table),
      close,
    );
    return { ...joined, warnings: [...warnings, ...joined.warnings] };
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
  const width = first.columns.length;
  // Their order may differ.
  const named = tables.map(({ columns }) => byName(columns));
  const own = (table: number, column: number) =>
    named[table]?.get(first.columns[column]?.name ?? "")?.index ?? column;
  const parts = tables.map((table, i): Part => {
    const read: Part["table"]["read"] = async (columns, span = { start: 0, stop: table.rows }, signal) => {
      const stored = columns.filter((column) => column < table.columns.length);
      const arrived = await table.read(stored, span, signal);
      return columns.map((column) => {
        const key = keys[column - table.columns.length];
        const at = stored.indexOf(column);
        return key ? key.repeated(i, span.stop - span.start) : (arrived[at] as ArrayData);
      });
    };
    return { table: { ...table, columns: [...table.columns, ...keys.map(columnOf)], read }, rows: undefined };
  });
  const columns = [
    ...first.columns.map(({ nulls: _, bounds: __, storedAs, ...column }) => {
      const isSame = named.every((columns) => columns.get(column.name)?.storedAs === storedAs);
      return isSame ? { ...column, storedAs } : column;
    }),
    ...keys.map(columnOf),
  ];
  /** The files in which rows may pass, with the filters of their own columns. */
  const filtered = (filters: readonly RowFilter[]) => {
    let before = 0;
    return tables.flatMap((table, i) => {
      const start = before;
      before += table.rows;
      const mayPass = filters.every(({ column, text }) => keys[column - width]?.mayPass(i, text) ?? true);
      const stored = filters.filter(({ column }) => column < width);
      return mayPass
        ? [{ table, start, own: stored.map((filter) => ({ ...filter, column: own(i, filter.column) })) }]
        : [];
    });
  };
  return {
    ...first,
    ...rowsOfParts(parts, columns),
    columns,
    size: tables.reduce((sum, { size }) => sum + size, 0),
    warnings: [...new Set(tables.flatMap(({ warnings }) => warnings))],
    bytes: (wanted) => {
      const stored = wanted.filter((column) => column < width);
      return tables.reduce((sum, table, i) => sum + table.bytes(stored.map((column) => own(i, column))), 0);
    },
    candidates: (filters) =>
      filtered(filters).flatMap(({ table, start, own }) =>
        shifted(table.candidates?.(own) ?? [{ start: 0, stop: table.rows }], start),
      ),
    narrowed: async (filters, signal) => {
      const spans = filtered(filters).map(async ({ table, start, own }) => {
        const some = (await table.narrowed?.(own, signal)) ?? table.candidates?.(own);
        return shifted(some ?? [{ start: 0, stop: table.rows }], start);
      });
      return (await Promise.all(spans)).flat();
    },
    close,
  };
}

function shifted(spans: readonly Span[], by: number): Span[] {
  return spans.map(({ start, stop }) => ({ start: start + by, stop: stop + by }));
}

type Named = ReadonlyMap<string, TableColumn & { readonly index: number }>;

/** The columns by their names: of several with one name the first, which readers find. */
function byName(columns: readonly TableColumn[]): Named {
  return new Map(columns.map((column, index) => [column.name, { ...column, index }] as const).toReversed());
}

function checkColumns(first: Named, table: Named, path: string): void {
  for (const name of [...first.keys(), ...table.keys()]) {
    const [one, other] = [first.get(name), table.get(name)];
    const [type, found] = [one, other].map((column) => column?.datatype ?? "not there");
    if (type !== found) {
      throw damaged(`column \`${name}\` is ${type} in the first file, and ${found} in \`${path}\``);
    }
    // A unit that is not said may be the same.
    if (one?.unit && other?.unit && one.unit !== other.unit) {
      const units = `${one.unit} in the first file, and ${other.unit} in \`${path}\``;
      throw damaged(`the unit of column \`${name}\` is ${units}`);
    }
  }
}

type Key = ReturnType<typeof keyOf>;

function columnOf({ name, isText, hasNulls }: Key) {
  const datatype = isText ? "text" : "int32";
  const nulls = hasNulls ? undefined : 0;
  return { name, datatype, isText, sortable: true, unit: "", description: "", nulls };
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
  const hasNulls = values.includes(undefined);
  const repeated = (file: number, count: number): ArrayData => {
    const value = values[file];
    const data = isText
      ? Array<string>(count).fill(value ?? "")
      : new Int32Array(count).fill(Number(value ?? 0));
    const mask = hasNulls ? new Uint8Array(count).fill(Number(value === undefined)) : undefined;
    return { data, shape: [count], stride: [1], ...(mask && { mask }) };
  };
  const mayPass = (file: number, filter: string) => {
    const one = repeated(file, 1);
    const passes = filterOf(filter, one, cellsOf(one, 1, "").text);
    return typeof passes === "string" || passes(0);
  };
  return { name, isText, hasNulls, repeated, mayPass };
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
