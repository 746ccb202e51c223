/** What opening a table takes and gives, whichever the format. */
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import type { Bytes, OpenOptions } from "asdf-wasm";

/** The formats that are recognised. */
export type TableFormat = "parquet" | "votable" | "ecsv" | "csv" | "fits" | "asdf" | "hats";

/** Options of `openTable`. */
export interface TableOptions extends OpenOptions {
  /**
   * Which table of the file: the path of its node in ASDF, the name or number of its HDU in FITS, the name, ID or number of its TABLE in a
   * VOTable. By default the first.
   */
  readonly table?: string | number | undefined;
  /** What a CSV file does not say; what is not given is found. */
  readonly csv?: CsvOptions | undefined;
}

/** How a CSV file is meant. */
export interface CsvOptions {
  /** One character between cells. */
  readonly delimiter?: string | undefined;
  /** The character around cells with delimiters; by default `"`. */
  readonly quote?: string | undefined;
  readonly decimal?: "." | "," | undefined;
  /** Whether the first line has the names of the columns. */
  readonly header?: boolean | undefined;
  /** The datatypes of columns by their names, such as `float32`, `int64`, `bool8` or `text`. */
  readonly types?: Readonly<Record<string, string>> | undefined;
}

/** A table of a file. */
export interface OpenedTable extends TableSource {
  readonly format: TableFormat;
  /** The size of the file, in bytes. */
  readonly size: number;
  /** The tables of the file by the names that the option `table` takes; empty where a file is one table. */
  readonly tables: readonly string[];
  /** Defects of the file, and what of it cannot be shown: a sentence for each. */
  readonly warnings: readonly string[];
  /** Frees what it was read from. */
  close(): void;
}

/** What the reader of one format returns: the rest is the same for all. */
export type ReadTable = Omit<OpenedTable, "format" | "size" | "tables" | "close"> &
  Partial<Pick<OpenedTable, "tables">>;

/** Reads a table of one format. Bytes are closed by the caller. */
export type TableReader = (bytes: Bytes, options: TableOptions) => Promise<ReadTable>;
