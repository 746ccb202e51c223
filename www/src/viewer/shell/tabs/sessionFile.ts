/** Saving the open files and what is shown of them as a session, and opening the files of one. */
import type { FolderFile } from "../../protocol/facts.ts";
import { nameOf, stemOf } from "../../state/source.ts";
import { save } from "../../ui/download.ts";
import { type SavedSession, sessionIn, sessionText } from "./sessionText.ts";
import type { ExpectedFile, OpenRequest, Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

/** Saves the session, and says so. */
export function saveSession(tabs: Tabs): void {
  const open = tabs.all.value.filter((tab) => tab.name.value !== "" && !tab.isStack.value);
  const session = {
    links: open.map(linkOf),
    shown: Math.max(open.indexOf(tabs.shown.value), 0),
    sky: tabs.skyRegions.word.value,
  };
  const name = `${stemOf(tabs.shown.value.name.value)}.session.json`;
  save(new Blob([sessionText(session)], { type: "application/json" }), name);
  const hasEdits = open.some((tab) => tab.isChanged.value);
  tabs.say(`Saved ${name}${hasEdits ? ", without the unsaved changes" : ""}`);
}

/** Opens the files of a saved session, which are among others. */
export async function restore(tabs: Tabs, saved: string, files: readonly FolderFile[]): Promise<void> {
  const { links, shown, sky = "", more } = sessionIn(saved);
  await tabs.skyRegions.follow(sky);
  const wanted = links.map(({ urls: [url], file: name = "", size, place }) =>
    url === undefined
      ? (requestFor({ name, size, place }, files) ?? { name, size, place })
      : { source: url, initial: place },
  );
  const requests = wanted.filter((one) => "source" in one);
  const missing = wanted.filter((one) => "name" in one);
  const first = wanted[shown];
  const isHere = first !== undefined && "source" in first;
  tabs.expected.value = missing.toSorted((one, other) => Number(other === first) - Number(one === first));
  const opening = tabs.addAll(requests, isHere ? requests.indexOf(first) : -1, more);
  if (!isHere) {
    tabs.addEmpty();
  }
  await opening;
  if (isHere && missing.length > 0) {
    const names = missing.map(({ name }) => name).join(", ");
    const message = `the session also has files of your device: drop ${names}, or a folder with them`;
    tabs.shown.peek().session.note({ severity: "warning", code: "not-found", message });
  }
}

/** Opens an expected file that is among others, which it may refer to. */
export function requestFor(
  { name, size, place }: ExpectedFile,
  files: readonly FolderFile[],
): OpenRequest | undefined {
  const others = files.filter(({ path }) => !/\.json$/i.test(path));
  const named = others.filter((one) => nameOf([one]) === name);
  const main = (named.find(({ file }) => file.size === size) ?? named[0])?.path;
  return main === undefined ? undefined : { source: { files: others, main, mains: [main] }, initial: place };
}

function linkOf({ url, name, session, request }: Tab): SavedSession["links"][number] {
  const place = session.linking.place ?? request.value?.initial ?? {};
  return url === undefined
    ? { urls: [], tab: "none", file: name.value, size: session.file.value?.size, place }
    : { urls: [url], tab: 0, place };
}
