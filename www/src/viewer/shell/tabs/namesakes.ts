/**
 * Words of links name other open files. If an open file has the name of one that a link or session opens, its words would mean the open
 * file. Such words are left out, and a message says so.
 */
import { cut } from "@asdf-wasm/science/format/format";
import { unescaped } from "../../state/linked.ts";
import type { Place } from "../../state/linking.ts";
import { fileIn, nameOf } from "../../state/source.ts";
import type { ExpectedFile } from "./expected.ts";
import type { OpenRequest, Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

/** The names of files to be opened that other open files have already. */
export function namesakesOf(
  open: readonly Tab[],
  wanted: readonly (ExpectedFile | OpenRequest)[],
): readonly string[] {
  const byName = new Map(open.map((tab) => [tab.name.value, tab]));
  return wanted.flatMap((one) => {
    const name = one.as ?? ("name" in one ? one.name : nameOf(one.source));
    const tab = byName.get(name);
    return tab && !tab.isFree && !isSame(tab, one) ? name : [];
  });
}

/** Whether an open file is the one that is to be opened. */
function isSame(tab: Tab, one: ExpectedFile | OpenRequest): boolean {
  const { file } = tab;
  if ("name" in one) {
    return file !== undefined && file.size === one.size;
  }
  const other = fileIn(one.source)?.file;
  return other === undefined
    ? tab.url !== undefined && tab.url === one.source
    : file?.size === other.size && changedAt(file) === changedAt(other);
}

function changedAt(file: Blob): number | undefined {
  return file instanceof File ? file.lastModified : undefined;
}

/** A place without the words that name any of these files. */
export function withoutFiles(place: Place, names: readonly string[]): Place {
  if (names.length === 0 || !place.words) {
    return place;
  }
  const isNamed = (text: string) => names.some((name) => text.includes(name));
  const words = Object.entries(place.words);
  return {
    ...place,
    words: Object.fromEntries(words.filter(([, text]) => !isNamed(text) && !isNamed(unescaped(text)))),
  };
}

/** Says that what was shown together with files of these names is left out. */
export function sayNamesakes(tabs: Tabs, names: readonly string[]): void {
  if (names.length > 0) {
    const all = [...new Set(names)].map((name) => cut(name)).join(", ");
    const message = `other open files have the names of files of the link or session: what it shows with ${all} is left out; close these, and open it again`;
    tabs.shown.peek().session.note({ severity: "warning", code: "not-found", message });
  }
}
