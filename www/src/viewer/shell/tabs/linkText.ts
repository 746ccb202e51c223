/**
 * Links as text. Files with addresses are in the query, `?url=a.asdf&url=b.asdf&tab=1`, and so does the place that is shown:
 * `path=roman/data&view=line&section=3,y,x&stretch=log&zoom=2@1012.5,998`. The name of a file on this device must not reach a server: it
 * and the place in it are in the fragment, `#file=local.asdf&path=data`. Of open files of one name, `as` is the name by which views call
 * each: `#file=same.asdf&as=n2/same.asdf`. Any text can be read as a link: what makes no sense
 * is left out.
 */

import { numberIn } from "../../state/linked.ts";
import type { Place } from "../../state/linking.ts";
import { fileName } from "../../state/source.ts";

/** Which files are open, and what is shown. */
export interface Link {
  /** The addresses of the files that have one. */
  readonly urls: readonly string[];
  /** The names of these files among the open ones, where any is another than the file's own; empty for a file's own. */
  readonly names?: readonly string[] | undefined;
  /** Which of them is shown; "none" if it is an empty tab or a file on this device. */
  readonly tab: number | "none";
  /** The name of the file that is shown, if it has no address. */
  readonly file?: string | undefined;
  /** Its name among the open files, if that is another. */
  readonly as?: string | undefined;
  /** Its size, which tells it from others of its name. */
  readonly size?: number | undefined;
  readonly place: Place;
  /** The regions of the sky. */
  readonly sky?: string | undefined;
  /** How many more addresses the text names than links lead to. */
  readonly more?: number;
}

/** The most characters of a link that is followed: more than are ever written. */
export const LONGEST_LINK = 200_000;
/** The most files that one link, session or paste opens. */
export const MOST_FILES = 100;
/** The most words of a display, and of their characters: nobody writes more. */
const [MOST_WORDS, LONGEST_WORD] = [500, 4000];

const NAMES = ["path", "selected", "view", "section"] as const;
const SKY = "sky-regions";
const OWN: readonly string[] = ["url", "tab", "file", "as", "size", SKY, ...NAMES];

export function linkText({ urls, names = [], tab, file, as, size, place, sky = "" }: Link): string {
  const query = new URLSearchParams(urls.map((url) => ["url", url]));
  if (tab === "none" && urls.length > 0 && file === undefined) {
    query.set("tab", "none");
  } else if (typeof tab === "number" && tab > 0) {
    query.set("tab", String(tab));
  }
  for (const name of names.some((name) => name !== "") ? names : []) {
    query.append("as", name);
  }
  const fragment = new URLSearchParams(
    file === undefined
      ? []
      : [
          ["file", file],
          ...(as === undefined ? [] : [["as", as]]),
          ...(size === undefined ? [] : [["size", String(size)]]),
        ],
  );
  for (const [name, value] of [...entriesOf(place), ...(sky === "" ? [] : [[SKY, sky] as const])]) {
    (file === undefined ? query : fragment).set(name, value);
  }
  return written("?", query) + written("#", fragment);
}

/** Reads what `linkText()` writes: the query of an address, its fragment, or both. */
export function linkIn(text: string): Link {
  const mark = `${text}#`.indexOf("#");
  const before = new URLSearchParams(text.slice(0, mark));
  const fragment = new URLSearchParams(text.slice(mark + 1));
  const all = before.getAll("url").filter((url) => url !== "");
  const urls = all.slice(0, MOST_FILES);
  const file = fileName(fragment.get("file") ?? "") || undefined;
  const own = file === undefined ? before : fragment;
  const names = before.getAll("as").slice(0, urls.length).map(fileName);
  const isNone = file !== undefined || before.get("tab") === "none" || urls.length === 0;
  return {
    urls,
    ...(names.length > 0 && { names }),
    tab: isNone ? "none" : Math.min(Math.max(Math.trunc(Number(before.get("tab"))) || 0, 0), urls.length - 1),
    file,
    ...(file !== undefined && {
      as: fileName(own.get("as") ?? "") || undefined,
      size: numberIn(own.get("size") ?? undefined),
    }),
    place: placeIn(own),
    sky: own.get(SKY) ?? undefined,
    ...(all.length > urls.length && { more: all.length - urls.length }),
  };
}

function placeIn(query: URLSearchParams): Place {
  const known = NAMES.map((name) => [name, query.get(name) || undefined] as const);
  const words: [name: string, value: string][] = [];
  for (const [name, value] of query) {
    if (words.length === MOST_WORDS) {
      break;
    }
    if (!OWN.includes(name) && isWord(name) && isWord(value)) {
      words.push([name, value]);
    }
  }
  return { ...Object.fromEntries(known.filter(([, value]) => value)), words: Object.fromEntries(words) };
}

function isWord(text: string): boolean {
  return text !== "" && text.length <= LONGEST_WORD;
}

function entriesOf({ words = {}, ...names }: Place): readonly (readonly [name: string, value: string])[] {
  const known = NAMES.flatMap((name) => (names[name] ? [[name, names[name]] as const] : []));
  const others = Object.entries(words).filter(([name, value]) => !OWN.includes(name) && name && value);
  return [...known, ...others];
}

/** Characters that need no escape stay legible. */
function written(mark: string, query: URLSearchParams): string {
  const text = query.toString().replace(/%(2F|3A|2C|40)/g, (escaped) => decodeURIComponent(escaped));
  return text === "" ? "" : mark + text;
}
