/** How a search matches, the same in the worker and on the page: literal text, ignoring case; a blank is `_` and `-` as well. */
import { synonymsOf } from "./synonyms.ts";

/** Matches the text: "exposure time" finds `exposure_time`, too. The expression keeps no state between uses of `test`. */
export function patternOf(text: string): RegExp {
  return new RegExp(literal(text), "iu");
}

/** Matches the text, and what as a whole is another name of the same: "exptime" finds `exposure_time`. */
export function searchPatternOf(text: string): RegExp {
  const others = synonymsOf(text).map((other) => `^${literal(other)}$`);
  return new RegExp([literal(text), ...others].join("|"), "iu");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/ /g, "[ _-]");
}

/** A part of a text: a match, or what lies between matches. */
export interface TextPart {
  readonly text: string;
  readonly found: boolean;
}

/** More matches than this are not marked. */
const MOST = 1000;

/** Cuts a text into matches and what lies between them. */
export function pieces(text: string, pattern: RegExp): TextPart[] {
  const cut: TextPart[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, "giu"))) {
    cut.push({ text: text.slice(end, index), found: false }, { text: found, found: true });
    end = index + found.length;
    if (cut.length >= 2 * MOST) {
      break;
    }
  }
  cut.push({ text: text.slice(end), found: false });
  return cut.filter((piece) => piece.text !== "");
}

/** Characters kept before a match when the beginning is cut. */
const LEAD = 10;
/** Characters kept from there. */
const EXCERPT = 200;

/** The first match on one line, with the text around it. */
export function around(text: string, pattern: RegExp): string {
  const index = text.search(pattern);
  const start = index > 2 * LEAD ? index - LEAD : 0;
  const line = text.slice(start, start + EXCERPT).replace(/\s+/g, " ");
  return `${start > 0 ? "…" : ""}${line}${text.length > start + EXCERPT ? "…" : ""}`;
}

/** The text from shortly before its first match. */
export function fromFirst(text: string, pattern: RegExp): string {
  const index = text.search(pattern);
  return index > 2 * LEAD ? `…${text.slice(index - LEAD)}` : text;
}
