/** Cells of comma-separated values (RFC 4180). */

/** What spreadsheets take for the beginning of a formula, in wide letters, too (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
/** Numbers, also complex ones, and angles such as -05:23:28: they stay as they are. */
const NUMBER = /^[-+](?:[\d.,:\s+-]|e[-+]?\d|[ij]$|Infinity|inf|nan|[dhms'"°])*$/i;

/** A cell: in quotes where it must be; a text that would be a formula follows an apostrophe, which makes it a text. */
export function quoted(text: string): string {
  const cell = isFormula(text) ? `'${text}` : text;
  return /[",\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Whether a spreadsheet would evaluate a text. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !(NUMBER.test(text) && /\d|inf|nan/i.test(text));
}

/** What is said of files with texts. */
export const GUARDED =
  "Texts that spreadsheets would take for formulas (=, +, -, @, a tab first) begin with an apostrophe.";
