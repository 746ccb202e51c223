/**
 * Lines of delimited values (RFC 4180) as they arrive: quotes are doubled inside of quotes, which may hold line breaks. A delimiter of
 * spaces is any number of them. Lines end with LF, CR LF or, in old files, CR alone.
 */

import { damaged } from "../damaged.ts";

export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
}

/** A line of the file, which counts from 1, and its cells. */
export type OnLine = (cells: string[], line: number) => void;

/** Quotes that are not closed within so many characters were not meant as quotes of a cell. */
const MOST_CELL = 2 ** 22;

export class Lines {
  readonly #dialect: Dialect;
  readonly #onLine: OnLine;
  #rest = "";
  #line = 1;
  #isOldMac: boolean | undefined;

  constructor(dialect: Dialect, onLine: OnLine, firstLine = 1) {
    this.#dialect = dialect;
    this.#onLine = onLine;
    this.#line = firstLine;
  }

  push(text: string): void {
    const all = this.#rest + text;
    this.#isOldMac ??= /\r[^\n]/.test(all) && !all.includes("\n");
    this.#rest = all.slice(this.#take(this.#isOldMac ? all.replaceAll("\r", "\n") : all, false));
  }

  /** The last line may have no end. */
  end(): void {
    if (this.#rest !== "") {
      this.#take(`${this.#rest}\n`, true);
    }
  }

  /** Returns where the first incomplete line begins. */
  #take(text: string, isLast: boolean): number {
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end < 0) {
        this.#check(text.length - start);
        return start;
      }
      const line = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
      if (!line.includes(this.#dialect.quote)) {
        // An empty line has no cells: files often end with some.
        if (line !== "") {
          this.#onLine(this.#split(line), this.#line);
        }
        this.#line += 1;
        start = end + 1;
        continue;
      }
      const found = quotedLine(text, start, this.#dialect);
      if (found === undefined) {
        if (isLast) {
          throw damaged(`the quote of line ${this.#line} is not closed`);
        }
        this.#check(text.length - start);
        return start;
      }
      this.#onLine(found.cells, this.#line);
      this.#line += found.breaks;
      start = found.end;
    }
  }

  #check(length: number): void {
    if (length > MOST_CELL) {
      throw damaged(`line ${this.#line} is longer than ${MOST_CELL} characters: a quote is not closed`);
    }
  }

  #split(line: string): string[] {
    return this.#dialect.delimiter === " " ? line.trim().split(/ +/) : line.split(this.#dialect.delimiter);
  }
}

/** A line with quotes; undefined if the text ends before the line does. */
function quotedLine(
  text: string,
  start: number,
  { delimiter, quote }: Dialect,
): { readonly cells: string[]; readonly end: number; readonly breaks: number } | undefined {
  const cells: string[] = [];
  let breaks = 1;
  let at = start;
  for (;;) {
    let cell = "";
    let from = at;
    while (text[from] === " ") {
      from += 1;
    }
    // Spaces before a quote are left out, others belong to the cell.
    if (delimiter === " " || text[from] === quote) {
      at = from;
    }
    if (text[at] === quote) {
      at += 1;
      for (;;) {
        const close = text.indexOf(quote, at);
        if (close < 0 || close + 1 >= text.length) {
          return undefined;
        }
        cell += text.slice(at, close);
        at = close + 1;
        if (text[at] !== quote) {
          break;
        }
        cell += quote;
        at += 1;
      }
      breaks += cell.split("\n").length - 1;
    }
    const end = text.indexOf("\n", at);
    if (end < 0) {
      return undefined;
    }
    const last = end > at && text[end - 1] === "\r" ? end - 1 : end;
    let stop = at;
    while (stop < last && text[stop] !== delimiter) {
      stop += 1;
    }
    const isEmpty = stop === at && cell === "" && text[at - 1] !== quote;
    if (stop < last || delimiter !== " " || !isEmpty) {
      cells.push(cell + text.slice(at, stop));
    }
    if (stop === last) {
      return { cells, end: end + 1, breaks };
    }
    at = stop + 1;
  }
}
