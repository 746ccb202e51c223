/** Cards of FITS headers (FITS Standard 4.0, section 4) as text: for lists, for searching, and as lines to copy. */
import { type Card, Complex } from "asdf-wasm";
import type { CardFacts } from "../../protocol/fits/hdus.ts";

/** Keywords of cards without a value, whose text says something to people. */
const COMMENTARY: ReadonlySet<string> = new Set(["", "COMMENT", "HISTORY"]);

export function factsOfCard({ keyword, value, comment }: Card): CardFacts {
  if (COMMENTARY.has(keyword)) {
    return { keyword, value: value == null ? comment : valueText(value), kind: "comment", comment: "" };
  }
  return { keyword, value: valueText(value), kind: kindOf(value), comment };
}

/** A card as a line, as headers are printed: `EXPTIME = 1.5 / [s] exposure time`. */
export function lineOf(card: CardFacts): string {
  const { keyword, value, kind, comment } = card;
  if (kind === "comment") {
    return `${keyword.padEnd(8)} ${value}`.trimEnd();
  }
  const written = kind === "string" ? `'${value.replaceAll("'", "''")}'` : value;
  const note = comment === "" ? "" : ` / ${comment}`;
  return `${keyword.padEnd(8)}= ${written}${note}`.trimEnd();
}

function kindOf(value: Card["value"]): CardFacts["kind"] {
  return value == null
    ? "none"
    : typeof value === "string"
      ? "string"
      : typeof value === "boolean"
        ? "logical"
        : "number";
}

function valueText(value: Card["value"]): string {
  if (value == null) {
    return "";
  }
  if (typeof value === "boolean") {
    return value ? "T" : "F";
  }
  return value instanceof Complex ? `(${value.re}, ${value.im})` : String(value);
}
