/** Saving the open files and what is shown of them as a session, and opening files, which may be a session among them. */
import type { FolderFile } from "../../protocol/facts.ts";
import { stemOf } from "../../state/source.ts";
import { save } from "../../ui/download.ts";
import { type SavedSession, sessionIn, sessionText } from "./sessionText.ts";
import type { ExpectedFile, OpenRequest, Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

/** Files as they are dropped: files in folders come later. */
export type Dropped = readonly FolderFile[] | Promise<readonly FolderFile[]>;

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

/** Opens files in new tabs: as a session if there is one among them, which finds its files among the others. */
export async function openFiles(tabs: Tabs, dropped: Dropped): Promise<void> {
  const files = "length" in dropped ? dropped : undefined;
  const session = files?.find(({ path }) => /\.json$/i.test(path));
  if (!files || (!session && tabs.expected.value.length === 0)) {
    await tabs.add(Promise.resolve(dropped));
    return;
  }
  if (session) {
    try {
      await restore(tabs, sessionIn(await session.file.text()), files);
    } catch (cause) {
      await tabs.add(Promise.reject(cause));
    }
    return;
  }
  const found = tabs.expected.value.flatMap((expected) => requestFor(expected, files) ?? []);
  if (found.length > 1) {
    const expected = tabs.expected.value.filter(({ name }) => !files.some(({ path }) => path === name));
    await tabs.addAll(found);
    tabs.expected.value = expected;
  } else {
    await tabs.add(files);
  }
}

async function restore(
  tabs: Tabs,
  { links, shown, sky = "", more }: SavedSession,
  files: readonly FolderFile[],
): Promise<void> {
  await tabs.skyRegions.follow(sky);
  const wanted = links.map(({ urls: [url], file: name = "", place }) =>
    url === undefined
      ? (requestFor({ name, place }, files) ?? { name, place })
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
}

/** Opens an expected file that is among others, which it may refer to. */
function requestFor({ name, place }: ExpectedFile, files: readonly FolderFile[]): OpenRequest | undefined {
  const others = files.filter(({ path }) => !/\.json$/i.test(path));
  const isThere = others.some(({ path }) => path === name);
  return isThere ? { source: { files: others, main: name, mains: [name] }, initial: place } : undefined;
}

function linkOf({ url, name, session, request }: Tab): SavedSession["links"][number] {
  const place = session.linking.place ?? request.value?.initial ?? {};
  return url === undefined
    ? { urls: [], tab: "none", file: name.value, place }
    : { urls: [url], tab: 0, place };
}
