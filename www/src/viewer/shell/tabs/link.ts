/**
 * What is open as a query that a link can carry: the files that have addresses, which of them is shown, and what of it:
 * node, view and section. Files of this device cannot be shared, and are left out.
 */

import { sectionText } from "../../state/section.ts";
import type { InitialView, Session } from "../../state/session.ts";
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
  const place: InitialView = shown < 0 ? {} : (placeIn(tab.session) ?? tab.wanted.value?.place ?? {});
  for (const name of ["path", "view", "section"] as const) {
    const value = place[name];
    if (value) {
      query.set(name, value);
    }
  }
  // What a query may hold as it is stays legible.
  return shared.length > 0
    ? `?${query}`.replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",")
    : "";
}

/** Opens what a link to it names, beside what is open. */
export async function follow(tabs: Tabs, link: string): Promise<void> {
  const query = new URLSearchParams(link);
  const urls = query.getAll("url");
  const shown = Math.min(Math.max(Math.trunc(Number(query.get("tab"))) || 0, 0), urls.length - 1);
  const [path, view, section] = ["path", "view", "section"].map((name) => query.get(name) ?? undefined);
  await tabs.addAll(
    urls.map((source, index) => ({ source, place: index === shown ? { path, view, section } : undefined })),
    shown,
  );
}

/** The node that is looked at; its view and section where they are not those it has by itself. */
function placeIn({ detail, scene, section }: Session): InitialView | undefined {
  const node = detail.value;
  if (!node) {
    return undefined;
  }
  const isOnStage = scene.facts.value?.id === node.id;
  const view = scene.view.value?.name;
  const { axes, index } = section.current.value;
  return {
    path: node.path,
    ...(isOnStage && view !== scene.views.value[0]?.name && { view }),
    ...(isOnStage && index.length > axes.length && { section: sectionText({ axes, index }) }),
  };
}

/** As it is from the page's own folder, where it is in there. */
function relative(url: string): string {
  const folder = new URL(".", document.baseURI).href;
  return url.startsWith(folder) && url !== folder ? url.slice(folder.length) : url;
}
