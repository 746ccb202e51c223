/**
 * A table as it is shown: in the file's order only the visible rows are read; once sorted or filtered, whole
 * columns as needed, or of large ones the parts with the visible rows.
 */

import type { ArrayData } from "asdf-wasm";
import { isComplex } from "../elements/complex.ts";
import { isText, joined } from "../elements/pixels.ts";
import { lengthOf } from "../elements/shapes.ts";
import { quoted } from "../format/csvCell.ts";
import { complex, cut, scalar } from "../format/format.ts";
import { firstAtLeast } from "../numbers/orderStatistics.ts";
import type { Span } from "../sections/section.ts";
import { ROW_NUMBER, type RowChoice } from "./choice.ts";
import { markedRows, markOutlined } from "./choosing.ts";
import { shownColumn, type TableSource } from "./columns.ts";
import { filterOf } from "./filter.ts";
import { isReadInParts, readRowsAt } from "./picked.ts";
import { keptRows, sortedRows } from "./sorting.ts";
import type { Arranged, Arrangement, TableFacts, TableWindow } from "./window.ts";

/** Tables of more rows cannot be sorted, filtered or plotted. */
const MOST_ROWS = 2 ** 28;
/** The elements shown of a sub-array. */
const MOST_ELEMENTS = 12;
/** Rows converted to text at a time. */
const PORTION = 4096;

/** The rows of an arrangement, in its order. */
interface Order {
  readonly key: string;
  readonly rows: Uint32Array;
  /** Why a filter is invalid. */
  readonly complaint: string | undefined;
}

/** The rows of a choice. */
interface Marked {
  readonly key: string;
  /** 1 for each chosen row of the table. */
  readonly marks: Uint8Array;
}

/** A column as numbers, row by row, and what of it is masked. */
export interface NumberColumn {
  readonly values: Float64Array;
  readonly mask: Uint8Array | undefined;
}

export class Table {
  readonly #source: TableSource;
  readonly #columns = new Map<number, ArrayData>();
  #order: Order | undefined;
  #marked: Marked | undefined;

  constructor(source: TableSource) {
    this.#source = source;
  }

  get facts(): Omit<TableFacts, "id" | "name"> {
    const { rows, columns, left } = this.#source;
    return { rows, columns: columns.map(shownColumn), left: left.map(cut) };
  }

  /** `onShare` gets the share that is done, of what takes long. */
  async arrange(
    arrangement: Arrangement,
    signal: AbortSignal,
    onShare?: (share: number) => void,
  ): Promise<Arranged> {
    const { rows, complaint } = (await this.#arranged(arrangement, signal, onShare)) ?? {};
    return { count: rows?.length ?? this.#source.rows, complaint };
  }

  async window(
    arrangement: Arrangement,
    rows: Span,
    columns: Span,
    signal: AbortSignal,
  ): Promise<TableWindow> {
    const order = (await this.#arranged(arrangement, signal))?.rows;
    const wanted = indicesOf(columns);
    const shown = order ? order.subarray(rows.start, rows.stop) : Uint32Array.from(indicesOf(rows));
    const isPicked = order && isReadInParts(this.#source, this.#missing(wanted));
    const parts = isPicked
      ? await readRowsAt(this.#source, wanted, shown, signal)
      : order
        ? await this.#whole(wanted, signal)
        : await this.#source.read(wanted, rows, signal);
    const length = order && !isPicked ? this.#source.rows : shown.length;
    const cells = parts.map((part, i) => cellsOf(part, length, this.#datatype(wanted[i])));
    const values: string[] = [];
    const mask = new Uint8Array(shown.length * wanted.length);
    for (const [i, row] of shown.entries()) {
      const at = order && !isPicked ? row : i;
      for (const { text, isMasked } of cells) {
        mask[values.length] = Number(isMasked(at));
        values.push(text(at));
      }
    }
    return { rows, columns, values, mask, complex: false, indices: shown.slice() };
  }

  /** All shown rows as comma-separated values, with a header of column names. */
  async csv(arrangement: Arrangement, signal: AbortSignal): Promise<Blob> {
    const { columns, rows: count } = this.#source;
    const order = (await this.#arranged(arrangement, signal))?.rows ?? rowsIn([{ start: 0, stop: count }]);
    const parts = await this.#whole(indicesOf({ start: 0, stop: columns.length }), signal);
    const cells = parts.map((part, i) => cellsOf(part, count, this.#datatype(i), Number.POSITIVE_INFINITY));
    const lines = [`${columns.map(({ name }) => quoted(name)).join(",")}\r\n`];
    for (let start = 0; start < order.length; start += PORTION) {
      const portion = Array.from(order.subarray(start, start + PORTION), (row) =>
        cells.map(({ text, isMasked }) => (isMasked(row) ? "" : quoted(text(row)))).join(","),
      );
      lines.push(`${portion.join("\r\n")}\r\n`);
    }
    return new Blob(lines, { type: "text/csv" });
  }

  /** The shown rows in their order; undefined for all rows in the file's order. */
  async order(arrangement: Arrangement, signal: AbortSignal): Promise<Uint32Array | undefined> {
    return (await this.#arranged(arrangement, signal))?.rows;
  }

  /** A column as numbers; instead of one, the numbers of rows. */
  async numbers(column: number, signal: AbortSignal): Promise<NumberColumn> {
    const { rows, columns } = this.#source;
    if (rows > MOST_ROWS) {
      throw new RangeError(`${rows} rows are too many to be plotted`);
    }
    if (column === ROW_NUMBER) {
      return { values: Float64Array.from({ length: rows }, (_, row) => row), mask: undefined };
    }
    const [part] = await this.#whole([column], signal);
    if (!part || !columns[column]?.sortable || isText(part.data)) {
      throw new TypeError(`${columns[column]?.name} has no number in each row`);
    }
    const { data, mask } = part;
    return { values: data instanceof Float64Array ? data : Float64Array.from(data, Number), mask };
  }

  /** Marks of the chosen rows; undefined for none. */
  async marks(choice: RowChoice, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (choice.length === 0) {
      return undefined;
    }
    const key = JSON.stringify(choice);
    if (this.#marked?.key === key) {
      return this.#marked.marks;
    }
    const marks = new Uint8Array(this.#source.rows);
    for (const part of choice) {
      if (part.kind === "rows") {
        for (const row of part.rows) {
          marks[row] = part.isWithout ? 0 : 1;
        }
      } else {
        const [x, y] = [await this.numbers(part.x, signal), await this.numbers(part.y, signal)];
        const rows = await this.order({ filters: part.filters }, signal);
        markOutlined(marks, part, known(x), known(y), rows);
      }
    }
    this.#marked = { key, marks };
    return marks;
  }

  /** Text of some columns of a row. */
  async texts(columns: readonly number[], row: number, signal: AbortSignal): Promise<string[]> {
    const parts = await this.#whole(
      columns.filter((column) => column !== ROW_NUMBER),
      signal,
    );
    let next = 0;
    return columns.map((column) => {
      if (column === ROW_NUMBER) {
        return String(row);
      }
      const part = parts[next];
      next += 1;
      return part ? cellsOf(part, this.#source.rows, this.#datatype(column)).text(row) : "";
    });
  }

  /** The bytes of columns that are not read yet. */
  bytesOf(columns: readonly number[]): number {
    return this.#source.bytes(this.#missing(columns.filter((column) => column !== ROW_NUMBER)));
  }

  #missing(columns: readonly number[]): number[] {
    return columns.filter((column) => !this.#columns.has(column));
  }

  async #arranged(
    { sort, filters, only }: Arrangement,
    signal: AbortSignal,
    onShare?: (share: number) => void,
  ): Promise<Order | undefined> {
    if (!sort && filters.length === 0 && !only) {
      return undefined;
    }
    const count = this.#source.rows;
    if (count > MOST_ROWS) {
      throw new RangeError(`${count} rows are too many to be sorted or filtered`);
    }
    const key = JSON.stringify([sort, filters, only]);
    if (this.#order?.key === key) {
      return this.#order;
    }
    const marks = only && ((await this.marks(only, signal)) ?? new Uint8Array(count));
    let complaint: string | undefined;
    const { candidates, narrowed } = this.#source;
    const passing =
      filters.length > 0 ? ((await narrowed?.(filters, signal)) ?? candidates?.(filters)) : undefined;
    const spans = passing ?? [{ start: 0, stop: count }];
    let rows = marks ? markedRows(marks) : rowsIn(spans);
    const steps = filters.length + (sort ? 1 : 0);
    const done = (step: number) => (share: number) => onShare?.((step + share) / steps);
    for (const [step, { column, text }] of filters.entries()) {
      const total = rows.length;
      const passed: Uint32Array<ArrayBuffer>[] = [];
      for (const span of spans) {
        const inside = rows.subarray(firstAtLeast(rows, span.start), firstAtLeast(rows, span.stop));
        const part = await this.#part(column, span, signal);
        const cells = part && cellsOf(part, span.stop - span.start, this.#datatype(column));
        const filter = cells && filterOf(text, part, cells.text);
        if (typeof filter === "string") {
          complaint ??= filter;
        }
        passed.push(
          typeof filter === "function"
            ? await keptRows(
                inside,
                (row) => filter(row - span.start),
                signal,
                (count) => done(step)((firstAtLeast(rows, span.start) + count) / total),
              )
            : inside,
        );
      }
      rows = joined(new Uint32Array(0), ...passed);
    }
    if (sort) {
      const [part] = await this.#whole([sort.column], signal);
      rows = part ? await sortedRows(rows, part, sort.descending, signal, done(filters.length)) : rows;
    }
    this.#order = { key, rows, complaint };
    return this.#order;
  }

  /** Some rows of a column. */
  async #part(column: number, span: Span, signal: AbortSignal): Promise<ArrayData | undefined> {
    const isWhole = span.start === 0 && span.stop === this.#source.rows;
    const [part] = isWhole
      ? await this.#whole([column], signal)
      : await this.#source.read([column], span, signal);
    return part;
  }

  /** Reads whole columns, and keeps them. */
  async #whole(columns: readonly number[], signal: AbortSignal): Promise<ArrayData[]> {
    const missing = this.#missing(columns);
    if (missing.length > 0) {
      const parts = await this.#source.read(missing, undefined, signal);
      for (const [i, column] of missing.entries()) {
        const part = parts[i];
        if (part) {
          this.#columns.set(column, part);
        }
      }
    }
    return columns.flatMap((column) => this.#columns.get(column) ?? []);
  }

  #datatype(column: number | undefined): string {
    return this.#source.columns[column ?? -1]?.datatype ?? "";
  }
}

/** Without what is masked. */
function known({ values, mask }: NumberColumn): Float64Array {
  return mask ? values.map((value, row) => (mask[row] === 1 ? Number.NaN : value)) : values;
}

export interface Cells {
  readonly text: (row: number) => string;
  readonly isMasked: (row: number) => boolean;
}

/** The texts of a column's rows; sub-arrays in brackets, cut after some elements. */
export function cellsOf(part: ArrayData, rows: number, datatype: string, most = MOST_ELEMENTS): Cells {
  const { data, mask, shape } = part;
  const isPair = isComplex(datatype);
  const each = data.length / (isPair ? 2 : 1) / rows;
  const element = (index: number): string => {
    if (mask?.[index]) {
      return "masked";
    }
    if (datatype === "bool8") {
      return data[index] ? "true" : "false";
    }
    return isPair ? complex(data, index) : scalar(data, index);
  };
  const nested = (start: number, [length = 1, ...inner]: readonly number[]): string => {
    const step = lengthOf(inner);
    const shown = Array.from({ length: Math.min(length, most) }, (_, i) => {
      const at = start + i * step;
      return inner.length > 0 ? nested(at, inner) : element(at);
    });
    return `[${[...shown, ...(length > most ? ["…"] : [])].join(", ")}]`;
  };
  return {
    text: (row) => (each === 1 ? element(row) : nested(row * each, shape.slice(1))),
    isMasked: (row) => each === 1 && mask?.[row] === 1,
  };
}

/** The rows of spans. */
function rowsIn(spans: readonly Span[]): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(spans.reduce((sum, { start, stop }) => sum + stop - start, 0));
  let next = 0;
  for (const { start, stop } of spans) {
    for (let row = start; row < stop; row += 1) {
      rows[next] = row;
      next += 1;
    }
  }
  return rows;
}

function indicesOf({ start, stop }: Span): number[] {
  return Array.from({ length: stop - start }, (_, i) => start + i);
}
