/** The open files and what is shown of them as a link, and going where a link leads. */
import { grouped, many } from "@asdf-wasm/science/format/format";
import type { Place } from "../../state/linking.ts";
import type { OpenOutcome } from "../../state/session.ts";
import { absolute, isShort, withoutSecrets } from "./address.ts";
import { LONGEST_LINK, linkIn, linkText, MOST_FILES } from "./linkText.ts";
import { namesakesOf, sayNamesakes, withoutFiles } from "./namesakes.ts";
import type { Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

/** For example `?url=a.asdf&url=b.asdf&tab=1&path=roman/data`; empty while nothing is open. Reads signals. */
export function linkTo(tabs: Tabs, spelled: (url: string) => string = relative): string {
  const shared = linkedOf(tabs);
  const { isUnlinked, word } = tabs.skyRegions;
  const tab = tabs.shown.value;
  const shown = shared.indexOf(tab);
  const isLocal = tab.url === undefined;
  const expected = isLocal && tab.isFree ? tabs.expected.value[0] : undefined;
  const local = isLocal && !tab.isFree && !tab.isStack.value ? tab.ownName.value || undefined : undefined;
  return linkText({
    urls: shared.map(({ url = "" }) => spelled(url)),
    names: shared.map((one) => otherName(one) ?? ""),
    tab: shown < 0 ? "none" : shown,
    file: expected?.name ?? local,
    as: expected ? expected.as : local && otherName(tab),
    place: isLocal || shown >= 0 ? linkable(expected?.place ?? placeOf(tab)) : {},
    sky: tabs.all.value.every(({ isFree }) => isFree) || isUnlinked.value ? "" : word.value,
  });
}

/** The name of a file among the open ones, if it is not the file's own. Reads signals. */
export function otherName({ name, ownName }: Tab): string | undefined {
  return name.value === ownName.value ? undefined : name.value;
}

function placeOf(tab: Tab): Place {
  return tab.session.linking.place ?? tab.request.value?.initial ?? {};
}

/** The most characters that the addresses of files, the words of a display, and a path have in a link: browsers take long for more. */
const [ADDRESSES, WORDS, PATH] = [100_000, 8000, 4000];

/** How many characters a text has in a link. */
const written = (text: string) =>
  text.length > ADDRESSES ? text.length : new URLSearchParams({ "": text }).toString().length - 1;

const fits = (path: string) => path.length <= PATH && written(path) <= PATH;

/** The files whose addresses fit into a link; the file shown has precedence. Reads signals. */
function linkedOf(tabs: Tabs): readonly Tab[] {
  const shown = tabs.shown.value;
  const all = tabs.all.value.filter(({ url }) => url !== undefined && isShort(url));
  const ordered = all.toSorted((one, other) => Number(other === shown) - Number(one === shown));
  const kept = new Set(fitting(ordered.slice(0, MOST_FILES), ADDRESSES, ({ url = "" }) => written(url)));
  return all.filter((tab) => kept.has(tab));
}

/** The items whose lengths together fit into `most`; items that do not fit are skipped. */
function fitting<T>(all: readonly T[], most: number, lengthOf: (one: T) => number): readonly T[] {
  let left = most;
  return all.filter((one) => {
    const length = lengthOf(one);
    const isFitting = length <= left;
    left -= isFitting ? length : 0;
    return isFitting;
  });
}

/** The parts of a place that fit into an address: nothing of a node with a very long path. */
function linkable({ path = "", selected = "", words = {}, ...place }: Place): Place {
  const lengthOf = ([name, value]: readonly string[]) => written(`${name}=${value}`);
  return fits(path)
    ? {
        ...place,
        ...(path !== "" && { path }),
        ...(selected !== "" && fits(selected) && { selected }),
        words: Object.fromEntries(fitting(Object.entries(words), WORDS, lengthOf)),
      }
    : {};
}

/** An address for others, and what of this page it does not have, in words. */
export interface SharedAddress {
  readonly address: string;
  readonly without: readonly string[];
}

/**
 * The address of what is shown in this page, for others: without signatures and tokens in the addresses of files, and without what is too
 * long. Undefined if the file has no address, or a too long one.
 */
export function addressOf(tabs: Tabs): SharedAddress | undefined {
  const shown = tabs.shown.value;
  const linked = linkedOf(tabs);
  if (!linked.includes(shown)) {
    return undefined;
  }
  const place = placeOf(shown);
  const { path = "", selected = "", words = {} } = place;
  const known = linkable(place);
  const others = tabs.all.value.filter(({ url }) => url !== undefined).length - linked.length;
  const without = {
    "the place of what is shown, whose path is too long": !fits(path),
    "the place of what is selected, whose path is too long": fits(path) && !fits(selected),
    "settings of the display that are too long":
      fits(path) && Object.keys(known.words ?? {}).length < Object.keys(words).length,
    [`${many(others, "file")} open beside it, for which it has no room`]: others > 0,
    "the signature or token of the file’s address: others need access of their own": linked.some(
      ({ url = "" }) => withoutSecrets(url) !== url,
    ),
  };
  return {
    address: new URL(
      linkTo(tabs, (url) => relative(withoutSecrets(url))),
      document.baseURI,
    ).href,
    without: Object.entries(without).flatMap(([what, isMissing]) => (isMissing ? [what] : [])),
  };
}

/**
 * Goes where a link leads: to the tabs of its files that are open, and else in tabs beside those. A file on this device that is
 * not open is expected.
 */
export async function follow(tabs: Tabs, link: string): Promise<OpenOutcome | undefined> {
  if (link.length > LONGEST_LINK) {
    const message = `a link of ${many(link.length, "character")} is not followed: the most is ${grouped(LONGEST_LINK)}`;
    const failure = { severity: "error", code: "bad-argument", message } as const;
    tabs.shown.value.session.note(failure);
    return { failure };
  }
  const { urls, names = [], tab: shown, file, as, place, sky = "", more = 0 } = linkIn(link);
  void tabs.skyRegions.follow(sky);
  const free = [...tabs.all.value];
  const take = (isIt: (tab: Tab) => boolean): Tab | undefined => {
    const found = free.findIndex(isIt);
    return found < 0 ? undefined : free.splice(found, 1)[0];
  };
  const open = urls.map(absolute).map((url) => take((tab) => tab.url === url));
  const local =
    file === undefined ? undefined : take((tab) => tab.url === undefined && tab.name.value === (as ?? file));
  tabs.expected.value = file === undefined || local ? [] : [{ name: file, as, place }];

  const missing = urls.flatMap((source, index) =>
    open[index] ? [] : { source, as: names[index] || undefined, isShown: index === shown },
  );
  const namesakes = namesakesOf(free, missing);
  const there = withoutFiles(place, namesakes);
  const requests = missing.map(({ source, as, isShown }) => ({
    source,
    as,
    initial: isShown ? there : undefined,
  }));
  const isOpen = local ?? (shown === "none" ? undefined : open[shown]);
  const first = isOpen ? -1 : missing.findIndex(({ isShown }) => isShown);
  const opening = tabs.addAll(requests, first, more);
  if (shown === "none" && !isOpen) {
    tabs.addEmpty();
  }
  const outcome = await (isOpen ? tabs.goTo(isOpen, there) : opening);
  await tabs.shown.peek().session.arrive();
  sayNamesakes(tabs, namesakes);
  return outcome;
}

/** Relative to the page's folder, if inside it. */
function relative(url: string): string {
  const folder = new URL(".", document.baseURI).href;
  return url.startsWith(folder) && url !== folder ? url.slice(folder.length) : url;
}
