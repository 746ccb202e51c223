/** Saving the open files and what is shown of them as a session, and opening the files of one. */
import { numbered } from "@asdf-wasm/science/format/names";
import type { FileSet, FolderFile, Notice } from "../../protocol/facts.ts";
import { stemOf } from "../../state/source.ts";
import { save } from "../../ui/download.ts";
import { type ExpectedFile, foundAmong, nameOfFound, unsureAmong } from "./expected.ts";
import { otherName } from "./link.ts";
import type { Link } from "./linkText.ts";
import { namesakesOf, sayNamesakes, withoutFiles } from "./namesakes.ts";
import { type SavedSession, sessionIn, sessionText } from "./sessionText.ts";
import type { OpenRequest, Tab } from "./tab.ts";
import type { Tabs } from "./tabs.ts";

/** Saves the session, and says so. */
export function saveSession(tabs: Tabs): void {
  const open = tabs.all.value.filter((tab) => tab.name.value !== "" && !tab.isStack.value);
  const session = {
    links: open.map(linkOf),
    shown: Math.max(open.indexOf(tabs.shown.value), 0),
    sky: tabs.skyRegions.word.value,
  };
  const name = `${stemOf(tabs.shown.value.ownName.value)}.session.json`;
  save(new Blob([sessionText(session)], { type: "application/json" }), name);
  const hasEdits = open.some((tab) => tab.isChanged.value);
  tabs.say(`Saved ${name}${hasEdits ? ", without the unsaved changes" : ""}`);
}

/** Opens the files of a saved session, which are among others. */
export async function restore(tabs: Tabs, saved: string, files: readonly FolderFile[]): Promise<void> {
  const { links, shown, sky = "", more } = sessionIn(saved);
  await tabs.skyRegions.follow(sky);
  const linked = namedApart(links).map(
    ({ urls: [url], names = [], file: name = "", as, size, place }): ExpectedFile | OpenRequest =>
      url === undefined ? { name, as, size, place } : { source: url, initial: place, as: names[0] },
  );
  const { requests: found, unsure } = requestsFor(
    linked.filter((one) => "name" in one),
    files,
  );
  const given = linked.map((one) => ("name" in one ? (found.get(one) ?? one) : one));
  const namesakes = namesakesOf(tabs.all.peek(), given);
  const wanted = given.map((one) => without(one, namesakes));
  const requests = wanted.filter((one) => "source" in one);
  const first = wanted[shown];
  const isHere = first !== undefined && "source" in first;
  const left = wanted.filter((one) => "name" in one);
  tabs.expected.value = left.toSorted((one, other) => Number(other === first) - Number(one === first));
  const opening = tabs.addAll(requests, isHere ? requests.indexOf(first) : -1, more);
  if (!isHere) {
    tabs.addEmpty();
  }
  await opening;
  if (unsure) {
    tabs.shown.peek().session.note(unsure);
  }
  sayNamesakes(tabs, namesakes);
  if (isHere) {
    sayMissing(tabs);
  }
}

/** A file that is opened or expected, shown without what names any of these files. */
function without<T extends ExpectedFile | OpenRequest>(one: T, names: readonly string[]): T {
  return "name" in one
    ? { ...one, place: withoutFiles(one.place, names) }
    : { ...one, initial: one.initial && withoutFiles(one.initial, names) };
}

/** Names the files that are still expected. */
export function sayMissing(tabs: Tabs): void {
  const missing = tabs.expected.peek();
  if (missing.length > 0) {
    const names = missing.map(({ name, as = name }) => as).join(", ");
    const message = `the link or session also has files of your device: drop ${names}, or a folder with them`;
    tabs.shown.peek().session.note({ severity: "warning", code: "not-found", message });
  }
}

/** An expected file that is there, and others that it may refer to. */
interface FoundRequest extends OpenRequest {
  readonly source: FileSet;
}

interface FoundRequests {
  /** In the order in which the files are expected. */
  readonly requests: ReadonlyMap<ExpectedFile, FoundRequest>;
  /** The expected files that are not found. */
  readonly left: readonly ExpectedFile[];
  /** Says which of them may be there. */
  readonly unsure: Notice | undefined;
}

/** Opens the expected files that are among others, which they may refer to. */
export function requestsFor(expected: readonly ExpectedFile[], files: readonly FolderFile[]): FoundRequests {
  const others = files.filter(({ path }) => !/\.json$/i.test(path));
  const found = foundAmong(expected, others);
  const message = unsureAmong(expected, others, found);
  const requestFor = (one: ExpectedFile, file: FolderFile): FoundRequest => ({
    source: { files: others, main: file.path, mains: [file.path] },
    initial: one.place,
    as: nameOfFound(one, file),
  });
  return {
    requests: new Map(Array.from(found, ([one, file]) => [one, requestFor(one, file)])),
    left: expected.filter((one) => !found.has(one)),
    unsure: message === undefined ? undefined : { severity: "warning", code: "not-found", message },
  };
}

/** The links of an old session, in which files of one name have no others: each gets a name that no view has, so that none is mixed up. */
function namedApart(links: readonly Link[]): readonly Link[] {
  const taken = new Set(links.flatMap(({ file, as }) => as ?? file ?? []));
  const isAlone = ({ file, as }: Link) =>
    links.filter((one) => one.file === file && one.as === as).length === 1;
  return links.map((link) => {
    if (link.file === undefined || isAlone(link)) {
      return link;
    }
    const as = numbered(link.file, taken, 1);
    taken.add(as);
    return { ...link, as };
  });
}

function linkOf(tab: Tab): SavedSession["links"][number] {
  const { url, ownName, session, request, file } = tab;
  const size = file?.size ?? session.file.peek()?.size;
  const as = otherName(tab);
  const place = session.linking.place ?? request.value?.initial ?? {};
  return url === undefined
    ? { urls: [], tab: "none", file: ownName.value, as, size, place }
    : { urls: [url], names: [as ?? ""], tab: 0, place };
}
