/** Files, folders and addresses that are dropped on the viewer or pasted, on their way to tabs. */
import { freeName } from "@asdf-wasm/science/format/names";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { type FolderFile, MOST_FILES } from "../../protocol/facts.ts";
import { noticeOf, refusalOf } from "../../protocol/notices.ts";
import { nameOf } from "../../state/source.ts";
import { isWriting } from "../../ui/keys.ts";
import { addressesIn, isPlace } from "../tabs/address.ts";
import { requestsFor, restore, sayMissing } from "../tabs/sessionFile.ts";
import type { Tabs } from "../tabs/tabs.ts";
import { takeRegions } from "./regionFiles.ts";

/** Files as they are dropped: files in folders come later. */
type Dropped = readonly FolderFile[] | Promise<readonly FolderFile[]>;

/** Opens files that are dropped or pasted. */
export function useArrivals(
  viewer: RefObject<HTMLElement | null>,
  tabs: Tabs,
  setDropping: (dropping: boolean) => void,
): void {
  // Before the first paint, so that the browser never handles a file dropped on the viewer.
  useLayoutEffect(
    () =>
      acceptDrops(
        viewer.current,
        (files) => {
          if (!("length" in files && takeRegions(tabs, files))) {
            void takeDropped(tabs, files);
          }
        },
        setDropping,
      ),
    [tabs, viewer, setDropping],
  );
  useEffect(
    () => acceptPastes(viewer.current, (files) => !tabs.hosted.value && take(tabs, files)),
    [tabs, viewer],
  );
}

/** Opens what is pasted. */
function take(tabs: Tabs, pasted: Parameters<Tabs["addAll"]>[0]): void {
  const [first] = pasted;
  if (pasted.length === 1 && typeof first?.source === "string" && isPlace(first.source)) {
    tabs.browsed.value = first.source;
  } else {
    void tabs.addAll(pasted);
  }
}

/** Opens dropped files, but for the schemas among them. */
async function takeDropped(tabs: Tabs, dropped: Dropped): Promise<void> {
  // Why a folder cannot be listed is said where it is opened.
  const files = "length" in dropped ? dropped : await dropped.catch(() => []);
  let opened = dropped;
  const yaml = files.filter(({ path }) => /\.ya?ml$/i.test(path));
  if (yaml.length > 0) {
    const { takeSchemas } = await import("./schemaFiles.ts");
    opened = await takeSchemas(tabs, files, yaml);
  }
  if (!("length" in opened && opened.length === 0) && !tabs.hosted.value) {
    await openFiles(tabs, opened);
  }
}

/** Opens files in new tabs: as a session if there is one among them, which finds its files among the others. */
export async function openFiles(tabs: Tabs, dropped: Dropped): Promise<void> {
  let files: readonly FolderFile[];
  try {
    files = await dropped;
  } catch {
    await tabs.add(dropped);
    return;
  }
  const isFolder = files.some(({ path }) => path.includes("/"));
  const [session, ...more] = sessionsAmong(files);
  if (session && more.length === 0) {
    await openSession(tabs, session, files);
    return;
  }
  // Links do not say how large files are.
  const isOfSession = tabs.expected.peek().some(({ size }) => size !== undefined);
  const { requests, left, unsure } = requestsFor(tabs.expected.peek(), files);
  // In the order in which they are expected: the first is the one to be shown.
  const [first, ...others] = requests.values();
  if (first) {
    // Of a session's folder, what is not expected is only what others may refer to. Else it gets tabs as well.
    const { mains, ...source } = first.source;
    await tabs.addAll([isFolder && isOfSession ? first : { ...first, source }, ...others]);
    tabs.expected.value = left;
  } else {
    await tabs.add(files);
  }
  if (isFolder || first) {
    sayMissing(tabs);
  }
  if (unsure) {
    tabs.shown.peek().session.note(unsure);
  }
  if (session) {
    const names = [session, ...more].map(({ path }) => path).join(", ");
    const message = `there are several sessions, and none is opened: drop one of ${names} with the folder`;
    tabs.shown.peek().session.note({ severity: "warning", code: "not-found", message });
  }
}

/** Opens files as a session says; if it is none, without it. */
async function openSession(tabs: Tabs, session: FolderFile, files: readonly FolderFile[]): Promise<void> {
  const others = files.filter((file) => file !== session);
  try {
    await restore(tabs, await session.file.text(), others);
    if (session.path.includes("/")) {
      tabs.say(`Opened as saved in ${nameOf([session])}`);
    }
  } catch (cause) {
    if (others.length === 0) {
      await tabs.add(Promise.reject(cause));
      return;
    }
    await openFiles(tabs, others);
    tabs.shown.peek().session.note(refusalOf(nameOf([session]), noticeOf(cause), "warning"));
  }
}

/** Saved sessions among files: the first that was given by itself, or all in folders that have the name of one. */
function sessionsAmong(files: readonly FolderFile[]): readonly FolderFile[] {
  const own = files.find(({ path }) => /^[^/]*\.json$/i.test(path));
  return own ? [own] : files.filter(({ path }) => /\.session\.json$/i.test(path));
}

function acceptDrops(
  target: HTMLElement | null,
  onFiles: (files: Dropped) => void,
  onHover: (hovering: boolean) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let depth = 0;
  const enter = (change: number): void => {
    depth += change;
    onHover(depth > 0);
  };
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

  target?.addEventListener("dragenter", (event) => carriesFiles(event) && enter(1), { signal });
  target?.addEventListener("dragleave", (event) => carriesFiles(event) && enter(-1), { signal });
  target?.addEventListener(
    "dragover",
    (event) => {
      if (carriesFiles(event)) {
        event.preventDefault();
      }
    },
    { signal },
  );
  target?.addEventListener(
    "drop",
    (event) => {
      enter(-depth);
      if (event.dataTransfer && event.dataTransfer.files.length > 0) {
        event.preventDefault();
        onFiles(dropped(event.dataTransfer));
      }
    },
    { signal },
  );
  return () => listening.abort();
}

/** Files chosen in a file dialog; files of a folder have their paths in it. Others, of several folders, may have one name. */
export function picked(files: Iterable<File>): FolderFile[] {
  const taken = new Set<string>();
  return Array.from(files, (file) => {
    const path = freeName(file.webkitRelativePath || file.name, taken);
    taken.add(path);
    return { path, file };
  });
}

/** The dropped files. The browser answers only during the event, so nothing is awaited before. */
function dropped({ items, files }: DataTransfer): Dropped {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return entries.some((entry) => entry.isDirectory) ? walk(entries) : picked(files);
}

async function walk(entries: FileSystemEntry[]): Promise<FolderFile[]> {
  const found: FileSystemFileEntry[] = [];
  for (const entry of entries) {
    if (isFile(entry)) {
      found.push(entry);
    } else if (isFolder(entry)) {
      // The list grows during the loop.
      entries.push(...(await content(entry)));
    }
    if (found.length >= MOST_FILES) {
      break;
    }
  }
  // All at once: the browser takes its time for each.
  return Promise.all(
    found.map(async (entry) => ({
      path: entry.fullPath.replace(/^\//, ""),
      file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)),
    })),
  );
}

/** The entries of a folder, which the browser lists in batches. */
async function content(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (let some: FileSystemEntry[] | undefined; some?.length !== 0; all.push(...some)) {
    some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  }
  return all;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** If a page has several viewers, the first to handle a paste outside of all of them takes it. */
function acceptPastes(
  target: HTMLElement | null,
  onFiles: (files: Parameters<Tabs["addAll"]>[0]) => void,
): () => void {
  const listening = new AbortController();
  const onPaste = (event: ClipboardEvent): void => {
    const path = event.composedPath();
    const isOurs = (target !== null && path.includes(target)) || path[0] === document.body;
    if (!isOurs || isWriting(event) || event.defaultPrevented || !event.clipboardData) {
      return;
    }
    const files = picked(event.clipboardData.files);
    const sources = files.length > 0 ? [files] : addressesIn(event.clipboardData.getData("text/plain"));
    if (sources.length > 0) {
      event.preventDefault();
      onFiles(sources.map((source) => ({ source })));
    }
  };
  document.addEventListener("paste", onPaste, { signal: listening.signal });
  return () => listening.abort();
}
