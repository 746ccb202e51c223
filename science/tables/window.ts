/** Windows of tables, and how the rows of a table are sorted and filtered. */
import type { GridWindow } from "../sections/section.ts";
import type { RowChoice, RowFilter } from "./choice.ts";

/** The reference system of positions, as a file names it. */
export interface ColumnFrame {
  /** Such as `ICRS`, `eq_FK5`, `galactic`. */
  readonly system: string;
  /** Such as `J2000`, `B1950.0`, `1975`. */
  readonly equinox?: string | undefined;
  /** The date of the positions, such as `J2016.0`. */
  readonly epoch?: string | undefined;
}

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly datatype: string;
  readonly unit: string;
  readonly description: string;
  readonly isText: boolean;
  /** Whether it has one value per row, and values have an order. */
  readonly sortable: boolean;
  /** The type in the file, where `datatype` is only how it is read, such as a time that is read as text. */
  readonly storedAs?: string | undefined;
  /** What its values are, in words of the IVOA's vocabulary of UCDs. */
  readonly ucd?: string | undefined;
  /** The reference system of the positions that it is a part of, if the file says it. */
  readonly frame?: ColumnFrame | undefined;
  /** How many rows have no value, if the file says so. */
  readonly nulls?: number | undefined;
  /** Its least and greatest value, as texts, if the file says them. The file may say wider bounds than its values have. */
  readonly bounds?: readonly [least: string, greatest: string] | undefined;
}

/** Whether each row of a column has one real number. */
export function isNumeric({ isText, sortable }: TableColumn): boolean {
  return !isText && sortable;
}

export interface TableFacts {
  /** The node and the name of the table. If the table is a map, they are the map's even when one of its columns is asked about. */
  readonly id: number;
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  /** Names of columns that cannot be shown. */
  readonly left: readonly string[];
}

/** The order of the rows, and the filters that all shown rows pass. */
export interface Arrangement {
  readonly sort?: { readonly column: number; readonly descending: boolean } | undefined;
  readonly filters: readonly RowFilter[];
  /** The rows that are shown of those; all of them without. */
  readonly only?: RowChoice | undefined;
}

/** The number of rows shown, and why a filter was ignored. */
export interface Arranged {
  readonly count: number;
  readonly complaint?: string | undefined;
}

/** Cells of a table as text, and the rows of the table they come from. */
export interface TableWindow extends GridWindow {
  readonly indices: Uint32Array;
}
