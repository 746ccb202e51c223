/** A table whose columns are in memory, and what was noticed while it was read. */
import { isComplex } from "@asdf-wasm/science/elements/complex";
import type { Span } from "@asdf-wasm/science/sections/section";
import { unused } from "@asdf-wasm/science/tables/beside";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { ColumnFrame, TableColumn } from "@asdf-wasm/science/tables/window";
import { AsdfError } from "asdf-wasm";
import type { GrowingColumn } from "./column.ts";
import type { ElementType } from "./growing.ts";

/** What a file says of a column. */
export interface ColumnFacts {
  readonly name: string;
  readonly unit?: string | undefined;
  readonly description?: string | undefined;
  /** The Unified Content Descriptor of the IVOA, such as `pos.eq.ra;meta.main`. */
  readonly ucd?: string | undefined;
  readonly frame?: ColumnFrame | undefined;
}

/** The most memory for a table that cannot be read by ranges. */
const MOST_BYTES = 2 ** 30;

/** What went wrong in some rows: the first ones are named, all are counted. */
export class Warnings {
  readonly #said = new Map<string, { rows: string[]; count: number }>();

  /** `where` names the row and column of one case of many. */
  add(what: string, where?: string): void {
    const { rows, count } = this.#said.get(what) ?? { rows: [], count: 0 };
    if (where !== undefined && rows.length < 5) {
      rows.push(where);
    }
    this.#said.set(what, { rows, count: count + 1 });
  }

  /** Warns of a row, the one with the number `at`, that has fewer or more cells than the table is wide. */
  addCells(
    count: number,
    { row, at, width, of }: { row: "row" | "line"; at: number; width: number; of: "fields" | "columns" },
  ): void {
    if (count !== width) {
      const [less, then] =
        count < width ? ["fewer", "the others are masked"] : ["more", "which are left out"];
      this.add(`${row}s with ${less} cells than the ${width} ${of}, ${then}`, `${row} ${at} (${count})`);
    }
  }

  /** The name of a column that none before it has. */
  named(name: string, names: Set<string>): string {
    const free = unused(name, names);
    if (free !== name) {
      this.add("names of columns that occur more than once, which get a number", name);
    }
    return free;
  }

  get texts(): readonly string[] {
    return Array.from(this.#said, ([what, { rows, count }]) => {
      const more = count > rows.length && rows.length > 0 ? ` and ${count - rows.length} more` : "";
      return rows.length > 0 ? `${what}: ${rows.join(", ")}${more}` : what;
    });
  }
}

/** A map without a prototype, as trees have them. */
export function mapOf<T>(object: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null), object);
}

/** Reads until something is wrong. Once rows have begun, this is a warning: those before it are there. */
export async function reading(
  warnings: Warnings,
  hasBegun: () => boolean,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (cause) {
    const isOfFile = cause instanceof AsdfError && ["corrupt-data", "limit-exceeded"].includes(cause.code);
    if (!isOfFile || !hasBegun()) {
      throw cause;
    }
    warnings.add(`Rows are missing: ${cause.message}`);
  }
}

/** `parts`: what is kept of the table. */
export function checkMemory(parts: readonly { readonly bytes: number }[]): void {
  if (parts.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) {
    throw new AsdfError("limit-exceeded", `the table takes more than ${MOST_BYTES / 2 ** 20} MiB of memory`);
  }
}

export function memoryTable(
  facts: readonly ColumnFacts[],
  columns: readonly GrowingColumn[],
): Pick<TableSource, "rows" | "columns" | "left" | "read" | "bytes"> {
  // A file may end inside of a row.
  const rows = Math.min(...columns.map((column) => column.rows));
  const said = facts.map((fact, i) => columnOf(fact, columns[i]));
  return {
    rows: columns.length > 0 ? rows : 0,
    columns: said,
    left: [],
    read: async (wanted, span: Span = { start: 0, stop: rows }, signal) => {
      signal.throwIfAborted();
      return wanted.flatMap((index) => {
        try {
          return columns[index]?.read(span) ?? [];
        } catch (cause) {
          throw new RangeError(`column \`${said[index]?.name}\`: ${(cause as Error).message}`, { cause });
        }
      });
    },
    // Nothing more is read from the file.
    bytes: () => 0,
  };
}

function columnOf(
  { name, unit = "", description = "", ucd, frame }: ColumnFacts,
  column: GrowingColumn | undefined,
): TableColumn {
  const type: ElementType = column?.type ?? "text";
  return {
    name,
    datatype: type,
    unit,
    description,
    isText: type === "text",
    sortable: column?.shape.length === 0 && !isComplex(type),
    ...(ucd !== undefined && { ucd }),
    ...(frame && { frame }),
  };
}
