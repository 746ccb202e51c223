/**
 * Text of files for a terminal: control characters, by which a file could move the cursor, change the title or write elsewhere,
 * become visible signs. Colours stay.
 */

const ESCAPE = String.fromCharCode(0x1b);
/** A colour; or any control character, those that turn the direction of writing included. */
const CONTROL = new RegExp(
  `${ESCAPE}\\[[\\d;]*m|[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]`,
  "gu",
);

/** The text without control characters other than colours, line feeds and tabs. */
export function visible(text: string): string {
  return text.replace(CONTROL, (found) =>
    found.length > 1 || found === "\n" || found === "\t" ? found : signOf(found),
  );
}

/** The picture of a control character in Unicode, such as ␛, or its number. */
function signOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) {
    return String.fromCharCode(0x2400 + code);
  }
  return code === 0x7f ? "␡" : `<${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
