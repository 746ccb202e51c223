/**
 * Text of files for people: control characters, by which a file could move the cursor, change the title or fill the clipboard,
 * become visible signs, also where the output is a pipe, which may end in a terminal. Colours stay where there are any.
 */

const ESCAPE = String.fromCharCode(0x1b);
/** A colour; or any control character, those that turn the direction of writing included. */
const CONTROL = new RegExp(
  `${ESCAPE}\\[[\\d;]*m|[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]`,
  "gu",
);

/** The text without control characters other than line feeds and tabs, and colours if it has any. */
export function visible(text: string, isColoured = false): string {
  return text.replace(CONTROL, (found) => {
    if (found.length > 1) {
      return isColoured ? found : found.replace(ESCAPE, signOf(ESCAPE));
    }
    return found === "\n" || found === "\t" ? found : signOf(found);
  });
}

/** JSON in which such characters are written by their numbers. */
export function visibleJson(json: string): string {
  return json.replace(CONTROL, (found) =>
    found === "\n" || found === "\t"
      ? found
      : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}${found.slice(1)}`,
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
