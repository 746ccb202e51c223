/**
 * The lexical part of DS9 region files: commands, their arguments and properties, with their lines.
 * A file may hold any text: each expression matches a blank, a digit or a letter in one way only, so that reading takes
 * linear time.
 */

export interface Command {
  /** From 1. */
  readonly line: number;
  /** Before the `#`. */
  readonly text: string;
  /** After it. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Shapes that are written behind a `#`, where older versions of DS9 do not see them. */
const BEHIND = /^\s*#\s*((?:[+-]\s*)?(?:text|vector|ruler|segment|compass|projection|composite)\b.*)$/i;

/** Commands end with their line or with a semicolon, outside quotes and braces. */
export function commandsIn(text: string): readonly Command[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const behind = BEHIND.exec(line)?.[1];
    const isComment = behind === undefined && line.trimStart().startsWith("#");
    return isComment
      ? []
      : partsOf(behind ?? line).flatMap((part) => commandIn(part, index + 1, behind !== undefined));
  });
}

/** The words of an argument list: separated by commas, blanks, or both. */
export function argumentsIn(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((word) => word !== "");
}

function commandIn(part: string, line: number, isBehind: boolean): readonly Command[] {
  const end = isBehind ? (/^[^()]*\([^()]*\)/.exec(part)?.[0].length ?? part.length) : hashIn(part);
  const text = part.slice(0, end).trim();
  const shape = text.endsWith("||") ? text.slice(0, -2).trimEnd() : text;
  return text === "" ? [] : [{ line, text: shape, properties: propertiesIn(part.slice(end)) }];
}

/** `color=red text={A star} font="helvetica 10"`. Braces, and quotes of both kinds, hold blanks. */
export function propertiesIn(text: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  const start = /\b(\w+)\s*=\s*/g;
  const plain = /[^\s;]*/y;
  const unclosed = new Set<string>();
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const at = start.lastIndex;
    const closing = CLOSING.get(text.charAt(at)) ?? "";
    const end = closing === "" || unclosed.has(closing) ? -1 : text.indexOf(closing, at + 1);
    plain.lastIndex = at;
    const [word = ""] = end < 0 ? (plain.exec(text) ?? []) : [text.slice(at + 1, end)];
    if (end < 0 && closing !== "") {
      unclosed.add(closing);
    }
    properties.set(match[1]?.toLowerCase() ?? "", word);
    start.lastIndex = end < 0 ? at + word.length : end + 1;
  }
  return properties;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ['"', '"'],
  ["'", "'"],
]);

function partsOf(line: string): readonly string[] {
  const parts = [""];
  let closing = "";
  let isProperty = false;
  for (const character of line) {
    if (closing) {
      closing = character === closing ? "" : closing;
    } else if (character === "{") {
      closing = "}";
    } else if (character === "#") {
      isProperty = true;
    } else if (isProperty && (character === '"' || character === "'")) {
      // In front of properties these are units of angles.
      closing = character;
    } else if (character === ";") {
      parts.push("");
      isProperty = false;
      continue;
    }
    parts[parts.length - 1] += character;
  }
  return parts;
}

/** Where the properties of a command begin; all of `global` are arguments. */
function hashIn(part: string): number {
  const at = part.indexOf("#");
  return at < 0 || /^\s*global\b/i.test(part) ? part.length : at;
}
