/** Header cards of FITS (FITS Standard 4.0, section 4): 80 characters each, in blocks of 2880 bytes. */
import { Complex, type HeaderCard, isFloat } from "asdf-wasm";
import type { Bytes } from "../bytes.ts";

export const BLOCK = 2880;
const CARD = 80;
/** The longest line of a comment. */
const LINE = 72;

export type CardValue = string | number | bigint | boolean | Real | Complex | undefined;
export type Card = readonly [keyword: string, value: CardValue, comment?: string];

/** Keywords that say how data are stored. */
const STORAGE =
  /^(?:SIMPLE|XTENSION|BITPIX|NAXIS\d*|EXTEND|[PG]COUNT|GROUPS|BSCALE|BZERO|BLANK|CHECKSUM|DATASUM|INHERIT|TFIELDS|THEAP|T(?:TYPE|FORM|UNIT|DIM|NULL|SCAL|ZERO|DISP)\d+|Z(?:IMAGE|TABLE|TENSION|SIMPLE|EXTEND|BLOCKED|BITPIX|NAXIS\d*|[PG]COUNT|TILE\d+|TILELEN|CMPTYPE|NAME\d+|VAL\d+|QUANTIZ|DITHER0|BLANK|SCALE|ZERO|MASKCMP|HECKSUM|DATASUM|FORM\d+|CTYP\d+))$/;

/** Cards without a value: the rest after the keyword is their text. */
const COMMENTARY = /^(?:COMMENT|HISTORY|)$/;

/** A header of cards, and of comments after them. */
export function headerBytes(cards: readonly Card[], comments: readonly string[] = []): Bytes {
  const lines = [
    ...cards.flatMap(cardTexts),
    ...comments.flatMap((comment) => commentCards("COMMENT", comment)),
    "END",
  ];
  const text = lines.map((line) => line.padEnd(CARD)).join("");
  const bytes = new Uint8Array(Math.ceil(text.length / BLOCK) * BLOCK).fill(0x20);
  bytes.set(new TextEncoder().encode(text));
  return bytes;
}

export function isStorage(keyword: string): boolean {
  return STORAGE.test(keyword);
}

/** A card that was read. */
export function cardOf(card: HeaderCard): Card {
  const { keyword, value, comment } = card;
  const isReal = typeof value === "number" && (isFloat(card, "value") || !Number.isInteger(value));
  return [keyword, isReal ? new Real(value) : (value as CardValue), comment];
}

/** What fills the last block of `size` bytes of data. */
export function padding(size: number): Bytes {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The card, and those that continue it. */
function cardTexts([keyword, value, comment = ""]: Card): string[] {
  if (COMMENTARY.test(keyword) && typeof value === "string") {
    return commentCards(keyword, value);
  }
  // Record-valued cards (FITS WCS Paper IV) have the field in their keyword.
  const [, record = "", field = ""] = /^(D[PQ]\d+|D2IM\d+)\.(.+)$/.exec(keyword) ?? [];
  if (record !== "" && value instanceof Real) {
    return cardTexts([record, `${field}: ${value.text}`, comment]);
  }
  const isPlain = /^[A-Z\d_-]{1,8}$/.test(keyword);
  const start = isPlain ? `${keyword.padEnd(8)}= ` : `HIERARCH ${ascii(keyword)} = `;
  if (typeof value === "string") {
    return stringCards(start, ascii(value), ascii(comment));
  }
  return [withRemark(start + valueText(value).padStart(isPlain ? 20 : 0), ascii(comment))];
}

/** A card with as much of the comment as fits. */
function withRemark(line: string, remark: string): string {
  return remark === "" ? line : `${line} / ${remark}`.slice(0, CARD);
}

/** A string in quotes, over several cards if it is long (FITS 4.0, section 4.2.1.2). */
function stringCards(start: string, text: string, remark: string): string[] {
  const quoted = `'${text.replaceAll("'", "''").padEnd(8)}'`;
  if (start.length + quoted.length <= CARD) {
    return [withRemark(start + quoted.padEnd(20), remark)];
  }
  const lines: string[] = [];
  let line = `${start}'`;
  for (const character of text) {
    const piece = character === "'" ? "''" : character;
    if (line.length + piece.length > CARD - 2) {
      lines.push(`${line}&'`);
      line = "CONTINUE  '";
    }
    line += piece;
  }
  return [...lines, withRemark(`${line}'`, remark)];
}

function valueText(value: Exclude<CardValue, string>): string {
  if (typeof value === "boolean") {
    return value ? "T" : "F";
  }
  if (value instanceof Complex) {
    return `(${new Real(value.re).text}, ${new Real(value.im).text})`;
  }
  return value instanceof Real ? value.text : String(value ?? "");
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

function commentCards(keyword: string, text: string): string[] {
  const lines: string[] = text === "" ? [keyword] : [];
  for (let rest = ascii(text); rest !== ""; ) {
    const space = rest.length > LINE ? rest.lastIndexOf(" ", LINE) : -1;
    const end = space > 0 ? space : LINE;
    lines.push(`${keyword.padEnd(8)}${rest.slice(0, end)}`);
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
  [/÷/g, "/"],
];

/** Header texts are of ASCII: some characters are spelt out, others become question marks. */
export function ascii(text: string): string {
  return SPELT.reduce((spelt, [from, to]) => spelt.replace(from, to), text).replace(/[^ -~]/gu, "?");
}
