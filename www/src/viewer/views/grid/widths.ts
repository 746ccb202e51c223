/**
 * Column widths in pixels, fitted to their content. A width stays while a grid scrolls, unless similar numbers need
 * more: text that does not fit is cut, numbers in their least significant digits.
 */

import { shortened } from "@asdf-wasm/science/format/format";
import { signal } from "@preact/signals";

/** The greatest width of a character in the grid's font. */
const CHARACTER = 7.5;
const PADDING = 17;

/** Characters of a value, in few digits and in full precision. */
const LONGEST: readonly (readonly [datatype: RegExp, brief: number, exact: number])[] = [
  [/^(u?int8|bool8)$/, 6, 6],
  [/^u?int16$/, 6, 6],
  [/^u?int32$/, 11, 11],
  [/^u?int64$/, 20, 20],
  [/^u?int128$/, 40, 40],
  [/^float(16|32)$/, 12, 14],
  [/^float64$/, 12, 24],
  [/^complex(32|64)$/, 26, 30],
  [/^complex128$/, 26, 50],
];

/** Limits of fitted columns, in characters, and of dragged columns, in pixels. */
const FITTED = { least: 9, most: 40 };
const DRAGGED = { least: 32, most: 4000 };
/** Characters as wide as two letters: Chinese, Japanese and Korean. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60]/g;

export class Columns {
  /** Changes when a width does. */
  readonly changes = signal(0);
  readonly #own = new Map<number, number>();
  readonly #most: number;
  readonly #isAlike: boolean;
  #width: number;

  private constructor(width: number, most: number, isAlike: boolean) {
    this.#width = width;
    this.#most = most;
    this.#isAlike = isAlike;
  }

  /** Columns that each fit their first visible content. */
  static each(): Columns {
    return new Columns(textWidth(20), textWidth(FITTED.most), false);
  }

  /** Columns of one common width, which grows with the longest visible number. */
  static alike(datatype: string): Columns {
    const [, brief, exact] = LONGEST.find(([pattern]) => pattern.test(datatype)) ?? [];
    const length = Math.min(Math.max(Number(/\d+/.exec(datatype)?.[0]), 8), FITTED.most);
    const least = Math.min(brief ?? length, datatype.includes("int") ? 6 : 12);
    return new Columns(textWidth(least), textWidth(exact ?? length), true);
  }

  /** The width of columns without a width of their own. */
  get width(): number {
    return this.#width;
  }

  get own(): ReadonlyMap<number, number> {
    return this.#own;
  }

  /** Fits the visible columns; `textsOf` returns the known texts of a column. */
  see(seen: readonly number[], textsOf: (column: number) => readonly string[] | undefined): void {
    for (const column of seen.filter((column) => !this.#own.has(column))) {
      const texts = textsOf(column);
      if (this.#isAlike && texts) {
        this.#set(undefined, Math.max(this.#width, Math.min(fitting(texts), this.#most)));
      } else if (texts) {
        this.fit(column, texts);
      }
    }
  }

  fit(column: number, texts: readonly string[]): void {
    this.#set(column, Math.max(textWidth(FITTED.least), Math.min(fitting(texts), this.#most)));
  }

  resize(column: number, width: number): void {
    this.#set(column, Math.max(DRAGGED.least, Math.min(width, DRAGGED.most)));
  }

  #set(column: number | undefined, width: number): void {
    const before = column === undefined ? this.#width : this.#own.get(column);
    if (width !== before) {
      if (column === undefined) {
        this.#width = width;
      } else {
        this.#own.set(column, width);
      }
      this.changes.value += 1;
    }
  }
}

function fitting(texts: readonly string[]): number {
  return textWidth(texts.reduce((most, text) => Math.max(most, lengthOf(text)), 0));
}

function lengthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

function textWidth(characters: number): number {
  return Math.round(characters * CHARACTER) + PADDING;
}

/** A number shortened to fit its column. */
export function numberIn(width: number, text: string): string {
  return shortened(text, Math.max(1, Math.round((width - PADDING) / CHARACTER)));
}

/** The width of the headings of `rows` rows. */
export function headWidth(rows: number): number {
  return textWidth(Math.max(5, String(rows).length));
}
