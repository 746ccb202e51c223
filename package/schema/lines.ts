/**
 * The lines of a file's text that nodes begin at.
 *
 * The tree is known, so that the text is not parsed again: keys and items are looked for by their indentation, or inside brackets.
 */
import { type Item, isMap, isNode, isSeq, stringOf } from "./items.ts";

/** Where something begins: the index of its line, and the column. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** An entry that was found. */
interface Entry extends Place {
  readonly key: Item;
}

/** A function that finds the line of a node by its path, counted from 1; undefined if the path leads through an alias. */
export function lineFinder(text: string, root: Item): (path: readonly Item[]) => number | undefined {
  let lines: readonly string[] | undefined;
  /** Where the last entry of a collection was found: the next one mostly follows. */
  const last = new Map<Item, Entry>();
  return (path) => {
    lines ??= text.split(/\r?\n/);
    const document = lines.findIndex((line) => line.startsWith("---"));
    let place = contentAfter(lines, { line: Math.max(document, 0), column: document < 0 ? 0 : 3 });
    let item: Item | undefined = root;
    let found = place;
    for (const key of path) {
      if (place === undefined || item === undefined) {
        return undefined;
      }
      const before = last.get(item);
      found =
        before?.key === key
          ? before
          : ((before && entryAt(lines, place, item, key, before)) ?? entryAt(lines, place, item, key));
      if (found === undefined) {
        return undefined;
      }
      last.set(item, { ...found, key });
      place = contentAfter(lines, found);
      item = isMap(item) ? item.entries.get(key) : isSeq(item) ? item.items[Number(key)] : undefined;
    }
    return found && found.line + 1;
  };
}

/** Where what follows begins: after blanks, comments, tags and anchors. */
function contentAfter(lines: readonly string[], { line, column }: Place): Place | undefined {
  let at = column;
  for (let index = line; index < lines.length; index += 1, at = 0) {
    const text = lines[index] ?? "";
    const [skipped = ""] =
      /^(?:[ \t]*(?:[!&][^\s,[\]{}]*|!<[^>]*>)(?=\s|$))*[ \t]*/.exec(text.slice(at)) ?? [];
    const start = at + skipped.length;
    if (start < text.length && text[start] !== "#") {
      return { line: index, column: start };
    }
  }
  return undefined;
}

/**
 * Where an entry of a collection begins whose content begins at a place: behind its key, or behind its dash. `from`: an entry at or
 * before it; none: the search begins at the place.
 */
function entryAt(
  lines: readonly string[],
  place: Place,
  item: Item,
  key: Item,
  from?: Entry,
): Place | undefined {
  let index = isSeq(item) ? Number(key) - Number(from?.key ?? 0) : 0;
  if (index < 0) {
    return undefined;
  }
  const first = lines[place.line]?.[place.column];
  if (first === "{" || first === "[") {
    return flowEntryAt(lines, place, item, key, from);
  }
  for (let line = from?.line ?? place.line; line < lines.length; line += 1) {
    const text = lines[line] ?? "";
    const indent = line === place.line ? place.column : text.search(/\S/);
    if (indent < 0 || text[indent] === "#" || indent > place.column) {
      continue;
    }
    if (indent < place.column) {
      return undefined;
    }
    const rest = text.slice(indent);
    if (isSeq(item) && /^-(\s|$)/.test(rest)) {
      if (index === 0) {
        return { line, column: indent + 1 };
      }
      index -= 1;
    } else if (isMap(item)) {
      const length = keyLength(rest, key);
      if (length !== undefined) {
        return { line, column: indent + length };
      }
    }
  }
  return undefined;
}

/** The length of a key with its colon, if a text begins with it. */
function keyLength(text: string, key: Item): number | undefined {
  const name = isNode(key) ? (stringOf(key) ?? "") : String(key);
  const quoted = [name, JSON.stringify(name), `'${name.replaceAll("'", "''")}'`];
  const found = quoted.find(
    (one) => text.startsWith(one) && /^\s*:(\s|$|[[{"',\]}])/.test(text.slice(one.length)),
  );
  return found === undefined ? undefined : text.indexOf(":", found.length) + 1;
}

/** The same inside brackets. */
function flowEntryAt(
  lines: readonly string[],
  place: Place,
  item: Item,
  key: Item,
  from?: Entry,
): Place | undefined {
  const begin = from ?? place;
  let [depth, index, isStart] = from ? [1, Number(from.key), isSeq(item)] : [0, 0, false];
  for (let line = begin.line; line < lines.length; line += 1) {
    const text = lines[line] ?? "";
    for (let column = line === begin.line ? begin.column : 0; column < text.length; column += 1) {
      const character = text[column] ?? "";
      if (depth === 1 && isStart && /\S/.test(character)) {
        const length = isMap(item)
          ? keyLength(text.slice(column), key)
          : index === Number(key)
            ? 0
            : undefined;
        if (length !== undefined) {
          return { line, column: column + length };
        }
        isStart = false;
      }
      if (character === "{" || character === "[") {
        depth += 1;
        isStart = depth === 1;
      } else if (character === "}" || character === "]") {
        depth -= 1;
        if (depth === 0) {
          return undefined;
        }
      } else if (character === "," && depth === 1) {
        index += 1;
        isStart = true;
      } else if ((character === '"' || character === "'") && /[\s,[{:]/.test(text[column - 1] ?? " ")) {
        const end = text.indexOf(character, column + 1);
        column = end < 0 ? text.length : end;
      }
    }
  }
  return undefined;
}
