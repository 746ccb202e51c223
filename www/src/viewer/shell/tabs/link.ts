/**
 * The open files as a query for links: the files that have addresses, which of them is shown, and its node, view
 * and section. Files on this device cannot be linked and are left out.
 */

import { sectionText } from "../../state/section.ts";
import type { InitialView, OpenOutcome, Session } from "../../state/session.ts";
import type { Tabs } from "./model.ts";

/** For example `?url=a.asdf&url=b.asdf&tab=1&path=roman/data`; empty while no file has an address. */
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
  const initial: InitialView =
    shown < 0 ? {} : (initialViewOf(tab.session) ?? tab.request.value?.initial ?? {});
  for (const name of ["path", "view", "section"] as const) {
    const value = initial[name];
    if (value) {
      query.set(name, value);
    }
  }
  // Characters that need no escape in a query stay legible.
  return shared.length > 0
    ? `?${query}`.replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",")
    : "";
}

/** Opens what a link names, in tabs beside those that are open. */
export async function follow(tabs: Tabs, link: string): Promise<OpenOutcome | undefined> {
  const query = new URLSearchParams(link);
  const urls = query.getAll("url");
  const shown = Math.min(Math.max(Math.trunc(Number(query.get("tab"))) || 0, 0), urls.length - 1);
  const [path, view, section] = ["path", "view", "section"].map((name) => query.get(name) ?? undefined);
  return tabs.addAll(
    urls.map((source, index) => ({ source, initial: index === shown ? { path, view, section } : undefined })),
    shown,
  );
}

/** The selected node; its view and section if they differ from the default. */
function initialViewOf({ detail, scene, section }: Session): InitialView | undefined {
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

/** Relative to the page's folder, if inside it. */
function relative(url: string): string {
  const folder = new URL(".", document.baseURI).href;
  return url.startsWith(folder) && url !== folder ? url.slice(folder.length) : url;
}
