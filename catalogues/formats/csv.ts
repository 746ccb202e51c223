/**
 * Tables of comma-separated values and their like. Nothing in such a file says what it means: delimiter, decimal sign, header and the
 * datatypes of columns are found, and can be corrected. Integers stay exact; dates, and digits that no number keeps, stay texts.
 */

import type { Bytes } from "asdf-wasm";
import { damaged } from "../damaged.ts";
import { Lines } from "../delimited/lines.ts";
import {
  type CellKind,
  type Decimal,
  decimalIn,
  delimiterIn,
  isHeader,
  isName,
  kindOf,
  typeOf,
} from "../delimited/sniff.ts";
import { chunksOf, decoded } from "../memory/chunks.ts";
import { type Element, GrowingColumn } from "../memory/column.ts";
import { elementIn } from "../memory/element.ts";
import { type ElementType, GrowingTexts, isNumberType } from "../memory/growing.ts";
import { checkMemory, mapOf, memoryTable, reading, Warnings } from "../memory/table.ts";
import type { CsvOptions, ReadTable, TableOptions } from "../table.ts";

/** Rows that are converted at a time. */
const PORTION = 4096;
/** Characters of the beginning that are looked at. */
const SAMPLE = 2 ** 16;

export async function csvTable(
  bytes: Bytes,
  { csv: options = {}, signal }: TableOptions,
): Promise<ReadTable> {
  const text = decoded(chunksOf(bytes, signal));
  let sample = "";
  while (sample.length < SAMPLE) {
    const { done, value } = await text.next();
    if (done) {
      break;
    }
    sample += value;
  }
  if (sample.trim() === "") {
    throw damaged("the file has no lines with values");
  }
  const { comments, start, lines, separator } = beginningOf(sample);
  const warnings = new Warnings();
  const found = foundIn(sample.slice(start), { ...options, delimiter: options.delimiter ?? separator });
  const table = new TextTable(found, warnings);
  const reader = new Lines(found, (cells, line) => table.add(cells, line), lines + 1);
  await reading(
    warnings,
    () => table.hasBegun,
    async () => {
      reader.push(sample.slice(start));
      for await (const piece of text) {
        reader.push(piece);
        checkMemory(table.texts);
      }
      reader.end();
    },
  );
  const { facts, columns } = table.typed(options.types ?? {});
  for (const { name } of options.header === undefined ? facts : []) {
    if (!isName(name, found.decimal)) {
      warnings.add(
        "names that are numbers, as the first line is taken as one of names and not as a row",
        name,
      );
    }
  }
  return {
    ...memoryTable(facts, columns),
    metadata: mapOf(comments.length > 0 ? { comments } : {}),
    warnings: warnings.texts,
  };
}

interface Found {
  readonly delimiter: string;
  readonly quote: string;
  readonly decimal: Decimal;
  readonly header: boolean;
}

/** What is before the table: comments, and the line `sep=;` in which spreadsheets say the delimiter. */
function beginningOf(sample: string) {
  const comments: string[] = [];
  let [start, lines] = [sample.startsWith("\ufeff") ? 1 : 0, 0];
  let separator: string | undefined;
  for (;;) {
    const [line = ""] = /^[^\r\n]*(?:\r\n?|\n|$)/.exec(sample.slice(start)) ?? [];
    const said = lines === 0 ? /^sep=(.)\s*$/i.exec(line)?.[1] : undefined;
    if (said === undefined && !line.startsWith("#")) {
      return { comments, start, lines, separator };
    }
    separator ??= said;
    comments.push(...(said === undefined ? [line.slice(1).trim()] : []));
    start += line.length;
    lines += 1;
  }
}

function foundIn(
  sample: string,
  { delimiter, quote = '"', decimal, header }: Omit<CsvOptions, "types">,
): Found {
  const dialect = { delimiter: delimiter ?? delimiterIn(sample, quote), quote };
  const rows: string[][] = [];
  try {
    new Lines(dialect, (cells) => void rows.push(cells)).push(`${sample}\n`);
  } catch {
    // The same error is thrown, or said, when the table itself is read.
  }
  const sign = decimal ?? decimalIn(rows.flat());
  return { ...dialect, decimal: sign, header: header ?? isHeader(rows, sign) };
}

/** All cells as texts until the file ends: only then is it known what the columns hold. */
class TextTable {
  readonly #found: Found;
  readonly #warnings: Warnings;
  readonly #names: string[] = [];
  readonly #columns: { readonly texts: GrowingTexts; readonly kinds: Set<CellKind> }[] = [];

  constructor(found: Found, warnings: Warnings) {
    this.#found = found;
    this.#warnings = warnings;
  }

  get hasBegun(): boolean {
    return this.#columns.length > 0;
  }

  get texts(): readonly GrowingTexts[] {
    return this.#columns.map(({ texts }) => texts);
  }

  add(cells: readonly string[], line: number): void {
    if (this.#columns.length === 0) {
      this.#begin(cells);
      if (this.#found.header) {
        return;
      }
    }
    const width = this.#columns.length;
    if (cells.length !== width) {
      const [less, then] =
        cells.length < width ? ["fewer", "missing ones are masked"] : ["more", "others are left out"];
      this.#warnings.add(
        `lines with ${less} cells than the ${width} columns, whose ${then}`,
        `line ${line} has ${cells.length}`,
      );
    }
    for (const [i, { texts, kinds }] of this.#columns.entries()) {
      const cell = cells[i] ?? "";
      texts.add(cell);
      if (!kinds.has("text")) {
        kinds.add(kindOf(cell.trim(), this.#found.decimal));
      }
    }
  }

  /** The columns with their datatypes; each column's texts are forgotten before those of the next one are converted. */
  typed(types: Readonly<Record<string, string>>) {
    for (const [name, type] of Object.entries(types)) {
      if (!this.#names.includes(name) || !(type === "text" || isNumberType(type))) {
        const message = `column \`${name}\` cannot be of type ${type}: there are columns ${this.#names.join(", ")}`;
        throw new RangeError(message);
      }
    }
    const columns = this.#names.map((name, i) => {
      const { texts, kinds } = this.#columns[i] ?? {};
      const column = new GrowingColumn(
        ((Object.hasOwn(types, name) ? types[name] : undefined) as ElementType | undefined) ??
          typeOf(kinds ?? new Set()),
      );
      for (let start = 0; texts && start < texts.length; start += PORTION) {
        for (const [row, text] of texts.slice(start, start + PORTION).entries()) {
          column.add(this.#element(column.type, text, () => `row ${start + row} of \`${name}\``));
          column.endRow();
        }
      }
      delete this.#columns[i];
      return column;
    });
    return { facts: this.#names.map((name) => ({ name })), columns };
  }

  #begin(cells: readonly string[]): void {
    const names = new Set<string>();
    for (const [i, cell] of cells.entries()) {
      const name = (this.#found.header && cell.trim()) || `col${i + 1}`;
      this.#names.push(this.#warnings.named(name, names));
      this.#columns.push({ texts: new GrowingTexts(), kinds: new Set() });
    }
  }

  #element(type: ElementType, text: string, where: () => string): Element {
    if (type === "text") {
      return text === "" ? null : text;
    }
    const trimmed = this.#found.decimal === "," ? text.trim().replace(",", ".") : text.trim();
    const element = elementIn(type, trimmed);
    if (element === undefined) {
      const kind = kindOf(trimmed, ".");
      if (kind !== "null" && kind !== "empty") {
        this.#warnings.add(`cells that are no ${type}, which are masked`, where());
      }
      return null;
    }
    return element;
  }
}
