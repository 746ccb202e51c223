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

/**
 * The delimiter that splits most lines into as many cells as the first one; of several, the one that gives more cells. Spaces may be part
 * of texts, and commas decimal: lines are split by spaces where nothing else splits as many of them alike, or where each comma is decimal.
 */
export function delimiterIn(sample: string, quote: string): string {
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, ...splitBy(delimiter, sample, quote) }));
  const others = scored.filter(({ delimiter, score }) => delimiter !== " " && score > 0);
  const found = others.reduce<(typeof others)[number] | undefined>(
    (best, next) => (next.score > (best?.delimiter === "," ? 0.5 : 1) * (best?.score ?? 0) ? next : best),
    undefined,
  );
  const spaces = scored.find(({ delimiter }) => delimiter === " ");
  const isSpaces =
    spaces &&
    spaces.score > 0 &&
    (!found || spaces.alike > found.alike || (found.delimiter === "," && spaces.isDecimal));
  return isSpaces ? " " : (found?.delimiter ?? ",");
}

/** How well a delimiter splits the first lines, and whether each comma that is left below the names is decimal. */
function splitBy(delimiter: string, sample: string, quote: string) {
  const lines: string[][] = [];
  try {
    new Lines({ delimiter, quote }, (cells) => void lines.push(cells)).push(sample);
  } catch {
    return { score: 0, alike: 0, isDecimal: false };
  }
  const looked = lines.slice(0, LINES);
  const width = looked[0]?.length ?? 1;
  const alike = looked.filter(({ length }) => length === width).length / Math.max(looked.length, 1);
  const isDecimal = looked
    .slice(1)
    .flat()
    .every((cell) => !cell.includes(",") || COMMA.test(cell));
  return { score: width > 1 ? alike * alike * Math.min(width, 50) : 0, alike, isDecimal };
}

/** Whether cells have numbers such as 1,5, and none such as 1.5. */
export function decimalIn(cells: readonly string[]): Decimal {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.some((cell) => COMMA.test(cell)) &&
    !trimmed.some((cell) => cell.includes(".") && DECIMAL.test(cell))
    ? ","
    : ".";
}

/** Whether a cell may be a name: names are no numbers. One may be empty: pandas gives the column of its index no name. */
export function isName(cell: string, decimal: Decimal): boolean {
  return ["text", "empty", "null"].includes(kindOf(cell.trim(), decimal));
}

/** Whether the first line is one of names. Some may be numbers, such as years, where another is a word above nothing but numbers. */
export function isHeader([first = [], ...others]: readonly (readonly string[])[], decimal: Decimal): boolean {
  const isText = (cell: string) => kindOf(cell.trim(), decimal) === "text";
  // The last line may be cut.
  const rows = others.slice(0, Math.max(1, others.length - 1));
  const isAboveNumbers = (column: number) => {
    const below = new Set(rows.map((cells) => kindOf((cells[column] ?? "").trim(), decimal)));
    const type = typeOf(below);
    return type !== "text" && type !== "bool8";
  };
  return (
    first.some(isText) &&
    (first.every((cell) => isName(cell, decimal)) ||
      // Numbers of a row may be the same, names are not.
      (new Set(first).size === first.length &&
        first.some((cell, i) => /^\s*[\p{L}_]/u.test(cell) && isText(cell) && isAboveNumbers(i))))
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
