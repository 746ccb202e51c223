/** What a file of delimited values does not say: its delimiter, whether it begins with names, what its columns hold. */
import { DECIMAL, INTEGER, NOT_FINITE } from "../memory/element.ts";
import type { ElementType } from "../memory/growing.ts";
import { Lines } from "./lines.ts";

const DELIMITERS: readonly string[] = [",", "\t", ";", "|", " "];
/** Lines that are looked at. */
const LINES = 50;

const TRUTH = /^(?:true|false)$/i;
/** What programs write for a missing value in columns of numbers. */
const NULL = /^(?:null|none|na|n\/a|--|\\n|masked)$/i;
const COMMA = /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/;

export type Decimal = "." | ",";

/** The delimiter that splits most lines into as many cells as the first one; of several, the one that gives more cells. */
export function delimiterIn(sample: string, quote: string): string {
  const scored = DELIMITERS.map((delimiter) => {
    const counts: number[] = [];
    try {
      new Lines({ delimiter, quote }, (cells) => void counts.push(cells.length)).push(sample);
    } catch {
      return { delimiter, score: 0 };
    }
    const looked = counts.slice(0, LINES);
    const width = looked[0] ?? 1;
    const alike = looked.filter((count) => count === width).length / Math.max(looked.length, 1);
    return { delimiter, score: width > 1 ? alike * alike * Math.min(width, 50) : 0 };
  });
  // Commas may be decimal, and spaces be part of texts: other delimiters that fit are preferred.
  const best = scored.reduce((best, next) =>
    next.score > (best.delimiter === "," && /[;\t|]/.test(next.delimiter) ? 0.5 : 1) * best.score
      ? next
      : best,
  );
  return best.score > 0 ? best.delimiter : ",";
}

/** Whether cells have numbers such as 1,5, and none such as 1.5. */
export function decimalIn(cells: readonly string[]): Decimal {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.some((cell) => COMMA.test(cell)) &&
    !trimmed.some((cell) => cell.includes(".") && DECIMAL.test(cell))
    ? ","
    : ".";
}

/** Names are no numbers. One may be empty: pandas gives the column of its index no name. */
export function isHeader(cells: readonly string[], decimal: Decimal): boolean {
  const kinds = cells.map((cell) => kindOf(cell.trim(), decimal));
  return (
    kinds.includes("text") && kinds.every((kind) => kind === "text" || kind === "empty" || kind === "null")
  );
}

/** What cells are. An identifier has digits that no number keeps: zeros in front, or more than 64 bits. */
export type CellKind =
  | "integer"
  | "negative"
  | "unsigned"
  | "identifier"
  | "float"
  | "truth"
  | "null"
  | "empty"
  | "text";

export function kindOf(text: string, decimal: Decimal): CellKind {
  if (INTEGER.test(text)) {
    return /^[+-]?0\d/.test(text) ? "identifier" : integerKind(text);
  }
  if (DECIMAL.test(decimal === "," ? text.replace(",", ".") : text) || NOT_FINITE.test(text)) {
    return "float";
  }
  return text === "" ? "empty" : TRUTH.test(text) ? "truth" : NULL.test(text) ? "null" : "text";
}

function integerKind(text: string): CellKind {
  if (text.length < 16) {
    return text.startsWith("-") ? "negative" : "integer";
  }
  const value = BigInt(text.replace("+", ""));
  if (value < 0n) {
    return value >= -(2n ** 63n) ? "negative" : "identifier";
  }
  return value < 2n ** 63n ? "integer" : value < 2n ** 64n ? "unsigned" : "identifier";
}

/** The narrowest type that keeps what every cell says; words for null are masked in columns of numbers. */
export function typeOf(kinds: ReadonlySet<CellKind>): ElementType {
  const found = new Set(kinds);
  found.delete("empty");
  const has = (...some: CellKind[]) => some.some((kind) => found.has(kind));
  found.delete("null");
  if (found.size === 0 || has("text", "identifier")) {
    return "text";
  }
  if (has("truth")) {
    return found.size === 1 ? "bool8" : "text";
  }
  if (has("float")) {
    return "float64";
  }
  if (has("unsigned")) {
    return has("negative") ? "text" : "uint64";
  }
  return "int64";
}
