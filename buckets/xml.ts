/** Parts of the answers of a server. Keys in them are asked for percent-encoded, so that no text of a user is XML. */

/** The text of the first element of a name. */
export function tagOf(xml: string, name: string): string | undefined {
  const [text] = tagsOf(xml, name);
  return text === undefined ? undefined : plain(text);
}

/** A text without its entities. */
export function plain(text: string): string {
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi,
    (whole, name, number, hex) => {
      const code = number === undefined ? Number.parseInt(hex, 16) : Number(number);
      return name
        ? (ENTITIES[name.toLowerCase()] ?? whole)
        : code <= 0x10_ff_ff
          ? String.fromCodePoint(code)
          : whole;
    },
  );
}

/** What is in the elements of a name, which are in none of the same name. */
export function tagsOf(xml: string, name: string): readonly string[] {
  const parts: string[] = [];
  const [opening, closing] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(opening); at >= 0; at = xml.indexOf(opening, at)) {
    const start = at + opening.length;
    const end = xml.indexOf(closing, start);
    if (end < 0) {
      break;
    }
    parts.push(xml.slice(start, end));
    at = end;
  }
  return parts;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
