/** The open files and what is shown of them as a link, and going where a link leads. */
import type { Place } from "../../state/linking.ts";
import type { OpenOutcome } from "../../state/session.ts";
import { absolute, withoutSecrets } from "./address.ts";
import { linkIn, linkText } from "./linkText.ts";
import type { Tab, Tabs } from "./model.ts";

/** For example `?url=a.asdf&url=b.asdf&tab=1&path=roman/data`; empty while nothing is open. Reads signals. */
export function linkTo(tabs: Tabs, spelled: (url: string) => string = relative): string {
  const shared = tabs.all.value.filter(({ url }) => url !== undefined);
  const tab = tabs.shown.value;
  const shown = shared.indexOf(tab);
  const isLocal = tab.url === undefined;
  const expected = isLocal && tab.isFree ? tabs.expected.value[0] : undefined;
  const local = isLocal && !tab.isFree ? tab.name.value || undefined : undefined;
  return linkText({
    urls: shared.map(({ url = "" }) => spelled(url)),
    tab: shown < 0 ? "none" : shown,
    file: expected?.name ?? local,
    place: linkable(expected?.place ?? tab.session.linking.place ?? tab.request.value?.initial ?? {}),
  });
}

/** The longest path, and the longest of other words, that stand in an address, as they are written there. */
const LONGEST = 4000;

const fits = (text: string) =>
  text.length <= LONGEST && new URLSearchParams({ text }).toString().length <= LONGEST;

/** A place as far as addresses have room for it: what stands at a very long path has none. */
function linkable({ path = "", selected = "", words = {}, ...place }: Place): Place {
  return fits(path)
    ? {
        ...place,
        ...(path !== "" && { path }),
        ...(selected !== "" && fits(selected) && { selected }),
        words: Object.fromEntries(Object.entries(words).filter(([, value]) => fits(value))),
      }
    : {};
}

/**
 * The address of what is shown in this page, for others: without signatures and tokens in the addresses of files. Undefined if the file
 * has no address. `hasPlace`: whether it leads to the node that is shown, whose path may be too long.
 */
export function addressOf(
  tabs: Tabs,
): { readonly address: string; readonly isWhole: boolean; readonly hasPlace: boolean } | undefined {
  if (tabs.shown.value.url === undefined) {
    return undefined;
  }
  const link = linkTo(tabs, (url) => relative(withoutSecrets(url)));
  const { path = "" } = tabs.shown.value.session.linking.place ?? {};
  return {
    address: new URL(link, document.baseURI).href,
    isWhole: link === linkTo(tabs),
    hasPlace: fits(path),
  };
}

/**
 * Goes where a link leads: to the tabs of its files that are open, and else in tabs beside those. A file on this device that is
 * not open is expected.
 */
export async function follow(tabs: Tabs, link: string): Promise<OpenOutcome | undefined> {
  const { urls, tab: shown, file, place } = linkIn(link);
  const free = [...tabs.all.value];
  const take = (fits: (tab: Tab) => boolean): Tab | undefined => {
    const found = free.findIndex(fits);
    return found < 0 ? undefined : free.splice(found, 1)[0];
  };
  const open = urls.map((url) => take((tab) => tab.url === absolute(url)));
  const local =
    file === undefined ? undefined : take((tab) => tab.url === undefined && tab.name.value === file);
  tabs.expected.value = file === undefined || local ? [] : [{ name: file, place }];

  const missing = urls.map((source, index) => ({ source, index })).filter(({ index }) => !open[index]);
  const requests = missing.map(({ source, index }) => ({
    source,
    ...(index === shown && { initial: place }),
  }));
  const isOpen = local ?? (shown === "none" ? undefined : open[shown]);
  const opening = tabs.addAll(requests, isOpen ? -1 : missing.findIndex(({ index }) => index === shown));
  if (shown === "none" && !isOpen) {
    tabs.addEmpty();
  }
  const outcome = await (isOpen ? tabs.goTo(isOpen, place) : opening);
  await tabs.shown.peek().session.arrive();
  return outcome;
}

/** Relative to the page's folder, if inside it. */
function relative(url: string): string {
  const folder = new URL(".", document.baseURI).href;
  return url.startsWith(folder) && url !== folder ? url.slice(folder.length) : url;
}
