/** What a search looks for, the same where it looks and where it marks: the text as it is, in either case. */

/** Finds the text; the expression keeps no state between uses of `test`. */
export function patternOf(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu");
}

/** A piece of a text, found or between what was found. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** Marks beyond this many help nobody. */
const MOST = 1000;

/** Cuts a text into what the pattern finds and what stands between. */
export function pieces(text: string, pattern: RegExp): Piece[] {
  const cut: Piece[] = [];
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

/** How much stands before what was found, where the beginning is left out. */
const LEAD = 10;

/** The text from shortly before the first place where the pattern finds something. */
export function fromFirst(text: string, pattern: RegExp): string {
  const index = text.search(pattern);
  return index > 2 * LEAD ? `…${text.slice(index - LEAD)}` : text;
}
