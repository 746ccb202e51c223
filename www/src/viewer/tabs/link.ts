/**
 * What is open as a query that a link can carry: the files that have addresses, which of them is shown, and the node
 * shown of it. Files of this device cannot be shared, and are left out.
 */
import type { Tabs } from "./model.ts";

/** For example `?url=a.asdf&url=b.asdf&tab=1&path=roman/data`; nothing while no file has an address. */
export function linkTo(tabs: Tabs): string {
  const query = new URLSearchParams();
  const shared = tabs.all.value.filter(({ url }) => url !== undefined);
  for (const { url = "" } of shared) {
    query.append("url", relative(url));
  }
  const tab = tabs.shown.value;
  const shown = shared.indexOf(tab);
  if (shown > 0) {
    query.set("tab", String(shown));
  }
  const path = tab.session.detail.value?.path ?? tab.wanted.value?.path;
  if (shown >= 0 && path) {
    query.set("path", path);
  }
  return shared.length > 0 ? `?${query}`.replaceAll("%2F", "/").replaceAll("%3A", ":") : "";
}

/** Opens what a link to it names, beside what is open. */
export async function follow(tabs: Tabs, link: string): Promise<void> {
  const query = new URLSearchParams(link);
  const urls = query.getAll("url");
  const shown = Math.min(Math.max(Math.trunc(Number(query.get("tab"))) || 0, 0), urls.length - 1);
  const path = query.get("path") ?? undefined;
  await tabs.addAll(
    urls.map((source, index) => ({ source, path: index === shown ? path : undefined })),
    shown,
  );
}

/** As it is from the page's own folder, where it is in there. */
function relative(url: string): string {
  const folder = new URL(".", document.baseURI).href;
  return url.startsWith(folder) && url !== folder ? url.slice(folder.length) : url;
}
