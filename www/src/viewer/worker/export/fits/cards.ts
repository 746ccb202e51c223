/** Header cards of FITS (FITS Standard 4.0, section 4): 80 characters each, in blocks of 2880 bytes. */
import type { Bytes } from "../bytes.ts";

export const BLOCK = 2880;
const CARD = 80;
/** The longest text that fits into a card, and the longest line of a comment. */
const TEXT = 68;
const LINE = 72;

export type CardValue = string | number | bigint | boolean | Real;
export type Card = readonly [keyword: string, value: CardValue, comment?: string];

/** A header of cards, and of comments after them. */
export function headerBytes(cards: readonly Card[], comments: readonly string[] = []): Bytes {
  const lines = [...cards.map(cardText), ...comments.flatMap(commentCards), "END"];
  const text = lines.map((line) => line.padEnd(CARD)).join("");
  const bytes = new Uint8Array(Math.ceil(text.length / BLOCK) * BLOCK).fill(0x20);
  bytes.set(new TextEncoder().encode(text));
  return bytes;
}

/** What fills the last block of `size` bytes of data. */
export function padding(size: number): Bytes {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

function cardText([keyword, value, comment]: Card): string {
  const field = typeof value === "string" ? textField(value) : valueText(value).padStart(20);
  const line = `${keyword.padEnd(8)}= ${field}`;
  const remark = comment === undefined ? "" : ` / ${ascii(comment)}`;
  return line.length + remark.length <= CARD ? line + remark : line;
}

function textField(text: string): string {
  let field = ascii(text).replaceAll("'", "''");
  if (field.length > TEXT) {
    // A quote must not lose its other half.
    field = field
      .slice(0, TEXT)
      .replace(/'+$/, (quotes) => (quotes.length % 2 === 1 ? quotes.slice(1) : quotes));
  }
  return `'${field.padEnd(8)}'`.padEnd(20);
}

function valueText(value: Exclude<CardValue, string>): string {
  if (typeof value === "boolean") {
    return value ? "T" : "F";
  }
  return value instanceof Real ? value.text : String(value);
}

/** A number of floating point, which always has a point, with all the digits that it needs. */
export class Real {
  readonly text: string;

  constructor(value: number) {
    const [digits = "0", exponent] = String(value).toUpperCase().split("E");
    const point = digits.includes(".") ? digits : `${digits}.0`;
    this.text = exponent === undefined ? point : `${point}E${exponent.replace("+", "")}`;
  }
}

function commentCards(text: string): string[] {
  const lines: string[] = [];
  for (let rest = ascii(text); rest !== ""; ) {
    const space = rest.length > LINE ? rest.lastIndexOf(" ", LINE) : -1;
    const end = space > 0 ? space : LINE;
    lines.push(`COMMENT ${rest.slice(0, end)}`);
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

const SPELT: readonly (readonly [RegExp, string])[] = [
  [/Å|Å/g, "Angstrom"],
  [/[µμ]/g, "u"],
  [/°/g, "deg"],
  [/²/g, "2"],
  [/³/g, "3"],
  [/[–—−]/g, "-"],
  [/×/g, "x"],
];

/** Header texts are of ASCII: some characters are spelt out, others become question marks. */
export function ascii(text: string): string {
  return SPELT.reduce((spelt, [from, to]) => spelt.replace(from, to), text).replace(/[^ -~]/gu, "?");
}
